import { isObject } from '../../shared/records.js';
import type { RestCapability } from './rest-types.js';

/**
 * A public static method that decides whether a request is allowed. Its parameters follow the
 * route's rules: services are injected, arguments must exist in the route with the same type.
 */
export type PermissionCallback = (...args: never[]) => boolean | PromiseLike<boolean>;

/**
 * Anyone may call the route. A permission cannot be changed: an instance of a subclass, whose constructor may assign
 * more, until a decorator has it.
 *
 * @example
 * @RestRoute('', HttpMethod.Get, new PublicAccess())
 */
export class PublicAccess {
  readonly kind = 'public';

  constructor() {
    if (new.target === PublicAccess) Object.freeze(this);
  }
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
  readonly name: string;

  constructor(name: RestCapability) {
    this.name = name;
    if (new.target === Capability) Object.freeze(this);
  }
}

/**
 * A public static method decides. It receives the route's arguments by name, services, and the request. Its doc comment
 * describes the permission in OpenAPI documents.
 *
 * @example
 * @RestRoute('/{id}', HttpMethod.Put, new Callback(ItemsController.mayEdit))
 * update(id: int) {}
 * static mayEdit(id: int, users: UsersService): boolean { return users.owns(id); }
 */
export class Callback {
  readonly kind = 'callback';
  /** Whether it is called for anonymous callers. */
  readonly anonymous: boolean;

  constructor(
    readonly method: PermissionCallback,
    { anonymous = true }: CallbackOptions = {},
  ) {
    this.anonymous = anonymous;
    if (new.target === Callback) Object.freeze(this);
  }
}

/**
 * The options of a `Callback`.
 *
 * @example
 * new Callback(ItemsController.mayEdit, { anonymous: false })
 */
export interface CallbackOptions {
  /**
   * With `false`, anonymous callers get 401, and the method is not called for them; OpenAPI documents then state that
   * the route needs authentication. `true` by default: the method decides on them too.
   */
  readonly anonymous?: boolean;
}

/** A guard of Nest: an object with `canActivate`, or its class. */
export type GuardOfPermission = GuardObject | (abstract new (...args: never[]) => GuardObject);

interface GuardObject {
  canActivate(context: never): unknown;
}

/**
 * Guards of Nest decide: their rejection is the response. The guards are bound as `@UseGuards` binds them, to the method
 * of a route or to the class of a controller; without one, those of the class or of the application decide, and the
 * application does not start if there are none. It cannot be a part of `allOf` or `anyOf`: a route that needs a
 * capability too states the capability, and its guards by `@UseGuards`.
 *
 * @example
 * @RestRoute('', HttpMethod.Post, new GuardedBy(JwtGuard, RolesGuard))
 *
 * @example
 * @UseGuards(JwtGuard)
 * @RestController('v1', '/items', new GuardedBy())
 * @see Nest, Guards
 */
export class GuardedBy {
  readonly kind = 'guarded';
  readonly guards: readonly GuardOfPermission[];

  constructor(...guards: readonly GuardOfPermission[]) {
    this.guards = Object.freeze([...guards]);
    if (new.target === GuardedBy) Object.freeze(this);
  }
}

/**
 * Several permissions as one, made by `allOf` or `anyOf`.
 *
 * @example
 * const editors: PermissionCombination = anyOf(new Capability('edit_items'), new Capability('admin'));
 */
export class PermissionCombination {
  readonly permissions: readonly CombinablePermission[];

  constructor(
    readonly kind: 'allOf' | 'anyOf',
    permissions: readonly CombinablePermission[],
  ) {
    this.permissions = Object.freeze([...permissions]);
    if (new.target === PermissionCombination) Object.freeze(this);
  }
}

/** The permissions that may be part of a combination: they decide on a caller and arguments, without a response. */
export type CombinablePermission = Capability | Callback | PermissionCombination;

/** The permission of a route: one of these. Every route has one. */
export type Permission = PublicAccess | GuardedBy | CombinablePermission;

/**
 * Allows a request that every one of these permissions allows. They are checked in this order, and the first
 * that denies ends the check. 401 for anonymous requests and 403 for authenticated users, as for one permission.
 *
 * @example
 * @RestRoute('/{id}', HttpMethod.Put, allOf(new Capability('edit_items'), new Callback(ItemsController.owns)))
 * update(id: int) {}
 *
 * @param permissions At least one: `Capability`, `Callback`, `allOf(…)` or `anyOf(…)`.
 */
export function allOf(
  ...permissions: readonly [CombinablePermission, ...(readonly CombinablePermission[])]
): PermissionCombination {
  return new PermissionCombination('allOf', permissions);
}

/**
 * Allows a request that at least one of these permissions allows. They are checked in this order, and the first
 * that allows ends the check. 401 for anonymous requests and 403 for authenticated users, as for one permission.
 *
 * @example
 * @RestRoute('/{id}', HttpMethod.Delete, anyOf(new Capability('delete_items'), new Callback(ItemsController.owns)))
 * remove(id: int) {}
 *
 * @param permissions At least one: `Capability`, `Callback`, `allOf(…)` or `anyOf(…)`.
 */
export function anyOf(
  ...permissions: readonly [CombinablePermission, ...(readonly CombinablePermission[])]
): PermissionCombination {
  return new PermissionCombination('anyOf', permissions);
}

/**
 * The decision of a permission, as it is when a decorator keeps it. A later change of the permission throws, and a
 * change of a value that an accessor of a subclass reads has no effect.
 */
export function settlePermission(permission: Permission): Permission;
export function settlePermission(permission: Permission | undefined): Permission | undefined;
export function settlePermission(permission: Permission | undefined): Permission | undefined {
  // Plain JavaScript may pass anything: the rules report what is not a permission.
  if (!isObject(permission)) return permission;
  return Object.freeze(decisionOf(Object.freeze(permission)));
}

function decisionOf(permission: Permission): Permission {
  switch (permission.kind) {
    case 'capability':
      return { kind: 'capability', name: permission.name };
    case 'callback': {
      const { method, anonymous } = permission;
      return { kind: 'callback', method, anonymous };
    }
    case 'allOf':
    case 'anyOf': {
      const permissions = permission.permissions.map((part) => settlePermission(part));
      const { kind } = permission;
      return { kind, permissions: Object.freeze(permissions) as readonly CombinablePermission[] };
    }
    case 'public':
      return { kind: 'public' };
    case 'guarded':
      return { kind: 'guarded', guards: Object.freeze([...permission.guards]) };
    // Plain JavaScript may pass another kind, which the rules report.
    default:
      return permission;
  }
}

export function isAnonymous(user: unknown): boolean {
  return user === undefined || user === null || user === false;
}

/** A security scheme of OpenAPI, by which callers identify themselves: `{ type: 'http', scheme: 'bearer' }`. */
export type SecurityScheme = Readonly<Record<string, unknown>> & { readonly type: string };

/** The ways in which callers identify themselves, by name. */
export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

/** Several permissions as one, at any stage: as written, as compiled or as described. */
export interface Combination<Part> {
  readonly kind: 'allOf' | 'anyOf';
  readonly permissions: readonly Part[];
}

type WithCallbacks<One> =
  | One
  | { readonly kind: 'public' | 'capability' | 'guarded' }
  | Combination<WithCallbacks<One> | undefined>;

/** The callbacks of a permission, including those in combinations, in the order of the source. */
export function callbacksOf<One extends { readonly kind: 'callback' }>(
  permission: WithCallbacks<One> | undefined,
): readonly One[] {
  switch (permission?.kind) {
    case 'callback':
      return [permission];
    case 'allOf':
    case 'anyOf':
      return permission.permissions.flatMap((part) => callbacksOf<One>(part));
    default:
      return [];
  }
}

type WithCapabilities =
  | { readonly kind: 'public' | 'callback' | 'guarded' }
  | { readonly kind: 'capability'; readonly capability: string }
  | Combination<WithCapabilities | undefined>;

/** The capabilities that a permission names, including those in combinations. */
export function capabilitiesOf(permission: WithCapabilities | undefined): readonly string[] {
  switch (permission?.kind) {
    case 'capability':
      return [permission.capability];
    case 'allOf':
    case 'anyOf':
      return permission.permissions.flatMap(capabilitiesOf);
    default:
      return [];
  }
}
