import { ts } from '../../compiler/program/typescript.js';
import {
  insert,
  moduleOf,
  namedBindings,
  parse,
  withEdits,
} from '../../compiler/syntax/text-edits.js';
import { PACKAGE } from './project.js';

/**
 * Returns a source that imports a name in front of the names it imports already.
 *
 * @param from This package by default.
 */
export function withImport(text: string, name: string, from = PACKAGE): string {
  const declarations = parse(text).statements.filter(ts.isImportDeclaration);
  const declaration = declarations.find((one) => moduleOf(one) === from);
  const bindings = declaration && namedBindings(declaration);
  if (bindings === undefined) return `import { ${name} } from '${from}';\n${text}`;
  if (bindings.elements.some((element) => element.name.text === name)) return text;
  const at = bindings.elements[0]?.getStart() ?? bindings.getStart() + 1;
  return withEdits(text, [insert(at, `${name}, `)]);
}
