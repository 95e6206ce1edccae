import { types } from 'node:util';

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
 * Whether a value is a promise that the library's own asynchronous code made. For places where the value
 * may be an object of the application that is not to be waited for: a service or a controller with a
 * method `then` is no promise.
 */
export function isOwnPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return types.isPromise(value);
}
