import {
  type CacheEntry,
  isStorable,
  type CacheableResponse,
  type CachedResponse,
} from './entry.js';
import { etagOfResponse } from './make-entry.js';
import type { CacheRequest } from './cache-request.js';
import type { MadeResponse } from './response-maker.js';
import { clientCachingOf, NOT_FOR_CACHES, type ClientCaching } from './cache-headers.js';

/** The name of this cache in `Cache-Status`. */
const NAME = 'rest-cache';

/** Why a request was forwarded: the cache was not used, the client wanted a new response, or no entry. */
type ForwardReason = 'bypass' | 'request' | 'miss';

/** Step 4 of a cached request, for an entry that was found. */
export function presentHit<Produced extends CacheableResponse>(
  entry: CacheEntry,
  request: CacheRequest,
  now: number,
  cacheStatus: 'fresh' | 'stale',
): CachedResponse<Produced> {
  // The clocks of several processes differ, so the age could be negative.
  const age = Math.max(0, Math.floor((now - entry.storedAt) / 1000));
  return fromEntry<Produced>(entry, clientCachingFor(request), {
    cacheStatus: cacheStatus === 'fresh' ? 'hit' : 'stale',
    cacheStatusText: hitText(entry, now),
    age,
    produced: undefined,
  });
}

/** The response of a call that was under way for another request. */
export function presentSharedEntry<Produced extends CacheableResponse>(
  entry: CacheEntry,
  request: CacheRequest,
  isStored: boolean,
): CachedResponse<Produced> {
  return fromEntry<Produced>(entry, clientCachingFor(request), {
    cacheStatus: 'miss',
    cacheStatusText: forwardText({ because: 'miss', isStored, isCollapsed: true }),
    age: undefined,
    produced: undefined,
  });
}

/** The response of a call for this request. */
export function presentMadeResponse<Produced extends CacheableResponse>(
  { response, entry, isStored }: MadeResponse<Produced>,
  request: CacheRequest,
  because: 'request' | 'miss',
): CachedResponse<Produced> {
  if (entry === undefined) return presentUnstored(response, request, because);
  return fromEntry<Produced>(entry, clientCachingFor(request), {
    cacheStatus: because === 'request' ? 'bypass' : 'miss',
    cacheStatusText: forwardText({ because, isStored }),
    age: undefined,
    produced: response,
  });
}

/** A response that has no entry. */
export function presentUnstored<Produced extends CacheableResponse>(
  produced: Produced,
  request: CacheRequest,
  because: ForwardReason,
): CachedResponse<Produced> {
  const { status, headers, body } = produced;
  const isShareable = isStorable(produced, request.policy.sharing);
  const caching = isShareable && because === 'miss' ? clientCachingFor(request) : NOT_FOR_CACHES;
  const { cacheControl, vary } = status >= 400 ? NO_HEADERS : caching;
  return {
    status,
    headers,
    body,
    cacheStatus: unstoredStatus(isShareable, because),
    cacheStatusText: forwardText({ because, isStored: false }),
    etag: isShareable ? etagOfResponse(produced) : undefined,
    age: undefined,
    cacheControl,
    vary,
    produced,
  };
}

/** An error has no caching headers of its own. */
const NO_HEADERS = { cacheControl: undefined, vary: undefined };

function unstoredStatus(
  isShareable: boolean,
  because: ForwardReason,
): CachedResponse['cacheStatus'] {
  if (!isShareable) return 'uncacheable';
  return because === 'miss' ? 'miss' : 'bypass';
}

/** Where a response with an entry comes from. */
type EntrySource<Produced extends CacheableResponse> = Pick<
  CachedResponse<Produced>,
  'cacheStatus' | 'cacheStatusText' | 'age' | 'produced'
>;

function fromEntry<Produced extends CacheableResponse>(
  { status, headers, body, etag }: CacheEntry,
  { cacheControl, vary }: ClientCaching,
  { cacheStatus, cacheStatusText, age, produced }: EntrySource<Produced>,
): CachedResponse<Produced> {
  return {
    status,
    headers,
    body,
    cacheStatus,
    cacheStatusText,
    etag,
    age,
    cacheControl,
    vary,
    produced,
  };
}

/** Whether other caches may give a response to the caller of this request only. */
function isOfCaller({ sharing, isPublic }: CacheRequest['policy']): boolean {
  return sharing !== 'custom' && (sharing === 'caller' || !isPublic);
}

function clientCachingFor({ policy, varyHeaders, callerHeaders }: CacheRequest): ClientCaching {
  if (callerHeaders !== undefined && isOfCaller(policy)) {
    const { callerHeaders: usual } = policy;
    return callerHeaders === 'unknown'
      ? { ...NOT_FOR_CACHES, vary: policy.client.vary }
      : clientCachingOf({ ...policy, callerHeaders: [...usual, ...callerHeaders] });
  }
  const isDecided = policy.sharing !== 'custom' || varyHeaders === undefined;
  return isDecided ? policy.client : clientCachingOf(policy, varyHeaders);
}

/** How the method came to make a response. */
interface Forwarding {
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
function hitText({ freshUntil }: CacheEntry, now: number): string {
  return `${NAME}; hit; ttl=${Math.floor((freshUntil - now) / 1000)}`;
}

/**
 * The `Cache-Status` of a response that the method has made.
 *
 * @see RFC 9211 §2.2, §2.4, §2.6
 */
function forwardText({ because, isStored, isCollapsed = false }: Forwarding): string {
  return `${NAME}; fwd=${because}${isStored ? '; stored' : ''}${isCollapsed ? '; collapsed' : ''}`;
}
