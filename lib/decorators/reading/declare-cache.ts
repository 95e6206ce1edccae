import type { CacheOptions } from '../../model/declaration/cache-options.js';
import type { CacheDeclaration } from '../../model/declaration/route-declaration.js';

/** Reads what `@Cache` states. */
export function declareCache(options: CacheOptions): CacheDeclaration {
  const { ttl, staleWhileRevalidate, vary } = options;
  const isConstant = vary !== undefined && typeof vary !== 'function';
  return {
    ttl,
    statesVary: vary !== undefined,
    options: { ref: options },
    ...(isConstant ? { vary } : undefined),
    ...(staleWhileRevalidate === undefined ? undefined : { staleWhileRevalidate }),
  };
}
