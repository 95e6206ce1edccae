import { posix } from 'node:path';
import { createSourceHost, readProjectConfig } from '../../compiler/project.js';
import { withSlashes } from '../../shared/with-slashes.js';
import { createProjectView } from '../../compiler/program/project-view.js';
import { ts } from '../../compiler/program/typescript.js';
import { readFile } from '../../compiler/signatures/read-class.js';
import { isTypeDeclaration, parse } from '../../compiler/syntax/text-edits.js';
import { controllersIn, isTestFile, type ExistingRoute } from './existing/existing-code.js';

interface WrittenDiagnostic {
  /** Its path in the project, like all files of an import. */
  readonly file: string;
  readonly text: string;
  /** The routes that cause it; none if they are not known. */
  readonly routes: readonly WrittenRoute[];
}

type WrittenRoute = Pick<ExistingRoute, 'methods' | 'path'> & {
  readonly file: string;
  readonly version: string;
};

export type CheckWritten = (changes: ReadonlyMap<string, string>) => readonly WrittenDiagnostic[];

/** Unused names are ignored: the methods will use them, and `noUnusedParameters` is a choice of the project. */
const UNUSED: ReadonlySet<number> = new Set([6133, 6138, 6192, 6196, 6198]);

/** The packages of the project must be installed: without them, no errors are found. */
export function checkWritten(folder: string): CheckWritten {
  const root = withSlashes(folder);
  const { options, fileNames } = readProjectConfig(root, undefined);
  const ambient = fileNames.filter((name) => /\.d\.[cm]?ts$/.test(name));
  return (changes) => {
    const texts = new Map([...changes].filter(([path]) => !isTestFile(path)));
    const host = hostWith(texts, root, options);
    const [first = root] = [...texts.keys()].map((path) => posix.join(root, path));
    if (!isInstalled(first, options, host)) return [];
    const program = ts.createProgram(
      [...ambient, ...[...texts.keys()].map((path) => posix.join(root, path))],
      options,
      host,
    );
    const view = createProjectView(program);
    return [...texts.keys()].flatMap((file): readonly WrittenDiagnostic[] => {
      const source = program.getSourceFile(posix.join(root, file));
      if (source === undefined) return [];
      const own = readFile(source, view).diagnostics;
      const found = own.length > 0 ? own : diagnosticsOf(source, program);
      return found.map(({ start, text }) => ({ file, text, routes: routesAt(start, file, texts) }));
    });
  };
}

function isInstalled(from: string, options: ts.CompilerOptions, host: ts.CompilerHost): boolean {
  return ['nestjs-rest-routes', '@nestjs/common'].every((name) => {
    const { resolvedModule } = ts.resolveModuleName(name, from, options, host);
    return resolvedModule !== undefined;
  });
}

function diagnosticsOf(
  source: ts.SourceFile,
  program: ts.Program,
): readonly { readonly start: number; readonly text: string }[] {
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    .filter(({ category, code }) => category === ts.DiagnosticCategory.Error && !UNUSED.has(code))
    .map(({ start = 0, messageText, code }) => ({
      start,
      text: `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    }));
}

function hostWith(
  texts: ReadonlyMap<string, string>,
  root: string,
  options: ts.CompilerOptions,
): ts.CompilerHost {
  const host = createSourceHost(options);
  const folders = new Set<string>();
  const files = new Set<string>();
  for (const [path, text] of texts) {
    const file = posix.join(root, path);
    host.replace(file, text);
    files.add(file);
    for (let at = posix.dirname(file); at.length > root.length; at = posix.dirname(at))
      folders.add(at);
  }
  return {
    ...host,
    fileExists: (file) => files.has(file) || host.fileExists(file),
    directoryExists: (folder) => folders.has(folder) || host.directoryExists?.(folder) !== false,
  };
}

/** The routes at a place in a written file: its own, or those that use the type there. */
function routesAt(
  start: number,
  file: string,
  texts: ReadonlyMap<string, string>,
): readonly WrittenRoute[] {
  const source = parse(texts.get(file) ?? '', file);
  const owner = source.statements.find(({ pos, end }) => pos <= start && start < end);
  if (owner === undefined) return [];
  const own = routesOf(source, (member) => member.pos <= start && start < member.end);
  if (own.length > 0) return own;
  const name = isTypeDeclaration(owner) ? owner.name?.text : undefined;
  return name === undefined ? [] : routesWith(name, file, texts);
}

/** The routes whose methods use a type of the same folder, also inside another type. */
function routesWith(
  name: string,
  file: string,
  texts: ReadonlyMap<string, string>,
): readonly WrittenRoute[] {
  const folder = file.split('/').slice(0, 3).join('/');
  const sources = [...texts]
    .filter(([path]) => path.startsWith(`${folder}/`))
    .map(([path, text]) => parse(text, path));
  const types = sources.flatMap(({ statements }) => statements.filter(isTypeDeclaration));
  const names = new Set([name]);
  for (let size = 0; size < names.size;) {
    size = names.size;
    for (const type of types) {
      if (type.name !== undefined && isUser(type, names)) names.add(type.name.text);
    }
  }
  return sources.flatMap((source) => routesOf(source, (member) => isUser(member, names)));
}

function isUser(node: ts.Node, names: ReadonlySet<string>): boolean {
  const words = node.getText().match(/[A-Za-z_$][\w$]*/g) ?? [];
  return words.some((word) => names.has(word));
}

function routesOf(
  source: ts.SourceFile,
  isWanted: (member: ts.ClassElement) => boolean,
): readonly WrittenRoute[] {
  const members = source.statements
    .filter(ts.isClassDeclaration)
    .flatMap((node) => node.members.filter(isWanted));
  const names = new Set(members.map((member) => member.name?.getText()));
  return controllersIn(source).flatMap(({ version, routes }) =>
    routes
      .filter(({ methodName }) => names.has(methodName))
      .map(({ methods, path }) => ({ file: source.fileName, version, methods, path })),
  );
}
