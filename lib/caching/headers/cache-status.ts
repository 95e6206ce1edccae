import type { CacheEntry } from '../entries/entry.js';

/** The name of this cache in `Cache-Status`. */
const NAME = 'rest-cache';

/** Why a request was forwarded: the cache was not used, the client wanted a new response, or no entry. */
export type ForwardReason = 'bypass' | 'request' | 'miss';

/** How the method came to make a response. */
export interface Forwarding {
  readonly because: ForwardReason;
  readonly isStored: boolean;
  /** Whether a call for another request made the response. */
  readonly isCollapsed?: boolean;
}

/**
 * The `Cache-Status` of a response from the cache. The remaining seconds are negative for a stale response.
 *
 * @see RFC 9211 §2.1, §2.5
 */
export function hitText({ freshUntil }: CacheEntry, now: number): string {
  return `${NAME}; hit; ttl=${Math.floor((freshUntil - now) / 1000)}`;
}

/**
 * The `Cache-Status` of a response that the method has made.
 *
 * @see RFC 9211 §2.2, §2.4, §2.6
 */
export function forwardText({ because, isStored, isCollapsed = false }: Forwarding): string {
  return `${NAME}; fwd=${because}${isStored ? '; stored' : ''}${isCollapsed ? '; collapsed' : ''}`;
}
