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

const LIST_ITEM = /[ \t]*(?:(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y;

/**
 * Whether the client already has this response, so that 304 is enough. Tags are compared weakly, because
 * a proxy that compressed the response has made its tag weak.
 *
 * @param ifNoneMatch The request's header; several lines are separated by commas.
 * @param etag The tag of a response with a status of 200 to 299; `undefined` never matches.
 * @see RFC 9110 §13.1.2
 */
export function isNotModified(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.startsWith('W/') ? etag.slice(2) : etag;
  return tagsIn(ifNoneMatch).some((tag) => tag.opaque === opaque);
}

interface EntityTag {
  /** With its quotation marks. */
  readonly opaque: string;
  readonly isWeak: boolean;
}

/** The tags of a list, up to the first malformed item. */
function tagsIn(list: string): readonly EntityTag[] {
  const tags: EntityTag[] = [];
  LIST_ITEM.lastIndex = 0;
  while (LIST_ITEM.lastIndex < list.length) {
    const item = LIST_ITEM.exec(list);
    if (item === null) break;
    const [, weak, opaque] = item;
    if (opaque !== undefined) tags.push({ opaque, isWeak: weak !== undefined });
  }
  return tags;
}

/**
 * Whether `If-Match` names the tag of a response. Tags are compared strongly: a weak tag does not
 * identify the bytes.
 *
 * @param ifMatch The request's header; several lines are separated by commas. `undefined` matches.
 * @see RFC 9110 §13.1.1
 */
export function isMatch(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  if (etag.startsWith('W/')) return false;
  return tagsIn(ifMatch).some(({ opaque, isWeak }) => !isWeak && opaque === etag);
}

/**
 * The headers of a 304: those of the full response, without the ones that describe its content, which is
 * not sent.
 *
 * @see RFC 9110 §15.4.5
 */
export function notModifiedHeaders<Header extends readonly [name: string, value: unknown]>(
  headers: readonly Header[],
): readonly Header[] {
  return headers.filter(([name]) => {
    const header = name.toLowerCase();
    return !header.startsWith('content-') || header === 'content-location';
  });
}
