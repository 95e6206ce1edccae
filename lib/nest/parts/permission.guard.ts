import {
  Inject,
  Injectable,
  Optional,
  type CanActivate,
  type ExecutionContext,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost, type AbstractHttpAdapter } from '@nestjs/core';
import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import { forbidden } from '../../diagnostics/http-error-catalogue.js';
import { isAnonymous } from '../../routes/declaration/permission.js';
import { valuesOf } from '../../lifecycle/arguments/bind.js';
import {
  createPermissions,
  verdictOf,
  type PermissionCheck,
  type Permissions,
  type CapabilityCheck,
} from '../../lifecycle/permissions/permission-checks.js';
import { remember } from '../../lifecycle/permissions/permission-checks.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { Class } from '../../shared/records.js';
import { whenReady, type Awaitable } from '../../shared/promises.js';
import { challengeOf, callerOf } from '../options/outgoing-options.js';
import { REST_OPTIONS, type RestModuleOptions } from '../options/rest-options.js';
import { isHttp } from './plain-handler.js';
import { PlainRequest } from './plain-request.js';
import { RouteExecutionContext, RouteRequests } from './route-context.js';
import { bindCallback } from './bind-callback.js';
import { HandlerValues, type ReaderOf } from './nest-arguments.js';
import type { PlainCallback, PlainPermission } from './plain-permissions.js';

type Known = PlainPermission['permission'];

/** What all instances of `PermissionGuard` share. */
@Injectable()
export class GuardChecks {
  /** The permissions of routes, where no other guard replaces this one. */
  readonly routes: Permissions;
  readonly #check: PermissionCheck<PlainCallback, HandlerValues, PlainRequest>;
  readonly #callerOf: (request: PlainRequest) => unknown;
  readonly #challenge: string | undefined;
  readonly #known = new Map<object, Map<object, Known>>();
  #values: HandlerValues | undefined;

  constructor(
    @Inject(REST_OPTIONS) options: RestModuleOptions,
    @Inject(RouteRequests) private readonly requests: RouteRequests,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
  ) {
    const can = capabilityCheckOf(options);
    this.routes = createPermissions(can);
    this.#check = { can, callback };
    this.#callerOf = callerOf(options);
    this.#challenge = challengeOf(options);
  }

  /**
   * Keeps the permissions of plain handlers, compiled at startup. Of a class in several modules, the first
   * counts.
   */
  register(permissions: readonly PlainPermission[], readerOf: ReaderOf): void {
    this.#values = new HandlerValues(readerOf);
    for (const { handler, permission } of permissions) {
      const { type } = handler.found;
      const ofClass = this.#known.get(type) ?? new Map<object, Known>();
      this.#known.set(type, ofClass);
      if (!ofClass.has(handler.method)) ofClass.set(handler.method, permission);
    }
  }

  /**
   * Returns `true` where a handler may be called.
   *
   * @throws RestException where it may not.
   * @throws Error where the context is not HTTP.
   */
  admit(context: ExecutionContext): Awaitable<boolean> {
    if (context instanceof RouteExecutionContext) return this.#admitToRoute(context);
    if (!isHttp(context)) throw new Error(notHttp(context));
    const route = this.requests.of(context.switchToHttp().getRequest());
    // A guard of Nest runs before the arguments are known: the route checks its permission after it.
    if (route !== undefined && isHandlerOf(route, context)) return true;
    return this.#admitToHandler(context);
  }

  #admitToRoute({ endpoint, requestContext }: RouteExecutionContext): Awaitable<boolean> {
    return whenReady(this.routes.verdict(endpoint, requestContext), (isAllowed) => {
      if (!isAllowed) throw forbidden(!isAnonymous(requestContext.user));
      return true;
    });
  }

  #admitToHandler(context: ExecutionContext): Awaitable<boolean> {
    const permission = this.#known.get(context.getClass())?.get(context.getHandler());
    if (permission?.kind === 'public') return true;
    const values = this.#values;
    // No user may call a handler without a permission, so a challenge would mislead.
    if (permission === undefined || values === undefined) throw forbidden(true);
    const plain = new PlainRequest(context.switchToHttp().getRequest());
    return whenReady(this.#callerOf(plain), (user) => {
      plain.user = user;
      return whenReady(verdictOf(permission, values, plain, this.#check), (isAllowed) => {
        if (isAllowed) return true;
        if (isAnonymous(user)) this.#challengeClient(context.switchToHttp().getResponse());
        throw forbidden(!isAnonymous(user));
      });
    });
  }

  /** The challenge of a 401 is a header of the response: a filter need not know of it. */
  #challengeClient(response: unknown): void {
    const adapter: AbstractHttpAdapter = this.adapterHost.httpAdapter;
    if (this.#challenge === undefined) return;
    if (adapter.getHeader(response, 'WWW-Authenticate') !== undefined) return;
    adapter.setHeader(response, 'WWW-Authenticate', this.#challenge);
  }
}

/** Calls a callback of a plain handler, once for a request. */
function callback(
  permission: PlainCallback,
  handlerValues: HandlerValues,
  plain: PlainRequest,
): Awaitable<boolean> {
  return remember(plain, permission, async () => {
    const values = await bindCallback(permission, plain, handlerValues);
    const args = await valuesOf(permission.parameters, values, permission, plain);
    return Reflect.apply(permission.method, undefined, args) as unknown;
  });
}

function isHandlerOf({ group }: RequestContext, context: ExecutionContext): boolean {
  return group.entries.some(
    ({ controller, route }) =>
      controller === context.getClass() &&
      decoratedMethodOf(controller as Class, route.methodName) === context.getHandler(),
  );
}

function notHttp(context: ExecutionContext): string {
  const handler = `${context.getClass().name}.${context.getHandler().name}`;
  return (
    `PermissionGuard is for HTTP, and ${handler} was called in a context of the type ` +
    `"${context.getType<string>()}". Use a guard of your own there, and PermissionGuard on HTTP ` +
    'controllers only, not as a guard of the whole application.'
  );
}

/**
 * Checks the permission that `@RequirePermission` states, on handlers of plain Nest controllers. It decides
 * as on routes of the library, with the same `forRoot({ user, can, roles })`; a handler without a permission
 * denies everyone with 403, and a warning at startup names it. The application imports `RestModule.forRoot()`.
 *
 * Routes of the library check their permission themselves, once, after their arguments are valid: there
 * the guard has no effect. Its replacement in a test, by `overrideGuard(PermissionGuard)` or
 * `overrideProvider`, decides about every route of the library as well, public ones included. A subclass may
 * call `super.canActivate(context)`.
 *
 * @example
 * @Controller('cats')
 * @UseGuards(PermissionGuard)
 * export class CatsController {
 *   @Delete(':id')
 *   @RequirePermission(new Capability('delete_cats'))
 *   remove(@Param('id', ParseIntPipe) id: number) {}
 * }
 *
 * @throws RestException `rest_forbidden`, 401 for an anonymous user and 403 for an authenticated one;
 *   `rest_missing_callback_param` and `rest_invalid_param`, 400, where a callback cannot have its arguments.
 * @throws Error in a context that is not HTTP, and at startup where `RestModule` is not imported.
 * @see Nest, Guards
 */
@Injectable()
export class PermissionGuard implements CanActivate, OnModuleInit {
  // A property, so that a subclass may have a constructor of its own.
  @Optional()
  @Inject(GuardChecks)
  private readonly checks?: GuardChecks;

  /** @throws Error where `RestModule` is not imported. */
  onModuleInit(): void {
    this.#checks();
  }

  /** Returns `true` or throws. */
  canActivate(context: ExecutionContext): Awaitable<boolean> {
    return this.#checks().admit(context);
  }

  #checks(): GuardChecks {
    if (this.checks !== undefined) return this.checks;
    throw new Error(
      'PermissionGuard needs RestModule: import RestModule.forRoot() in the root module, and let Nest ' +
        'create the guard, by @UseGuards(PermissionGuard) or { provide: APP_GUARD, useClass: PermissionGuard }.',
    );
  }
}

/** Decides whether a user has a capability: with the option `can`, else by `roles`. */
function capabilityCheckOf(options: RestModuleOptions): CapabilityCheck {
  const { roles = {} } = options;
  return options.can === undefined ? capabilityCheck(roles) : options.can.bind(options);
}

/** The default of `can`: the user's own capabilities, or those of one of the user's roles. */
function capabilityCheck(roles: Readonly<Record<string, readonly string[]>>): CapabilityCheck {
  const byRole = new Map(Object.entries(roles).map(([role, names]) => [role, new Set(names)]));
  return (user, capability) =>
    textsOf(user, 'capabilities').includes(capability) ||
    textsOf(user, 'roles').some((role) => byRole.get(role)?.has(capability) === true);
}

function textsOf(user: unknown, name: string): readonly string[] {
  if (typeof user !== 'object' || user === null) return [];
  const value: unknown = Reflect.get(user, name);
  if (value instanceof Set) return [...value].filter((entry) => typeof entry === 'string');
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
