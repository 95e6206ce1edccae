import {
  Inject,
  Injectable,
  Optional,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type OnModuleInit,
} from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, type AbstractHttpAdapter } from '@nestjs/core';
import type { Observable } from 'rxjs';
import type { Awaitable } from '../../shared/promises.js';
import { CacheRegistry } from '../cache/cache-registry.js';
import { RouteRegistry } from '../exploration/explore-application.js';
import { REST_OPTIONS, type RestModuleOptions } from '../options/rest-options.js';
import { callerOf } from '../options/outgoing-options.js';
import { CACHE_MARK, findCachedHandlers, isHttp, type CacheableHandler } from './plain-handler.js';
import { CachedHandler } from './cached-handler.js';
import { CachedRouteContext } from './route-context.js';

/** The cached handlers of plain controllers, which all instances of `RestCacheInterceptor` share. */
@Injectable()
export class CachedHandlers {
  readonly #handlers = new Map<unknown, Map<unknown, CachedHandler>>();

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(CacheRegistry) private readonly caches: CacheRegistry,
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
    @Inject(REST_OPTIONS) private readonly options: RestModuleOptions,
  ) {}

  /** @throws DeclarationException where the options of a `@Cache` are invalid. */
  find(): readonly CacheableHandler[] {
    return findCachedHandlers(this.discovery, this.config, this.registry.instances);
  }

  /** Opens the handlers, once the cache is there. */
  open(found: readonly CacheableHandler[], adapter: AbstractHttpAdapter): void {
    const { cache: responses, context } = this.caches;
    if (responses === undefined || context === undefined) return;
    const { config, registry, options } = this;
    const userOf = callerOf(options);
    const shared = { responses, context, adapter, userOf, config, instances: registry.instances };
    for (const handler of found) {
      const { type } = handler.found;
      const ofClass = this.#handlers.get(type) ?? new Map<unknown, CachedHandler>();
      this.#handlers.set(type, ofClass);
      ofClass.set(handler.method, new CachedHandler(handler, shared));
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

/**
 * Caches the responses of GET handlers of plain Nest controllers that have `@Cache`, as on routes of the
 * library: with the same store and options of `forRoot({ cache })`, single flight, `ETag` and 304, tags and
 * purges. With `@RequirePermission(new PublicAccess())` all callers share a response; otherwise each user has
 * an own one, and requests without a user and without credentials share one. List it first: interceptors
 * after it are part of what is cached. The application imports `RestModule.forRoot()`.
 *
 * Routes of the library cache by themselves: there the interceptor has no effect. Its replacement in a test,
 * by `overrideInterceptor(RestCacheInterceptor)` or `overrideProvider`, is called on every route with
 * `@Cache`. A subclass may call `super.intercept(context, next)`.
 *
 * @example
 * @Controller('cats')
 * @UseInterceptors(RestCacheInterceptor)
 * export class CatsController {
 *   @Get(':id')
 *   @Cache({ ttl: '5m', tags: ({ id }) => [`cat-${id}`] })
 *   @RequirePermission(new PublicAccess())
 *   one(@Param('id', ParseIntPipe) id: number) {}
 * }
 *
 * @throws Error at startup where `RestModule` is not imported; DeclarationException at startup where the
 *   options of `@Cache` are invalid.
 * @see RFC 9111, RFC 9211; Nest, Interceptors
 */
@Injectable()
export class RestCacheInterceptor implements NestInterceptor, OnModuleInit {
  static readonly [CACHE_MARK] = true;

  // A property, so that a subclass may have a constructor of its own.
  @Optional()
  @Inject(CachedHandlers)
  private readonly handlers?: CachedHandlers;

  /** @throws Error where `RestModule` is not imported. */
  onModuleInit(): void {
    this.#handlers();
  }

  /** Responds from the cache, or calls what is inside. A context that is not HTTP passes. */
  intercept(context: ExecutionContext, next: CallHandler): Awaitable<Observable<unknown>> {
    return this.#handlers().respond(context, next);
  }

  #handlers(): CachedHandlers {
    if (this.handlers !== undefined) return this.handlers;
    throw new Error(
      'RestCacheInterceptor needs RestModule: import RestModule.forRoot() in the root module, and let Nest ' +
        'create the interceptor, by @UseInterceptors(RestCacheInterceptor) or ' +
        '{ provide: APP_INTERCEPTOR, useClass: RestCacheInterceptor }.',
    );
  }
}
