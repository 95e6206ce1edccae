import {
  Inject,
  Injectable,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { defer, isObservable, lastValueFrom } from 'rxjs';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { Endpoint } from '../../lifecycle/endpoint.js';
import { type Permissions, remember } from '../../lifecycle/permissions/permission-checks.js';
import type { CacheInterception } from '../caching/index.js';
import { lastValueOf } from '../../lifecycle/steps/invoke.step.js';
import { whenReady, type Awaitable } from '../../shared/promises.js';
import { RouteRegistry } from '../../nest/exploration/explore-application.js';
import { Injector } from '../../nest/internals.js';
import type { OwnEnhancers, ReplacedEnhancer } from '../../nest/enhancers/own-enhancers.js';
import { RestCacheInterceptor, PermissionGuard, RestExceptionFilter } from './own-enhancers.js';
import { PlainHandlers } from './plain-handlers.js';
import { CachedRouteContext, RouteExecutionContext, RouteRequests } from './route-context.js';

/**
 * Lists the guard, the interceptor and the filter as enhancers of `RestModule`. `overrideGuard` and similar methods of
 * @nestjs/testing replace enhancers only, and only in modules that have them; the routes get theirs from here.
 */
@Injectable()
@UseGuards(PermissionGuard)
@UseInterceptors(RestCacheInterceptor)
@UseFilters(RestExceptionFilter)
class ReplaceableEnhancers {}

/** An enhancer has precedence, because `overrideGuard` names the class more precisely than `overrideProvider`. */
const COLLECTIONS = ['injectables', 'providers'] as const;

/**
 * The guard, the interceptor and the filter of the library, as its own routes use them. If an application has not
 * replaced one, its routes call the functions behind the class, and not the class itself.
 */
@Injectable()
export class LibraryEnhancers implements OwnEnhancers {
  readonly guard = PermissionGuard;
  readonly filter = RestExceptionFilter;

  constructor(
    @Inject(RouteRequests) private readonly requests: RouteRequests,
    @Inject(PlainHandlers) private readonly handlers: PlainHandlers,
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
  ) {}

  get permissions(): Permissions {
    const guard = this.replacementOf(PermissionGuard);
    return guard === undefined ? this.handlers.permissions : replacedPermissions(guard);
  }

  /** The interceptor around the steps inside the cache; `undefined` if the cache itself runs them. */
  get cacheInterception(): CacheInterception | undefined {
    const interceptor = this.replacementOf(RestCacheInterceptor);
    return interceptor === undefined ? undefined : replacedCache(interceptor);
  }

  get isAnyReplaced(): boolean {
    return [PermissionGuard, RestCacheInterceptor].some(
      (type) => this.replacementOf<object>(type) !== undefined,
    );
  }

  note(context: RequestContext): void {
    this.requests.note(context);
  }

  get replacedFilter(): ReplacedEnhancer<ExceptionFilter> | undefined {
    return this.replacementOf(RestExceptionFilter);
  }

  /**
   * The replacement of an enhancer by an application, with `overrideGuard`, a similar method or `overrideProvider`;
   * `undefined` if the routes use the library's own.
   */
  replacementOf<Enhancer extends object>(
    type: Type<Enhancer>,
  ): ReplacedEnhancer<Enhancer> | undefined {
    const { discovery, instances } = this.registry;
    const host = discovery.getProviders().find(({ token }) => token === ReplaceableEnhancers)?.host;
    if (host === undefined) return undefined;
    for (const collection of COLLECTIONS) {
      const wrapper = host[collection].get(type);
      if (wrapper === undefined || wrapper.metatype === type) continue;
      if (wrapper.isDependencyTreeStatic() && !wrapper.isTransient)
        return () => wrapper.instance as Enhancer;
      const injector = new Injector();
      return async ({ exchange }) => {
        const contextId = instances.contextOf(exchange.raw, { wrapper, module: host });
        await injector.loadInstance(wrapper, host[collection], host, { contextId });
        return wrapper.getInstanceByContextId(contextId).instance as Enhancer;
      };
    }
    return undefined;
  }
}

/** The permissions of routes if an application has replaced the guard: it decides about all of them. */
function replacedPermissions(guard: ReplacedEnhancer<CanActivate>): Permissions {
  return {
    isPublic: () => false,
    beforeBody: () => undefined,
    verdict: (endpoint, context) =>
      remember(context, endpoint, () => activate(guard, endpoint, context)),
  };
}

/** A guard of Nest returns a value, a promise or an Observable. */
function activate(
  guard: ReplacedEnhancer<CanActivate>,
  endpoint: Endpoint,
  context: RequestContext,
): Awaitable<unknown> {
  return whenReady(guard(context), (instance) =>
    whenReady(instance.canActivate(new RouteExecutionContext(endpoint, context)), settled),
  );
}

function settled(value: unknown): unknown {
  return isObservable(value) ? lastValueFrom(value, { defaultValue: false }) : value;
}

function replacedCache(interceptor: ReplacedEnhancer<NestInterceptor>): CacheInterception {
  return (endpoint, wrapped, respondFromCache) => async (requestContext) => {
    const instance = await interceptor(requestContext);
    const context = new CachedRouteContext(endpoint, requestContext, respondFromCache);
    const next: CallHandler = {
      handle: () =>
        defer(async () => {
          await wrapped(requestContext);
          return requestContext.result;
        }),
    };
    const returned: unknown = await instance.intercept(context, next);
    context.keep(
      isObservable(returned) ? await lastValueOf(returned, requestContext.exchange) : returned,
    );
  };
}

/** The providers of `RestModule` for these enhancers, and for their copies in other modules. */
export const ENHANCER_PROVIDERS: readonly Type[] = [
  PermissionGuard,
  PlainHandlers,
  RestExceptionFilter,
  RestCacheInterceptor,
  ReplaceableEnhancers,
  RouteRequests,
  LibraryEnhancers,
];
