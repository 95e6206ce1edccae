import { relativeSpecifier, specifierFrom } from './module-specifier.js';
import type { ProjectView } from '../program/project-view.js';
import { oneLine, reject, type Rejection } from '../syntax/rejection.js';
import { ts } from '../program/typescript.js';

/** Where compiled code finds a class: in a module, or in scope where no module is named. */
export interface ClassLocation {
  readonly module?: string;
  /** The name, or the names from the outermost namespace inwards. */
  readonly path: readonly string[];
}

/**
 * Finds the way from the file of `home` to a class that is named somewhere: there itself, in a base
 * class, in an alias. An import that serves a type alone is gone from the compiled code, so the way
 * is one of its own and does not lean on the imports that are there.
 */
export function locateClass(
  view: ProjectView,
  symbol: ts.Symbol,
  name: ts.Node,
  home: ts.ClassLikeDeclaration,
): ClassLocation | Rejection {
  const names = namesOf(name);
  const [first] = names;
  const imported = first === undefined ? undefined : importOf(view, first);
  if (imported !== undefined) {
    const module = specifierFrom(view, home.getSourceFile(), imported.specifier);
    const path = [...imported.path, ...names.slice(1).map(({ text }) => text)];
    return { module, path };
  }
  return locateDeclared(view, symbol, name, home);
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
  const exported = exportedName(view, file, symbol);
  if (exported === undefined) return reject('RR2013', name, text);
  return { module: relativeSpecifier(view, home.getSourceFile(), file.fileName), path: [exported] };
}

/** A class of the same file is in scope where everything around it is around the controller too. */
function locateInFile(
  declaration: ts.Declaration,
  name: ts.Node,
  home: ts.ClassLikeDeclaration,
): ClassLocation | Rejection {
  const path = (declaration as ts.ClassDeclaration).name?.text;
  let scope: ts.Node = declaration.parent;
  const outer: string[] = [];
  while (ts.isModuleBlock(scope)) {
    outer.unshift(scope.parent.name.text);
    scope = scope.parent.parent;
  }
  const isInScope = ts.findAncestor(home, (around) => around === scope) !== undefined;
  if (path === undefined || !isInScope) return reject('RR2013', name);
  return { path: [...outer, path] };
}

function exportedName(
  view: ProjectView,
  file: ts.SourceFile,
  symbol: ts.Symbol,
): string | undefined {
  const module = view.checker.getSymbolAtLocation(file);
  if (module === undefined) return undefined;
  const found = view.checker.getExportsOfModule(module).find((candidate) => {
    const isAlias = (candidate.flags & ts.SymbolFlags.Alias) !== 0;
    return (isAlias ? view.checker.getAliasedSymbol(candidate) : candidate) === symbol;
  });
  return found?.name;
}

/** `ns.inner.Foo` as its identifiers; nothing where it is no name. */
function namesOf(name: ts.Node): readonly ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  if (ts.isQualifiedName(name)) return [...namesOf(name.left), name.right];
  if (ts.isPropertyAccessExpression(name) && ts.isIdentifier(name.name)) {
    return [...namesOf(name.expression), name.name];
  }
  return [];
}

interface Imported {
  readonly specifier: ts.Expression;
  readonly path: readonly string[];
}

function importOf(view: ProjectView, name: ts.Identifier): Imported | undefined {
  const declaration = view.checker.getSymbolAtLocation(name)?.declarations?.[0];
  if (declaration === undefined) return undefined;
  if (ts.isImportSpecifier(declaration)) {
    const specifier = declaration.parent.parent.parent.moduleSpecifier;
    return { specifier, path: [(declaration.propertyName ?? declaration.name).text] };
  }
  if (ts.isImportClause(declaration)) {
    return { specifier: declaration.parent.moduleSpecifier, path: ['default'] };
  }
  if (ts.isNamespaceImport(declaration)) {
    return { specifier: declaration.parent.parent.moduleSpecifier, path: [] };
  }
  if (ts.isImportEqualsDeclaration(declaration)) {
    const { moduleReference } = declaration;
    return ts.isExternalModuleReference(moduleReference)
      ? { specifier: moduleReference.expression, path: [] }
      : undefined;
  }
  return undefined;
}
