import { isHeaderName } from '../../shared/header-names.js';
import type { CachePolicy } from '../cache-policy.js';

/** What callers are told apart by, on the way to this process: their `Authorization` and `Cookie`. */
export const CALLER_HEADERS: readonly string[] = ['Authorization', 'Cookie'];

/** What caches between this process and the client are told. */
export interface ClientCaching {
  readonly cacheControl: string;
  /** The headers that the response varies by, if by any. */
  readonly vary: string | undefined;
}

/** For answers that stay out of the cache: kept by nobody without asking again. */
export const NOT_FOR_CACHES: ClientCaching = { cacheControl: 'private, no-cache', vary: undefined };

/** Headers that carry credentials: a response that depends on them belongs to one user. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
]);

/**
 * `max-age` is the whole time, not what is left of it: clients subtract `Age` themselves, and a hit
 * has the same header as the fresh response.
 *
 * With a `vary` function a response is always private and revalidated. What the function looks at cannot
 * be known: besides the request it may read the asynchronous context, the clock or the state of a
 * module, and a shared cache would give the response of one user to all.
 *
 * @param seenHeaders What a `vary` function has looked at, where it is known of headers only.
 * @see RFC 9111 §5.2.2, RFC 5861 §3
 */
export function clientCachingOf(
  policy: Omit<CachePolicy, 'tags' | 'varyOf' | 'client'>,
  seenHeaders: readonly string[] = [],
): ClientCaching {
  const { sharing, isPublic, callerHeaders, headers } = policy;
  if (sharing === 'custom')
    return { ...NOT_FOR_CACHES, vary: listOf(seenHeaders.filter(isHeaderName)) };
  const isShared = isPublic && sharing !== 'caller' && !headers.some(isCredential);
  return {
    cacheControl: [isShared ? 'public' : 'private', ...lifetimes(policy)].join(', '),
    vary: listOf(isShared ? headers : [...headers, ...callerHeaders]),
  };
}

function isCredential(header: string): boolean {
  return CREDENTIALS.has(header.toLowerCase());
}

/** Each name once, whatever its case; `undefined` for none. */
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

/** Rounded down: half a second too early is right, half a second too late is not. */
function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
