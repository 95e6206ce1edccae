import { types } from 'node:util';

/**
 * Whether a value must be waited for: an object or a function with a method `then`. `instanceof Promise` is not enough
 * for values of the application: query builders such as those of Drizzle and Knex, and promises of another realm, are
 * not instances of `Promise`. Reads `then` without calling it, because the call would run a query.
 *
 * @see Promises/A+ 1.1
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  return value instanceof Promise || ('then' in value && typeof value.then === 'function');
}

/**
 * Whether a value is a native promise, as the library's own asynchronous code makes it. For values that may be objects
 * of the application that must not be waited for: a service or a controller with a method `then` is not a promise.
 */
export function isOwnPromise<T>(value: T | Promise<T>): value is Promise<T> {
  // Most values have no method `then`, and this check is faster for them.
  return typeof value === 'object' && value !== null && 'then' in value && types.isPromise(value);
}

/**
 * A value, or a promise of it. A value that is there is used at once, because waiting for a promise costs a turn of the
 * event loop.
 */
export type Awaitable<T> = T | Promise<T>;

/**
 * Calls `next` with a value as soon as it is known. Anything with a method `then` is waited for. `then` is called once,
 * and an error that it throws becomes a rejection.
 */
export function whenReady<T, Next>(
  value: T | PromiseLike<T>,
  next: (value: T) => Awaitable<Next>,
): Awaitable<Next> {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value);
}

export function memoize<Key, Value extends object | string>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** Makes a value on first use, and keeps it. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
