import type { Ancestor } from '../classes/heritage.js';
import { routeMethodsOf } from '../classes/route-methods.js';
import type { ts } from '../program/typescript.js';
import { isRejection, type Rejection } from '../syntax/rejection.js';
import type { TypeScope } from '../types/type-reader.js';
import { readHead, type ControllerHead } from './controller-head.js';
import type { LocatedRejection } from './located-rejection.js';
import {
  declareRoute,
  type DeclaredRoute,
  readMethodRoutes,
  type MethodWithRoutes,
} from './read-route.js';
import { readCallbacks, type CallbackReadings } from './read-callbacks.js';
import { rejectedParameters } from './read-method.js';

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
  const callbacks = readCallbacks(head.className, methods, lineage, scope);
  const routes = methods.flatMap((method) =>
    method.routes.map((route) => declareRoute(method, route, callbacks, scope)),
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
