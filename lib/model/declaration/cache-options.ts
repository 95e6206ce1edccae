import type { Duration } from '../duration.js';
import type { RestRequest } from '../request/rest-request.js';
import type { PossibleUser } from '../request/rest-types.js';

/** A length of time with its unit: `'500ms' '30s' '5m' '2h' '1d'`. */
export type CacheDuration = Duration;

/**
 * Names the request headers that the responses of a cached route depend on. On a public route shared
 * caches may store them and get the names in `Vary`; with `Cookie` or `Authorization` among them the
 * responses are private. At least one name; anything else is the diagnostic RR1022.
 *
 * @example
 * @Cache({ ttl: '5m', vary: { headers: ['Accept-Language'] } })
 * @see RFC 9110 12.5.5
 */
export interface CacheVaryHeaders {
  readonly headers: readonly [string, ...string[]];
}

/** What `@Cache` takes. */
export interface CacheOptions<
  Arguments extends object = Readonly<Record<string, unknown>>,
  User = PossibleUser,
> {
  /** How long a response is fresh. */
  readonly ttl: CacheDuration;
  /** How long after that it may be sent while it is renewed in the background; not at all by default. */
  readonly staleWhileRevalidate?: CacheDuration;
  /**
   * Which callers share an entry: all (`'none'`, the default of a public route), none with another
   * (`'user'`, the default of any other route), those whose requests have the same values in the named
   * headers, or those with the same text from the function, or from its promise. A response for which the function returns anything else is not stored. With a function no other cache may send the
   * response without revalidation, since nothing shows what the function reads.
   */
  readonly vary?:
    | 'none'
    | 'user'
    | CacheVaryHeaders
    | ((request: RestRequest<User>) => string | PromiseLike<string>);
  /** Names under which responses can be purged: a list, or made from the typed arguments. */
  readonly tags?: readonly string[] | ((args: Readonly<Arguments>) => readonly string[]);
}
