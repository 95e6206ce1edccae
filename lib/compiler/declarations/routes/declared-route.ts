import type {
  PermissionDeclaration,
  RouteDeclaration,
} from '../../../model/declaration/route-declaration.js';
import type { ProjectView } from '../../program/project-view.js';
import { isRejection } from '../../syntax/rejection.js';
import { readCache } from './read-cache.js';
import type { CallbackReadings } from './read-callbacks.js';
import type { MethodWithRoutes } from './read-method-routes.js';
import type { MethodReading } from './read-method.js';
import type { RouteReading } from './read-route.js';

/** The declaration of one route, with the readings of the source that a diagnostic may point at. */
export interface DeclaredRoute {
  readonly declaration: RouteDeclaration;
  readonly method: MethodWithRoutes;
  readonly route: RouteReading;
  readonly callback: MethodReading | undefined;
}

/** Brings together the parts of the declaration of one route. */
export function declareRoute(
  method: MethodWithRoutes,
  route: RouteReading,
  callbacks: CallbackReadings,
  view: ProjectView,
): DeclaredRoute {
  const callback = callbackOf(route, callbacks);
  const cache = method.cache === undefined ? undefined : readCache(method.cache, view);
  const declaration: RouteDeclaration = {
    methodName: method.name,
    routeIndex: method.routes.indexOf(route),
    path: route.path ?? '',
    methods: route.methods ?? ['GET'],
    permission: permissionOf(route, callback),
    parameters: method.reading.parameters.map(({ source }) => source),
    ...(cache === undefined ? {} : { cache }),
    allowsBatch: route.batch === true,
  };
  return { declaration, method, route, callback };
}

function callbackOf(
  { permission }: RouteReading,
  { readings }: CallbackReadings,
): MethodReading | undefined {
  if (permission === undefined || isRejection(permission)) return undefined;
  return permission.kind === 'callback' ? readings.get(permission.node) : undefined;
}

/** A permission that the source does not show passes as a public one: it is checked at startup. */
function permissionOf(
  { permission, hasPermission }: RouteReading,
  callback: MethodReading | undefined,
): PermissionDeclaration | undefined {
  if (!hasPermission) return undefined;
  if (permission === undefined || isRejection(permission)) return { kind: 'public' };
  if (permission.kind !== 'callback') return permission;
  const { name, isStatic } = permission;
  const parameters = callback?.parameters.map(({ source }) => source) ?? [];
  return { kind: 'callback', name, isStatic, parameters };
}
