import { posix } from 'node:path';
import { PACKAGE_EXPORTS } from './package-exports.js';
import { ts } from './typescript.js';

export interface ProjectView {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  /** A reading is out of date when one of the files that it looks at changes. */
  visit(node: ts.Node): void;
  /** Files that a part of the reading has visited before. */
  revisit(files: ReadonlySet<string>): void;
  /** Returns the result with the files visited meanwhile. */
  visitedDuring<Result>(work: () => Result): {
    readonly result: Result;
    readonly files: ReadonlySet<string>;
  };
  /** Follows imports and re-exports. */
  resolve(name: ts.Node): ts.Symbol | undefined;
  ourName(symbol: ts.Symbol | undefined): string | undefined;
  isBuiltIn(symbol: ts.Symbol): boolean;
  isOfProject(file: ts.SourceFile): boolean;
  /** Keeps the result as long as the program lasts. */
  once<Result>(work: (view: ProjectView) => Result): Result;
}

/** It lasts as long as the program. */
export function createProjectView(
  program: ts.Program,
  isOurFile = createOwnPackageTest(),
): ProjectView {
  const checker = program.getTypeChecker();
  const visited = createVisitedFiles();
  const results = new Map<unknown, unknown>();
  const view: ProjectView = {
    ...visited,
    program,
    checker,
    resolve: (name) => resolve(name, checker, visited.visit),
    ourName: createExportRecognizer(isOurFile),
    isBuiltIn: (symbol) => isBuiltIn(symbol, program),
    isOfProject: (file) => isOfProject(file, program),
    once: <Result>(work: (of: ProjectView) => Result): Result => {
      if (!results.has(work)) results.set(work, work(view));
      return results.get(work) as Result;
    },
  };
  return view;
}

/** Every file on the way to a declaration counts as visited: a re-export there may change. */
function resolve(
  name: ts.Node,
  checker: ts.TypeChecker,
  visit: ProjectView['visit'],
): ts.Symbol | undefined {
  let symbol = checker.getSymbolAtLocation(name);
  while (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0) {
    symbol.declarations?.forEach(visit);
    symbol = checker.getImmediateAliasedSymbol(symbol);
  }
  symbol?.declarations?.forEach(visit);
  return symbol?.declarations === undefined ? undefined : symbol;
}

function isBuiltIn({ declarations = [] }: ts.Symbol, program: ts.Program): boolean {
  return declarations.some((one) => program.isSourceFileDefaultLibrary(one.getSourceFile()));
}

function isOfProject(file: ts.SourceFile, program: ts.Program): boolean {
  return (
    !file.isDeclarationFile &&
    !program.isSourceFileFromExternalLibrary(file) &&
    !file.fileName.includes('/node_modules/')
  );
}

/**
 * A symbol with the name of an export, declared in a file of the package. The folder of the file is irrelevant, so
 * files of the package may move.
 */
function createExportRecognizer(
  isOurFile: (fileName: string) => boolean,
): (symbol: ts.Symbol | undefined) => string | undefined {
  const isOurs = (symbol: ts.Symbol): boolean => {
    const file = symbol.declarations?.[0]?.getSourceFile().fileName;
    return file !== undefined && PACKAGE_EXPORTS.has(symbol.name) && isOurFile(file);
  };
  const known = new Map<ts.Symbol, string | undefined>();
  return (symbol) => {
    if (symbol === undefined) return undefined;
    if (!known.has(symbol)) known.set(symbol, isOurs(symbol) ? symbol.name : undefined);
    return known.get(symbol);
  };
}

function createVisitedFiles(): Pick<ProjectView, 'visit' | 'revisit' | 'visitedDuring'> {
  let visited = new Set<string>();
  const revisit = (files: ReadonlySet<string>): void => {
    for (const file of files) visited.add(file);
  };
  return {
    visit: (node) => {
      visited.add(node.getSourceFile().fileName);
    },
    revisit,
    visitedDuring: (work) => {
      const outer = visited;
      visited = new Set();
      const result = work();
      const files = visited;
      visited = outer;
      revisit(files);
      return { result, files };
    },
  };
}

const PACKAGE_NAME = 'nestjs-rest-routes';

const INSTALLED = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Tests and samples of a checkout are applications: their classes are not part of the package. */
const OWN_FOLDERS = ['lib', 'dist'];

/** Installed, linked, or a checkout of it. */
export function createOwnPackageTest(): (fileName: string) => boolean {
  const isInOwnFolder = createOwnFolderTest();
  return (fileName) => {
    const installed = INSTALLED.exec(fileName)?.[1];
    return installed === undefined
      ? isInOwnFolder(posix.dirname(fileName))
      : installed === PACKAGE_NAME;
  };
}

/** Reads the manifest above each folder once. */
function createOwnFolderTest(): (folder: string) => boolean {
  const known = new Map<string, boolean>();
  const isOwn = (folder: string): boolean => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const parent = posix.dirname(folder);
    const result = isPackageFolder(folder, parent) || (parent !== folder && isOwn(parent));
    known.set(folder, result);
    return result;
  };
  return isOwn;
}

function isPackageFolder(folder: string, parent: string): boolean {
  if (!OWN_FOLDERS.some((name) => posix.join(parent, name) === folder)) return false;
  const manifest = ts.sys.readFile(posix.join(parent, 'package.json'));
  return manifest?.includes(`"name": "${PACKAGE_NAME}"`) === true;
}

/**
 * The properties of `Map`, and those of a class of a package, are not part of a response. A type that
 * a helper of the language makes, as `Pick<Item, 'id'>`, has the properties of the project's type.
 */
export function isForeign(symbol: ts.Symbol, view: ProjectView): boolean {
  const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0;
  const isNamed = isClass || (symbol.flags & ts.SymbolFlags.Interface) !== 0;
  const file = symbol.declarations?.[0]?.getSourceFile();
  const isOfPackage = file !== undefined && !view.isOfProject(file);
  return (isNamed && view.isBuiltIn(symbol)) || (isClass && isOfPackage);
}

/** A promise, an Observable or a `RestResponse` around the value that is sent; `undefined` for any other type. */
export function wrapperOf(
  type: ts.Type,
  view: ProjectView,
): { readonly type: ts.TypeReference; readonly isResponse: boolean } | undefined {
  const symbol: ts.Symbol | undefined = type.getSymbol();
  if (symbol === undefined) return undefined;
  const isResponse = view.ourName(symbol) === 'RestResponse';
  return isResponse || isAsynchronous(symbol, view)
    ? { type: type as ts.TypeReference, isResponse }
    : undefined;
}

function isAsynchronous(symbol: ts.Symbol, view: ProjectView): boolean {
  const isPromise = symbol.name === 'Promise' || symbol.name === 'PromiseLike';
  if (isPromise) return view.isBuiltIn(symbol);
  return symbol.name === 'Observable' && isForeign(symbol, view);
}
