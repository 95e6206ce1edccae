import { Injectable, Logger } from '@nestjs/common';
import type { Keyv as KeyvClass } from 'keyv';
import { translateError } from '../../diagnostics/translate-error.js';
import { whenReady } from '../../shared/promises.js';
import type { CacheSettings, ResponseCache } from '../../caching/response-cache.js';
import { type TextStore, describeFailure, type CacheFailure } from '../../caching/store/store.js';
import type { RequestContext, RouteEntry } from '../../lifecycle/request-context.js';
import type { CacheContext, CacheInterception } from '../../lifecycle/steps/cache.step.js';
import type { RestCacheOptions, CacheBackend } from '../options/option-groups.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { rejectOption } from '../options/settings.js';
import { connectRedis, redisOperations } from './redis-operations.js';
import { isNotInstalled } from '../../shared/is-not-installed.js';

/** What may use the cache of an application. */
export interface CacheUsers {
  readonly routes: readonly RouteEntry[];
  /** Handlers of plain controllers. */
  readonly handlers: readonly RouteEntry[];
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
  #handlers: readonly RouteEntry[] = [];

  /** `undefined` where no route is cached: nothing of the cache is loaded then. */
  get cache(): ResponseCache | undefined {
    return this.#cache;
  }

  /** What routes and handlers share; `undefined` where nothing is cached. */
  get context(): CacheContext | undefined {
    return this.#context;
  }

  /** The cached handler of a plain controller. */
  handlerOf(controller: unknown, methodName: string): RouteEntry | undefined {
    return ofMethod(this.#handlers, controller, methodName)[0];
  }

  /** The cached routes of a method of a controller. */
  routesOf(controller: unknown, methodName: string): readonly RouteEntry[] {
    return ofMethod(this.#routes, controller, methodName);
  }

  /** Sets the cache up, if any route or handler wants it. */
  async open(
    { routes, handlers, intercept }: CacheUsers,
    namespace: string,
    options: RestCacheOptions,
    callerHeaders: readonly string[] | undefined,
  ): Promise<CacheContext | undefined> {
    const settings = Object.keys(options).length === 0 ? {} : await settingsOf(options);
    this.#routes = routes.filter(({ route }) => route.cache !== undefined);
    this.#handlers = handlers;
    if (this.#routes.length === 0 && handlers.length === 0) return undefined;
    const cache = await this.#create(namespace, options, settings);
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

  /** @param limitMs How long to wait for calls that are under way, in milliseconds. */
  async close(limitMs: number): Promise<void> {
    await this.#cache?.close(limitMs);
  }

  async #create(
    namespace: string,
    options: RestCacheOptions,
    settings: Partial<CacheSettings>,
  ): Promise<ResponseCache> {
    const store =
      options.store === undefined
        ? undefined
        : await openKeyvStore(options.store, (text) => this.#logger.warn(text));
    if (options.lease !== undefined) checkLeases(store);
    const { ResponseCache } = await import('../../caching/response-cache.js');
    return new ResponseCache({
      namespace,
      onFailure: (failure) => this.#log(failure),
      statusOfError: (error) => translateError(error)?.getStatus() ?? 500,
      ...(store === undefined ? {} : { store }),
      ...settings,
    });
  }

  #log(failure: CacheFailure): void {
    const isOver = failure.kind === 'store-back' || failure.kind === 'purges-done';
    if (isOver) this.#logger.log(describeFailure(failure));
    else this.#logger.warn(describeFailure(failure));
  }
}

function ofMethod(
  entries: readonly RouteEntry[],
  type: unknown,
  name: string,
): readonly RouteEntry[] {
  return entries.filter(
    ({ controller, route }) => controller === type && route.methodName === name,
  );
}

/**
 * The settings that the options state.
 *
 * @throws InvalidArgumentException where one is invalid.
 */
async function settingsOf(options: RestCacheOptions): Promise<Partial<CacheSettings>> {
  const { limitsOf, memoryOf } = await import('./cache-limits.js');
  return { ...limitsOf(options), ...memoryOf(options) };
}

/** @throws InvalidArgumentException where the store has no leases. */
function checkLeases(store: TextStore | undefined): void {
  if (store?.lease !== undefined) return;
  throw new InvalidArgumentException(
    `RestModule: cache.lease needs ${store === undefined ? 'a cache.store' : 'another cache.store'}: Redis or Valkey through @keyv/redis, which have leases. ` +
      'Use such a store, or leave lease out: then each process runs a method itself.',
  );
}

function idOf(user: unknown): unknown {
  return typeof user === 'object' && user !== null
    ? (Reflect.get(user, 'id') as unknown)
    : undefined;
}

function asksAnew({ headers }: RequestContext): boolean {
  return /(?:^|,)\s*no-cache\b/i.test(headers['cache-control'] ?? '');
}

const STORES =
  "a Keyv instance or one of Keyv's stores, such as new KeyvRedis('redis://127.0.0.1:6379') of @keyv/redis";

/** Clients that cannot connect try again more often than that, and report each attempt. */
const RECENT_MS = 5000;

/** Adapts a store of Keyv's to the cache, through cache-manager. */
async function openKeyvStore(
  backend: CacheBackend,
  warn: (text: string) => void,
): Promise<TextStore> {
  const { createCache, Keyv } = await importCacheManager();
  const keyv = backend instanceof Keyv ? backend : keyvOf(Keyv, backend);
  const cache = createCache({ stores: [keyv] });
  let lastError: unknown;
  let reportedAt = -Infinity;
  // Without a listener, Node would end the process. The guard of the store reports the error.
  keyv.throwOnErrors = true;
  keyv.on('error', (error: unknown) => {
    lastError = error;
    reportedAt = performance.now();
  });
  const orThrow = (isDone: boolean): void => {
    if (!isDone) throw lastError ?? new Error('the store rejected a write');
  };
  await connectRedis(keyv);
  return {
    get: (keys) => cache.mget<string>([...keys]),
    set: async (key, value, ttlMs) => {
      await cache.set(key, value, ttlMs);
    },
    ...redisOperations(keyv, warn),
    delete: async (key) => orThrow(await cache.del(key)),
    lastError: () => (performance.now() - reportedAt < RECENT_MS ? lastError : undefined),
  };
}

/** @throws InvalidArgumentException where Keyv cannot use the store. */
function keyvOf(Keyv: typeof KeyvClass, store: unknown): KeyvClass {
  try {
    if (typeof store === 'object' && store !== null) return new Keyv({ store });
  } catch {
    // Keyv's error does not name the option.
  }
  // Not the value: an address may have a password.
  return rejectOption('cache.store', STORES, store === null ? null : typeof store);
}

async function importCacheManager() {
  try {
    const [{ createCache }, { Keyv }] = await Promise.all([
      import('cache-manager'),
      import('keyv'),
    ]);
    return { createCache, Keyv };
  } catch (error) {
    if (!isNotInstalled(error)) throw error;
    throw new InvalidArgumentException(
      'RestModule: cache.store needs cache-manager and keyv. Install them: npm install cache-manager keyv',
    );
  }
}
