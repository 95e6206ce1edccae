import type { HeaderLine } from './entries/entry.js';
import type { CacheableResponse } from './entries/storable.js';

/**
 * Where a response comes from: `hit` and `stale` from the cache, `miss` from the method (or from the
 * call that was under way), `bypass` from the method because the cache was not asked, `uncacheable` from
 * the method because it cannot be kept.
 */
export type CacheStatus = 'hit' | 'stale' | 'miss' | 'bypass' | 'uncacheable';

/** A response and what the cache has to say of it. `body` is shared: nobody may change it. */
export interface CachedResponse<Produced extends CacheableResponse = CacheableResponse> {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: string | Uint8Array | undefined;
  readonly cacheStatus: CacheStatus;
  /** The header of RFC 9211. */
  readonly cacheStatusText: string;
  readonly etag: string | undefined;
  /** Whole seconds since the method answered, for a response from the cache. */
  readonly age: number | undefined;
  /** `undefined` where nothing is to be said: the response is an error. */
  readonly cacheControl: string | undefined;
  readonly vary: string | undefined;
  /** What the method answered to this very request, if it was called for it: streams are found here. */
  readonly produced: Produced | undefined;
}
