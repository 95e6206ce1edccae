import type { CacheOptions } from '../model/declaration/cache-options.js';
import { CACHE_KEY } from './metadata.js';

/**
 * Caches the responses of a GET route, or of a GET handler of a plain controller inside of `RestCacheInterceptor`.
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
