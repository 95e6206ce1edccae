import type { ProjectView } from '../program/project-view.js';
import { ts, type Checker } from '../program/typescript.js';
import { decoratorsNamed, hasComposed, type KnownDecorator } from '../syntax/decorators.js';
import {
  bindTypeArguments,
  isPublic,
  isStatic,
  NO_TYPE_ARGUMENTS,
  literalName,
  type TypeArguments,
} from '../syntax/nodes.js';
import { reject, type Rejection } from '../syntax/rejection.js';

/** A class in a chain of inheritance, with the types of its type parameters there. */
export interface Ancestor {
  readonly node: ts.ClassLikeDeclaration;
  readonly typeArguments: TypeArguments;
}

/** The class itself and the classes it extends, nearest first. */
export function lineageOf(node: ts.ClassLikeDeclaration, view: ProjectView): readonly Ancestor[] {
  const lineage: Ancestor[] = [];
  const add = (ancestor: Ancestor): void => {
    // TypeScript itself reports a class that extends itself.
    if (lineage.some((known) => known.node === ancestor.node)) return;
    lineage.push(ancestor);
    parentsWithTypes(ancestor, view).forEach(add);
  };
  add({ node, typeArguments: NO_TYPE_ARGUMENTS });
  return lineage;
}

/** Whether a class has `@RestController`, of its own or from a class it extends. */
export function isController(lineage: readonly Ancestor[], view: ProjectView): boolean {
  return lineage.some(({ node }) => decoratorsNamed('RestController', node, view).length > 0);
}

function parentsWithTypes(
  { node, typeArguments }: Ancestor,
  view: ProjectView,
): readonly Ancestor[] {
  const given = extendsClause(node)?.typeArguments;
  return parentsOf(node, view).map((parent) => {
    view.visit(parent);
    const bound = bindTypeArguments(parent.typeParameters, given, typeArguments, view.checker);
    return { node: parent, typeArguments: bound };
  });
}

/** A named class, or those that a mixin combines. */
export function parentsOf(
  node: ts.ClassLikeDeclaration,
  view: ProjectView,
): readonly ts.ClassLikeDeclaration[] {
  const expression = extendsClause(node)?.expression;
  if (expression === undefined) return [];
  const declared = view.resolve(expression)?.valueDeclaration;
  return declared !== undefined && ts.isClassLike(declared)
    ? [declared]
    : constructedClasses(expression, view.checker);
}

/** Whether a class, or one that it extends, extends the result of a call for which no class is declared. */
export function extendsMadeClass(node: ts.ClassLikeDeclaration, view: ProjectView): boolean {
  return lineageOf(node, view).some(
    (one) => extendsClause(one.node) !== undefined && parentsOf(one.node, view).length === 0,
  );
}

/** The classes whose instances an expression constructs, as `Mixin(Base)` does. */
function constructedClasses(
  expression: ts.Expression,
  checker: Checker,
): readonly ts.ClassLikeDeclaration[] {
  const [construct] = checker.getTypeAtLocation(expression).getConstructSignatures();
  const instance = construct?.getReturnType();
  const types = instance?.isIntersection() === true ? instance.types : [instance];
  return types.flatMap((type) => {
    const declaration = type?.getSymbol()?.valueDeclaration;
    return declaration !== undefined && ts.isClassLike(declaration) ? [declaration] : [];
  });
}

function extendsClause(node: ts.ClassLikeDeclaration): ts.ExpressionWithTypeArguments | undefined {
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0];
}

/** A method with routes, of a class or of one it extends. */
export interface RouteMethod {
  readonly name: string;
  readonly node: ts.MethodDeclaration;
  readonly typeArguments: TypeArguments;
  readonly routes: readonly KnownDecorator[];
}

/** Inherited ones included; an override without a route has none. */
export function routeMethodsOf(
  lineage: readonly Ancestor[],
  view: ProjectView,
): readonly (RouteMethod | Rejection)[] {
  return inheritedMembers(lineage).flatMap(
    ({ member, owner }) => readMember(member, owner, view) ?? [],
  );
}

/** A composed decorator may state a route. Those with `@RestRoute` itself are left out. */
export function composedMethodsOf(
  lineage: readonly Ancestor[],
  view: ProjectView,
): readonly RouteMethod[] {
  return inheritedMembers(lineage).flatMap(({ member: node, owner: { typeArguments } }) => {
    const name = overridingName(node);
    const isComposedOnly =
      ts.isMethodDeclaration(node) &&
      hasComposed(node, view) &&
      decoratorsNamed('RestRoute', node, view).length === 0;
    return name === undefined || !isComposedOnly ? [] : [{ name, node, typeArguments, routes: [] }];
  });
}

/** Nearest first, without those that a nearer class overrides. */
export function inheritedMembers(
  lineage: readonly Ancestor[],
): readonly { readonly member: ts.ClassElement; readonly owner: Ancestor }[] {
  const overridden = new Set<string | undefined>();
  return lineage.flatMap((owner) => {
    const members = owner.node.members.filter((member) => {
      const name = nameOf(member);
      return name === undefined || !overridden.has(name);
    });
    members.forEach((member) => overridden.add(overridingName(member)));
    return members.map((member) => ({ member, owner }));
  });
}

function nameOf(member: ts.ClassElement): string | undefined {
  return literalName(member.name);
}

/** `undefined` if the member replaces none. */
function overridingName(member: ts.ClassElement): string | undefined {
  const isImplementation = !ts.isMethodDeclaration(member) || member.body !== undefined;
  return isImplementation && !isStatic(member) ? nameOf(member) : undefined;
}

function readMember(
  member: ts.ClassElement,
  { node: owner, typeArguments }: Ancestor,
  view: ProjectView,
): RouteMethod | Rejection | undefined {
  const routes = decoratorsNamed('RestRoute', member, view);
  if (routes.length === 0) return undefined;
  const at = member.name ?? member;
  if (!isInstanceMethod(member)) return reject('RR2009', at);
  const name = nameOf(member);
  if (name === undefined) return reject('RR2008', at);
  const declarations = owner.members.filter(
    (other) => isInstanceMethod(other) && nameOf(other) === name,
  );
  if (declarations.length > 1) return reject('RR2010', at);
  return { name, node: member, typeArguments, routes };
}

function isInstanceMethod(member: ts.ClassElement): member is ts.MethodDeclaration {
  return ts.isMethodDeclaration(member) && !isStatic(member);
}

/** A public property of a value class, of its own or of a class it extends. */
export interface ValueProperty {
  readonly node: ts.PropertyDeclaration;
  readonly typeArguments: TypeArguments;
  /** The properties of this name in the classes it extends, whose limits apply too. */
  readonly overridden: readonly ValueProperty[];
}

/** The public properties of a value class: the base class's first, an override at its own position. */
export function propertiesOf(lineage: readonly Ancestor[]): readonly ValueProperty[] {
  const all = lineage.toReversed().flatMap(ownProperties);
  const last = new Map(all.map(({ node }, index) => [literalName(node.name), index]));
  return all.flatMap((property, index) => {
    const name = literalName(property.node.name);
    if (name === undefined) return [property];
    if (last.get(name) !== index) return [];
    const overridden = all.slice(0, index).filter(({ node }) => literalName(node.name) === name);
    return [{ ...property, overridden }];
  });
}

function ownProperties({ node, typeArguments }: Ancestor): readonly ValueProperty[] {
  return node.members
    .filter(ts.isPropertyDeclaration)
    .filter((member) => !isStatic(member) && isPublic(member))
    .map((member) => ({ node: member, typeArguments, overridden: [] }));
}
