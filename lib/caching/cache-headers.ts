import type { HeaderLine, CachedResponse, CachePolicy } from './entry.js';
import { isHeaderName } from '../shared/header-names.js';

/**
 * The headers that the cache adds to a response. A header that the method has set stays as it is, except
 * `Vary`, which the caller joins with the response's own.
 *
 * @see RFC 9111 §5.1 (`Age`), RFC 9211 (`Cache-Status`)
 */
export function cacheHeaders(response: CachedResponse): readonly HeaderLine[] {
  const lines: HeaderLine[] = [['cache-status', response.cacheStatusText]];
  if (response.age !== undefined) lines.push(['age', String(response.age)]);
  if (response.vary !== undefined) lines.push(['vary', response.vary]);
  if (response.etag !== undefined && !has(response, 'etag')) lines.push(['etag', response.etag]);
  if (response.cacheControl !== undefined && !has(response, 'cache-control')) {
    lines.push(['cache-control', response.cacheControl]);
  }
  return lines;
}

function has({ headers }: CachedResponse, header: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === header);
}

/** The request headers that identify a caller to other caches, by default. */
const CALLER_HEADERS: readonly string[] = ['Authorization', 'Cookie'];

/** The caching headers for clients and for caches in front of this process. */
export interface ClientCaching {
  readonly cacheControl: string;
  /** The request headers that the response depends on; `undefined` for none. */
  readonly vary: string | undefined;
}

/** For responses that have no entry: other caches must revalidate them each time. */
export const NOT_FOR_CACHES: ClientCaching = { cacheControl: 'private, no-cache', vary: undefined };

/** Request headers that carry credentials: a response that depends on them belongs to one user. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
]);

/** The part of a policy that decides its caching headers. */
type ClientPolicy = Omit<CachePolicy, 'tags' | 'varyOf'> & {
  readonly callerHeaders: readonly string[];
};

/**
 * The caching headers of a policy.
 *
 * `max-age` is the whole lifetime, not the rest of it: clients subtract `Age` themselves, and a hit has
 * the same header as the fresh response.
 *
 * With a `vary` function a response is always private and revalidated. The function may read more than
 * the request: the asynchronous context, the clock, the state of a module. A shared cache cannot know
 * that, and would give the response of one user to all.
 *
 * @param seenHeaders The headers that a `vary` function has read, where it has read nothing else.
 * @see RFC 9111 §5.2.2, RFC 5861 §3
 */
export function clientCachingOf(
  policy: ClientPolicy,
  seenHeaders: readonly string[] = [],
): ClientCaching {
  const { sharing, isPublic, callerHeaders, headers } = policy;
  if (sharing === 'custom') {
    return { ...NOT_FOR_CACHES, vary: listOf(seenHeaders.filter(isHeaderName)) };
  }
  const isShared = isPublic && sharing !== 'caller' && !headers.some(isCredential);
  return {
    cacheControl: [isShared ? 'public' : 'private', ...lifetimes(policy)].join(', '),
    vary: listOf(isShared ? headers : [...headers, ...callerHeaders]),
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

function lifetimes({
  ttl,
  staleWhileRevalidate,
}: Pick<CachePolicy, 'ttl' | 'staleWhileRevalidate'>): readonly string[] {
  const stale = seconds(staleWhileRevalidate);
  return [`max-age=${seconds(ttl)}`, ...(stale > 0 ? [`stale-while-revalidate=${stale}`] : [])];
}

/** Rounds down: other caches may drop a response early, and must not keep it too long. */
function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** A policy with the headers for other caches, which are the same for all its requests. */
export interface ServedPolicy<Request = never> extends CachePolicy<Request> {
  /** The request headers that identify a caller. */
  readonly callerHeaders: readonly string[];
  readonly client: ClientCaching;
}

/** Adds the headers for other caches to a policy, once for all requests. */
export function servedPolicy<Request>(
  policy: CachePolicy<Request>,
  callerHeaders: readonly string[] = CALLER_HEADERS,
): ServedPolicy<Request> {
  const client = clientCachingOf({ ...policy, callerHeaders });
  return Object.freeze({ ...policy, callerHeaders, client });
}
