import { posix } from 'node:path';
import { PACKAGE_EXPORTS } from './package-exports.js';
import { INJECTED_NAMES, type InjectedName } from '../../types/type.js';
import { unionMembers } from '../syntax/nodes.js';
import { ts, type Checker } from './typescript.js';

export interface ProjectView {
  readonly program: ts.Program;
  readonly checker: Checker;
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
  /** The name of a global type of which a feature injects an object; `undefined` for any other type. */
  injectedName(symbol: ts.Symbol | undefined): InjectedName | undefined;
  isOfProject(file: ts.SourceFile): boolean;
  /** The sources of the project, among all files of the program. */
  files(): readonly ts.SourceFile[];
  /** Keeps the result as long as the program lasts. */
  once<Result>(work: (view: ProjectView) => Result): Result;
}

/** It lasts as long as the program. */
export function createProjectView(
  given: ts.Program,
  isOurFile = createOwnPackageTest(),
): ProjectView {
  const program = withNullChecks(given);
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
    injectedName,
    isOfProject: (file) => isOfProject(file, program),
    files: () => view.once(projectFiles),
    once: <Result>(work: (of: ProjectView) => Result): Result => {
      if (!results.has(work)) results.set(work, work(view));
      return results.get(work) as Result;
    },
  };
  return view;
}

/**
 * Without `strictNullChecks`, the checker drops `| null` from every union, so a program of such a project is made again
 * with this option. It has the files of the given program, which are not parsed or resolved again.
 */
function withNullChecks(program: ts.Program): ts.Program {
  const checker = program.getTypeChecker();
  const isStrict = checker.getNonNullableType(checker.getNullType()) !== checker.getNullType();
  if (isStrict) return program;
  const options = { ...program.getCompilerOptions(), strictNullChecks: true };
  const host = ts.createCompilerHost(options);
  return ts.createProgram({
    rootNames: program.getRootFileNames(),
    options,
    oldProgram: program,
    host: {
      ...host,
      getSourceFile: (fileName, ...how) =>
        program.getSourceFile(fileName) ?? host.getSourceFile(fileName, ...how),
    },
  });
}

/** Every file on the way to a declaration counts as visited: a re-export there may change. */
function resolve(
  name: ts.Node,
  checker: Checker,
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

function injectedName(symbol: ts.Symbol | undefined): InjectedName | undefined {
  const name = INJECTED_NAMES.find((one) => one === symbol?.name);
  return name !== undefined && symbol?.declarations?.some(isGlobal) === true ? name : undefined;
}

/** A declaration of the platform: in a library of TypeScript, or in one of the types of Node or of Bun. */
function isGlobal(declaration: ts.Declaration): boolean {
  const file = declaration.getSourceFile();
  if (!file.isDeclarationFile) return false;
  const { parent: block } = declaration;
  // A variable is in a list in a statement; an interface is beside it.
  if (block === file) return !ts.isExternalModule(file);
  return ts.isModuleBlock(block) && (block.parent.flags & ts.NodeFlags.GlobalAugmentation) !== 0;
}

function isOfProject(file: ts.SourceFile, program: ts.Program): boolean {
  return (
    !file.isDeclarationFile &&
    !program.isSourceFileFromExternalLibrary(file) &&
    !file.fileName.includes('/node_modules/')
  );
}

function projectFiles({ program, isOfProject: isOwn }: ProjectView): readonly ts.SourceFile[] {
  return program.getSourceFiles().filter(isOwn);
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

/** The type itself, or the primitive in `string & { readonly brand: 'id' }` and in `int`; `undefined` without one. */
export function primitiveIn(type: ts.Type): ts.Type | undefined {
  const parts = type.isIntersection() ? type.types : [type];
  return parts.find(({ flags }) => (flags & PRIMITIVE) !== 0);
}

const PRIMITIVE = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike;

/** Whether a number is `int`, by the part that distinguishes it, which other brands and mapped types keep. */
export function isInt(type: ts.Type, { ourName }: ProjectView): boolean {
  if (!type.isIntersection()) return false;
  return type.types.some((part) => ourName(part.getSymbol()) === 'WholeNumber');
}

/**
 * A mapped type such as `Deep<T>` makes an object of the methods of `int`, and leaves `number` as it is. The type that
 * it was made of; any other type unchanged. `modifiersType` is a private part of TypeScript: without it, such a
 * property is a diagnostic.
 */
export function unmapped(type: ts.Type): ts.Type {
  const { modifiersType } = type as { readonly modifiersType?: ts.Type };
  return modifiersType !== undefined && primitiveIn(modifiersType) !== undefined
    ? modifiersType
    : type;
}

/** The type inside a promise, an Observable or a `RestResponse`; `undefined` for any other type. */
export function sentWithin(
  type: ts.Type,
  node: ts.Node,
  view: ProjectView,
):
  | { readonly type: ts.Type; readonly status?: ts.Type | undefined; readonly isResponse: boolean }
  | undefined {
  const { checker } = view;
  if (view.ourName(type.getSymbol()) === 'RestResponse') {
    const [data, status] = checker.getTypeArguments(type as ts.TypeReference);
    return data && { type: data, status, isResponse: true };
  }
  const value = observedType(type, node, view) ?? awaitedType(type, checker);
  return value && { type: value, isResponse: false };
}

/** As the runtime recognizes an Observable, a subclass of one included. */
function observedType(type: ts.Type, node: ts.Node, { checker }: ProjectView): ts.Type | undefined {
  const [lift, subscribe] = ['lift', 'subscribe'].map((name) => type.getProperty(name));
  if (lift === undefined || subscribe === undefined) return undefined;
  const isCalled = (member: ts.Type) => member.getCallSignatures()[0]?.parameters[0];
  const [next] = checker
    .getTypeOfSymbolAtLocation(subscribe, node)
    .getCallSignatures()
    .flatMap(({ parameters: [observer] }) =>
      observer === undefined ? [] : unionMembers(checker.getTypeOfSymbolAtLocation(observer, node)),
    )
    .flatMap((member) => isCalled(member) ?? []);
  return next && checker.getTypeOfSymbolAtLocation(next, node);
}

/** `undefined` for a type that nothing awaits. */
function awaitedType(type: ts.Type, checker: Checker): ts.Type | undefined {
  if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) return undefined;
  const awaited = checker.getAwaitedType(type);
  return awaited === type ? undefined : awaited;
}

/**
 * The members of a union in the order in which an annotation names them, through aliases: the checker keeps them in
 * the order in which it met them, which may differ by build.
 */
export function asWritten<Type extends ts.Type>(
  members: readonly Type[],
  annotation: ts.Node,
  { checker }: ProjectView,
): readonly Type[] {
  if (members.length < 2) return members;
  const places = new Map<ts.Type, number>();
  const seen = new Set<ts.Node>();
  const collect = (node: ts.Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    const type = ts.isTypeNode(node) ? checker.getTypeFromTypeNode(node) : undefined;
    if (type?.isUnion() === false && !places.has(type)) places.set(type, places.size);
    ts.forEachChild(node, collect);
    const name = ts.isTypeReferenceNode(node)
      ? checker.getSymbolAtLocation(node.typeName)
      : undefined;
    const isImported = name !== undefined && (name.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isImported ? checker.getAliasedSymbol(name) : name;
    const alias = symbol?.declarations?.find(ts.isTypeAliasDeclaration);
    if (alias !== undefined) collect(alias.type);
  };
  if (ts.isTypeNode(annotation)) collect(annotation);
  const placeOf = (member: ts.Type): number => places.get(member) ?? places.size;
  return members.toSorted((a, b) => placeOf(a) - placeOf(b));
}
