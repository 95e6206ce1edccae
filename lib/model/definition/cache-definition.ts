import type { CachePolicy } from '../../caching/cache-policy.js';
import type { CacheOptions } from '../declaration/cache-options.js';
import type { RouteDeclaration } from '../declaration/route-declaration.js';
import { compileCachePolicy } from './compile-cache-policy.js';

/** The cache of one route. `routeId` is the same in every process of the application. */
export interface CacheDefinition {
  readonly routeId: string;
  readonly policy: CachePolicy;
}

/** Compiles what `@Cache` states; `undefined` where the route is not cached. */
export function compileCache(
  { cache, permission }: RouteDeclaration,
  routeId: string,
): CacheDefinition | undefined {
  if (cache?.options === undefined) return undefined;
  // The reader of the decorators made the reference; a compiler makes none.
  const options = cache.options.ref as CacheOptions;
  const policy = compileCachePolicy(options, permission?.kind === 'public');
  return Object.freeze({ routeId, policy });
}
