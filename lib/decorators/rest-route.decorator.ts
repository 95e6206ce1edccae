import type { Permission } from '../routes/declaration/permission.js';
import type { RestRouteOptions, HttpMethod } from '../routes/declaration/route-declaration.js';
import {
  methodRoutes,
  routeNames,
  stateOfMethod,
  ROUTES_KEY,
  type RouteMetadata,
} from './metadata-accessor.js';
import { isObject } from '../shared/records.js';
import { notePlaces } from './reading/class-chain.js';
import type { PathLiteral } from './path-literal.js';

/**
 * Serves a method of a `@RestController` at a path. A method may have more than one.
 *
 * @example
 * @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Capability('edit_items'))
 * update(id: int, title: string): Promise<Item> {}
 *
 * @param path Empty, or `/` and letters, digits, `. _ ~ - /` and `{name}`.
 * @param methods One method or a list. GET also serves HEAD; the library serves OPTIONS.
 * @param permission Who may call it: `PublicAccess`, `Capability`, `Callback`, or `allOf(…)` or `anyOf(…)` of several.
 * May be left out, also before `options`, where `@RestController` states the permission of its routes.
 * @param options `hidden` leaves the route out of the index and of API documents; `batch` lets its
 * requests be part of a batch; `responses: 'declared'` sends only what the return type declares; `openapi` names
 * it in documents.
 */
export function RestRoute<const Path extends string>(
  path: Path & PathLiteral<Path>,
  methods: HttpMethod | readonly HttpMethod[],
  permission: Permission,
  options?: RestRouteOptions,
): MethodDecorator;
export function RestRoute<const Path extends string>(
  path: Path & PathLiteral<Path>,
  methods: HttpMethod | readonly HttpMethod[],
  options?: RestRouteOptions,
): MethodDecorator;
export function RestRoute(
  path: string,
  methods: HttpMethod | readonly HttpMethod[],
  ...rest: readonly [(Permission | RestRouteOptions)?, RestRouteOptions?]
): MethodDecorator {
  const { permission, options } = permissionAndOptions(rest);
  return (target, name, descriptor) => {
    // A static method serves no route: the compiler and the linter report it.
    if (typeof target === 'function' || typeof name !== 'string') return;
    notePlaces(permission, target.constructor);
    const metadata: RouteMetadata = { path, methods: [methods].flat(), permission, options };
    // Decorators run from the last to the first: the first in the source is listed first.
    const all = [metadata, ...methodRoutes(target, name)];
    stateOfMethod(ROUTES_KEY, all, target, name, descriptor?.value);
    const names = new Set([...routeNames(target), name]);
    Reflect.defineMetadata(ROUTES_KEY, names, target);
  };
}

/** A permission has a `kind`, and options have none. Plain JavaScript may pass anything: the rules check it. */
function permissionAndOptions([first, second]: readonly [
  (Permission | RestRouteOptions)?,
  RestRouteOptions?,
]): Pick<RouteMetadata, 'permission' | 'options'> {
  const isOptions = isObject(first) && !('kind' in first) && second === undefined;
  return isOptions
    ? { permission: undefined, options: first }
    : { permission: first as Permission | undefined, options: second ?? {} };
}
