import type { CacheDuration } from '../../routes/declaration/route-declaration.js';
import type { RestRequest } from '../../routes/rest-request.js';

/** The memory in front of a cache store: `RestModule.forRoot({ cache: { memory } })`. */
export interface RestCacheMemory {
  /** Entries that it holds, at least 1; 10,000 by default. `cache.maxBytes` limits their bytes. */
  readonly maxSize?: number;
  /** For how long an entry is used without asking the store; `'10s'` by default. More than zero. */
  readonly ttl?: CacheDuration;
}

/** How `@Cache` works in an application: `RestModule.forRoot({ cache })`. */
export interface RestCacheOptions {
  /**
   * Where entries are kept, through cache-manager: a Keyv instance or one of Keyv's stores. The memory
   * of the process by default. Take one that all processes share, so that a purge reaches them all.
   */
  readonly store?: CacheBackend;
  /**
   * Memory of this process in front of `store`: a hit found there needs no trip to the store. A purge reaches
   * the memory of all processes before its promise resolves where the store passes messages on, as Redis and
   * Valkey do through `@keyv/redis`; else within `ttl`. An error at startup where there is no `store`.
   *
   * @example
   * RestModule.forRoot({ namespace: 'acme', cache: { store, memory: { maxSize: 10_000, ttl: '10s' } } })
   */
  readonly memory?: RestCacheMemory;
  /**
   * For how long the one process that calls a method for all others may give no sign of life before another
   * calls it; `'3s'` by default. More than zero. Only where the store has leases: Redis and Valkey through
   * `@keyv/redis`. With other stores each process calls the method itself.
   */
  readonly lease?: CacheDuration;
  /** What tells callers apart; by default the user's `id`. Who cannot be told is not cached. */
  readonly caller?: (request: RestRequest) => CallerId | PromiseLike<CallerId>;
  /**
   * The request headers that identify callers. Responses to one user are then `private, max-age`, with these
   * headers in `Vary`. By default those of `securitySchemes`, if all of these are known, else those that `user`
   * has read. Where it reads more, or a guard sets the user, such responses are `private, no-cache`: caches
   * ask each time, by entity tag. A list without names: the caller is part of the URL.
   *
   * @example
   * RestModule.forRoot({ namespace: 'acme', cache: { callerHeaders: ['X-Api-Key'] } })
   */
  readonly callerHeaders?: readonly string[];
  /**
   * Whether a request with `Cache-Control: no-cache` gets a new response. By default none does: any
   * client could make the cache useless.
   */
  readonly mayRefresh?: (request: RestRequest) => boolean | PromiseLike<boolean>;
  /** How long the store may take for a response; `'100ms'` by default. */
  readonly timeLimit?: CacheDuration;
  /** For how long a store that has failed is left alone; `'5s'` by default. */
  readonly rest?: CacheDuration;
  /**
   * For how long requests wait for a call of the method that is under way for another request; `'30s'` by
   * default. After it each of them calls the method itself, and the next request begins anew: a method
   * that hangs does not hold its route. More than zero; anything else is an error at startup.
   *
   * @example
   * RestModule.forRoot({ namespace: 'acme', cache: { flightTimeout: '10s' } })
   */
  readonly flightTimeout?: CacheDuration;
  /** Entries that memory holds, at least 1; 10,000 by default. */
  readonly maxEntries?: number;
  /** Bytes that memory holds, roughly, at least 1; 64 MiB by default. */
  readonly maxBytes?: number;
  /** Bytes of one entry, roughly, at least 1; 4 MiB by default. A larger response is not stored. */
  readonly maxEntryBytes?: number;
}

/** A Keyv instance, or a store that Keyv takes: `new KeyvRedis('redis://…')`. */
export type CacheBackend = object;

/** Identifies the caller; a request without a caller is not cached. */
type CallerId = string | number | undefined | null;
