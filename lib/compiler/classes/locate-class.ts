import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { oneLine, reject, type Rejection } from '../syntax/rejection.js';
import { exportedName } from './exported-path.js';
import { importedName } from './imported-name.js';
import { relativeSpecifier, specifierFrom } from './module-specifier.js';

/** Where compiled code finds a class: in a module, or in scope where no module is named. */
export interface ClassLocation {
  readonly module?: string;
  /** The name, or the names from the outermost namespace inwards. */
  readonly path: readonly string[];
}

/**
 * Finds out how the file of `home` reaches a class that is named in the source: in that file, in the
 * file of a base class, or in that of an alias. The compiled code has lost imports that serve only as
 * types, so the location never relies on the imports of the file.
 */
export function locateClass(
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

/** A class of the same file is in scope where the blocks around it surround the controller too. */
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

/** The identifiers of `namespace.inner.Name`; none where the node is not a name. */
function identifiersOf(name: ts.Node): readonly ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  if (ts.isQualifiedName(name)) return [...identifiersOf(name.left), name.right];
  if (ts.isPropertyAccessExpression(name) && ts.isIdentifier(name.name)) {
    return [...identifiersOf(name.expression), name.name];
  }
  return [];
}
