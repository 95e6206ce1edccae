import type { RouteEvent, ResponseEvent } from '../../lifecycle/responses/events.js';
import type { CacheDuration } from '../../types/duration.js';
import type { RestRequest } from '../../routes/rest-request.js';
import type { ByteSize } from '../../types/files.js';

/** How the index describes the API. */
export interface DiscoveryOptions {
  /** The name of the API; by default the namespace of the first route. */
  readonly name?: string;
  /** A sentence about the API; empty by default. */
  readonly description?: string;
  /** The origin of the application, such as `https://example.com`; by default that of each request. */
  readonly url?: string;
  /**
   * Where the index of the API is, below the prefix: `/index`. By default at the prefix itself; without a prefix, the
   * API has an index only if this names its place.
   *
   * @throws InvalidArgumentException at startup, where it is no path, or has placeholders.
   */
  readonly path?: string;
}

/** What a batch may contain. */
export interface BatchOptions {
  /** The largest number of requests in a batch; 25 by default, as in WordPress. */
  readonly maxRequests?: number;
  /**
   * The bytes that the responses of a batch may have together; 8,388,608 (8 MiB) by default. A response beyond it is
   * left out, and an error takes its place.
   */
  readonly maxBytes?: number;
  /**
   * The milliseconds until a request of a batch must have a response or have passed middleware, hooks, guards and its
   * other checks; 10,000 by default. After it, it and those after it fail with `rest_request_blocked`.
   */
  readonly maxWait?: number;
  /**
   * Headers that a request in a batch may state itself, beside those of content, conditions and `Accept`, such as
   * `['x-reason']`. Everything else comes from the batch. Name none that a gateway sets, or removes from the
   * requests of clients. None by default.
   */
  readonly headers?: readonly string[];
}

/** How forms with files are read: `RestModule.forRoot({ uploads })`. Sizes are bytes or `'10 MiB'`. */
export interface RestUploadsOptions {
  /** The most bytes of one file; `'10 MiB'` by default. `@Param({ maxSize })` may state less. */
  readonly maxFileSize?: ByteSize;
  /** The most files of one request, also those that no parameter expects; 20 by default, as in PHP. */
  readonly maxFiles?: number;
  /** The most fields of one request; 1,000 by default, as in PHP. */
  readonly maxFields?: number;
  /**
   * The most memory that the small files of one request take; `'1 MiB'` by default. The next file, or what
   * comes of this one, goes to a temporary file. All requests together take at most 64 times as much.
   */
  readonly memoryLimit?: ByteSize;
  /** Where temporary files are created; `os.tmpdir()` by default. It must exist. */
  readonly folder?: string;
}

/** How `_embed` works. */
export interface EmbedOptions {
  /**
   * The number of requests that `_embed` makes for one response, each URL once; 100 by default. Further links
   * stay links. 0 switches `_embed` off.
   *
   * @throws InvalidArgumentException at startup, where it is no whole number from 0.
   */
  readonly maxRequests?: number;
  /**
   * The bytes that what `_embed` fetches for one response may have together; 8,388,608 (8 MiB) by default. In place
   * of a response beyond it, its error is embedded.
   *
   * @throws InvalidArgumentException at startup, where it is no whole number above zero.
   */
  readonly maxBytes?: number;
  /**
   * The milliseconds until a request of `_embed` must have a response or have passed middleware, hooks and guards;
   * 10,000 by default. After it, the error `rest_request_blocked` is embedded for it and those after it.
   *
   * @throws InvalidArgumentException at startup, where it is no whole number above zero.
   */
  readonly maxWait?: number;
}

/**
 * What `forRoot({ hooks })` takes. Hooks are called synchronously, in the asynchronous context of the
 * request, so that its span or store is available. A hook that throws is logged once and changes no
 * response.
 */
export interface RestHooks {
  /** A request has found its route. */
  onMatched?(event: RouteEvent): void;
  /** 401 or 403. */
  onDenied?(event: ResponseEvent): void;
  /** 400. */
  onInvalid?(event: ResponseEvent): void;
  /** The response came from the cache. */
  onCached?(event: ResponseEvent): void;
  /** 500 and above. */
  onFailed?(event: ResponseEvent): void;
  /** The request has its response, of any status. */
  onResponse?(event: ResponseEvent): void;
}

/** The memory in front of a cache store: `RestModule.forRoot({ cache: { memory } })`. */
export interface RestCacheMemory {
  /** Results of reads that it holds, at least 1; 10,000 by default. `cache.maxBytes` limits their bytes. */
  readonly maxEntries?: number;
  /**
   * Nothing older than this is sent from memory, whatever becomes of the connection to the store; `'5s'` by default.
   * More than zero.
   */
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
   * Memory of this process in front of `store`: a hit found there needs no trip to the store. It is the client-side
   * caching of Redis and Valkey, through `@keyv/redis`: the process that purges drops what it has purged at once,
   * other processes when the store tells them, usually within milliseconds, and in any case within `ttl`. With any
   * other store it is an error at startup.
   *
   * @example
   * RestModule.forRoot({ namespace: 'acme', cache: { store, memory: { maxEntries: 10_000, ttl: '5s' } } })
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
