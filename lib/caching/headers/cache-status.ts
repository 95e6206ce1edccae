import type { CacheEntry } from '../entries/entry.js';

/** How this cache is called in `Cache-Status`. */
const NAME = 'rest-cache';

/** Why a response did not come out of the cache. */
export interface Forwarding {
  /** `bypass`: the cache was not asked. `request`: the client wanted a new answer. */
  readonly because: 'bypass' | 'request' | 'miss';
  readonly isStored: boolean;
  /** It is the response of a call that was under way for another request. */
  readonly isCollapsed?: boolean;
}

/**
 * The header of a response out of the cache; the seconds that it has left are negative where it is stale.
 *
 * @see RFC 9211 §2.1, §2.5
 */
export function hitText({ freshUntil }: CacheEntry, now: number): string {
  return `${NAME}; hit; ttl=${Math.floor((freshUntil - now) / 1000)}`;
}

/**
 * The header of a response that the method has given.
 *
 * @see RFC 9211 §2.2, §2.4, §2.6
 */
export function forwardText({ because, isStored, isCollapsed = false }: Forwarding): string {
  return `${NAME}; fwd=${because}${isStored ? '; stored' : ''}${isCollapsed ? '; collapsed' : ''}`;
}
