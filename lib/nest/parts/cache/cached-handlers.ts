import { Inject, Injectable, type CallHandler, type ExecutionContext } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, type AbstractHttpAdapter } from '@nestjs/core';
import type { Observable } from 'rxjs';
import { handlerPlatformOf } from '../../../platform/handlers/handler-platform.js';
import { memoize } from '../../../shared/memoize.js';
import type { Awaitable } from '../../../shared/when-ready.js';
import { CacheRegistry } from '../../caching/cache-registry.js';
import { RouteRegistry } from '../../exploration/route-registry.js';
import { REST_OPTIONS, type RestModuleOptions } from '../../options/rest-options.js';
import { callerOf } from '../../options/user-option.js';
import { isHttp } from '../http-only.js';
import { CachedHandler } from './handlers/cached-handler.js';
import {
  findCacheableHandlers,
  returnsResponse,
  type CacheableHandler,
} from './handlers/find-cacheable-handlers.js';
import { interceptorsAround } from './handlers/interceptors-around.js';
import { checkCacheOptions } from './handlers/check-cache-options.js';
import { isVaryMissing } from './handlers/takes-request.js';
import { CachedRouteContext } from './cached-route-context.js';

type HandlersOfClass = Map<unknown, CachedHandler>;

/** The cached handlers of plain controllers, which all instances of `RestCacheInterceptor` share. */
@Injectable()
export class CachedHandlers {
  readonly #handlers = new Map<unknown, HandlersOfClass>();

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(CacheRegistry) private readonly caches: CacheRegistry,
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
    @Inject(REST_OPTIONS) private readonly options: RestModuleOptions,
  ) {}

  /**
   * Finds the handlers that are cached: those with `@Cache` inside of a `RestCacheInterceptor`.
   *
   * @throws DeclarationException where the options of a `@Cache` are invalid.
   */
  find(): readonly CacheableHandler[] {
    const { instances } = this.registry;
    const handlers = findCacheableHandlers(this.discovery);
    checkCacheOptions(handlers);
    return handlers.filter(
      (handler) =>
        returnsResponse(handler) &&
        !isVaryMissing(handler, instances) &&
        interceptorsAround(handler, this.config).isCached,
    );
  }

  /** Opens the handlers, once the cache is there. */
  open(found: readonly CacheableHandler[], adapter: AbstractHttpAdapter): void {
    const { cache, context } = this.caches;
    if (cache === undefined || context === undefined) return;
    const shared = {
      responses: cache,
      context,
      platform: handlerPlatformOf(adapter),
      userOf: callerOf(this.options),
      config: this.config,
      instances: this.registry.instances,
    };
    const ofClass = memoize((type: unknown) => {
      const handlers: HandlersOfClass = new Map();
      this.#handlers.set(type, handlers);
      return handlers;
    });
    for (const handler of found) {
      ofClass(handler.found.type).set(handler.method, new CachedHandler(handler, shared));
    }
  }

  /** Responds from the cache, or calls what is inside of the interceptor. */
  respond(context: ExecutionContext, next: CallHandler): Awaitable<Observable<unknown>> {
    if (context instanceof CachedRouteContext) return context.respond(next);
    if (!isHttp(context)) return next.handle();
    const handler = this.#handlers.get(context.getClass())?.get(context.getHandler());
    if (handler === undefined) return next.handle();
    return handler.respond(context.getArgByIndex(0), context.getArgByIndex(1), next);
  }
}
