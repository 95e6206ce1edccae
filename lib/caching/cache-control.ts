import type { CachePolicy } from './policy.js';

/** What callers are told apart by, on the way to this process: their `Authorization` and `Cookie`. */
export const CALLER_HEADERS: readonly string[] = ['Authorization', 'Cookie'];

/** What caches between this process and the client are told. */
export interface ClientCaching {
  readonly cacheControl: string;
  /** The headers that the answer varies by, if by any. */
  readonly vary: string | undefined;
}

/** For answers that stay out of the cache: kept by nobody without asking again. */
export const NOT_FOR_CACHES: ClientCaching = { cacheControl: 'private, no-cache', vary: undefined };

/**
 * `max-age` is the whole time, not what is left of it: clients subtract `Age` themselves, and a hit
 * has the same header as the fresh answer.
 *
 * A function that says what answers vary by is not known to other caches. They may keep such an answer
 * where the function is known to look at headers alone, which `Vary` then names.
 *
 * @param varyHeaders What a `vary` function has looked at, where it looked at headers alone.
 * @see RFC 9111 §5.2.2, RFC 5861 §3
 */
export function clientCachingOf(
  policy: Omit<CachePolicy, 'tags' | 'varyOf' | 'client'>,
  varyHeaders?: readonly string[],
): ClientCaching {
  const { sharing, isPublic, callerHeaders } = policy;
  if (sharing === 'custom' && varyHeaders === undefined) return NOT_FOR_CACHES;
  const isShared = isPublic && sharing !== 'caller';
  const vary = [...(varyHeaders ?? []), ...(isShared ? [] : callerHeaders)];
  return {
    cacheControl: [isShared ? 'public' : 'private', ...lifetimes(policy)].join(', '),
    vary: vary.length === 0 ? undefined : vary.join(', '),
  };
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
