import type { HeaderLine } from './entries/entry.js';
import type { CacheableResponse } from './entries/storable.js';

/**
 * Where a response comes from: `hit` and `stale` from the cache, `miss` from the method (or from a call
 * that was under way), `bypass` from the method because the cache was not used, `uncacheable` from the
 * method because the response must not be stored.
 */
export type CacheStatus = 'hit' | 'stale' | 'miss' | 'bypass' | 'uncacheable';

/** A response with its caching headers. Requests share `body`, so it must not be changed. */
export interface CachedResponse<Produced extends CacheableResponse = CacheableResponse> {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: string | Uint8Array | undefined;
  readonly cacheStatus: CacheStatus;
  /** The `Cache-Status` header of RFC 9211. */
  readonly cacheStatusText: string;
  readonly etag: string | undefined;
  /** Whole seconds since the method responded, for a response from the cache. */
  readonly age: number | undefined;
  /** `undefined` for an error. */
  readonly cacheControl: string | undefined;
  readonly vary: string | undefined;
  /** The method's own response, where it was called for this request. A stream is found only here. */
  readonly produced: Produced | undefined;
}
