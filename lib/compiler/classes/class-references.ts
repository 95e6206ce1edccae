import { type DeclaredType, mapType, type TypeSignature } from '../../types/type.js';
import type { ProjectView } from '../program/project-view.js';
import { ts, type Checker } from '../program/typescript.js';
import { oneLine } from '../syntax/nodes.js';
import { isRejection, type Rejection, reject } from '../syntax/rejection.js';
import { posix } from 'node:path';

/** The extension of a module of code; `./x.service` has none. */
const EXTENSION = /\.[mc]?([jt]s)x?$/;

const DATA = /\.(?:json|node|css|wasm)$/;

/** The place in which compiled code finds a class: a module, or the scope if `module` is absent. */
export interface ClassLocation {
  readonly module?: string;
  /** The name, or the names from the outermost namespace inwards. */
  readonly path: readonly string[];
}

/** The class's key in a signature, and the place in which compiled code finds it. */
export interface LocatedClass extends ClassLocation {
  readonly key: string;
  readonly symbol: ts.Symbol;
}

export interface ClassReferences {
  /** A class named for the first time is located by the name written there. */
  keyOf(symbol: ts.Symbol, name: ts.Node): string | Rejection;
  symbolOf(key: string): ts.Symbol | undefined;
  all(): readonly LocatedClass[];
}

/** Empty at first; `home` is the class of the signature. */
export function createClassReferences(
  view: ProjectView,
  home: ts.ClassLikeDeclaration,
): ClassReferences {
  const byKey = new Map<string, LocatedClass>();
  const keys = new Map<ts.Symbol, string>();
  const add = (symbol: ts.Symbol, location: ClassLocation): string => {
    const key = freeKey(displayName(symbol), byKey);
    byKey.set(key, { ...location, key, symbol });
    keys.set(symbol, key);
    return key;
  };
  return {
    keyOf: (symbol, name) => {
      const known = keys.get(symbol);
      if (known !== undefined) return known;
      const location = locateClass(view, symbol, name, home);
      return isRejection(location) ? location : add(symbol, location);
    },
    symbolOf: (key) => byKey.get(key)?.symbol,
    all: () => [...byKey.values()],
  };
}

/** A type of a signature for the rules, with a class by its symbol instead of its key. */
export function declaredTypeOf(type: TypeSignature, references: ClassReferences): DeclaredType {
  return mapType(type, (named) => {
    if (named.kind === 'object') return named;
    const { name, ...rest } = named;
    return { ...rest, handle: { name, ref: references.symbolOf(name) } };
  });
}

/** A second class of one name gets a number. */
function freeKey(name: string, taken: ReadonlyMap<string, unknown>): string {
  let key = name;
  for (let count = 2; taken.has(key); count += 1) key = `${name}_${count}`;
  return key;
}

/** The symbol of a default export is named `default`; its declaration has the name. */
function displayName(symbol: ts.Symbol): string {
  const declaration = symbol.valueDeclaration as ts.ClassLikeDeclaration | undefined;
  return declaration?.name?.text ?? symbol.name;
}

/**
 * How the file of `home` reaches a class that is named in the source: in that file, in the file of a base class, or in
 * that of an alias. The compiled code has lost imports that serve only as types, so the location never relies on the
 * imports of the file.
 */
function locateClass(
  view: ProjectView,
  symbol: ts.Symbol,
  name: ts.Node,
  home: ts.ClassLikeDeclaration,
): ClassLocation | Rejection {
  const [first, ...rest] = identifiersOf(name);
  const imported = first === undefined ? undefined : importedName(first, view.checker);
  if (imported === undefined) return locateDeclared(view, symbol, name, home);
  const module = specifierFrom(view, home.getSourceFile(), imported.specifier);
  return { module, path: [...imported.path, ...rest.map(({ text }) => text)] };
}

function locateDeclared(
  view: ProjectView,
  symbol: ts.Symbol,
  name: ts.Node,
  home: ts.ClassLikeDeclaration,
): ClassLocation | Rejection {
  const declaration = symbol.valueDeclaration;
  const text = oneLine(name.getText());
  if (declaration === undefined) return reject('RR2013', name, text);
  const file = declaration.getSourceFile();
  if (file === home.getSourceFile()) return locateInFile(declaration, name, home);
  if (!ts.isExternalModule(file)) return reject('RR2001', name, text);
  const exported = exportedName(view, file, declaration);
  if (exported === undefined) return reject('RR2013', name, text);
  return { module: relativeSpecifier(home.getSourceFile(), file.fileName), path: [exported] };
}

/** A class of the same file is in scope if the blocks around it surround the controller too. */
function locateInFile(
  declaration: ts.Declaration,
  name: ts.Node,
  home: ts.ClassLikeDeclaration,
): ClassLocation | Rejection {
  const className = (declaration as ts.ClassDeclaration).name?.text;
  let block: ts.Node = declaration.parent;
  const namespaces: string[] = [];
  while (ts.isModuleBlock(block)) {
    namespaces.unshift(block.parent.name.text);
    block = block.parent.parent;
  }
  const isInScope = ts.findAncestor(home, (around) => around === block) !== undefined;
  if (className === undefined || !isInScope) return reject('RR2013', name);
  return { path: [...namespaces, className] };
}

function identifiersOf(name: ts.Node): readonly ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  if (ts.isQualifiedName(name)) return [...identifiersOf(name.left), name.right];
  if (ts.isPropertyAccessExpression(name) && ts.isIdentifier(name.name)) {
    return [...identifiersOf(name.expression), name.name];
  }
  return [];
}

/**
 * The module and the exported name that a name is imported from, without a name for a whole module; `undefined` if
 * the name is not imported.
 */
function importedName(
  name: ts.Identifier,
  checker: Checker,
): { readonly specifier: ts.Expression; readonly path: readonly string[] } | undefined {
  const declaration = checker.getSymbolAtLocation(name)?.declarations?.[0];
  if (declaration === undefined) return undefined;
  if (ts.isImportEqualsDeclaration(declaration)) {
    const { moduleReference } = declaration;
    // `import name = require('module')`
    return ts.isExternalModuleReference(moduleReference)
      ? { specifier: moduleReference.expression, path: [] }
      : undefined;
  }
  if (ts.isImportSpecifier(declaration)) {
    const specifier = declaration.parent.parent.parent.moduleSpecifier;
    return { specifier, path: [(declaration.propertyName ?? declaration.name).text] };
  }
  if (ts.isImportClause(declaration)) {
    return { specifier: declaration.parent.moduleSpecifier, path: ['default'] };
  }
  return ts.isNamespaceImport(declaration)
    ? { specifier: declaration.parent.parent.moduleSpecifier, path: [] }
    : undefined;
}

function exportedName(
  { checker }: ProjectView,
  module: ts.Node,
  declaration: ts.Declaration,
): string | undefined {
  const symbol = checker.getSymbolAtLocation(module);
  if (symbol === undefined) return undefined;
  const found = checker.getExportsOfModule(symbol).find((candidate) => {
    const isAlias = (candidate.flags & ts.SymbolFlags.Alias) !== 0;
    const target = isAlias ? checker.getAliasedSymbol(candidate) : candidate;
    return target.declarations?.includes(declaration) === true;
  });
  return found?.name;
}

/** The names that lead from the exports of its file to a declaration; `undefined` if there are none. */
export function exportedPath(
  view: ProjectView,
  declaration: ts.Declaration,
): readonly string[] | undefined {
  const direct = exportedName(view, declaration.getSourceFile(), declaration);
  if (direct !== undefined) return [direct];
  const { parent: block } = declaration;
  if (!ts.isModuleBlock(block)) return undefined;
  const outer = exportedPath(view, block.parent);
  const name = exportedName(view, block.parent.name, declaration);
  return outer === undefined || name === undefined ? undefined : [...outer, name];
}

/**
 * The specifier of an import, rewritten for another file. A path alias is resolved, because code is
 * added after tools that rewrite aliases have run.
 */
function specifierFrom(view: ProjectView, from: ts.SourceFile, specifier: ts.Expression): string {
  const text = ts.isStringLiteralLike(specifier) ? specifier.text : '';
  if (text.startsWith('.')) return movedSpecifier(text, specifier.getSourceFile(), from);
  const target = text.startsWith('#') ? undefined : aliasTarget(view, specifier);
  return target === undefined ? text : relativeSpecifier(from, target);
}

/** The specifier of a source file, with the extension that the importing file writes. */
function relativeSpecifier(from: ts.SourceFile, target: string): string {
  return specifierInStyle(from.fileName, target, from);
}

/** The specifier of a source file for a file that may not exist yet, with the extension that another one writes. */
export function specifierInStyle(from: string, target: string, style: ts.SourceFile): string {
  const [, path = target, kind = ''] = /^(.+?)(?:\.d)?\.([mc]?)tsx?$/.exec(target) ?? [];
  return relativePath(from, path + extensionFor(style, kind, target));
}

/**
 * `.js`, `.ts` or none, as the relative imports of the file have it; webpack, for one, does not find `./x.js` if the
 * others are written `./x`. Without such an import, the extension that Node requires for the format.
 */
function extensionFor(from: ts.SourceFile, kind: string, target: string): string {
  const written = from.statements.flatMap(relativeImport).map((text) => EXTENSION.exec(text)?.[1]);
  if (written.includes('ts')) return posix.extname(target);
  if (written.includes('js')) return `.${kind}js`;
  const isExtensionAsked = written.length === 0 && from.impliedNodeFormat === ts.ModuleKind.ESNext;
  return isExtensionAsked ? `.${kind}js` : '';
}

function relativeImport(statement: ts.Statement): readonly string[] {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
  const { moduleSpecifier } = statement;
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
  const { text } = moduleSpecifier;
  return text.startsWith('.') && !DATA.test(text) ? [text] : [];
}

function movedSpecifier(text: string, written: ts.SourceFile, from: ts.SourceFile): string {
  return written === from ? text : moveSpecifier(text, written.fileName, from.fileName);
}

/** A specifier of a package stays unchanged. */
export function moveSpecifier(text: string, written: string, from: string): string {
  return text.startsWith('.') ? relativePath(from, posix.join(posix.dirname(written), text)) : text;
}

/** `undefined` for a package. */
function aliasTarget(view: ProjectView, specifier: ts.Expression): string | undefined {
  const module = view.checker.getSymbolAtLocation(specifier)?.valueDeclaration;
  if (module === undefined || !ts.isSourceFile(module) || !view.isOfProject(module))
    return undefined;
  return module.fileName;
}

function relativePath(from: string, target: string): string {
  const path = posix.relative(posix.dirname(from), target);
  return path.startsWith('.') ? path : `./${path}`;
}
