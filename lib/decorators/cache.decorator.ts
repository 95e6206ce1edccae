import type { CacheOptions } from '../routes/declaration/route-declaration.js';
import type { PossibleUser } from '../routes/rest-request.js';
import { stateOfMethod, CACHE_KEY } from './metadata-accessor.js';

/**
 * Caches the responses of a GET route, or of a GET handler of a plain controller inside of `RestCacheInterceptor`.
 *
 * @example
 * @RestRoute('', HttpMethod.Get, new PublicAccess())
 * @Cache({ ttl: '5m', staleWhileRevalidate: '1m', tags: ['items'] })
 * list(page: int = 1): Promise<Item[]> {}
 *
 * @example
 * @Cache<{ id: int }>({ ttl: '5m', tags: ({ id }) => [`item-${id}`] })
 * one(id: int): Promise<Item> {}
 *
 * @typeParam Arguments The arguments of the method by name, for `tags`; of unknown types by default. The build reports
 *   names that `tags` destructures and the method does not have.
 * @typeParam User The user of the request, for `vary`; by default that of `RestTypes`.
 * @see RFC 9111; `stale-while-revalidate` is RFC 5861's.
 */
export function Cache<
  Arguments extends object = Readonly<Record<string, unknown>>,
  User = PossibleUser,
>(options: CacheOptions<Arguments, User>): MethodDecorator {
  return (target, name, descriptor) =>
    stateOfMethod(CACHE_KEY, options, target, name, descriptor?.value);
}
