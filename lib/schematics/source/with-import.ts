import { ts } from '../../compiler/program/typescript.js';
import { PACKAGE } from './package-name.js';

/** Returns a source that imports a name of this package beside the names it imports already. */
export function withImport(text: string, name: string): string {
  const bindings = namedImports(text);
  if (bindings === undefined) return `import { ${name} } from '${PACKAGE}';\n${text}`;
  if (bindings.elements.some((element) => element.name.text === name)) return text;
  const [first] = bindings.elements;
  const at = first?.getStart() ?? bindings.getStart() + 1;
  return `${text.slice(0, at)}${name}, ${text.slice(at)}`;
}

/** The braces of `import { … } from 'nestjs-rest-routes'`. */
function namedImports(text: string): ts.NamedImports | undefined {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const bindings = source.statements.find(isOwnImport)?.importClause?.namedBindings;
  return bindings !== undefined && ts.isNamedImports(bindings) ? bindings : undefined;
}

function isOwnImport(statement: ts.Statement): statement is ts.ImportDeclaration {
  return (
    ts.isImportDeclaration(statement) &&
    ts.isStringLiteral(statement.moduleSpecifier) &&
    statement.moduleSpecifier.text === PACKAGE
  );
}
