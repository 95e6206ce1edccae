import type { TextStore } from '../../caching/store/store.js';

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
export function redisAdd(keyv: KeyvView): TextStore['add'] {
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
