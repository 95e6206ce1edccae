import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { CacheRegistry } from './cache/rest-cache.js';
import { RouteRegistry } from './exploration/explore-application.js';

/** The options of `isHealthy`. */
export interface RestHealthOptions {
  /**
   * Whether the application is unhealthy without its cache store; `true` by default. Routes are served without the
   * store as well: with `false`, an outage of the store is reported, but the application stays healthy.
   */
  readonly isStoreRequired?: boolean;
}

/** The result of `isHealthy`. `message` is the reason why something is down. */
export interface RestHealth {
  readonly status: 'up' | 'down';
  /** The number of routes that are mounted. */
  readonly routes: number;
  /** Absent if the cache has no store but the memory of this process, or if no route is cached. */
  readonly store?: 'up' | 'down';
  readonly message?: string;
}

/**
 * Reports whether routes are mounted and the cache store responds, for `@nestjs/terminus`.
 *
 * @example
 * @Get('ready')
 * @HealthCheck()
 * ready() {
 *   return this.health.check([() => this.rest.isHealthy('rest')]);
 * }
 */
@Injectable()
export class RestHealthIndicator implements BeforeApplicationShutdown {
  #isShuttingDown = false;

  /** @internal Nest calls it. */
  constructor(
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
    @Inject(CacheRegistry) private readonly caches: CacheRegistry,
  ) {}

  /** Nest calls it; from then on, the application is down. */
  beforeApplicationShutdown(): void {
    this.#isShuttingDown = true;
  }

  /**
   * The health of the application, under its own key. Never rejects because of the store.
   *
   * @param key `'rest'` by default.
   */
  async isHealthy<Key extends string = 'rest'>(
    key?: Key,
    options: RestHealthOptions = {},
  ): Promise<Record<Key, RestHealth>> {
    const health = await this.#health(options);
    return { [key ?? 'rest']: health } as Record<Key, RestHealth>;
  }

  async #health({ isStoreRequired = true }: RestHealthOptions): Promise<RestHealth> {
    const { routes } = await this.registry.explore();
    const isReachable = await this.caches.cache?.tryStore();
    const found = {
      routes: routes.size,
      ...(isReachable === undefined ? {} : ({ store: isReachable ? 'up' : 'down' } as const)),
    };
    const message = this.#obstacle(routes.size, isReachable === false && isStoreRequired);
    return message === undefined
      ? { status: 'up', ...found }
      : { status: 'down', ...found, message };
  }

  #obstacle(routes: number, isStoreMissing: boolean): string | undefined {
    if (this.#isShuttingDown) return 'The application is shutting down.';
    if (routes === 0) return 'No route is mounted.';
    return isStoreMissing ? 'The cache store does not respond.' : undefined;
  }
}
