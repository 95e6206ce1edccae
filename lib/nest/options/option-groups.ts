import type { CanActivate, NestInterceptor, Type } from '@nestjs/common';
import type { FailedEvent, ResponseEvent, RouteEvent } from '../../lifecycle/responses/events.js';
import type { CacheDuration } from '../../types/duration.js';
import type { RestRequest } from '../../routes/rest-request.js';
import type { ByteSize } from '../../types/files.js';

/** The description of the API in the index. */
export interface DiscoveryOptions {
  /** The name of the API; by default the namespace of the first route. */
  readonly name?: string;
  /** A sentence about the API; empty by default. */
  readonly description?: string;
  /** The origin of the application, such as `https://example.com`; by default that of each request. */
  readonly url?: string;
  /**
   * The path of the index of the API, below the prefix: `/index`. By default it is the prefix itself; without a prefix,
   * the API has an index only if this option is set.
   *
   * @throws InvalidArgumentException at startup, if it is not a path, or has placeholders.
   */
  readonly path?: string;
}

/** The limits of a batch. */
export interface BatchOptions {
  /** The largest number of requests in a batch; 25 by default, as in WordPress. */
  readonly maxRequests?: number;
  /**
   * The total size in bytes of the responses of a batch; 8,388,608 (8 MiB) by default. A response beyond it is left
   * out, and an error replaces it.
   */
  readonly maxBytes?: number;
  /**
   * The milliseconds until a request of a batch must have a response or have passed middleware, hooks, guards and its
   * other checks; 10,000 by default. After that time, this request and those after it fail with `rest_request_blocked`.
   */
  readonly maxWait?: number;
  /**
   * Headers that a request in a batch may state itself, besides those of content, conditions and `Accept`, such as
   * `['x-reason']`. All other headers come from the batch. Do not name headers that a gateway sets, or removes from the
   * requests of clients. None by default.
   */
  readonly headers?: readonly string[];
}

/** The reading of forms with files: `RestModule.forRoot({ uploads })`. Sizes are bytes or `'10 MiB'`. */
export interface RestUploadsOptions {
  /** The maximum size of one file; `'10 MiB'` by default. `@Param({ maxSize })` may state less. */
  readonly maxFileSize?: ByteSize;
  /** The maximum number of files in one request, also unexpected ones; 20 by default, as in PHP. */
  readonly maxFiles?: number;
  /** The maximum number of fields in one request; 1,000 by default, as in PHP. */
  readonly maxFields?: number;
  /**
   * The maximum size of a form without the contents of its files; `'1 MiB'` by default. A form whose type is
   * `application/x-www-form-urlencoded`, and JSON, have the limit of the application's own body parsers.
   */
  readonly maxFieldsSize?: ByteSize;
  /**
   * The maximum memory for the small files of one request; `'1 MiB'` by default. The next file, or its rest, goes to a
   * temporary file. All requests together use at most 64 times as much.
   */
  readonly memoryLimit?: ByteSize;
  /** The folder of temporary files; `os.tmpdir()` by default. It must exist. */
  readonly folder?: string;
}

/** The options of `_embed`. */
export interface EmbedOptions {
  /**
   * The number of requests that `_embed` makes for one response, each URL once; 100 by default. Further links
   * stay links. 0 switches `_embed` off.
   *
   * @throws InvalidArgumentException at startup, if it is not a whole number from 0.
   */
  readonly maxRequests?: number;
  /**
   * The total size in bytes of the responses that `_embed` fetches for one response; 8,388,608 (8 MiB) by default. In
   * place of a response beyond it, its error is embedded.
   *
   * @throws InvalidArgumentException at startup, if it is not a whole number above zero.
   */
  readonly maxBytes?: number;
  /**
   * The milliseconds until a request of `_embed` must have a response or have passed middleware, hooks and guards;
   * 10,000 by default. After that time, the error `rest_request_blocked` is embedded for this request and those after
   * it.
   *
   * @throws InvalidArgumentException at startup, if it is not a whole number above zero.
   */
  readonly maxWait?: number;
}

/**
 * The options of `forRoot({ hooks })`. Hooks are called synchronously, in the asynchronous context of the request, so
 * that its span or store is available. A hook that throws is logged once and does not change the response.
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
  /** 500 and above, with the error. */
  onFailed?(event: FailedEvent): void;
  /** The request has its response, of any status. */
  onResponse?(event: ResponseEvent): void;
}

/** The memory in front of a cache store: `RestModule.forRoot({ cache: { memory } })`. */
export interface RestCacheMemory {
  /** Results of reads that it holds, at least 1; 10,000 by default. `cache.maxBytes` limits their bytes. */
  readonly maxEntries?: number;
  /**
   * The maximum age of a response that is sent from memory, whatever the state of the connection to the store; `'5s'`
   * by default. More than zero.
   */
  readonly ttl?: CacheDuration;
}

/** The options of `@Cache` in an application: `RestModule.forRoot({ cache })`. */
export interface RestCacheOptions {
  /**
   * The store of entries, through cache-manager: a Keyv instance or one of Keyv's stores. The memory of the process by
   * default. Use one that all processes share, so that a purge reaches them all.
   */
  readonly store?: CacheBackend;
  /**
   * Memory of this process in front of `store`: a hit in it needs no request to the store. It is the client-side
   * caching of Redis and Valkey, through `@keyv/redis`: the process that purges drops its entries at once, other
   * processes when the store notifies them, usually within milliseconds, and in any case within `ttl`. With any other
   * store it is an error at startup.
   *
   * @example
   * RestModule.forRoot({ namespace: 'acme', cache: { store, memory: { maxEntries: 10_000, ttl: '5s' } } })
   */
  readonly memory?: RestCacheMemory;
  /** Identifies the caller; by default its `id`. A request whose caller cannot be identified is not cached. */
  readonly caller?: (request: RestRequest) => CallerId | PromiseLike<CallerId>;
  /**
   * The request headers that identify callers. Responses to one user are then `private, max-age`, with these headers in
   * `Vary`. By default those of `securitySchemes`, if all of these are known, or else `Authorization` and `Cookie` if
   * neither `user` nor `cache.caller` is stated. If none of these applies, such responses are `private, no-cache`:
   * caches revalidate each time, by entity tag. An empty list means that the caller is part of the URL. State it if a
   * guard identifies callers by other headers.
   *
   * @example
   * RestModule.forRoot({ namespace: 'acme', cache: { callerHeaders: ['X-Api-Key'] } })
   */
  readonly callerHeaders?: readonly string[];
  /**
   * The guards and interceptors that treat all callers alike: a guard that limits rates, or only finds the user; an
   * interceptor that measures the time. Any other guard decides who may call: without `vary`, shared caches may not keep
   * the responses of a public method inside of it. Any other interceptor may change a response by the caller, a tenant or
   * a language: a public cached method inside of it must state `vary`, or the application does not start.
   *
   * List them by their classes; a subclass does not count as its class. List an object without a class itself, or what
   * the factory of a module has made by the name of its provider. `ClassSerializerInterceptor` of Nest is known.
   *
   * @example
   * RestModule.forRoot({
   *   namespace: 'acme',
   *   cache: { uniform: [ThrottlerGuard, TimingInterceptor, 'ClsRootModule.APP_GUARD'] },
   * })
   * @throws InvalidArgumentException at startup, if it is not a list of these, or no provider has such a name.
   */
  readonly uniform?: readonly UniformEnhancer[];
  /**
   * Whether a request with `Cache-Control: no-cache` gets a new response. By default it does not, because any client
   * could make the cache useless.
   */
  readonly mayRefresh?: (request: RestRequest) => boolean | PromiseLike<boolean>;
  /** The time limit of the store for a response; `'100ms'` by default. */
  readonly timeLimit?: CacheDuration;
  /** The time for which a store is not used after a failure; `'5s'` by default. */
  readonly rest?: CacheDuration;
  /**
   * The time for which requests wait for a call of the method for another request; `'30s'` by default. After it, each
   * of them calls the method itself, and the next request starts a new call: a method that hangs does not block its
   * route. More than zero; any other value is an error at startup.
   *
   * @example
   * RestModule.forRoot({ namespace: 'acme', cache: { flightTimeout: '10s' } })
   */
  readonly flightTimeout?: CacheDuration;
  /** Entries in memory, at least 1; 10,000 by default. */
  readonly maxEntries?: number;
  /** Bytes in memory, roughly, at least 1; 64 MiB by default. */
  readonly maxBytes?: number;
  /** Bytes of one entry, roughly, at least 1; 4 MiB by default. A larger response is not stored. */
  readonly maxEntryBytes?: number;
}

/** A guard or an interceptor: its class, an object without a class, or the name of the provider that makes it. */
type UniformEnhancer =
  | Type<CanActivate | NestInterceptor>
  | CanActivate
  | NestInterceptor
  | `${string}.APP_${'GUARD' | 'INTERCEPTOR'}${'' | `#${number}`}`;

/** A Keyv instance, or a store for Keyv: `new KeyvRedis('redis://…')`. */
export type CacheBackend = object;

/** Identifies the caller; a request without a caller is not cached. */
type CallerId = string | number | undefined | null;

/** A compact name for relations that are URLs, for `forRoot({ links: { curies } })`. */
export interface CurieOptions {
  /** The text before the colon: `acme` makes `acme:review`. */
  readonly name: string;
  /** The URL of a relation, with `{rel}` in place of its name. */
  readonly href: string;
}

/** The options of `forRoot({ links })`. */
export interface LinkOptions {
  /** Compact names for relations that are URLs; WordPress's `wp` (`https://api.w.org/{rel}`) is built in. */
  readonly curies?: readonly CurieOptions[];
  /**
   * Whether each `self` link has `targetHints: { allow }`, the methods that this caller may use. A response that shared
   * caches may keep has them only if they are the same for everyone. Off by default, because it checks the permissions
   * of each item's routes.
   *
   * @see WordPress's `get_target_hints_for_link`
   */
  readonly targetHints?: boolean;
  /**
   * Whether a single object keeps `_links` whatever `_fields` names: `'always'`, as WordPress adds the links of a
   * response, by default; `'named'` leaves them out unless `_fields` names `_links` or `_embedded`, as most controllers
   * of WordPress do. Items of a list have `_links` only if it is named.
   *
   * @see WordPress's `rest_is_field_included`
   */
  readonly inFields?: 'always' | 'named';
}
