import type { Permission } from '../model/permissions/permission.js';
import type { HttpMethod } from '../model/declaration/http-method.js';
import { ROUTES_KEY, type RouteMetadata } from './metadata.js';
import { methodRoutes, routeNames, stateOfMethod } from './metadata-accessor.js';
import { notePlaces } from './reading/callback-owner.js';
import type { PathLiteral } from './path-literal.js';

/** The options of `@RestRoute` beside path, methods and permission. */
export interface RestRouteOptions {
  /**
   * Leaves the route out of the index and of API documents; it is served, and the audit lists it.
   * `false` by default.
   */
  readonly hidden?: boolean;
  /**
   * Lets requests with POST, PUT, PATCH and DELETE be part of a batch: `POST /batch/v1`, which
   * `RestModule.forRoot({ batch: true })` serves. WordPress's `allow_batch`. `false` by default.
   */
  readonly batch?: boolean;
  /**
   * What leaves of what the method returns: `declared` is what its return type declares, and no other property;
   * `returned` is everything. By default what `RestModule.forRoot({ responses })` states.
   *
   * @see docs/declared-responses.md
   */
  readonly responses?: 'declared' | 'returned';
}

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
 * @param options `hidden` leaves the route out of the index and of API documents; `batch` lets its
 * requests be part of a batch; `responses: 'declared'` sends only what the return type declares.
 */
export function RestRoute<const Path extends string>(
  path: Path & PathLiteral<Path>,
  methods: HttpMethod | readonly HttpMethod[],
  permission: Permission,
  { hidden = false, batch = false, responses }: RestRouteOptions = {},
): MethodDecorator {
  return (target, name, descriptor) => {
    // A static method serves no route: the compiler and the linter report it.
    if (typeof target === 'function' || typeof name !== 'string') return;
    notePlaces(permission, target.constructor);
    const methodList = [methods].flat();
    const options = { hidden, batch, responses };
    const metadata: RouteMetadata = { path, methods: methodList, permission, ...options };
    // Decorators run from the last to the first: the first in the source is listed first.
    const all = [metadata, ...methodRoutes(target, name)];
    stateOfMethod(ROUTES_KEY, all, target, name, descriptor?.value);
    const names = new Set([...routeNames(target), name]);
    Reflect.defineMetadata(ROUTES_KEY, names, target);
  };
}
