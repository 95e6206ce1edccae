import { ts } from '../program/typescript.js';
import { textLiteral } from './json-literal.js';
import { signaturesLiteral } from './signatures-literal.js';
import type { ListedFile } from './signature-file.js';

/** Put together, because this file itself is linted. */
const UNLINTED = ['eslint', 'disable'].join('-');

const HEAD = `// Written by \`npx nestjs-rest-routes signatures\`, which writes it again: change the sources instead.
/* ${UNLINTED} */
`;

/** The text of a file of signatures: TypeScript, or JavaScript for a file of such a name. */
export function printSignatures(files: readonly ListedFile[], path: string): string {
  const isTyped = /\.[cm]?ts$/.test(path);
  const modules = new Map<string, string>();
  const literal = signaturesLiteral(files, (module) => {
    const name = modules.get(module) ?? `restRoutesModule${modules.size}`;
    modules.set(module, name);
    return ts.factory.createIdentifier(name);
  });
  const imports = [...modules].map(([module, name]) => importOf(module, name));
  const statements = [...(isTyped ? [typeImport()] : []), ...imports];
  // Prettier would give every property of a signature a line.
  return `${HEAD}${print(statements)}\n// prettier-ignore\n${print([constant(literal, isTyped)])}`;
}

const TYPE = 'RestSignatures';

function print(statements: readonly ts.Statement[]): string {
  const printer = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed });
  const file = ts.createSourceFile('signatures.ts', '', ts.ScriptTarget.Latest);
  return printer.printList(ts.ListFormat.MultiLine, ts.factory.createNodeArray(statements), file);
}

/** `import type { RestSignatures } from "nestjs-rest-routes";` */
function typeImport(): ts.Statement {
  const { factory } = ts;
  const name = factory.createIdentifier(TYPE);
  const names = factory.createNamedImports([factory.createImportSpecifier(false, undefined, name)]);
  return factory.createImportDeclaration(
    undefined,
    factory.createImportClause(ts.SyntaxKind.TypeKeyword, undefined, names),
    textLiteral('nestjs-rest-routes'),
  );
}

function importOf(module: string, name: string): ts.Statement {
  const { factory } = ts;
  const namespace = factory.createNamespaceImport(factory.createIdentifier(name));
  const clause = factory.createImportClause(undefined, undefined, namespace);
  return factory.createImportDeclaration(undefined, clause, textLiteral(module));
}

/** `export const signatures: RestSignatures = { … };` */
function constant(literal: ts.Expression, isTyped: boolean): ts.Statement {
  const { factory } = ts;
  const type = isTyped ? factory.createTypeReferenceNode(TYPE) : undefined;
  const declaration = factory.createVariableDeclaration('signatures', undefined, type, literal);
  return factory.createVariableStatement(
    [factory.createModifier(ts.SyntaxKind.ExportKeyword)],
    factory.createVariableDeclarationList([declaration], ts.NodeFlags.Const),
  );
}
