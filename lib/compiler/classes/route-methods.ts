import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import {
  plainName,
  isStatic,
  type TypeArguments,
  reject,
  type Rejection,
} from '../syntax/nodes.js';
import { decoratorsNamed, hasComposed, type OurDecorator } from '../syntax/our-decorators.js';
import type { Ancestor } from './heritage.js';

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
  const overridden = new Set<string>();
  return lineage.flatMap((ancestor) => {
    const members = ancestor.node.members.filter((member) => {
      const name = nameOf(member);
      return name === undefined || !overridden.has(name);
    });
    members
      .flatMap((member) => overridingName(member) ?? [])
      .forEach((name) => overridden.add(name));
    return members.flatMap((member) => readMember(member, ancestor, view) ?? []);
  });
}

/** The methods with a composed decorator, which may state a route, and none of `@RestRoute` itself. */
export function composedMethodsOf(
  lineage: readonly Ancestor[],
  view: ProjectView,
): readonly RouteMethod[] {
  const overridden = new Set<string>();
  return lineage.flatMap(({ node: owner, typeArguments }) =>
    owner.members.flatMap((node) => {
      const name = overridingName(node);
      if (name === undefined || overridden.has(name)) return [];
      overridden.add(name);
      const isPlain = ts.isMethodDeclaration(node) && hasComposed(node, view);
      if (!isPlain || decoratorsNamed('RestRoute', node, view).length > 0) return [];
      return [{ name, node, typeArguments, routes: [] }];
    }),
  );
}

function nameOf(member: ts.ClassElement): string | undefined {
  return plainName(member.name);
}

/** The name under which a member replaces that of a base class; `undefined` where it replaces none. */
function overridingName(member: ts.ClassElement): string | undefined {
  const isImplementation = !ts.isMethodDeclaration(member) || member.body !== undefined;
  return isImplementation && !isStatic(member) ? nameOf(member) : undefined;
}

/** Reads a member with routes; `undefined` for any other. */
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
