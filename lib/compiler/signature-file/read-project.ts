import { diagnosticLine } from '../diagnostics/source-diagnostic.js';
import { readProjectConfig } from '../program/project-config.js';
import { createProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { filePlace } from './file-place.js';
import { listFiles } from './list-files.js';
import { textLiteral } from './json-literal.js';
import { signaturesLiteral } from './signatures-literal.js';
import type { ListedFile } from './signature-file.js';

/** Put together, because this file itself is linted. */
const UNLINTED = ['eslint', 'disable'].join('-');

const HEAD = `// Written by \`npx nestjs-rest-routes signatures\`, which writes it again: change the sources instead.
/* ${UNLINTED} */
`;

const TYPE = 'RestSignatures';

/** A file of signatures as it should be, or why there is none. */
export interface SignatureText {
  readonly text: string;
  /** How many classes it has. */
  readonly classes: number;
  /** One line for each diagnostic; where there are any, the text lacks their classes. */
  readonly diagnostics: readonly string[];
}

/** Reads a project by its `tsconfig.json`, and makes the text of the file of signatures at `path`. */
export function readSignatures(tsconfig: string, path: string): SignatureText {
  const { fileNames, options } = readProjectConfig(process.cwd(), tsconfig);
  return signatureText(ts.createProgram(fileNames, options), path);
}

/** Calls a function with the text of the file at `path`, now and after each change of the project. */
export function watchSignatures(
  tsconfig: string,
  path: string,
  onText: (text: SignatureText) => void,
): ts.WatchOfConfigFile<ts.BuilderProgram> {
  const host = ts.createWatchCompilerHost(
    tsconfig,
    READ_ONLY,
    ts.sys,
    ts.createAbstractBuilder,
    () => undefined,
    () => undefined,
  );
  host.afterProgramCreate = (builder) => onText(signatureText(builder.getProgram(), path));
  return ts.createWatchProgram(host);
}

const READ_ONLY: ts.CompilerOptions = { noEmit: true, skipLibCheck: true };

function signatureText(program: ts.Program, path: string): SignatureText {
  const { files, diagnostics } = listFiles(createProjectView(program), filePlace(path));
  return {
    text: printSignatures(files, path),
    classes: files.reduce((sum, { classes }) => sum + classes.length, 0),
    diagnostics: diagnostics.map(diagnosticLine),
  };
}

/** The text of a file of signatures: TypeScript, or JavaScript for a file of such a name. */
function printSignatures(files: readonly ListedFile[], path: string): string {
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
