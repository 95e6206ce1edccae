import { ts } from '../../compiler/program/typescript.js';
import { PACKAGE } from './package-name.js';

/**
 * Returns a source that imports a name beside the names it imports already.
 *
 * @param from This package by default.
 */
export function withImport(text: string, name: string, from = PACKAGE): string {
  const bindings = namedImports(text, from);
  if (bindings === undefined) return `import { ${name} } from '${from}';\n${text}`;
  if (bindings.elements.some((element) => element.name.text === name)) return text;
  const [first] = bindings.elements;
  const at = first?.getStart() ?? bindings.getStart() + 1;
  return `${text.slice(0, at)}${name}, ${text.slice(at)}`;
}

/** The braces of `import { … } from 'nestjs-rest-routes'`. */
function namedImports(text: string, from: string): ts.NamedImports | undefined {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const bindings = source.statements.filter(ts.isImportDeclaration).find(isFrom(from))
    ?.importClause?.namedBindings;
  return bindings !== undefined && ts.isNamedImports(bindings) ? bindings : undefined;
}

function isFrom(from: string): (statement: ts.ImportDeclaration) => boolean {
  return ({ moduleSpecifier }) =>
    ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === from;
}
