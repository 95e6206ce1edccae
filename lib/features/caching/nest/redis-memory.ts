import { InvalidArgumentException } from '../../../diagnostics/invalid-argument.exception.js';
import type { MemoryLevel } from './cache-limits.js';
import { isRedisAdapter, nameInRedis, type Keyv, type RedisAdapter } from './redis-operations.js';

/** The client-side cache of a client of `@redis/client` 5: the results of reads, by command. */
interface ClientSideCache {
  readonly ttl: number;
  readonly maxEntries: number;
  /** Drops the results with a key; the result of a running read of it is not kept. */
  invalidate(key: string): void;
  clear(resetsStatistics: boolean): void;
  get(command: string): { readonly value?: unknown } | undefined;
  on(event: 'cached-key', listener: (command: string) => void): unknown;
}

interface CachingClient {
  readonly isOpen: boolean;
  readonly clientSideCache?: ClientSideCache | undefined;
  /** Absent on a client of Sentinels, and on a pool. */
  duplicate?(options: object): CachingClient;
}

/** The results of reads from a Redis that this process keeps. */
export interface RedisMemory {
  /** Drops the results of reads of keys, including running reads. */
  forget(keys: readonly string[]): void;
}

/**
 * Opens the memory in front of a Redis: the client-side caching of its client. If the application requests it and the
 * client has none, the adapter gets a client with the same options that has it.
 *
 * @param lateMs The duration after which a read is late. A late result is dropped, so that everything in memory is
 * younger than `memory.ttlMs`: the client counts from the moment at which the result came.
 * @returns `undefined` if results of reads are not kept.
 * @throws InvalidArgumentException if the store or its client cannot have such a memory.
 * @see https://redis.io/docs/latest/develop/clients/client-side-caching/
 */
export function createRedisMemory(
  keyv: Keyv,
  memory: MemoryLevel | undefined,
  lateMs: number,
): RedisMemory | undefined {
  const adapter: unknown = keyv.store;
  if (!isRedisAdapter(adapter)) {
    if (memory === undefined) return undefined;
    throw new InvalidArgumentException(
      'RestModule: cache.memory needs a store that tells its clients what has changed: Redis or Valkey, as in new KeyvRedis(url) of @keyv/redis. ' +
        'Use such a store, or leave memory out: then each hit is read from the store.',
    );
  }
  const cache = memory === undefined ? statedCache(adapter) : createCache(adapter, memory, lateMs);
  if (cache === undefined) return undefined;
  if (memory !== undefined) limitBytes(cache, memory.maxBytes);
  return {
    forget: (keys) => keys.forEach((key) => cache.invalidate(nameInRedis(keyv, adapter, key))),
  };
}

type Adapter = RedisAdapter & { client: CachingClient };

function statedCache(adapter: RedisAdapter): ClientSideCache | undefined {
  const { clientSideCache: stated } = (adapter as Adapter).client;
  if (stated?.ttl !== 0) return stated;
  throw new InvalidArgumentException(
    'RestModule: cache.store has a client whose clientSideCache has no ttl: it would send purged entries for ever over a connection that is half open. State a ttl, such as clientSideCache: { ttl: 5000 }.',
  );
}

function createCache(
  adapter: RedisAdapter,
  { ttlMs, maxEntries }: MemoryLevel,
  lateMs: number,
): ClientSideCache | undefined {
  const options = { ttl: ttlMs - lateMs, maxEntries, evictPolicy: 'LRU' };
  const caching = adapter as Adapter;
  const { client } = caching;
  const found = client.clientSideCache;
  const remedy =
    'Leave memory out and create the client with { RESP: 3, clientSideCache: ' +
    `{ ttl: ${options.ttl}, maxEntries: ${maxEntries} } }, as in new KeyvRedis(createSentinel({ …, RESP: 3, clientSideCache })).`;
  if (found !== undefined) {
    // Another application of this process has opened it, with the same options.
    if (found.ttl === options.ttl && found.maxEntries === maxEntries) return found;
    throw new InvalidArgumentException(
      `RestModule: cache.memory and the clientSideCache of the client of cache.store differ. ${remedy}`,
    );
  }
  if (client.isOpen || client.duplicate === undefined) {
    throw new InvalidArgumentException(
      `RestModule: cache.memory needs a client with client-side caching, and this one ${client.isOpen ? 'is connected without it' : 'cannot be copied'}. ${remedy}`,
    );
  }
  caching.client = client.duplicate({ RESP: 3, clientSideCache: options });
  return caching.client.clientSideCache;
}

/** Roughly the number of bytes that the client needs for a result, besides its texts. */
const OVERHEAD = 500;

/**
 * Empties the memory once the results put into it need this many bytes. The client limits the number of results, not
 * their size, and keeps the names of those that it has dropped until their keys change.
 */
function limitBytes(cache: ClientSideCache, maxBytes: number): void {
  let bytes = 0;
  cache.on('cached-key', (command) => {
    const value = cache.get(command)?.value;
    bytes += OVERHEAD + command.length;
    for (const text of Array.isArray(value) ? value : [value]) {
      if (typeof text === 'string') bytes += text.length;
    }
    if (bytes <= maxBytes) return;
    bytes = 0;
    cache.clear(false);
  });
}
