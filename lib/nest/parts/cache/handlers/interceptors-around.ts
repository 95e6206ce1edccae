import type { ApplicationConfig } from '@nestjs/core';
import { CACHE_MARK } from '../cache-mark.js';
import type { PlainHandler } from '../../explore-plain-handlers.js';
import { enhancersOf } from '../../plain/enhanced-by.js';

/** The interceptors of a handler, as seen from the cache. */
export interface InterceptorsAround {
  /** Whether a `RestCacheInterceptor` is among them. */
  readonly isCached: boolean;
  /** The names of those outside of it. */
  readonly outside: readonly string[];
}

/** Reads the interceptors of a handler. */
export function interceptorsAround(
  handler: PlainHandler,
  config: ApplicationConfig,
): InterceptorsAround {
  const all = enhancersOf(handler, 'interceptor', config).map(classOf);
  const at = all.findIndex((one) => Reflect.get(one, CACHE_MARK) === true);
  const outside = at === -1 ? all : all.slice(0, at);
  return { isCached: at !== -1, outside: outside.map(({ name }) => name) };
}

/** Interceptors are listed as classes and as instances. */
function classOf(interceptor: unknown): { readonly name: string } {
  if (typeof interceptor === 'function') return interceptor;
  const isInstance = typeof interceptor === 'object' && interceptor !== null;
  return isInstance ? interceptor.constructor : Object;
}
