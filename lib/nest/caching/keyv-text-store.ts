import type { TextStore } from '../../caching/store/store.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { isNotInstalled } from '../../shared/is-not-installed.js';
import { redisAdd } from './redis-add.js';
import type { CacheBackend } from '../options/rest-cache-options.js';

/** Adapts a store of Keyv's to the cache, through cache-manager. */
export async function openKeyvStore(backend: CacheBackend): Promise<TextStore> {
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
