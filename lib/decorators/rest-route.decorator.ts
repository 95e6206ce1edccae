import type { Permission } from '../model/permissions/permission.js';
import type { HttpMethod } from '../model/declaration/http-method.js';
import { ROUTES_KEY } from './metadata-keys.js';
import type { PathLiteral } from './path-literal.js';

/** What `@RestRoute` writes, once for each time it stands on a method. */
export interface RouteMetadata {
  readonly path: string;
  readonly methods: readonly HttpMethod[];
  readonly permission: Permission;
  readonly hidden: boolean;
}

/** What `@RestRoute` may be told beyond path, methods and permission. */
export interface RestRouteOptions {
  /**
   * Leaves the route out of the index and of API documents; it is served all the same, and the audit
   * lists it. Off by default.
   */
  readonly hidden?: boolean;
}

/**
 * Serves a method of a `@RestController`. May stand on a method more than once.
 *
 * @example
 * @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Capability('edit_items'))
 * update(id: int, title: string): Promise<Item> {}
 *
 * @param path Empty, or `/` and letters, digits, `. _ ~ - /` and `{name}`.
 * @param methods One method or a list. HEAD is served by GET, OPTIONS by the layer.
 * @param permission Who may call it: `PublicAccess`, `Capability` or `Callback`.
 * @param options `hidden` leaves the route out of the index and of API documents.
 */
export function RestRoute<const Path extends string>(
  path: Path & PathLiteral<Path>,
  methods: HttpMethod | readonly HttpMethod[],
  permission: Permission,
  { hidden = false }: RestRouteOptions = {},
): MethodDecorator {
  return (_target, _name, descriptor) => {
    const method: unknown = descriptor.value;
    if (typeof method !== 'function') return;
    const metadata: RouteMetadata = { path, methods: [methods].flat(), permission, hidden };
    const others: unknown = Reflect.getOwnMetadata(ROUTES_KEY, method);
    // Decorators run from the last to the first: the first written is listed first.
    Reflect.defineMetadata(
      ROUTES_KEY,
      [metadata, ...(Array.isArray(others) ? others : [])],
      method,
    );
  };
}
