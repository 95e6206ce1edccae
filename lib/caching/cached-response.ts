import type { HeaderLine } from './entries/entry.js';
import type { CacheableAnswer } from './entries/storable.js';

/**
 * Where an answer comes from: `hit` and `stale` from the cache, `miss` from the method (or from the
 * call that was under way), `bypass` from the method because the cache was not asked, `uncacheable` from
 * the method because it cannot be kept.
 */
export type CacheStatus = 'hit' | 'stale' | 'miss' | 'bypass' | 'uncacheable';

/** An answer and what the cache has to say of it. `body` is shared: nobody may change it. */
export interface CachedAnswer<Produced extends CacheableAnswer = CacheableAnswer> {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: string | Uint8Array | undefined;
  readonly cacheStatus: CacheStatus;
  /** The header of RFC 9211. */
  readonly cacheStatusText: string;
  readonly etag: string | undefined;
  /** Whole seconds since the method answered, for an answer from the cache. */
  readonly age: number | undefined;
  /** `undefined` where nothing is to be said: the answer is an error. */
  readonly cacheControl: string | undefined;
  readonly vary: string | undefined;
  /** What the method answered to this very request, if it was called for it: streams are found here. */
  readonly produced: Produced | undefined;
}
