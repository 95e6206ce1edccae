/** Marks `RestCacheInterceptor` and its subclasses, for code that it imports itself. */
export const CACHE_MARK = Symbol.for('nestjs-rest-routes.cache-interceptor');
