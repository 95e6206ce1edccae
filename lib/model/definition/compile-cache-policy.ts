import type { CachePolicy, CacheTags, Sharing } from '../../caching/cache-policy.js';
import type { CacheOptions } from '../declaration/cache-options.js';
import { parseDuration } from '../duration.js';
import type { RestRequest } from '../request/rest-request.js';

type Vary = CacheOptions['vary'];

/**
 * Compiles the options of `@Cache`, which the rules have checked.
 *
 * @throws RangeError on a duration that the rules would have rejected.
 */
export function compileCachePolicy(
  { ttl, staleWhileRevalidate = '0s', vary, tags }: CacheOptions,
  isPublic: boolean,
): CachePolicy<RestRequest> {
  return Object.freeze({
    ttl: millisecondsOf(ttl),
    staleWhileRevalidate: millisecondsOf(staleWhileRevalidate),
    sharing: sharingOf(vary, isPublic),
    varyOf: typeof vary === 'function' ? vary : undefined,
    headers: typeof vary === 'object' ? distinctNames(vary.headers) : [],
    tags: tagsOf(tags),
    isPublic,
  });
}

function millisecondsOf(duration: string): number {
  const milliseconds = parseDuration(duration);
  if (milliseconds === undefined) throw new RangeError(`${duration}: the rules missed it.`);
  return milliseconds;
}

function sharingOf(vary: Vary, isPublic: boolean): Sharing {
  if (vary === undefined) return isPublic ? 'everyone' : 'caller';
  if (vary === 'none') return 'everyone';
  if (vary === 'user') return 'caller';
  return typeof vary === 'function' ? 'custom' : 'headers';
}

/** Names of headers do not differ by case. */
function distinctNames(names: readonly string[]): readonly string[] {
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
}

function tagsOf(tags: CacheOptions['tags'] = []): CacheTags {
  if (typeof tags === 'function') return tags;
  const list = Object.freeze([...tags].sort());
  return () => list;
}
