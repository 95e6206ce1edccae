import type { Duration } from '../caching/duration.js';
import type { RestRequest } from '../dispatch/rest-request.js';
import { CACHE_KEY } from './keys.js';

/** A length of time with its unit: `'500ms' '30s' '5m' '2h' '1d'`. */
export type CacheDuration = Duration;

/** What `@Cache` takes. */
export interface CacheOptions {
  /** How long an answer is fresh. */
  readonly ttl: CacheDuration;
  /** How long after that it is still given while it is renewed in the background; not at all by default. */
  readonly staleWhileRevalidate?: CacheDuration;
  /**
   * Who shares an entry: everybody (`'none'`, the default of a public route), each caller alone
   * (`'user'`, the default of any other), or those for whom the function returns the same text,
   * or a promise of it. An answer for which it gives anything else is not kept.
   */
  readonly vary?: 'none' | 'user' | ((request: RestRequest) => string | PromiseLike<string>);
  /** Names under which answers can be purged: a list, or made from the typed arguments. */
  readonly tags?:
    readonly string[] | ((args: Readonly<Record<string, unknown>>) => readonly string[]);
}

/**
 * Caches what a GET route answers.
 *
 * @example
 * @RestRoute('', HttpMethod.Get, new PublicAccess())
 * @Cache({ ttl: '5m', staleWhileRevalidate: '1m', tags: ['items'] })
 * list(page: int = 1): Promise<Item[]> {}
 *
 * @see RFC 9111; `stale-while-revalidate` is RFC 5861's.
 */
export function Cache(options: CacheOptions): MethodDecorator {
  return (_target, _name, descriptor) => {
    const method: unknown = descriptor.value;
    if (typeof method === 'function') Reflect.defineMetadata(CACHE_KEY, options, method);
  };
}
