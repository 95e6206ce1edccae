import { decoratorsOf, named } from './our-decorators.js';
import type { ProjectView } from './project-view.js';
import { bindTypeArguments, NO_TYPE_ARGUMENTS, type Scope, type TypeArguments } from './scope.js';
import { ts } from './typescript.js';

/** A class in a chain of inheritance, with what its type parameters stand for there. */
export interface Ancestor {
  readonly node: ts.ClassLikeDeclaration;
  readonly typeArguments: TypeArguments;
}

/** The class itself and the classes it extends, nearest first. */
export function lineageOf(node: ts.ClassLikeDeclaration, scope: Scope): readonly Ancestor[] {
  const lineage: Ancestor[] = [{ node, typeArguments: NO_TYPE_ARGUMENTS }];
  for (let at = lineage[0]; at !== undefined;) {
    const parent: Ancestor | undefined = ancestorOf(at, scope);
    if (parent === undefined || lineage.some((known) => known.node === parent.node)) break;
    lineage.push(parent);
    at = parent;
  }
  return lineage;
}

/** Whether a class has `@RestController`, of its own or from a class it extends. */
export function isController(lineage: readonly Ancestor[], view: ProjectView): boolean {
  return lineage.some(({ node }) => named(decoratorsOf(node, view), 'RestController').length > 0);
}

function ancestorOf({ node, typeArguments }: Ancestor, scope: Scope): Ancestor | undefined {
  const parent = parentOf(node, scope.view);
  if (parent === undefined) return undefined;
  scope.view.visit(parent);
  const within = { ...scope, typeArguments };
  const given = extendsClause(node)?.typeArguments;
  return { node: parent, typeArguments: bindTypeArguments(within, parent.typeParameters, given) };
}

/** The class that a class extends: named, or what a mixin returns. */
export function parentOf(
  node: ts.ClassLikeDeclaration,
  view: ProjectView,
): ts.ClassLikeDeclaration | undefined {
  const expression = extendsClause(node)?.expression;
  if (expression === undefined) return undefined;
  const declared = view.resolve(expression)?.valueDeclaration;
  if (declared !== undefined && ts.isClassLike(declared)) return declared;
  const [construct] = view.checker.getTypeAtLocation(expression).getConstructSignatures();
  const made = construct?.getReturnType().getSymbol()?.valueDeclaration;
  return made !== undefined && ts.isClassLike(made) ? made : undefined;
}

function extendsClause(node: ts.ClassLikeDeclaration): ts.ExpressionWithTypeArguments | undefined {
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0];
}
