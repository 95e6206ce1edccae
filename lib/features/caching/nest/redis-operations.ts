import type { Cache } from 'cache-manager';
import type { TextStore } from '../engine/store/store.js';

/** An instance of Keyv. The package is a dependency of cache-manager, not of this one. */
export type Keyv = Cache['stores'][number];

/** Keyv's adapter for Redis and Valkey. */
export interface RedisAdapter {
  readonly namespace?: string | undefined;
  createKeyPrefix(key: string, namespace?: string): string;
  getClient(): Promise<RedisClient>;
}

/** A client of one server, of a Cluster or of Sentinels. */
interface RedisClient {
  set(key: string, value: unknown, options: { PX: number; NX: true }): Promise<unknown>;
}

const LONGEST_CONNECT_MS = 1000;

/**
 * Connects a client of Redis or Valkey, so that the first request finds the store. Waits at most a second: an
 * application also starts without its store.
 */
export async function connectRedis({ store: adapter }: Keyv): Promise<void> {
  if (!isRedisAdapter(adapter)) return;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_CONNECT_MS);
  });
  // The guard of the store reports that it is unavailable, with the first request.
  const connected = adapter.getClient().catch(() => undefined);
  await Promise.race([connected, timeout]);
  clearTimeout(timer);
}

/**
 * The operations of Redis and Valkey that Keyv does not have, by the client of Keyv's adapter for them; none for any
 * other store. Values have the format in which Keyv writes them, and are read through Keyv.
 *
 * @see https://redis.io/docs/latest/commands/set/
 */
export function redisOperations(keyv: Keyv): Pick<TextStore, 'add'> {
  const { store: adapter } = keyv;
  if (!isRedisAdapter(adapter)) return {};
  return {
    add: async (key, value, ttlMs) => {
      const text = await keyv.serializeData({ value, expires: Date.now() + ttlMs });
      const client = await adapter.getClient();
      await client.set(nameInRedis(keyv, adapter, key), text, { PX: ttlMs, NX: true });
    },
  };
}

export function nameInRedis(keyv: Keyv, adapter: RedisAdapter, key: string): string {
  const isPrefixed = keyv.useKeyPrefix && keyv.namespace !== undefined;
  return adapter.createKeyPrefix(isPrefixed ? `${keyv.namespace}:${key}` : key, adapter.namespace);
}

export function isRedisAdapter(store: unknown): store is RedisAdapter {
  if (typeof store !== 'object' || store === null) return false;
  return (
    'getClient' in store &&
    typeof store.getClient === 'function' &&
    'createKeyPrefix' in store &&
    typeof store.createKeyPrefix === 'function'
  );
}
