import type { Ancestor } from './heritage.js';
import { decoratorsOf, named, type OurDecorator } from '../syntax/our-decorators.js';
import type { ProjectView } from '../program/project-view.js';
import { reject, type Rejection } from '../syntax/rejection.js';
import type { TypeArguments } from '../types/type-reader.js';
import { ts } from '../program/typescript.js';

/** A method with routes, of a class or of one it extends. */
export interface RouteMethod {
  readonly name: string;
  readonly node: ts.MethodDeclaration;
  readonly typeArguments: TypeArguments;
  readonly routes: readonly OurDecorator[];
}

/** The methods with routes, inherited ones included; an override without a route has none. */
export function routeMethodsOf(
  lineage: readonly Ancestor[],
  view: ProjectView,
): readonly (RouteMethod | Rejection)[] {
  const seen = new Set<string>();
  const found: (RouteMethod | Rejection)[] = [];
  for (const { node, typeArguments } of lineage) {
    const names: string[] = [];
    for (const member of node.members) {
      const name = plainName(member.name);
      const isImplementation = !ts.isMethodDeclaration(member) || member.body !== undefined;
      if (name !== undefined && seen.has(name)) continue;
      if (name !== undefined && isImplementation && !isStatic(member)) names.push(name);
      const routes = named(decoratorsOf(member, view), 'RestRoute');
      if (routes.length > 0) found.push(readMember(member, name, node, { routes, typeArguments }));
    }
    names.forEach((name) => seen.add(name));
  }
  return found;
}

function readMember(
  member: ts.ClassElement,
  name: string | undefined,
  owner: ts.ClassLikeDeclaration,
  rest: Pick<RouteMethod, 'routes' | 'typeArguments'>,
): RouteMethod | Rejection {
  const at = member.name ?? member;
  if (!ts.isMethodDeclaration(member) || isStatic(member)) return reject('RR2009', at);
  if (name === undefined) return reject('RR2008', at);
  const declarations = owner.members.filter(
    (other) => ts.isMethodDeclaration(other) && !isStatic(other) && plainName(other.name) === name,
  );
  return declarations.length > 1 ? reject('RR2010', at) : { name, node: member, ...rest };
}

/** The public properties of a value class, inherited ones included, the base class's first. */
export function propertiesOf(
  lineage: readonly Ancestor[],
): readonly { readonly node: ts.PropertyDeclaration; readonly typeArguments: TypeArguments }[] {
  const all = lineage.toReversed().flatMap(({ node, typeArguments }) =>
    node.members
      .filter(ts.isPropertyDeclaration)
      .filter((member) => !isStatic(member) && isPublic(member))
      .map((member) => ({ node: member, typeArguments })),
  );
  return all.filter(({ node }, index) => {
    const name = plainName(node.name);
    return (
      name === undefined ||
      !all.slice(index + 1).some((later) => plainName(later.node.name) === name)
    );
  });
}

/** An identifier or a text, also in brackets; nothing for `#private` and for what is computed. */
export function plainName(name: ts.PropertyName | undefined): string | undefined {
  if (name === undefined || ts.isPrivateIdentifier(name)) return undefined;
  if (!ts.isComputedPropertyName(name)) return name.text;
  return ts.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
}

export function isStatic(member: ts.Declaration): boolean {
  return (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
}

function isPublic(member: ts.PropertyDeclaration): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (
    !ts.isPrivateIdentifier(member.name) && (ts.getCombinedModifierFlags(member) & hidden) === 0
  );
}
