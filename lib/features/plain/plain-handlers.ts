import {
  Inject,
  Injectable,
  RequestMethod,
  type CallHandler,
  type ExecutionContext,
} from '@nestjs/common';
import { ApplicationConfig, type AbstractHttpAdapter } from '@nestjs/core';
import type { Observable } from 'rxjs';
import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import {
  diagnosticAt,
  type Diagnostic,
  type DiagnosticDetails,
} from '../../diagnostics/diagnostic.js';
import { forbidden } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import {
  createPermissions,
  type Permissions,
} from '../../lifecycle/permissions/permission-checks.js';
import type { Endpoint, Outcome, RouteEntry, Step } from '../../lifecycle/endpoint.js';
import type { ConvertError } from '../../lifecycle/messages/error-format.js';
import type { Exchange } from '../../lifecycle/messages/exchange.js';
import { runSteps } from '../../lifecycle/pipeline.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import { authorizeStep, identifyStep } from '../../lifecycle/steps/authorize.step.js';
import { plainExchangeOf } from '../../platform/plain-exchange.js';
import { memoize, once, whenReady, type Awaitable } from '../../shared/promises.js';
import type { Class } from '../../shared/records.js';
import { CacheRegistry, cachedDataOf } from '../caching/index.js';
import { ERROR_FEATURES } from '../error-features.js';
import { errorHandlingOf } from '../../nest/composition/error-handling.js';
import { RouteRegistry } from '../../nest/exploration/explore-application.js';
import { warnOf } from '../../nest/composition/reports.js';
import { capabilityCheckOf } from '../../nest/options/capability-check.js';
import { callerOf, challengeOf } from '../../nest/options/callers.js';
import { PlainCache } from './plain-cache.js';
import { guardObstacle } from '../../nest/enhancers/guarded-routes.js';
import { PlainContext } from '../../nest/enhancers/plain-context.js';
import { sendWaiting } from './plain-heads.js';
import { enhancersAround, type EnhancerSources } from '../../nest/exploration/enhancers-around.js';
import {
  returnsResponse,
  takesRequest,
  type PlainHandler,
} from '../../nest/exploration/plain-handler.js';
import { CachedRouteContext, RouteExecutionContext, RouteRequests } from './route-context.js';
import {
  interceptorObstacle,
  type UniformEnhancers,
} from '../../nest/enhancers/uniform-enhancers.js';
import type { HandlerParts } from '../../nest/composition/feature.js';
import type { Instances } from '../../nest/container.js';
import { METHOD_METADATA } from '../../nest/internals.js';

/** A handler of a plain controller that states a permission or a cache. */
interface ServedHandler {
  readonly handler: PlainHandler;
  readonly entry: RouteEntry;
  /** Its cache, created on first use; absent if it is not cached. */
  readonly cache: (() => PlainCache | undefined) | undefined;
}

/** Serves the handlers of plain controllers, for `PermissionGuard` and `RestCacheInterceptor`. */
@Injectable()
export class PlainHandlers {
  /** The permissions of the library, also if an application has replaced the guard. */
  readonly permissions: Permissions;
  readonly #served = new Map<unknown, Map<unknown, ServedHandler>>();
  readonly #stepsOf: (endpoint: Endpoint) => readonly Step[];
  readonly #user: (context: RequestContext) => unknown;
  readonly #sources: EnhancerSources;
  readonly #prepared = new WeakSet<AbstractHttpAdapter>();
  readonly #challenge: string | undefined;
  #converter: ConvertError | undefined;

  constructor(
    @Inject(ApplicationConfig) config: ApplicationConfig,
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
    @Inject(RouteRequests) private readonly requests: RouteRequests,
    @Inject(CacheRegistry) private readonly caches: CacheRegistry,
  ) {
    const { options, modules } = registry;
    this.#sources = { config, modules };
    this.#user = callerOf(options);
    this.permissions = createPermissions(capabilityCheckOf(options));
    this.#challenge = challengeOf(options);
    this.#stepsOf = memoize((endpoint) => {
      const authorize = authorizeStep(endpoint, this.permissions);
      return authorize === undefined ? [] : [identifyStep(this.#user), authorize];
    });
  }

  start({ handlers, adapter, uniform, entryOf }: HandlerParts): void {
    const { instances } = this.registry;
    const context = { sources: this.#sources, instances, uniform };
    for (const [handler, route] of handlers) {
      if (route === undefined) continue;
      const ofClass = this.#served.get(handler.found.type) ?? new Map<unknown, ServedHandler>();
      this.#served.set(handler.found.type, ofClass);
      // For a class in several modules, the first handler counts.
      if (ofClass.has(handler.method)) continue;
      const entry = entryOf(handler, route);
      const isCached =
        handler.cache !== undefined &&
        enhancersAround(handler, 'interceptor', this.#sources) !== undefined &&
        obstacleOf(handler, context) === undefined;
      const cache = isCached ? once(() => this.#createCache(handler, entry)) : undefined;
      ofClass.set(handler.method, { handler, entry, cache });
    }
    const { cached } = this;
    this.caches.addHandlers(cached);
    // A module of tests may start again with the same adapter.
    if (cached.length > 0 && !this.#prepared.has(adapter)) {
      this.#prepared.add(adapter);
      sendWaiting(adapter);
    }
    const all = [...handlers.keys()];
    warnOf(
      'Plain controllers:',
      all.flatMap((handler) => checkHandler(handler, context)),
    );
  }

  get cached(): readonly RouteEntry[] {
    const all = [...this.#served.values()].flatMap((ofClass) => [...ofClass.values()]);
    return all.filter(({ cache }) => cache !== undefined).map(({ entry }) => entry);
  }

  /**
   * Returns `true` if a handler may be called.
   *
   * @throws RestException if it may not.
   * @throws Error if the context is not HTTP.
   */
  admit(context: ExecutionContext): Awaitable<boolean> {
    if (context instanceof RouteExecutionContext) {
      const step = authorizeStep(context.endpoint, this.permissions);
      return this.#throwing(step?.(context.requestContext), context.requestContext.exchange);
    }
    if (context.getType() !== 'http') throw new Error(notHttp(context));
    const [raw, response] = context.getArgs<[unknown, unknown]>();
    const route = this.requests.of(raw);
    // A guard of Nest runs before the arguments are known: the route checks its permission after that.
    if (route !== undefined && isHandlerOf(route, context)) return true;
    const served = this.#servedBy(context);
    // The guard denies every user a handler without a permission, so a challenge would be misleading.
    const exchange = plainExchangeOf(raw, response);
    if (served?.handler.permission === undefined || exchange === undefined) {
      throw this.#converted(forbidden(true), exchange);
    }
    const steps = this.#stepsOf(served.entry.endpoint());
    if (steps.length === 0) return true;
    return whenReady(runSteps(steps, new PlainContext(exchange, served.entry)), (rejection) => {
      const isAnonymous = rejection?.getStatus() === 401;
      // The challenge is a header of the response, so a filter does not have to set it.
      if (isAnonymous && this.#challenge !== undefined) {
        exchange.applyDefault('WWW-Authenticate', this.#challenge);
      }
      return this.#throwing(rejection, exchange);
    });
  }

  respond(context: ExecutionContext, next: CallHandler): Awaitable<Observable<unknown>> {
    if (context instanceof CachedRouteContext) return context.respond(next);
    const served = context.getType() === 'http' ? this.#servedBy(context) : undefined;
    const cache = served?.cache?.();
    if (cache === undefined) return next.handle();
    const exchange = plainExchangeOf(context.getArgByIndex(0), context.getArgByIndex(1));
    return exchange === undefined ? next.handle() : cache.respond(exchange, next);
  }

  #createCache(handler: PlainHandler, entry: RouteEntry): PlainCache | undefined {
    const { context } = this.caches;
    const cached = context && cachedDataOf(entry.endpoint(), context);
    if (cached === undefined) return undefined;
    const shared = { sources: this.#sources, user: this.#user };
    return new PlainCache(handler, entry, cached, shared);
  }

  #throwing(outcome: Awaitable<Outcome>, exchange: Exchange): Awaitable<true> {
    return whenReady(outcome, (rejection) => {
      if (rejection === undefined) return true;
      throw this.#converted(rejection, exchange);
    });
  }

  /** As on routes, if `forRoot` has `errors: 'nest'` or `messages`. */
  #converted(rejection: RestException, exchange: Exchange | undefined): unknown {
    this.#converter ??= this.#createConverter();
    return exchange === undefined ? rejection : this.#converter(rejection, exchange);
  }

  #createConverter(): ConvertError {
    const { converterOf } = errorHandlingOf(this.registry.options, ERROR_FEATURES);
    return converterOf?.() ?? ((error) => error);
  }

  #servedBy(context: ExecutionContext): ServedHandler | undefined {
    return this.#served.get(context.getClass())?.get(context.getHandler());
  }
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

/** The enhancers of an application, and what it states of them. */
interface EnhancerContext {
  readonly sources: EnhancerSources;
  readonly instances: Instances;
  readonly uniform: UniformEnhancers;
}

function checkHandler(handler: PlainHandler, context: EnhancerContext): readonly Diagnostic[] {
  const at = { className: handler.found.type.name, methodName: handler.methodName };
  const cache = { ...at, part: { kind: 'cache' } } as const;
  return [
    ...checkPermission(handler, context).map((details) => diagnosticAt(at, details)),
    ...checkCache(handler, context).map((details) => diagnosticAt(cache, details)),
  ];
}

/**
 * A handler under `PermissionGuard` must have a permission; without one, the guard denies everyone. A handler with a
 * permission must be under the guard; without the guard, the permission is not checked.
 */
function checkPermission(
  handler: PlainHandler,
  { sources, uniform }: EnhancerContext,
): readonly DiagnosticDetails[] {
  const { permission, statesPermission } = handler;
  if (permission?.kind === 'guarded') {
    const obstacle = guardObstacle(permission, handler, sources, uniform);
    return obstacle === undefined ? [] : [obstacle];
  }
  if (enhancersAround(handler, 'guard', sources) !== undefined) {
    if (permission !== undefined) return [];
    const expected = '@RequirePermission on the method or its class';
    const received = statesPermission ? 'a value that is not a permission' : 'neither';
    return [{ code: 'RR1040', expected, received }];
  }
  // Public access needs no check, and allows `RestCacheInterceptor` to share responses.
  if (!statesPermission || permission?.kind === 'public') return [];
  const expected = '@UseGuards(PermissionGuard), or the guard as APP_GUARD';
  return [{ code: 'RR1043', expected, received: 'neither' }];
}

/** A handler with `@Cache` must be a GET handler with a `RestCacheInterceptor`, and safe to cache. */
function checkCache(handler: PlainHandler, context: EnhancerContext): readonly DiagnosticDetails[] {
  if (handler.cache === undefined) return [];
  const isInside = enhancersAround(handler, 'interceptor', context.sources) !== undefined;
  const served: unknown = Reflect.getMetadata(METHOD_METADATA, handler.method);
  const obstacle =
    served === RequestMethod.GET
      ? obstacleOf(handler, context)
      : ({
          code: 'RR1012',
          expected: 'only GET',
          received: RequestMethod[served as RequestMethod],
        } as const);
  return [
    ...(isInside ? [] : [WITHOUT_INTERCEPTOR]),
    ...(obstacle === undefined ? [] : [obstacle]),
  ];
}

const WITHOUT_INTERCEPTOR: DiagnosticDetails = {
  code: 'RR1041',
  expected: '@UseInterceptors(RestCacheInterceptor) on the method or its class, or APP_INTERCEPTOR',
  received: 'neither',
};

/** The reason why the responses of a GET handler with `@Cache` are not cached; `undefined` if they may be. */
function obstacleOf(
  handler: PlainHandler,
  context: EnhancerContext,
): DiagnosticDetails | undefined {
  if (!returnsResponse(handler)) {
    const expected = 'a method that returns its response';
    return { code: 'RR1042', expected, received: '@Res(), @Redirect, @Render or @Sse' };
  }
  // It may read more of a request than its arguments, and does not state by what its response varies.
  const statesVary = handler.cache?.statesVary === true;
  if (!statesVary && takesRequest(handler, context.sources.config, context.instances)) {
    return { code: 'RR1022', expected: 'vary', received: 'none' };
  }
  const isPublic = handler.permission?.kind === 'public';
  const { uniform, instances } = context;
  return interceptorObstacle(handler, { statesVary, isPublic }, uniform, instances);
}
