import { NOT_FOR_CACHES, type ServedPolicy } from '../../../routes/definition/cache-policy.js';
import {
  etagOfResponse,
  isStorable,
  type CacheableResponse,
  type CachedResponse,
  type CacheEntry,
} from './entry.js';

/**
 * Adds the headers of the cache to the stored ones, which have names in lower case. A header that the method has set is
 * kept; `Vary` is joined with the response's own.
 *
 * @see RFC 9111 §5.1 (`Age`), RFC 9211 (`Cache-Status`)
 */
export function addCacheHeaders(
  headers: Record<string, string | string[]>,
  { cacheStatusText, age, vary, etag, cacheControl }: CachedResponse,
): void {
  headers['cache-status'] = cacheStatusText;
  if (age !== undefined) headers['age'] = String(age);
  if (vary !== undefined) {
    const own = headers['vary'];
    headers['vary'] = own === undefined ? vary : `${[own].flat().join(', ')}, ${vary}`;
  }
  if (etag !== undefined) headers['etag'] ??= etag;
  if (cacheControl !== undefined) headers['cache-control'] ??= cacheControl;
}

/** One request as the cache sees it. */
export interface CacheRequest {
  readonly policy: Omit<ServedPolicy, 'varyOf'>;
  /** Method and pattern of the route; the same in every process of the application. */
  readonly routeId: string;
  /** Names the arguments, permission and response of the route: another version has its own entries. */
  readonly version?: string | undefined;
  /** The typed arguments by name, with their defaults. */
  readonly args: Readonly<Record<string, unknown>>;
  /** From `cachePartition`; `undefined` if the request belongs to no partition. */
  readonly partition: string | undefined;
  /** Whether the client wants a new response, and may have one. */
  readonly noCache: boolean;
}

/** The name of this cache in `Cache-Status`. */
const NAME = 'rest-cache';

/** The reason why a request was forwarded: the cache was not used, the client wanted a new response, or no entry. */
type ForwardReason = 'bypass' | 'request' | 'miss';

export function responseOfHit(
  entry: CacheEntry,
  request: CacheRequest,
  now: number,
  cacheStatus: 'hit' | 'stale',
): CachedResponse {
  // The clocks of several processes differ, so the age could be negative.
  const age = Math.max(0, Math.floor((now - entry.storedAt) / 1000));
  // The remaining seconds are negative for a stale response. See RFC 9211 §2.1, §2.5.
  const text = `${NAME}; hit; ttl=${Math.floor((entry.freshUntil - now) / 1000)}`;
  return fromEntry(entry, request, cacheStatus, text, age, undefined);
}

export function responseOfSharedEntry(
  entry: CacheEntry,
  request: CacheRequest,
  isStored: boolean,
): CachedResponse {
  const text = `${forwardText('miss', isStored)}; collapsed`;
  return fromEntry(entry, request, 'miss', text, undefined, undefined);
}

/** The response of a call for this request. `entry` is `undefined` if it is for this request only. */
export function responseOfCall(
  produced: CacheableResponse,
  entry: CacheEntry | undefined,
  isStored: boolean,
  request: CacheRequest,
): CachedResponse {
  const because = request.noCache ? 'request' : 'miss';
  if (entry === undefined) return responseWithoutEntry(produced, request, because);
  const status = request.noCache ? 'bypass' : 'miss';
  const text = forwardText(because, isStored);
  return fromEntry(entry, request, status, text, undefined, produced);
}

/** A response that has no entry. */
export function responseWithoutEntry(
  produced: CacheableResponse,
  request: CacheRequest,
  because: ForwardReason,
): CachedResponse {
  const { status, headers, body, hasRelativeLinks, page, location, hasBigInts } = produced;
  const isShareable = isStorable(produced, request.policy.sharing);
  const caching = isShareable && because === 'miss' ? request.policy.client : NOT_FOR_CACHES;
  const { cacheControl, vary } = status >= 400 ? NO_HEADERS : caching;
  return {
    status,
    headers,
    body,
    cacheStatus: unstoredStatus(isShareable, because),
    cacheStatusText: forwardText(because, false),
    etag: isShareable ? etagOfResponse(produced) : undefined,
    age: undefined,
    cacheControl,
    vary,
    produced,
    hasRelativeLinks,
    page,
    location,
    hasBigInts,
  };
}

/** An error has no caching headers. */
const NO_HEADERS = { cacheControl: undefined, vary: undefined };

function unstoredStatus(
  isShareable: boolean,
  because: ForwardReason,
): CachedResponse['cacheStatus'] {
  if (!isShareable) return 'uncacheable';
  return because === 'miss' ? 'miss' : 'bypass';
}

function fromEntry(
  { status, headers, body, etag, hasRelativeLinks, page, location, hasBigInts }: CacheEntry,
  request: CacheRequest,
  cacheStatus: CachedResponse['cacheStatus'],
  cacheStatusText: string,
  age: number | undefined,
  produced: CacheableResponse | undefined,
): CachedResponse {
  const { cacheControl, vary } = request.policy.client;
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
    hasRelativeLinks,
    page,
    location,
    hasBigInts,
  };
}

/**
 * The `Cache-Status` of a response that the method has made.
 *
 * @see RFC 9211 §2.2, §2.4, §2.6
 */
function forwardText(because: ForwardReason, isStored: boolean): string {
  return `${NAME}; fwd=${because}${isStored ? '; stored' : ''}`;
}
