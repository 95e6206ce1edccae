import { DEFAULT_TIME_LIMIT_MS } from '../engine/settings.js';
import type { TextStore } from '../engine/store/store.js';
import { InvalidArgumentException } from '../../../diagnostics/invalid-argument.exception.js';
import { isNotInstalled } from '../../../shared/is-not-installed.js';
import type { CacheBackend } from '../../../nest/options/option-groups.js';
import { rejectOption } from '../../../nest/options/option-values.js';
import type { MemoryLevel } from './cache-limits.js';
import { createRedisMemory } from './redis-memory.js';
import { connectRedis, redisOperations, type Keyv } from './redis-operations.js';

const STORES =
  "an instance of Keyv 5 or one of its stores, such as new KeyvRedis('redis://127.0.0.1:6379') of @keyv/redis";

/** Clients that cannot connect retry more often than that, and report each attempt. */
const RECENT_MS = 5000;

export async function createKeyvStore(
  backend: CacheBackend,
  memory: MemoryLevel | undefined,
  timeLimitMs = DEFAULT_TIME_LIMIT_MS,
): Promise<TextStore> {
  const { createCache, KeyvClass } = await importCacheManager();
  const keyv = isKeyv(backend) ? backend : keyvOf(KeyvClass, backend);
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
  const lateMs = Math.min(timeLimitMs, (memory?.ttlMs ?? Infinity) / 2);
  const kept = createRedisMemory(keyv, memory, lateMs);
  await connectRedis(keyv);
  const { add } = redisOperations(keyv);
  /** A process does not read its own writes from its memory, because these would wait for an invalidation by Redis. */
  const change = async (key: string, write: Promise<unknown> | undefined): Promise<unknown> => {
    try {
      return await write;
    } finally {
      kept?.forget([key]);
    }
  };
  return {
    get: async (keys) => {
      const since = performance.now();
      const values = await cache.mget<string>([...keys]);
      if (performance.now() - since > lateMs) kept?.forget(keys);
      return values;
    },
    set: async (key, value, ttlMs) => void (await change(key, cache.set(key, value, ttlMs))),
    add:
      add === undefined
        ? undefined
        : async (key, value, ttlMs) => void (await change(key, add(key, value, ttlMs))),
    delete: async (key) => orThrow((await change(key, cache.del(key))) === true),
    lastError: () => (performance.now() - reportedAt < RECENT_MS ? lastError : undefined),
  };
}

type KeyvConstructor = new (options: { readonly store: object }) => Keyv;

/** These are called here and by cache-manager. An instance may be of another copy of the package than its class. */
const OPERATIONS = ['get', 'getMany', 'set', 'delete', 'on', 'serializeData'];

function isKeyv(backend: unknown): backend is Keyv {
  return (
    typeof backend === 'object' &&
    backend !== null &&
    'store' in backend &&
    OPERATIONS.every((name) => typeof Reflect.get(backend, name) === 'function')
  );
}

/** Keyv 4 has its store among its options; Keyv 6 has no `serializeData`. */
function isOtherKeyv(backend: unknown): boolean {
  if (typeof backend !== 'object' || backend === null) return false;
  const options: unknown = 'opts' in backend ? backend.opts : undefined;
  const has4 = typeof options === 'object' && options !== null && 'store' in options;
  return has4 || ('store' in backend && 'stats' in backend);
}

/** @throws InvalidArgumentException if Keyv cannot use the store. */
function keyvOf(KeyvClass: KeyvConstructor, store: unknown): Keyv {
  if (isOtherKeyv(store)) {
    return rejectOption('cache.store', STORES, 'a Keyv of another version');
  }
  try {
    if (typeof store === 'object' && store !== null) return new KeyvClass({ store });
  } catch {
    // Keyv's error does not name the option.
  }
  // The message does not contain the value, because an address may have a password.
  return rejectOption('cache.store', STORES, store === null ? null : typeof store);
}

/**
 * The class that cache-manager uses. The package does not depend on it: the linter of an application brings an
 * older version of it, and npm would install this package a second time beside a peer that does not fit.
 */
async function importCacheManager() {
  try {
    const { createCache } = await import('cache-manager');
    const { stores } = createCache();
    return { createCache, KeyvClass: stores[0]?.constructor as KeyvConstructor };
  } catch (error) {
    if (!isNotInstalled(error)) throw error;
    throw new InvalidArgumentException(
      'RestModule: cache.store needs cache-manager. Install it: npm install cache-manager',
    );
  }
}
