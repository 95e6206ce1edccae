import { decoratorsOf, named } from '../syntax/our-decorators.js';
import type { ProjectView } from '../program/project-view.js';
import {
  bindTypeArguments,
  NO_TYPE_ARGUMENTS,
  type Scope,
  type TypeArguments,
} from '../types/type-reader.js';
import { ts } from '../program/typescript.js';

/** A class in a chain of inheritance, with what its type parameters stand for there. */
export interface Ancestor {
  readonly node: ts.ClassLikeDeclaration;
  readonly typeArguments: TypeArguments;
}

/** The class itself and the classes it extends, nearest first. */
export function lineageOf(node: ts.ClassLikeDeclaration, scope: Scope): readonly Ancestor[] {
  const lineage: Ancestor[] = [];
  const add = (ancestor: Ancestor): void => {
    // A class that extends itself is the compiler's to tell.
    if (lineage.some((known) => known.node === ancestor.node)) return;
    lineage.push(ancestor);
    ancestorsOf(ancestor, scope).forEach(add);
  };
  add({ node, typeArguments: NO_TYPE_ARGUMENTS });
  return lineage;
}

/** Whether a class has `@RestController`, of its own or from a class it extends. */
export function isController(lineage: readonly Ancestor[], view: ProjectView): boolean {
  return lineage.some(({ node }) => named(decoratorsOf(node, view), 'RestController').length > 0);
}

function ancestorsOf({ node, typeArguments }: Ancestor, scope: Scope): readonly Ancestor[] {
  const within = { ...scope, typeArguments };
  const given = extendsClause(node)?.typeArguments;
  return parentsOf(node, scope.view).map((parent) => {
    scope.view.visit(parent);
    return { node: parent, typeArguments: bindTypeArguments(within, parent.typeParameters, given) };
  });
}

/** The class that a class extends: named, or what a mixin returns, which may be several in one. */
export function parentsOf(
  node: ts.ClassLikeDeclaration,
  view: ProjectView,
): readonly ts.ClassLikeDeclaration[] {
  const expression = extendsClause(node)?.expression;
  if (expression === undefined) return [];
  const declared = view.resolve(expression)?.valueDeclaration;
  if (declared !== undefined && ts.isClassLike(declared)) return [declared];
  const [construct] = view.checker.getTypeAtLocation(expression).getConstructSignatures();
  const made = construct?.getReturnType();
  const types = made?.isIntersection() === true ? made.types : [made];
  return types.flatMap((type) => {
    const declaration = type?.getSymbol()?.valueDeclaration;
    return declaration !== undefined && ts.isClassLike(declaration) ? [declaration] : [];
  });
}

function extendsClause(node: ts.ClassLikeDeclaration): ts.ExpressionWithTypeArguments | undefined {
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0];
}
