import type { Ancestor } from '../classes/heritage.js';
import { routeMethodsOf } from '../classes/route-methods.js';
import type { ts } from '../program/typescript.js';
import { isRejection, type Rejection } from '../syntax/nodes.js';
import type { TypeScope } from '../types/type-reading.js';
import type { LocatedRejection } from './located-rejection.js';
import {
  declareRoute,
  type DeclaredRoute,
  readMethodRoutes,
  type MethodWithRoutes,
} from './read-route.js';
import { readCallbacks, type CallbackReadings } from './read-callbacks.js';
import { rejectedParameters } from './read-method.js';
import { readPermissionArgument, type PermissionArgument } from './read-permission.js';
import type { ControllerDeclaration } from '../../routes/declaration/route-declaration.js';
import type { ProjectView } from '../program/project-view.js';
import { constantOf } from '../syntax/constant.js';
import { decoratorsNamed } from '../syntax/our-decorators.js';

/** The class of a controller, with the arguments of its `@RestController`. */
export type ControllerHead = Pick<ControllerDeclaration, 'className' | 'version' | 'base'> & {
  /** Whether version and base are constant, so that the source shows every path. */
  readonly isConstant: boolean;
  readonly node: ts.ClassLikeDeclaration;
  readonly arguments: readonly ts.Expression[];
  /** That of the routes that state none; `undefined` where there is no third argument. */
  readonly permission: PermissionArgument | undefined;
};

/** A controller as the source declares it. */
export interface ControllerReading {
  readonly head: ControllerHead;
  readonly methods: readonly MethodWithRoutes[];
  readonly callbacks: CallbackReadings;
  readonly routes: readonly DeclaredRoute[];
  readonly rejections: readonly LocatedRejection[];
}

/** Reads the routes of a controller and the static methods that its callbacks name. */
export function readController(
  node: ts.ClassLikeDeclaration,
  lineage: readonly Ancestor[],
  scope: TypeScope,
): ControllerReading {
  const head = readHead(node, lineage, scope.view);
  const found = routeMethodsOf(lineage, scope.view);
  const methods = found.flatMap((method) =>
    isRejection(method) ? [] : [readMethodRoutes(method, scope)],
  );
  const stated = [{ name: undefined, routes: [head] }, ...methods];
  const callbacks = readCallbacks(head.className, stated, lineage, scope);
  const routes = methods.flatMap((method) =>
    method.routes.map((route) => declareRoute(method, route, head.permission, callbacks, scope)),
  );
  const rejections = rejectionsOf(head, found.filter(isRejection), methods, callbacks);
  return { head, methods, callbacks, routes, rejections };
}

/** The rejected members, parameters and callbacks, in this order. */
function rejectionsOf(
  { className }: ControllerHead,
  members: readonly Rejection[],
  methods: readonly MethodWithRoutes[],
  callbacks: CallbackReadings,
): readonly LocatedRejection[] {
  return [
    ...members.map((rejection) => ({ rejection, location: { className } })),
    ...methods.flatMap(({ reading, name: methodName }) =>
      rejectedParameters(reading, 'route', { className, methodName }),
    ),
    ...callbacks.rejections,
  ];
}

/** Reads the `@RestController` of a class, its own or an inherited one. */
export function readHead(
  node: ts.ClassLikeDeclaration,
  lineage: readonly Ancestor[],
  view: ProjectView,
): ControllerHead {
  const [decorator] = lineage.flatMap((ancestor) =>
    decoratorsNamed('RestController', ancestor.node, view),
  );
  const given = decorator?.arguments ?? [];
  const texts = given.slice(0, 2).map((argument) => textOf(argument, view));
  // An argument that is not constant is checked at startup. Here a valid one takes its place.
  return {
    node,
    arguments: given,
    permission: readPermissionArgument(given[2], view),
    className: classNameOf(node),
    version: texts[0] ?? 'v1',
    base: texts[1] ?? '',
    isConstant: texts.length > 0 && texts.every((text) => text !== undefined),
  };
}

function textOf(argument: ts.Expression, view: ProjectView): string | undefined {
  const value = constantOf(argument, view)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The name of a class in signatures and diagnostics. */
export function classNameOf(node: ts.ClassLikeDeclaration): string {
  return node.name?.text ?? 'default';
}
