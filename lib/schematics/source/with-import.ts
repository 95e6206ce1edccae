import { ts } from '../../compiler/program/typescript.js';

const PACKAGE = 'nestjs-rest-routes';

/** A source that imports a name of this package, with what it imports already. */
export function withImport(text: string, name: string): string {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const known = source.statements.find(
    (statement): statement is ts.ImportDeclaration =>
      ts.isImportDeclaration(statement) &&
      ts.isStringLiteral(statement.moduleSpecifier) &&
      statement.moduleSpecifier.text === PACKAGE,
  );
  const bindings = known?.importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) {
    return `import { ${name} } from '${PACKAGE}';\n${text}`;
  }
  if (bindings.elements.some((element) => element.name.text === name)) return text;
  const [first] = bindings.elements;
  const at = first?.getStart() ?? bindings.getStart() + 1;
  return `${text.slice(0, at)}${name}, ${text.slice(at)}`;
}
