import { ts } from '../../../compiler/program/typescript.js';
import { propertyOf, textValue } from './literal-value.js';
import { classesOf, decoratorCalls } from './source-file.js';

/** A module that states the namespace of its controllers. */
export interface ExistingModule {
  readonly file: string;
  readonly className: string;
  readonly namespace: string;
  /** The names of the classes that it lists. */
  readonly listed: ReadonlySet<string>;
}

/** The modules in a file that import `RestModule`. */
export function modulesIn(source: ts.SourceFile): readonly ExistingModule[] {
  return classesOf(source).flatMap((node) => {
    const metadata = decoratorCalls(node, 'Module')[0]?.arguments[0];
    const namespace = namespaceIn(metadata, source);
    if (namespace === undefined || node.name === undefined) return [];
    const lists = ['providers', 'controllers'].map((name) => propertyOf(metadata, name));
    const listed = new Set(lists.flatMap(identifiersIn));
    return [{ file: source.fileName, className: node.name.text, namespace, listed }];
  });
}

function namespaceIn(metadata: ts.Node | undefined, source: ts.SourceFile): string | undefined {
  const imports = propertyOf(metadata, 'imports');
  if (imports === undefined || !ts.isArrayLiteralExpression(imports)) return undefined;
  const call = imports.elements.filter(ts.isCallExpression).find(isRestModule);
  return textValue(propertyOf(call?.arguments[0], 'namespace'), source);
}

function isRestModule({ expression }: ts.CallExpression): boolean {
  return /^RestModule\s*\.\s*for(?:Feature|Root)$/.test(expression.getText());
}

function identifiersIn(node: ts.Expression | undefined): readonly string[] {
  if (node === undefined || !ts.isArrayLiteralExpression(node)) return [];
  return node.elements.filter(ts.isIdentifier).map(({ text }) => text);
}
