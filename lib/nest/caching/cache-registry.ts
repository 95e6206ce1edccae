import { Injectable, Logger } from '@nestjs/common';
import { translateError } from '../../diagnostics/translate-error.js';
import { whenReady } from '../../shared/when-ready.js';
import type { ResponseCache } from '../../caching/response-cache.js';
import { describeFailure, type CacheFailure } from '../../caching/store/store-failure.js';
import type { RouteEntry } from '../../pipeline/endpoint.js';
import type {
  CacheContext,
  CacheInterception,
  CacheSubject,
} from '../../pipeline/steps/cache.step.js';
import { limitsOf } from '../options/cache-limits.js';
import { openKeyvStore } from './keyv-text-store.js';
import type { RestCacheOptions } from '../options/rest-cache-options.js';

/** A handler of a plain controller that is cached. */
export interface CachedHandlerId {
  readonly found: { readonly type: unknown };
  readonly methodName: string;
  readonly routeId: string;
}

/** What may use the cache of an application. */
export interface CacheUsers {
  readonly routes: readonly RouteEntry[];
  /** Handlers of plain controllers. */
  readonly handlers: readonly CachedHandlerId[];
  /** What an application has put in the place of the interceptor of the cache. */
  readonly intercept: CacheInterception | undefined;
}

/** The cache of one application, and the routes that use it. */
@Injectable()
export class CacheRegistry {
  readonly #logger = new Logger('RestCache');
  #cache: ResponseCache | undefined;
  #context: CacheContext | undefined;
  #routes: readonly RouteEntry[] = [];
  #handlers: readonly CachedHandlerId[] = [];

  /** `undefined` where no route is cached: nothing of the cache is loaded then. */
  get cache(): ResponseCache | undefined {
    return this.#cache;
  }

  /** What routes and handlers share; `undefined` where nothing is cached. */
  get context(): CacheContext | undefined {
    return this.#context;
  }

  /** The cached handler of a plain controller. */
  handlerOf(controller: unknown, methodName: string): CachedHandlerId | undefined {
    return this.#handlers.find(
      (handler) => handler.found.type === controller && handler.methodName === methodName,
    );
  }

  /** The cached routes of a method of a controller. */
  routesOf(controller: unknown, methodName: string): readonly RouteEntry[] {
    return this.#routes.filter(
      (entry) => entry.controller === controller && entry.route.methodName === methodName,
    );
  }

  /** Sets the cache up, if any route or handler wants it. */
  async open(
    { routes, handlers, intercept }: CacheUsers,
    namespace: string,
    options: RestCacheOptions,
    callerHeaders: readonly string[] | undefined,
  ): Promise<CacheContext | undefined> {
    this.#routes = routes.filter(({ route }) => route.cache !== undefined);
    this.#handlers = handlers;
    if (this.#routes.length === 0 && handlers.length === 0) return undefined;
    const cache = await this.#create(namespace, options);
    this.#cache = cache;
    const { caller, mayRefresh } = options;
    this.#context = {
      ...(intercept === undefined ? {} : { intercept }),
      onFailure: (failure) => this.#log(failure),
      cacheFor: () => cache,
      callerHeaders,
      caller:
        caller === undefined
          ? ({ user }) => idOf(user)
          : (subject) => caller(subject.callerReads?.observe(subject) ?? subject.request),
      mayRefresh: (subject) =>
        asksAnew(subject) && whenReady(mayRefresh?.(subject.request), (may) => may === true),
    };
    return this.#context;
  }

  async close(): Promise<void> {
    await this.#cache?.close();
  }

  async #create(namespace: string, options: RestCacheOptions): Promise<ResponseCache> {
    const { store } = options;
    const limits = limitsOf(options);
    const { createResponseCache } = await import('../../caching/create-cache.js');
    return createResponseCache({
      namespace,
      onFailure: (failure) => this.#log(failure),
      statusOfError: (error) => translateError(error)?.getStatus() ?? 500,
      ...(store === undefined ? {} : { store: await openKeyvStore(store) }),
      ...limits,
    });
  }

  #log(failure: CacheFailure): void {
    const isOver = failure.kind === 'store-back' || failure.kind === 'purges-done';
    if (isOver) this.#logger.log(describeFailure(failure));
    else this.#logger.warn(describeFailure(failure));
  }
}

function idOf(user: unknown): unknown {
  return typeof user === 'object' && user !== null
    ? (Reflect.get(user, 'id') as unknown)
    : undefined;
}

function asksAnew({ headers }: CacheSubject): boolean {
  return /(?:^|,)\s*no-cache\b/i.test(headers['cache-control'] ?? '');
}
