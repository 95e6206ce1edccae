import type { Permission } from '../permissions/permission.js';
import type { HttpMethod } from '../signature/http-method.js';
import { ROUTES_KEY } from './keys.js';
import type { PathLiteral } from './path-literal.js';

/** What `@RestRoute` writes, once for each time it stands on a method. */
export interface RouteMetadata {
  readonly path: string;
  readonly methods: readonly HttpMethod[];
  readonly permission: Permission;
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
 */
export function RestRoute<const Path extends string>(
  path: Path & PathLiteral<Path>,
  methods: HttpMethod | readonly HttpMethod[],
  permission: Permission,
): MethodDecorator {
  return (_target, _name, descriptor) => {
    const method: unknown = descriptor.value;
    if (typeof method !== 'function') return;
    const metadata: RouteMetadata = { path, methods: [methods].flat(), permission };
    const others: unknown = Reflect.getOwnMetadata(ROUTES_KEY, method);
    // Decorators run from the last to the first: the first written is listed first.
    Reflect.defineMetadata(
      ROUTES_KEY,
      [metadata, ...(Array.isArray(others) ? others : [])],
      method,
    );
  };
}
