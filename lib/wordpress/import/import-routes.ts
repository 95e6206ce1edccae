import { posix } from 'node:path';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { ApiIndex, IndexedRoute } from '../api-index.js';
import { nodesIn } from '../../compiler/syntax/nodes.js';
import { parse, readImports } from '../../compiler/syntax/text-edits.js';
import { type ExistingCode, readExistingCode, SourceTrees } from './existing/existing-code.js';
import { isOf } from './existing/match-routes.js';
import type { CheckWritten } from './check-project.js';
import { importNamespace, type NamespaceReport } from './import-namespace.js';
import {
  ChangedFiles,
  type FormatText,
  importFolder,
  importPaths,
  moduleName,
  type ProjectFiles,
} from './project-files.js';
import {
  methodNames,
  RESERVED_TYPES,
  singularOf,
  kebabCase,
  shortWords,
  typeWords,
} from './naming.js';
import type { WritingOptions } from './write-controllers.js';
import { projectExtension, type ExportedClass } from './source/module-source.js';
import { namespaceParts, planRoute } from './plan/plan.js';
import type {
  ImportPlan,
  PlannedArgument,
  PlannedController,
  PlannedRoute,
} from './plan/planned-route.js';
import type { AddNote, PlanNotes } from './plan/imported-schema.js';
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
  /** Errors of the build for which no route can be left out, or that there is nothing to import. */
  readonly notes: readonly string[];
}

/** After some routes are left out, others may still not build. */
const ROUNDS = 8;
/** After so many rounds, a route is left out instead of its next argument. */
const ARGUMENT_ROUNDS = 4;

/**
 * Writes no file and does not change existing code. A property of a class of arguments whose type would not build is
 * declared by its schema, and a route whose code would not build is left out; the reason is noted.
 *
 * @throws InvalidArgumentException if the index does not have the namespace.
 */
export async function importRoutes(
  index: ApiIndex,
  files: ProjectFiles,
  options: ImportOptions,
): Promise<ImportedRoutes> {
  const leftOut = new Map<string, string>();
  const styleNotes = readExistingCode(files, options.sourceRoot, new SourceTrees()).nestStyled.map(
    (file) =>
      `${file.slice(1)} states style: 'nest', whose errors, indexes and arguments the clients of a WordPress API do not expect. State style: 'wordpress'.`,
  );
  for (let round = 1; ; round++) {
    const imported = await importOnce(index, files, options, leftOut);
    const found = options.check?.(imported.changes) ?? [];
    const known = new Set(leftOut.keys());
    for (const { routes, text } of found) {
      for (const { file, version, methods, path, argument } of routes) {
        for (const method of methods) {
          const source = imported.sources.get(file) ?? '';
          const ofArgument = placeIn(source, version, method, path, argument);
          const isTried = round > ARGUMENT_ROUNDS || known.has(ofArgument);
          leftOut.set(isTried ? placeIn(source, version, method, path) : ofArgument, text);
        }
      }
    }
    if (known.size === leftOut.size || round === ROUNDS) {
      const unbuilt = found.map(({ file, text }) => `${file.slice(1)} does not build: ${text}`);
      const isEmpty = imported.reports.length === 0;
      const notes = isEmpty ? ['The index has no routes to import.'] : [...unbuilt, ...styleNotes];
      const { changes, reports } = imported;
      return { changes, reports, notes: notes.map(logText) };
    }
  }
}

/** A route of a namespace, or one of its arguments. */
function placeIn(
  source: string,
  version: string,
  method: string,
  path: string,
  argument?: string,
): string {
  return JSON.stringify([source, version, method, path, argument]);
}

interface ImportRound extends Omit<ImportedRoutes, 'notes'> {
  /** The namespace of each file of a controller. */
  readonly sources: ReadonlyMap<string, string>;
}

async function importOnce(
  index: ApiIndex,
  files: ProjectFiles,
  options: ImportOptions,
  leftOut: ReadonlyMap<string, string>,
): Promise<ImportRound> {
  const { sourceRoot, suffix, format } = options;
  const project = {
    files: new ChangedFiles(files, format),
    trees: new SourceTrees(),
    sourceRoot,
    root: findStartedModule(files.read, sourceRoot),
    importExtension: projectExtension(files.read),
  };
  const reports: NamespaceReport[] = [];
  const sources = new Map<string, string>();
  for (const source of namespacesOf(index, options.namespace)) {
    const code = readExistingCode(project.files, sourceRoot, project.trees);
    const folder = importFolder(options.path, sourceRoot) ?? freeFolder(source, code, sourceRoot);
    const reasonAgainst: ReasonAgainst = ({ version, methods, path }, argument) =>
      methods
        .map((one) => leftOut.get(placeIn(source, version, one, path, argument)))
        .find(Boolean);
    const plan = planImport(index, source, reasonAgainst);
    const { controllers, notes, remarks } = plan;
    if (controllers.length + notes.length + remarks.length === 0) continue;
    const paths = importPaths(folder, moduleWords(source, code), suffix);
    const imported = await importNamespace(plan, paths, project, options);
    reports.push(imported.report);
    for (const file of imported.files) sources.set(file, source);
  }
  return { changes: project.files.changes, reports, sources };
}

/** A folder has only one version of one namespace: types of two may have the same names and differ. */
function freeFolder(source: string, code: ExistingCode, sourceRoot: string): string {
  const { namespace, version } = namespaceParts(source);
  const isFree = (folder: string): boolean => {
    const own = code.controllers.filter(({ file }) => file.startsWith(`${folder}/`));
    const versions = own.map((controller) => controller.version);
    const isOfOne = own.every((controller) => isOf(namespace, controller, code));
    return isOfOne && (versions.length === 0 || versions.includes(version));
  };
  const folderOf = (words: readonly string[]): string => posix.join(sourceRoot, kebabCase(words));
  const words = freeWords(source, (one) => isFree(folderOf(one)));
  return folderOf(words);
}

/** The words of the name of a new module, which no class has. */
function moduleWords(source: string, code: ExistingCode): readonly string[] {
  return freeWords(source, (words) => {
    const name = moduleName(words);
    return !RESERVED_TYPES.has(name) && !code.types.has(name);
  });
}

/** `shop`, else `shop` `v2`, else with a number: `a-b`, `a_b` and `A_B` have the same words. */
function freeWords(
  source: string,
  isFree: (words: readonly string[]) => boolean,
): readonly string[] {
  const wordsOfName = (name: string): readonly string[] => shortWords(typeWords(name, 'api'));
  const unversioned = wordsOfName(namespaceParts(source).namespace);
  const versioned = wordsOfName(source);
  let words = isFree(unversioned) ? unversioned : versioned;
  for (let number = 2; !isFree(words); number++) words = [...versioned, String(number)];
  return words;
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

/** Why a route, or one of its arguments, cannot be written as its types say; `undefined` if it can. */
type ReasonAgainst = (route: PlannedRoute, argument?: string) => string | undefined;

function planImport(
  { routes }: ApiIndex,
  source: string,
  reasonAgainst: ReasonAgainst,
): ImportPlan {
  const place = namespaceParts(source);
  const { namespace } = place;
  const own = routes.filter(
    (route) => route.namespace === source && !isNamespaceIndex(route, source),
  );
  // The endpoints of a route often have the same notes.
  const [lost, notes] = [new Set<string>(), new Set<string>()];
  const remarks = new Map<string, Set<string>>();
  const add: PlanNotes = {
    note: (text) => void notes.add(text),
    remark: (what, part) =>
      void remarks.set(what, (remarks.get(what) ?? new Set<string>()).add(part)),
  };
  const planned = own
    .flatMap((route) => planRoute(route, place, add))
    .filter((route) => {
      const reason = reasonAgainst(route);
      if (reason !== undefined)
        lost.add(`${route.methods.join(', ')} ${route.pattern} is not imported: ${reason}`);
      return reason === undefined;
    })
    .map((route) => withData(route, reasonAgainst, add.note));
  const controllers = controllersOf(withoutRepetition(planned, add.note), namespace);
  const omitted = own.flatMap((route) => route.notes);
  return {
    source,
    namespace,
    controllers,
    notes: [...lost, ...notes],
    remarks: [...[...remarks].map(remarkLine), ...omitted],
  };
}

/** So many parts are named in a remark. */
const NAMED = 20;

function remarkLine([what, parts]: readonly [string, ReadonlySet<string>]): string {
  const named = [...parts].slice(0, NAMED).join(', ');
  const others = parts.size > NAMED ? ` and ${parts.size - NAMED} more` : '';
  return `${what}: ${named}${others}.`;
}

/** Declares the arguments whose types do not build by their schemas. */
function withData(route: PlannedRoute, reasonAgainst: ReasonAgainst, note: AddNote): PlannedRoute {
  const args = route.args.map((arg): PlannedArgument => {
    const reason = reasonAgainst(route, arg.name);
    if (reason === undefined) return arg;
    const where = `${route.methods.join(', ')} ${route.pattern}`;
    note(`${arg.name} of ${where} is declared by its schema: ${reason}`);
    return { ...arg, isData: true };
  });
  return { ...route, args };
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
    const keyOf = (method: string): string => `${method} ${matchedBy(route)}`;
    const methods = route.methods.filter((method) => !seen.has(keyOf(method)));
    const repeated = route.methods.filter((method) => seen.has(keyOf(method)));
    if (repeated.length > 0) {
      const where = `${repeated.join(', ')} ${route.pattern}`;
      note(`${where} is declared twice; the first declaration is imported.`);
    }
    for (const method of methods) seen.add(keyOf(method));
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

/** Counts, then the notes for a person, then remarks. */
export function reportLines(report: NamespaceReport): readonly string[] {
  const { namespace, added, kept, notes, remarks } = report;
  const counts = `${namespace}: ${routeCount(added)} added, ${routeCount(kept)} kept.`;
  return [counts, ...[...notes, ...remarks].map((line) => `  ${line}`)].map(logText);
}

function routeCount(count: number): string {
  return count === 1 ? '1 route' : `${count} routes`;
}
