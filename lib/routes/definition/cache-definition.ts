import type { CachePolicy, CacheTags, Sharing } from './cache-policy.js';
import type {
  CacheDeclaration,
  CacheOptions,
  PermissionDeclaration,
} from '../declaration/route-declaration.js';
import { parseDuration } from '../../types/duration.js';
import type { RestRequest } from '../rest-request.js';

/** The cache of one route. `routeId` is the same in every process of the application. */
export interface CacheDefinition {
  readonly routeId: string;
  readonly statesVary: boolean;
  readonly policy: CachePolicy;
  /** Its tags, if a list states them; `undefined` if a function makes them of arguments. */
  readonly listedTags: readonly string[] | undefined;
}

/** `undefined` if a compiler read the options, which does not create routes. */
export function compileCache(
  cache: CacheDeclaration,
  routeId: string,
  permission: PermissionDeclaration | undefined,
): CacheDefinition | undefined {
  if (cache.options === undefined) return undefined;
  // The reader of the decorators made the reference.
  const options = cache.options.ref as CacheOptions;
  const policy = compileCachePolicy(options, permission?.kind === 'public');
  const { tags = [] } = options;
  const listedTags = typeof tags === 'function' ? undefined : tags;
  return Object.freeze({ routeId, statesVary: cache.statesVary, policy, listedTags });
}

/** @throws RangeError on a duration that the rules would have rejected. */
function compileCachePolicy(
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

function sharingOf(vary: CacheOptions['vary'], isPublic: boolean): Sharing {
  if (vary === undefined) return isPublic ? 'everyone' : 'caller';
  if (vary === 'none') return 'everyone';
  if (vary === 'user') return 'caller';
  return typeof vary === 'function' ? 'custom' : 'headers';
}

function distinctNames(names: readonly string[]): readonly string[] {
  const distinct = new Map(names.map((name) => [name.toLowerCase(), name]));
  return Object.freeze([...distinct.values()]);
}

function tagsOf(tags: CacheOptions['tags'] = []): CacheTags {
  if (typeof tags === 'function') return tags;
  const list = Object.freeze([...tags].sort());
  return () => list;
}
