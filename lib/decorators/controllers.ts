import { UsePipes } from '@nestjs/common';
import { type Permission, settlePermission } from '../routes/declaration/permission.js';
import { createOnFirstUse } from './first-use.js';
import { ServedCheck } from './served-check.js';
import {
  CONTROLLER_KEY,
  controllerMetadata,
  type ControllerMetadata,
  methodRoutes,
  routeNames,
  stateOfMethod,
  ROUTES_KEY,
  type RouteMetadata,
  PERMISSION_KEY,
  CACHE_KEY,
  LAZY_KEY,
} from './metadata-accessor.js';
import { bindGuards } from './guards.js';
import { notePlaces } from './reading/class-chain.js';
import type {
  RestRouteOptions,
  HttpMethod,
  CacheOptions,
} from '../routes/declaration/route-declaration.js';
import { frozenCopy, isObject } from '../shared/records.js';
import type { PossibleUser } from '../routes/declaration/rest-types.js';

/** The key under which Nest keeps the paths of a controller. */
const PATH = 'path';

/**
 * Makes a class a controller of REST routes under `/{prefix}/{namespace}/{version}{base}`. List it in
 * a module's `providers` (or `controllers`). It is created on the first request that reaches a method, or at
 * startup if a decorator of another package is on it or on a method, such as `@OnEvent` or `@Cron`. An application
 * that serves HTTP and does not import `RestModule` does not start.
 *
 * @example
 * @RestController('v1', '/items')
 * export class ItemsController {}
 *
 * @param version Without a slash at either end. Empty if the paths have none: `/{prefix}/{namespace}{base}`.
 * @param base Follows the rules of a path; empty by default.
 * @param permission The permission of all routes of the class that state none themselves. A subclass that has its own
 * `@RestController` states its own permission.
 */
export function RestController<const Base extends string = ''>(
  version: string,
  base?: Base & PathLiteral<Base>,
  permission?: Permission,
): ClassDecorator {
  const settled = settlePermission(permission);
  return (target) => {
    const metadata: ControllerMetadata = { version, base: base ?? '', permission: settled };
    notePlaces(settled, target);
    bindGuards(settled, target);
    // A subclass has the pipes of its base class.
    if (controllerMetadata(target as never) === undefined) UsePipes(ServedCheck)(target);
    // Nest's router rejects a class among `controllers` that has no paths.
    if (!Reflect.hasMetadata(PATH, target)) Reflect.defineMetadata(PATH, [], target);
    Reflect.defineMetadata(CONTROLLER_KEY, metadata, target);
    createOnFirstUse(target);
  };
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
 * @param permission The callers: `PublicAccess`, `Capability`, `Callback`, `allOf(…)` or `anyOf(…)` of several, or
 * `GuardedBy`. May be left out, also before `options`, if `@RestController` states the permission of its routes.
 * @param options `hidden` leaves the route out of the index, of API documents, of OPTIONS and of `Allow`;
 * `batch` lets its requests be part of a batch; `responses: 'declared'` sends only what the return type declares; `openapi` names
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
  const stated = {
    path,
    methods: Object.freeze([methods].flat()),
    permission: settlePermission(permission),
    options: frozenCopy({ ...options }),
  };
  return (target, name, descriptor) => {
    // A static method cannot serve a route: the compiler and the linter report it.
    if (typeof target === 'function' || typeof name !== 'string') return;
    notePlaces(stated.permission, target.constructor);
    bindGuards(stated.permission, target, name, descriptor);
    // Decorators run from the last to the first: the first in the source is listed first.
    const all = [stated, ...methodRoutes(target, name)];
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

/**
 * States who may call the handlers of a plain Nest controller; `PermissionGuard` checks it. On a method, or on a class
 * for all its methods; the permission of the method takes precedence. Under `PermissionGuard`, a handler without it
 * denies everyone with 403, and a warning at startup names it. On a route or its class it is an error of the build and
 * of the start: `@RestRoute` and `@RestController` state the permission themselves.
 *
 * @example
 * @Controller('cats')
 * @UseGuards(PermissionGuard)
 * @RequirePermission(new PublicAccess())
 * export class CatsController {
 *   @Get()
 *   list() {}
 *
 *   @Post()
 *   @RequirePermission(new Capability('edit_cats'))
 *   create() {}
 * }
 *
 * @param permission `PublicAccess`, `Capability`, `Callback`, `allOf(…)` or `anyOf(…)` of several, or `GuardedBy`. The
 *   method of a `Callback` gets `RestRequest` and services.
 */
export function RequirePermission(permission: Permission): ClassDecorator & MethodDecorator {
  const settled = settlePermission(permission);
  return (target: object, name?: string | symbol, descriptor?: PropertyDescriptor) => {
    notePlaces(settled, typeof target === 'function' ? target : target.constructor);
    bindGuards(settled, target, name, descriptor);
    if (name === undefined) Reflect.defineMetadata(PERMISSION_KEY, settled, target);
    else stateOfMethod(PERMISSION_KEY, settled, target, name, descriptor?.value);
  };
}

/**
 * Caches the responses of a GET route, or of a GET handler of a plain controller with `RestCacheInterceptor`.
 *
 * @example
 * @RestRoute('', HttpMethod.Get, new PublicAccess())
 * @Cache({ ttl: '5m', staleWhileRevalidate: '1m', tags: ['items'] })
 * list(page: int = 1): Promise<Item[]> {}
 *
 * @example
 * @Cache<{ id: int }>({ ttl: '5m', tags: ({ id }) => [`item-${id}`] })
 * one(id: int): Promise<Item> {}
 *
 * @typeParam Arguments The arguments of the method by name, for `tags`; of unknown types by default. The build reports
 *   names that `tags` destructures and the method does not have.
 * @typeParam User The user of the request, for `vary`; by default that of `RestTypes`.
 * @see RFC 9111; RFC 5861 (`stale-while-revalidate`).
 */
export function Cache<
  Arguments extends object = Readonly<Record<string, unknown>>,
  User = PossibleUser,
>(options: CacheOptions<Arguments, User>): MethodDecorator {
  const settled = frozenCopy({ ...options });
  return (target, name, descriptor) =>
    stateOfMethod(CACHE_KEY, settled, target, name, descriptor?.value);
}

/**
 * A service that is created, once per application, on the first request that reaches a controller (or
 * a callback) that needs it; not at startup. Its lifecycle hooks run like any other's. It is created at startup
 * if a class other than routes' controllers and lazy services depends on it, or if a decorator of another
 * package is on it.
 *
 * @example
 * @LazyInjectable()
 * export class ReportService implements OnModuleInit {}
 */
export function LazyInjectable(): ClassDecorator {
  return (target) => {
    Reflect.defineMetadata(LAZY_KEY, true, target);
    createOnFirstUse(target);
  };
}

type PathCharacters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._~-/{}';

type HasPathCharactersOnly<Text extends string> = Text extends `${infer Head}${infer Rest}`
  ? PathCharacters extends `${string}${Head}${string}`
    ? HasPathCharactersOnly<Rest>
    : false
  : true;

/**
 * A path whose characters are allowed: empty, or `/` and letters, digits, `. _ ~ - /` and `{name}`.
 * A literal that breaks the rule is a type error in place; a `string` is checked at startup.
 */
type PathLiteral<Path extends string> = string extends Path
  ? Path
  : Path extends ''
    ? Path
    : Path extends `/${infer Rest}`
      ? HasPathCharactersOnly<Rest> extends true
        ? Path
        : 'A path has letters, digits, ". _ ~ - /" and {name} only'
      : 'A path is empty or begins with "/"';
