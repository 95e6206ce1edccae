import { posix, resolve } from 'node:path';
import { withSlashes } from '../shared/with-slashes.js';
import { sourceHash } from '../types/rest-signatures.js';
import {
  type SourceDiagnostic,
  uniqueDiagnostics,
  diagnosticLine,
  spanOf,
} from './source-diagnostic.js';
import { nameModule } from './attachment.js';
import { readProjectConfig, sharedHost, type SourceHosts } from './project.js';
import {
  createOwnPackageTest,
  createProjectView,
  type ProjectView,
} from './program/project-view.js';
import { ts } from './program/typescript.js';
import { type ClassReading, readFile } from './signatures/read-class.js';
import {
  type ListedFile,
  type ListedClass,
  importOf,
  signaturesLiteral,
  textLiteral,
} from './signature-file.js';
import { describeCompilerDiagnostic } from '../diagnostics/compiler-catalogue.js';
import type { ClassSignature } from '../types/method-signature.js';
import {
  type ClassLocation,
  type LocatedClass,
  exportedPath,
  moveSpecifier,
  specifierInStyle,
} from './classes/class-references.js';

interface Listing {
  readonly files: readonly ListedFile[];
  readonly diagnostics: readonly SourceDiagnostic[];
}

/** Tests may declare controllers of their own, and an application must not import them. */
const TEST = /[.-](?:spec|test)\.[cm]?tsx?$/;

/**
 * @param file The file of signatures, which imports the classes, and names the sources from the folder of the manifest.
 */
export function listFiles(view: ProjectView, file: string): Listing {
  const path = withSlashes(resolve(file));
  const folder = posix.dirname(path);
  const manifest = ts.findConfigFile(folder, (name) => ts.sys.fileExists(name), 'package.json');
  const root = manifest === undefined ? folder : posix.dirname(manifest);
  const listings = view
    .files()
    .filter(({ fileName }) => !TEST.test(fileName))
    .map((source) => listFile(source, view, path, root));
  const files = listings.flatMap((listing) => listing.files);
  return {
    // The order of the files in a program depends on their imports.
    files: files.toSorted((a, b) => (a.source < b.source ? -1 : 1)),
    diagnostics: uniqueDiagnostics(listings.flatMap(({ diagnostics }) => diagnostics)),
  };
}

function listFile(file: ts.SourceFile, view: ProjectView, path: string, root: string): Listing {
  const { classes, dependencies, diagnostics } = readFile(file, view);
  if (classes.length === 0) return { files: [], diagnostics };
  const listed = classes.map((reading) => listClass(reading, view, path));
  const used = [...dependencies].filter(view.once(changesWithProject)).toSorted();
  const texts = [file.fileName, ...used].map(
    (name) => view.program.getSourceFile(name)?.text ?? '',
  );
  const [source = '', ...others] = [file.fileName, ...used].map((name) =>
    posix.relative(root, name),
  );
  return {
    files: [
      {
        source,
        dependencies: others,
        hash: sourceHash(texts),
        classes: listed.flatMap((one) => one.listed ?? []),
      },
    ],
    diagnostics: [...diagnostics, ...listed.flatMap((one) => one.diagnostics)],
  };
}

/** Files that a package manager installs, this package included, are not sources of the project. */
function changesWithProject(): (fileName: string) => boolean {
  const isOurs = createOwnPackageTest();
  return (fileName) => !fileName.includes('/node_modules/') && !isOurs(fileName);
}

/** Finds a class, and those that its signature names, from the file of signatures at `path`. */
function listClass(
  reading: ClassReading,
  view: ProjectView,
  path: string,
): { readonly listed: ListedClass | undefined; readonly diagnostics: readonly SourceDiagnostic[] } {
  const { node, signature, references } = reading;
  const location = exportedClass(node, view, path);
  const found = references.map((reference) => ({
    reference,
    location: locate(reference, node, view, path),
  }));
  const diagnostics = [
    ...(location === undefined && !hasOnlyDecorators(signature)
      ? [notExported(node, signature.className)]
      : []),
    ...found.flatMap((one) =>
      one.location === undefined
        ? [notExported(one.reference.symbol.valueDeclaration ?? node, one.reference.key)]
        : [],
    ),
  ];
  if (location === undefined || diagnostics.length > 0) return { listed: undefined, diagnostics };
  const entries = found.flatMap((one) =>
    one.location === undefined ? [] : [[one.reference.key, one.location] as const],
  );
  return { listed: { location, signature, references: entries }, diagnostics };
}

/** An application runs without them: known decorators are only compared with the source. */
function hasOnlyDecorators({ methods, staticMethods, properties }: ClassSignature): boolean {
  return (methods ?? staticMethods ?? properties) === undefined;
}

/** A class without a module is declared in the file of the class whose signature names it. */
function locate(
  { module, path: names, symbol }: LocatedClass,
  home: ts.ClassLikeDeclaration,
  view: ProjectView,
  path: string,
): Required<ClassLocation> | undefined {
  if (module !== undefined) {
    return { module: moveSpecifier(module, home.getSourceFile().fileName, path), path: names };
  }
  const declaration = symbol.valueDeclaration;
  return declaration === undefined ? undefined : exportedClass(declaration, view, path);
}

function exportedClass(
  declaration: ts.Declaration,
  view: ProjectView,
  path: string,
): Required<ClassLocation> | undefined {
  const names = exportedPath(view, declaration);
  if (names === undefined) return undefined;
  const file = declaration.getSourceFile();
  return { module: specifierInStyle(path, file.fileName, file), path: names };
}

function notExported(node: ts.Node, className: string): SourceDiagnostic {
  const text = describeCompilerDiagnostic(
    'RR2025',
    className,
    'a class that its file does not export',
  );
  return { code: 'RR2025', text, ...spanOf(node) };
}

/** Concatenated, because this file itself is linted. */
const UNLINTED = ['eslint', 'disable'].join('-');

const HEAD = `// Written by \`npx nestjs-rest-routes signatures\`, which writes it again: change the sources instead.
/* ${UNLINTED} */
`;

const TYPE = 'RestSignatures';

/** The expected text of a file of signatures, or the reasons why there is none. */
export interface SignatureText {
  readonly text: string;
  readonly classes: number;
  /** One line each; if there are any, the text lacks their classes. */
  readonly diagnostics: readonly string[];
}

/** `path` is that of the file of signatures. */
export function readSignatures(
  tsconfig: string,
  path: string,
  hosts: SourceHosts = new Map(),
): SignatureText {
  const { fileNames, options } = readProjectConfig(process.cwd(), tsconfig);
  return signatureText(ts.createProgram(fileNames, options, sharedHost(options, hosts)), path);
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

const READ_ONLY: ts.CompilerOptions = { noEmit: true, skipLibCheck: true, strictNullChecks: true };

function signatureText(program: ts.Program, path: string): SignatureText {
  const { files, diagnostics } = listFiles(createProjectView(program), path);
  return {
    text: printSignatures(files, path),
    classes: files.reduce((sum, { classes }) => sum + classes.length, 0),
    diagnostics: diagnostics.map(diagnosticLine),
  };
}

/** TypeScript, or JavaScript for a file of such a name. */
function printSignatures(files: readonly ListedFile[], path: string): string {
  const isTyped = /\.[cm]?ts$/.test(path);
  const modules = new Map<string, string>();
  const literal = signaturesLiteral(files, (module) =>
    ts.factory.createIdentifier(nameModule(module, modules)),
  );
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
