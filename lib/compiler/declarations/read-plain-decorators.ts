import { inheritedMembers, type Ancestor, type RouteMethod } from '../classes/lineage.js';
import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { decoratorsNamed, decoratorsOf, isFromNest } from '../syntax/decorators.js';
import { classNameOf, isStatic, literalName } from '../syntax/nodes.js';
import {
  REQUIRE_PERMISSION,
  type PlainDecorator,
} from '../../routes/declaration/route-declaration.js';

/** Those of `@nestjs/common` that map requests to a method. */
const MAPPINGS: ReadonlySet<string> = new Set([
  'All',
  'Copy',
  'Delete',
  'Get',
  'Head',
  'Lock',
  'Mkcol',
  'Move',
  'Options',
  'Patch',
  'Post',
  'Propfind',
  'Proppatch',
  'Put',
  'QueryMethod',
  'RequestMapping',
  'Search',
  'Sse',
  'Unlock',
]);

/** Those of `@nestjs/microservices` and `@nestjs/websockets`. */
const MESSAGES: ReadonlySet<string> = new Set([
  'EventPattern',
  'GrpcMethod',
  'GrpcStreamCall',
  'GrpcStreamMethod',
  'MessagePattern',
  'SubscribeMessage',
]);

/** The decorators for plain controllers that the source of a controller shows; startup also knows composed ones. */
export function readPlainDecorators(
  lineage: readonly Ancestor[],
  routes: readonly Pick<RouteMethod, 'name'>[],
  view: ProjectView,
): readonly PlainDecorator[] {
  const names = new Set(routes.map(({ name }) => name));
  return [
    ...ofClass('RequirePermission', lineage, (node) =>
      decoratorsNamed('RequirePermission', node, view),
    ),
    ...ofMethods(lineage, (member, methodName) =>
      names.has(methodName) && decoratorsNamed('RequirePermission', member, view).length > 0
        ? [REQUIRE_PERMISSION]
        : [],
    ),
    ...ofClass('Controller', lineage, (node) =>
      namesOfNest(node, view).filter((name) => name === 'Controller'),
    ),
    ...ofMethods(lineage, (member, methodName) => {
      const isRoute = names.has(methodName);
      return namesOfNest(member, view)
        .filter((name) => isHandler(name, isRoute))
        .map((name) => `@${name}`);
    }),
  ];
}

/** That of the nearest class. */
function ofClass(
  name: string,
  lineage: readonly Ancestor[],
  decoratorsOfClass: (node: ts.ClassLikeDeclaration) => readonly unknown[],
): readonly PlainDecorator[] {
  const at = lineage.findIndex(({ node }) => decoratorsOfClass(node).length > 0);
  const owner = lineage[at];
  if (owner === undefined) return [];
  return [{ name: `@${name}`, ...(at === 0 ? {} : { base: classNameOf(owner.node) }) }];
}

function ofMethods(
  lineage: readonly Ancestor[],
  decoratorsOfMethod: (member: ts.MethodDeclaration, methodName: string) => readonly string[],
): readonly PlainDecorator[] {
  return inheritedMembers(lineage).flatMap(({ member }) => {
    const methodName = literalName(member.name);
    if (methodName === undefined || !ts.isMethodDeclaration(member) || isStatic(member)) return [];
    return [...new Set(decoratorsOfMethod(member, methodName))].map((name) => ({
      name,
      methodName,
    }));
  });
}

/** `@Sse` on a route is reported at startup, with a remedy of its own. */
function isHandler(name: string, isRoute: boolean): boolean {
  if (isRoute && name === 'Sse') return false;
  return MAPPINGS.has(name) || (isRoute && MESSAGES.has(name));
}

function namesOfNest(node: ts.Node, view: ProjectView): readonly string[] {
  return decoratorsOf(node, view).flatMap(({ symbol }) =>
    symbol !== undefined && isFromNest(symbol) ? [symbol.name] : [],
  );
}
