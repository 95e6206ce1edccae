import { posix } from 'node:path';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { ApiIndex, IndexedRoute } from '../api-index.js';
import { nodesIn } from '../../compiler/syntax/nodes.js';
import { parse, readImports } from '../../compiler/syntax/text-edits.js';
import { readExistingCode, SourceTrees } from './existing/existing-code.js';
import type { CheckWritten } from './check-project.js';
import { importNamespace, type ImportedProject, type NamespaceReport } from './import-namespace.js';
import {
  ChangedFiles,
  type FormatText,
  importFolder,
  importPaths,
  type ProjectFiles,
} from './project-files.js';
import { methodNames, singularOf, kebabCase, shortWords, typeWords } from './naming.js';
import type { WritingOptions } from './write-controllers.js';
import { projectExtension, type ExportedClass } from './source/module-source.js';
import {
  namespaceParts,
  type AddNote,
  planRoute,
  type ImportPlan,
  type PlannedRoute,
  type PlannedController,
} from './plan.js';
import { trimmedNamespace } from '../parse-routes.js';
import { groupBy } from '../../shared/records.js';
import { ts } from '../../compiler/program/typescript.js';
import { logText } from '../../shared/log-text.js';

export interface ImportOptions extends WritingOptions {
  /** Those of the index by default. */
  readonly namespace?: string | undefined;
  /** The folder of the controllers; one below the source root for each namespace by default. */
  readonly path?: string | undefined;
  /** `/src`. */
  readonly sourceRoot: string;
  readonly format: FormatText;
  /** Finds code that would not build; without it, nothing is checked. */
  readonly check?: CheckWritten;
}

export interface ImportedRoutes {
  readonly changes: ReadonlyMap<string, string>;
  readonly reports: readonly NamespaceReport[];
  /** Errors of the build for which no route can be left out. */
  readonly notes: readonly string[];
}

/** After some routes are left out, others may still not build. */
const ROUNDS = 5;

/**
 * Writes no file and does not change existing code. A route whose code would not build is left out, and the reason is
 * noted.
 *
 * @throws InvalidArgumentException if the index does not have the namespace.
 */
export async function importRoutes(
  index: ApiIndex,
  files: ProjectFiles,
  options: ImportOptions,
): Promise<ImportedRoutes> {
  const leftOut = new Map<string, string>();
  for (let round = 1; ; round++) {
    const imported = await importOnce(index, files, options, leftOut);
    const found = options.check?.(imported.changes) ?? [];
    const known = leftOut.size;
    for (const { routes, text } of found) {
      for (const { file, version, methods, path } of routes) {
        for (const method of methods) leftOut.set(placeIn(file, version, method, path), text);
      }
    }
    if (known === leftOut.size || round === ROUNDS) {
      const notes = found.map(({ file, text }) => `${file.slice(1)} does not build: ${text}`);
      return { ...imported, notes };
    }
  }
}

/** A route of a written file; the folder of an import identifies the namespace. */
function placeIn(file: string, version: string, method: string, path: string): string {
  const [, root = '', folder = ''] = file.split('/');
  return JSON.stringify([root, folder, version, method, path]);
}

async function importOnce(
  index: ApiIndex,
  files: ProjectFiles,
  options: ImportOptions,
  leftOut: ReadonlyMap<string, string>,
): Promise<Omit<ImportedRoutes, 'notes'>> {
  const { sourceRoot, suffix, format } = options;
  const project = {
    files: new ChangedFiles(files, format),
    trees: new SourceTrees(),
    sourceRoot,
    root: findStartedModule(files.read, sourceRoot),
    importExtension: projectExtension(files.read),
  };
  const reports: NamespaceReport[] = [];
  for (const source of namespacesOf(index, options.namespace)) {
    const { namespace } = namespaceParts(source);
    const folder = importFolder(options.path, sourceRoot) ?? freeFolder(source, namespace, project);
    const reasonAgainst = ({ version, methods, path }: PlannedRoute): string | undefined =>
      methods.map((one) => leftOut.get(placeIn(`${folder}/`, version, one, path))).find(Boolean);
    const plan = planImport(index, source, reasonAgainst);
    if (plan.controllers.length === 0 && plan.notes.length === 0) continue;
    const paths = importPaths(folder, plan.namespace, suffix);
    reports.push(await importNamespace(plan, paths, project, options));
  }
  return { changes: project.files.changes, reports };
}

/** A folder has only one version of a namespace: types of two versions may have the same names and differ. */
function freeFolder(
  source: string,
  namespace: string,
  { files, trees, sourceRoot }: Pick<ImportedProject, 'files' | 'trees' | 'sourceRoot'>,
): string {
  const { version } = namespaceParts(source);
  const folderOf = (name: string): string =>
    posix.join(sourceRoot, kebabCase(shortWords(typeWords(name, 'api'))));
  const plain = folderOf(namespace);
  const versions = readExistingCode(files, sourceRoot, trees)
    .controllers.filter(({ file }) => file.startsWith(`${plain}/`))
    .map((controller) => controller.version);
  return versions.length === 0 || versions.includes(version) ? plain : folderOf(source);
}

function namespacesOf(
  { namespaces, source }: ApiIndex,
  stated: string | undefined,
): readonly string[] {
  if (stated === undefined) return namespaces;
  const namespace = trimmedNamespace(stated);
  if (namespaces.includes(namespace)) return [namespace];
  throw new InvalidArgumentException(
    `${source} has no namespace ${JSON.stringify(stated)}, but ${logText(namespaces.join(', ')) || 'none'}.`,
  );
}

function planImport(
  { routes }: ApiIndex,
  source: string,
  reasonAgainst: (route: PlannedRoute) => string | undefined,
): ImportPlan {
  const place = namespaceParts(source);
  const { namespace } = place;
  // The endpoints of a route often have the same notes.
  const notes = new Set<string>();
  const note = (text: string): void => void notes.add(text);
  const planned = routes
    .filter((route) => route.namespace === source && !isNamespaceIndex(route, source))
    .flatMap((route) => planRoute(route, place, note))
    .filter((route) => {
      const reason = reasonAgainst(route);
      if (reason !== undefined)
        note(`${route.methods.join(', ')} ${route.pattern} is not imported: ${reason}`);
      return reason === undefined;
    });
  const controllers = controllersOf(withoutRepetition(planned, note), namespace);
  return { source, namespace, controllers, notes: [...notes] };
}

/** Whether a route is the index of a namespace, which the library itself serves. */
function isNamespaceIndex({ pattern }: IndexedRoute, source: string): boolean {
  return trimmedNamespace(pattern) === source;
}

/** WordPress serves the first of two endpoints with the same path and method. */
function withoutRepetition(
  routes: readonly PlannedRoute[],
  note: AddNote,
): readonly PlannedRoute[] {
  const seen = new Set<string>();
  return routes.flatMap((route) => {
    const methods = route.methods.filter((method) => {
      const key = `${method} ${matchedBy(route)}`;
      if (!seen.has(key)) return seen.add(key).size > 0;
      note(`${method} ${route.pattern} is declared twice; the first declaration is imported.`);
      return false;
    });
    return methods.length === 0 ? [] : [{ ...route, methods }];
  });
}

/** The path as the route table compares it, with the texts that each placeholder matches. */
function matchedBy({ path, placeholders }: PlannedRoute): string {
  return path.toLowerCase().replaceAll(/\{(\w+)\}/g, (_, folded: string) => {
    const found = placeholders.find(({ name }) => name.toLowerCase() === folded);
    return `{${found?.match ?? found?.kind ?? ''}}`;
  });
}

/** One for each base path, in the order of the index. */
function controllersOf(
  routes: readonly PlannedRoute[],
  namespace: string,
): readonly PlannedController[] {
  const paths = new Set(routes.map(({ version, path }) => `${version}${path}`));
  const groups = groupBy(routes, (route) => `${route.version} ${baseOf(route, paths)}`);
  return Array.from(groups.values(), (group) => {
    const [first] = group;
    const base = baseOf(first, paths);
    const words = wordsOfBase(base === '' ? namespace : base);
    const sorted = group.toSorted((a, b) => depthOf(a, base) - depthOf(b, base));
    return { version: first.version, base, words, routes: methodNames(sorted, base, words) };
  });
}

/** `product`, `categories` of `/products/categories`. */
function wordsOfBase(base: string): readonly string[] {
  const segments = base.split('/').map((segment) => typeWords(segment, 'route'));
  const named = segments.filter((words) => words.join('') !== 'route');
  // `/route`, `/_` and `/-` are base paths too.
  if (named.length === 0) return ['route'];
  return shortWords(
    named.flatMap((words, at) => (at < named.length - 1 ? singularOf(words) : words)),
  );
}

/** Sorts the collection first, then its items, then the paths below them in the order of the index. */
function depthOf({ path }: PlannedRoute, base: string): number {
  return Math.min(2, path.slice(base.length).split('/').length - 1);
}

/**
 * The base path of a route: its first segment, and further ones if they name a collection with items of its own, such
 * as `/products/categories` with `/products/categories/{id}`.
 */
function baseOf({ version, path }: PlannedRoute, paths: ReadonlySet<string>): string {
  const segments = path.split('/').slice(1);
  const end = segments.findIndex((segment) => segment.includes('{'));
  const literals = end === -1 ? segments : segments.slice(0, end);
  for (let count = literals.length; count > 1; count--) {
    const candidate = literals
      .slice(0, count)
      .map((segment) => `/${segment}`)
      .join('');
    if (isCollection(`${version}${candidate}`, paths)) return candidate;
  }
  return literals[0] === undefined ? '' : `/${literals[0]}`;
}

function isCollection(path: string, paths: ReadonlySet<string>): boolean {
  if (!paths.has(path)) return false;
  return [...paths].some(
    (other) => other.startsWith(`${path}/{`) && !other.slice(path.length + 1).includes('/'),
  );
}

const DEFAULT: ExportedClass = { file: 'app.module.ts', className: 'AppModule' };

/** The class that `main.ts` passes to `NestFactory`, or `app.module.ts`. A library has none. */
export function findStartedModule(
  read: (path: string) => string | undefined,
  sourceRoot: string,
): ExportedClass | undefined {
  const root = posix.join('/', sourceRoot);
  const main = posix.join(root, 'main.ts');
  const started = startedIn(parse(read(main) ?? '')) ?? DEFAULT;
  const file = posix.join(root, started.file);
  return read(file) === undefined ? undefined : { ...started, file };
}

/** The class that a `main.ts` starts, the first argument of `NestFactory.create`, and the file of the class. */
function startedIn(source: ts.SourceFile): ExportedClass | undefined {
  const className = nodesIn(source, ts.isCallExpression)
    .find(({ expression }) => expression.getText() === 'NestFactory.create')
    ?.arguments[0]?.getText();
  const from = readImports(source).get(className ?? '')?.module;
  if (className === undefined || from?.startsWith('.') !== true) return undefined;
  return { className, file: `${from.replace(/\.js$/, '')}.ts` };
}

/** Counts, then the notes for a person. */
export function reportLines({ namespace, added, kept, notes }: NamespaceReport): readonly string[] {
  const counts = `${namespace}: ${routeCount(added)} added, ${routeCount(kept)} kept.`;
  return [counts, ...notes.map((line) => `  ${line}`)].map(logText);
}

function routeCount(count: number): string {
  return count === 1 ? '1 route' : `${count} routes`;
}
