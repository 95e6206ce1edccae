import {
  compileCachePolicy,
  isPolicyDiagnostic,
  type CachePolicy,
} from '../../caching/cache-policy.js';
import type { CacheOptions } from '../declaration/cache-options.js';
import type { RouteDeclaration } from '../declaration/route-declaration.js';

/** The cache of one route. `routeId` is the same in every process of the application. */
export interface CacheDefinition {
  readonly routeId: string;
  readonly policy: CachePolicy<never>;
}

/** Compiles what `@Cache` states; `undefined` where the route is not cached. */
export function compileCache(
  { cache, permission }: RouteDeclaration,
  routeId: string,
): CacheDefinition | undefined {
  if (cache?.options === undefined) return undefined;
  const options = cache.options.ref as CacheOptions;
  const policy = compileCachePolicy(options, {
    isPublic: permission?.kind === 'public',
    takesRequest: false,
  });
  if (isPolicyDiagnostic(policy))
    throw new RangeError(`${routeId}: the rules let a cache through.`);
  return { routeId, policy };
}
