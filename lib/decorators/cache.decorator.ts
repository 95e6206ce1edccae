import type { Duration } from '../model/durations/duration.js';
import type { RestRequest } from '../model/request/rest-request.js';
import { CACHE_KEY } from './metadata-keys.js';

/** A length of time with its unit: `'500ms' '30s' '5m' '2h' '1d'`. */
export type CacheDuration = Duration;

/**
 * Names the request headers that the responses of a cached route depend on. On a public route shared
 * caches may keep them, and are told the names in `Vary`; with `Cookie` or `Authorization` among them
 * they are private. At least one name; anything else is the diagnostic RR1022.
 *
 * @example
 * @Cache({ ttl: '5m', vary: { headers: ['Accept-Language'] } })
 * @see RFC 9110 12.5.5
 */
export interface CacheVaryHeaders {
  readonly headers: readonly [string, ...string[]];
}

/** What `@Cache` takes. */
export interface CacheOptions {
  /** How long a response is fresh. */
  readonly ttl: CacheDuration;
  /** How long after that it is still given while it is renewed in the background; not at all by default. */
  readonly staleWhileRevalidate?: CacheDuration;
  /**
   * Who shares an entry: everybody (`'none'`, the default of a public route), each caller alone
   * (`'user'`, the default of any other), those whose requests have the same values in the headers
   * named, or those for whom the function returns the same text, or a promise of it. A response for
   * which the function gives anything else is not kept. With a function no other cache may give the
   * response without asking again, since it cannot be known what the function looks at.
   */
  readonly vary?:
    'none' | 'user' | CacheVaryHeaders | ((request: RestRequest) => string | PromiseLike<string>);
  /** Names under which responses can be purged: a list, or made from the typed arguments. */
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
