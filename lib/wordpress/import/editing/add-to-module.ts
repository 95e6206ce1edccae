import { ts } from '../../../compiler/program/typescript.js';
import { classesOf, decoratorCalls, parseSource } from '../existing/source-file.js';
import { propertyOf } from '../existing/literal-value.js';
import { addImports } from './add-imports.js';
import { withInsertions, type Insertion } from './text-edits.js';

/** A class that a module lists. */
export interface ListedClass {
  readonly name: string;
  /** From the file of the module. */
  readonly specifier: string;
}

/**
 * Lists classes in the metadata of a module.
 *
 * @param list `providers` or `imports`.
 * @returns `undefined` where the metadata is not written as an object.
 */
export function addToModule(
  path: string,
  text: string,
  className: string,
  list: string,
  classes: readonly ListedClass[],
): string | undefined {
  const node = classesOf(parseSource(path, text)).find((one) => one.name?.text === className);
  const call = node === undefined ? undefined : decoratorCalls(node, 'Module')[0];
  const metadata = call?.arguments[0];
  if (metadata === undefined || !ts.isObjectLiteralExpression(metadata)) return undefined;
  const insertion = insertionIn(metadata, list, classes);
  if (insertion === undefined) return undefined;
  const imports = classes.map(({ name, specifier }) => `import { ${name} } from '${specifier}';\n`);
  return addImports(path, withInsertions(text, [insertion]), imports.join(''));
}

function insertionIn(
  metadata: ts.ObjectLiteralExpression,
  list: string,
  classes: readonly ListedClass[],
): Insertion | undefined {
  const names = classes.map(({ name }) => name).join(', ');
  const value = propertyOf(metadata, list);
  if (value === undefined) {
    const end = metadata.properties.at(-1)?.getEnd();
    const at = end ?? metadata.getStart() + 1;
    return { at, text: `${end === undefined ? '' : ','}\n  ${list}: [${names}]` };
  }
  if (!ts.isArrayLiteralExpression(value)) return undefined;
  const end = value.elements.at(-1)?.getEnd();
  return { at: end ?? value.getStart() + 1, text: end === undefined ? names : `, ${names}` };
}
