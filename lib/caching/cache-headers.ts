import {
  etagOfResponse,
  isStorable,
  type CacheableResponse,
  type CachedResponse,
  type CacheEntry,
  type CachePolicy,
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

/** The caching headers for clients and for caches in front of this process. */
interface ClientCaching {
  readonly cacheControl: string;
  /** The request headers that the response depends on; `undefined` for none. */
  readonly vary: string | undefined;
}

/** For responses that have no entry: other caches must revalidate them each time. */
const NOT_FOR_CACHES: ClientCaching = { cacheControl: 'private, no-cache', vary: undefined };

/** Request headers that carry credentials: a response that depends on them belongs to one user. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
]);

/**
 * The caching headers of a policy.
 *
 * `max-age` is the whole lifetime, not the rest of it: clients subtract `Age` themselves, and a hit has
 * the same header as the fresh response.
 *
 * With a `vary` function a response is always private and revalidated. The function may read more than
 * the request: the asynchronous context, the clock, the state of a module. Another cache cannot know
 * that, and would give the response of one user to all. The same holds for a response to one user if the
 * headers that identify users are not known. If guards decide who may call, this cache asks them on every
 * request, and another cache would not: the response is as one to a user.
 *
 * @see RFC 9111 §5.2.2, RFC 5861 §3
 */
function clientCachingOf(
  { ttl, staleWhileRevalidate, sharing, isPublic, headers: stated }: CachePolicy,
  callerHeaders: readonly string[] | undefined,
  isGuarded: boolean,
  chosenBy: ChosenBy,
): ClientCaching {
  if (sharing === 'custom' || chosenBy.headers === undefined) return NOT_FOR_CACHES;
  const headers = [...stated, ...chosenBy.headers];
  const isOfCaller = sharing === 'caller' || !isPublic || isGuarded;
  if (isOfCaller && callerHeaders === undefined) {
    return { ...NOT_FOR_CACHES, vary: listOf(headers) };
  }
  const isShared = !isOfCaller && !headers.some(isCredential);
  return {
    cacheControl: [isShared ? 'public' : 'private', ...lifetimes(ttl, staleWhileRevalidate)].join(
      ', ',
    ),
    vary: listOf(isShared ? headers : [...headers, ...(callerHeaders ?? [])]),
  };
}

function isCredential(header: string): boolean {
  return CREDENTIALS.has(header.toLowerCase());
}

/** Each name once, ignoring case; `undefined` for none. */
function listOf(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].join(', ');
}

function lifetimes(ttl: number, staleWhileRevalidate: number): readonly string[] {
  const stale = seconds(staleWhileRevalidate);
  return [`max-age=${seconds(ttl)}`, ...(stale > 0 ? [`stale-while-revalidate=${stale}`] : [])];
}

/** Rounds down: other caches may drop a response early, and must not keep it too long. */
function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** How the container chooses between methods of one URL. */
export interface ChosenBy {
  /** The request headers, such as that of a version; `undefined` if something else decides. */
  readonly headers: readonly string[] | undefined;
}

const BY_URL: ChosenBy = { headers: [] };

/** A policy with the headers for other caches, which are the same for all its requests. */
export interface ServedPolicy<Request = never> extends CachePolicy<Request> {
  readonly client: ClientCaching;
}

/**
 * Adds the headers for other caches to a policy, once for all requests.
 *
 * @param callerHeaders The request headers that identify callers; `undefined` if they are not known.
 * @param isGuarded Whether guards of the application decide who may call.
 */
export function servedPolicy<Request>(
  policy: CachePolicy<Request>,
  callerHeaders: readonly string[] | undefined,
  isGuarded = false,
  chosenBy = BY_URL,
): ServedPolicy<Request> {
  const client = clientCachingOf(policy, callerHeaders, isGuarded, chosenBy);
  return Object.freeze({ ...policy, client });
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
