import type {
  PermissionDeclaration,
  RouteDeclaration,
} from '../../../model/declaration/route-declaration.js';
import type { ProjectView } from '../../program/project-view.js';
import { readCache } from './read-cache.js';
import type { CallbackReadings } from './read-callbacks.js';
import type { MethodReading } from './read-method.js';
import type { RouteReading } from './read-route.js';
import type { ts } from '../../program/typescript.js';
import { isRejection } from '../../syntax/rejection.js';
import type { OurDecorator } from '../../syntax/our-decorators.js';

/** A method with its routes, read and ready for the rules. */
export interface CheckedMethod {
  readonly name: string;
  readonly node: ts.MethodDeclaration;
  readonly reading: MethodReading;
  readonly routes: readonly RouteReading[];
  readonly cache?: OurDecorator;
}

/** One route, with all that a diagnostic of it may point at. */
export interface Subject {
  readonly method: CheckedMethod;
  readonly route: RouteReading;
  readonly callback: MethodReading | undefined;
  readonly declaration: RouteDeclaration;
}

/** Brings together what a route is checked by. */
export function subjectOf(
  method: CheckedMethod,
  route: RouteReading,
  { readings }: CallbackReadings,
  view: ProjectView,
): Subject {
  const { permission } = route;
  const isCallback =
    permission !== undefined && !isRejection(permission) && permission.kind === 'callback';
  const callback = isCallback ? readings.get(permission.node) : undefined;
  const cache = method.cache === undefined ? undefined : readCache(method.cache, view);
  const declared = permissionOf(route, callback);
  return {
    method,
    route,
    callback,
    declaration: {
      methodName: method.name,
      routeIndex: method.routes.indexOf(route),
      path: route.path ?? '',
      methods: route.methods ?? ['GET'],
      permission: declared,
      parameters: method.reading.parameters.map(({ source }) => source),
      ...(cache === undefined ? {} : { cache }),
    },
  };
}

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
