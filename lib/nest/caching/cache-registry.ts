import { Injectable, Logger } from '@nestjs/common';
import { translateError } from '../../diagnostics/translate-error.js';
import { whenReady } from '../../shared/when-ready.js';
import type { ResponseCache } from '../../caching/response-cache.js';
import { describeFailure, type CacheFailure } from '../../caching/store/store-failure.js';
import type { RequestContext } from '../../pipeline/request-context.js';
import type { Endpoint } from '../../pipeline/endpoint.js';
import type { CacheContext } from '../../pipeline/steps/cache.step.js';
import { limitsOf } from '../options/cache-limits.js';
import { openKeyvStore } from './keyv-text-store.js';
import type { RestCacheOptions } from '../options/rest-cache-options.js';

/** The cache of one application, and the routes that use it. */
@Injectable()
export class CacheRegistry {
  readonly #logger = new Logger('RestCache');
  #cache: ResponseCache | undefined;
  #endpoints: readonly Endpoint[] = [];

  /** `undefined` where no route is cached: nothing of the cache is loaded then. */
  get cache(): ResponseCache | undefined {
    return this.#cache;
  }

  /** The cached routes of a method of a controller. */
  routesOf(controller: unknown, methodName: string): readonly Endpoint[] {
    return this.#endpoints.filter(
      (endpoint) =>
        endpoint.controller === controller && endpoint.definition.methodName === methodName,
    );
  }

  /** Sets the cache up, if any route wants it. */
  async open(
    endpoints: readonly Endpoint[],
    namespace: string,
    options: RestCacheOptions,
  ): Promise<CacheContext | undefined> {
    this.#endpoints = endpoints.filter(({ definition }) => definition.cache !== undefined);
    if (this.#endpoints.length === 0) return undefined;
    const cache = await this.#create(namespace, options);
    this.#cache = cache;
    const { caller, mayRefresh } = options;
    return {
      onFailure: (failure) => this.#log(failure),
      cacheFor: () => cache,
      caller: caller === undefined ? ({ user }) => idOf(user) : ({ request }) => caller(request),
      mayRefresh: (context) =>
        asksAnew(context) && whenReady(mayRefresh?.(context.request), (may) => may === true),
    };
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

function asksAnew({ exchange: { headers } }: RequestContext): boolean {
  return /(?:^|,)\s*no-cache\b/i.test(headers['cache-control'] ?? '');
}
