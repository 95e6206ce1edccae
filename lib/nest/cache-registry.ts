import { Injectable, Logger } from '@nestjs/common';
import { translateError } from '../diagnostics/translate-error.js';
import { whenReady } from '../shared/promises.js';
import type { CacheSettings, ResponseCache } from '../caching/response-cache.js';
import { type TextStore, describeFailure, type CacheFailure } from '../caching/store/store.js';
import type { RouteEntry } from '../lifecycle/request-context.js';
import type {
  CacheContext,
  CacheInterception,
  CacheSubject,
} from '../lifecycle/steps/cache.step.js';
import type { RestCacheOptions, CacheBackend } from './options/rest-options.js';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { isNotInstalled } from '../shared/is-not-installed.js';
import { parseDuration } from '../types/duration.js';

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
    const { ResponseCache } = await import('../caching/response-cache.js');
    return new ResponseCache({
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

/** Adapts a store of Keyv's to the cache, through cache-manager. */
async function openKeyvStore(backend: CacheBackend): Promise<TextStore> {
  const { createCache, Keyv } = await importCacheManager();
  const keyv = backend instanceof Keyv ? backend : new Keyv({ store: backend });
  const cache = createCache({ stores: [keyv] });
  let lastError: unknown;
  // Without a listener, Node would end the process. The guard of the store reports the error.
  keyv.throwOnErrors = true;
  keyv.on('error', (error: unknown) => {
    lastError = error;
  });
  const orThrow = (isDone: boolean): void => {
    if (!isDone) throw lastError ?? new Error('the store rejected a write');
  };
  return {
    get: (keys) => cache.mget<string>([...keys]),
    set: async (key, value, ttlMs) => {
      await cache.set(key, value, ttlMs);
    },
    add: redisAdd(keyv),
    delete: async (key) => orThrow(await cache.del(key)),
  };
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

type Limits = Pick<
  CacheSettings,
  'timeLimitMs' | 'restMs' | 'flightLimitMs' | 'maxEntries' | 'maxBytes' | 'maxEntryBytes'
>;

/**
 * The limits of `forRoot({ cache })`; those that are not stated are left out.
 *
 * @throws InvalidArgumentException where one is no duration or no whole number above zero.
 */
function limitsOf(options: RestCacheOptions): Limits {
  const { timeLimit, rest, flightTimeout, maxEntries, maxBytes, maxEntryBytes } = options;
  return {
    ...(timeLimit === undefined ? {} : { timeLimitMs: milliseconds('timeLimit', timeLimit) }),
    ...(rest === undefined ? {} : { restMs: milliseconds('rest', rest) }),
    ...(flightTimeout === undefined ? {} : { flightLimitMs: timeoutOf(flightTimeout) }),
    ...(maxEntries === undefined ? {} : { maxEntries: count('maxEntries', maxEntries) }),
    ...(maxBytes === undefined ? {} : { maxBytes: count('maxBytes', maxBytes) }),
    ...(maxEntryBytes === undefined
      ? {}
      : { maxEntryBytes: count('maxEntryBytes', maxEntryBytes) }),
  };
}

function timeoutOf(duration: unknown): number {
  const timeout = milliseconds('flightTimeout', duration);
  return timeout > 0 ? timeout : reject('flightTimeout', "more than zero, such as '30s'", duration);
}

function milliseconds(name: string, duration: unknown): number {
  const parsed = parseDuration(duration);
  return parsed ?? reject(name, "a duration with a unit such as '100ms'", duration);
}

function count(name: string, value: unknown): number {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
  return isCount ? value : reject(name, 'a whole number above zero', value);
}

function reject(name: string, expected: string, value: unknown): never {
  const received = typeof value === 'number' ? String(value) : JSON.stringify(value);
  throw new InvalidArgumentException(`RestModule: cache.${name} is ${expected}, not ${received}.`);
}

/** Keyv, as far as it matters here. */
interface KeyvView {
  readonly store: unknown;
  readonly namespace?: string | undefined;
  readonly useKeyPrefix: boolean;
  serializeData(data: { value: string; expires: number }): Promise<unknown>;
}

/** Keyv's adapter for Redis and Valkey. */
interface RedisAdapter {
  readonly namespace?: string | undefined;
  createKeyPrefix(key: string, namespace?: string): string;
  getClient(): Promise<RedisClient>;
}

interface RedisClient {
  set(key: string, value: unknown, options: { PX: number; NX: true }): Promise<unknown>;
}

/**
 * "Set if absent", which Keyv has no word for, by the client of its adapter for Redis; `undefined` for
 * any other store. The entry is what Keyv itself would write, and is read through Keyv.
 *
 * @see https://redis.io/docs/latest/commands/set/
 */
function redisAdd(keyv: KeyvView): TextStore['add'] {
  const { store: adapter } = keyv;
  if (!isRedisAdapter(adapter)) return undefined;
  return async (key, value, ttlMs) => {
    const text = await keyv.serializeData({ value, expires: Date.now() + ttlMs });
    const isPrefixed = keyv.useKeyPrefix && keyv.namespace !== undefined;
    const named = isPrefixed ? `${keyv.namespace}:${key}` : key;
    const client = await adapter.getClient();
    const fullName = adapter.createKeyPrefix(named, adapter.namespace);
    await client.set(fullName, text, { PX: ttlMs, NX: true });
  };
}

function isRedisAdapter(store: unknown): store is RedisAdapter {
  if (typeof store !== 'object' || store === null) return false;
  return (
    'getClient' in store &&
    typeof store.getClient === 'function' &&
    'createKeyPrefix' in store &&
    typeof store.createKeyPrefix === 'function'
  );
}
