import type {
  PermissionDeclaration,
  RouteDeclaration,
} from '../../../model/declaration/route-declaration.js';
import type { ClassReferences } from '../../classes/class-references.js';
import type { TypeScope } from '../../types/type-reader.js';
import { declaredTypeOf } from '../parameters/declared-type-of.js';
import { readCache } from './read-cache.js';
import type { CallbackReadings } from './read-callbacks.js';
import type { MethodWithRoutes } from './read-method-routes.js';
import { declarePermission, namedCallbacks, type NamedCallback } from './permission-declaration.js';
import type { RouteReading } from './read-route.js';

/** The declaration of one route, with the readings of the source that a diagnostic may point at. */
export interface DeclaredRoute {
  readonly declaration: RouteDeclaration;
  readonly method: MethodWithRoutes;
  readonly route: RouteReading;
  /** Those of its permission, in the order of the declaration. */
  readonly callbacks: readonly NamedCallback[];
}

/** Brings together the parts of the declaration of one route. */
export function declareRoute(
  method: MethodWithRoutes,
  route: RouteReading,
  callbacks: CallbackReadings,
  scope: TypeScope,
): DeclaredRoute {
  const { view } = scope;
  const cache = method.cache === undefined ? undefined : readCache(method.cache, view);
  const declaration: RouteDeclaration = {
    methodName: method.name,
    routeIndex: method.routes.indexOf(route),
    path: route.path ?? '',
    methods: route.methods ?? ['GET'],
    permission: permissionOf(route, callbacks),
    parameters: method.reading.parameters.map(({ source }) => source),
    ...(cache === undefined ? {} : { cache }),
    options: route.options,
    ...documentationOf(route, method, scope.references),
  };
  return { declaration, method, route, callbacks: namedCallbacks(route.permission, callbacks) };
}

/** The type of the result, where a rule needs it. */
function documentationOf(
  { options }: RouteReading,
  { reading }: MethodWithRoutes,
  references: ClassReferences,
): Pick<RouteDeclaration, 'documentation'> {
  const { returns, returnsResponse, description, deprecated } = reading.signature;
  if (options.responses !== 'declared') return {};
  const documentation = {
    returns: returns === undefined ? undefined : declaredTypeOf(returns, references),
    returnsResponse: returnsResponse === true,
    description,
    deprecated,
  };
  return { documentation };
}

/** A permission that the source does not show passes as a public one: it is checked at startup. */
function permissionOf(
  { permission, hasPermission }: RouteReading,
  callbacks: CallbackReadings,
): PermissionDeclaration | undefined {
  if (!hasPermission) return undefined;
  return declarePermission(permission, callbacks) ?? { kind: 'public' };
}
