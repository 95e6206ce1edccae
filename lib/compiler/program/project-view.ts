import { PACKAGE_EXPORTS } from './package-exports.js';
import { createPackageTest } from './own-package.js';
import { ts } from './typescript.js';

/** A program as the reader asks it. */
export interface ProjectView {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  /** What a name stands for, imports and re-exports followed; `undefined` where nothing does. */
  resolve(name: ts.Node): ts.Symbol | undefined;
  /** The name under which this package exports a symbol, if it is one of this package. */
  ourName(symbol: ts.Symbol | undefined): string | undefined;
  /** Whether a symbol belongs to the language: `Date`, `Array`, `Record`. */
  isBuiltIn(symbol: ts.Symbol): boolean;
  isOfProject(file: ts.SourceFile): boolean;
  /** The files that were looked at since the last call: what is read depends on them. */
  takeVisited(): ReadonlySet<string>;
  visit(node: ts.Node): void;
  /** What is worked out once for a program, when it is first asked for. */
  once<Result>(work: (view: ProjectView) => Result): Result;
}

/** Makes the view of one program. It lives as long as the program. */
export function createProjectView(
  program: ts.Program,
  isOurFile = createPackageTest(),
): ProjectView {
  const checker = program.getTypeChecker();
  const ourNames = new Map<ts.Symbol, string | undefined>();
  let visited = new Set<string>();

  const visit = (node: ts.Node): void => {
    visited.add(node.getSourceFile().fileName);
  };
  const resolve = (name: ts.Node): ts.Symbol | undefined => {
    let symbol = checker.getSymbolAtLocation(name);
    while (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0) {
      symbol.declarations?.forEach(visit);
      symbol = checker.getImmediateAliasedSymbol(symbol);
    }
    symbol?.declarations?.forEach(visit);
    return symbol?.declarations === undefined ? undefined : symbol;
  };
  const nameOf = (symbol: ts.Symbol): string | undefined => {
    const file = symbol.declarations?.[0]?.getSourceFile().fileName;
    const isOurs = file !== undefined && PACKAGE_EXPORTS.has(symbol.name) && isOurFile(file);
    return isOurs ? symbol.name : undefined;
  };
  const done = new Map<unknown, unknown>();
  const view: ProjectView = {
    program,
    checker,
    resolve,
    ourName: (symbol) => {
      if (symbol === undefined) return undefined;
      if (!ourNames.has(symbol)) ourNames.set(symbol, nameOf(symbol));
      return ourNames.get(symbol);
    },
    isBuiltIn: (symbol) =>
      symbol.declarations?.some((d) => program.isSourceFileDefaultLibrary(d.getSourceFile())) ===
      true,
    isOfProject: (file) =>
      !file.isDeclarationFile &&
      !program.isSourceFileFromExternalLibrary(file) &&
      !file.fileName.includes('/node_modules/'),
    takeVisited: () => {
      const taken = visited;
      visited = new Set();
      return taken;
    },
    visit,
    once: <Result>(work: (of: ProjectView) => Result): Result => {
      if (!done.has(work)) done.set(work, work(view));
      return done.get(work) as Result;
    },
  };
  return view;
}
