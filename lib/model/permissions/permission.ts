/**
 * A public static method that decides whether a request is allowed. Its parameters follow the
 * route's rules: services are injected, arguments must exist in the route with the same type.
 */
export type PermissionCallback = (...args: never[]) => boolean | PromiseLike<boolean>;

/**
 * Anyone may call the route.
 *
 * @example
 * @RestRoute('', HttpMethod.Get, new PublicAccess())
 */
export class PublicAccess {
  readonly kind = 'public';
}

/**
 * Callers with a capability may call the route: 401 for anonymous requests, 403 for
 * authenticated users without it. `RestModule.forRoot({ can, roles })` decides which users have one.
 *
 * @example
 * @RestRoute('', HttpMethod.Post, new Capability('edit_items'))
 */
export class Capability {
  readonly kind = 'capability';

  constructor(readonly name: string) {}
}

/**
 * A public static method decides. It receives the route's arguments by name, services, and the request.
 *
 * @example
 * @RestRoute('/{id}', HttpMethod.Put, new Callback(ItemsController.mayEdit))
 * update(id: int) {}
 * static mayEdit(id: int, users: UsersService): boolean { return users.owns(id); }
 */
export class Callback {
  readonly kind = 'callback';

  constructor(readonly method: PermissionCallback) {}
}

/** The three permissions. Every route has one. */
export type Permission = PublicAccess | Capability | Callback;
