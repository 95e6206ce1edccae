/**
 * Whether a value must be waited for: an object or a function with a method `then`. `instanceof Promise`
 * is not enough for values of the application: query builders such as Drizzle's and Knex's, and promises
 * of another realm, are no instances of `Promise`. Reads `then` and never calls it: calling it runs a
 * query.
 *
 * @see Promises/A+ 1.1
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  return value instanceof Promise || ('then' in value && typeof value.then === 'function');
}

/**
 * Whether a promise that the library itself made stands for a value. Only for results of the library's
 * own functions, whose values may be objects of the application: a controller with a method `then` is
 * no promise.
 */
export function isOwnPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return value instanceof Promise;
}
