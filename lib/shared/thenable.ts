import { types } from 'node:util';

/**
 * Whether a value must be waited for: an object or a function with a method `then`. `instanceof Promise`
 * is not enough for values of the application: query builders such as those of Drizzle and Knex, and
 * promises of another realm, are no instances of `Promise`. Reads `then` without calling it, because the
 * call would run a query.
 *
 * @see Promises/A+ 1.1
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  return value instanceof Promise || ('then' in value && typeof value.then === 'function');
}

/**
 * Whether a value is a native promise, as the library's own asynchronous code makes it. For values that may
 * be objects of the application that must not be waited for: a service or a controller with a method
 * `then` is no promise.
 */
export function isOwnPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return types.isPromise(value);
}
