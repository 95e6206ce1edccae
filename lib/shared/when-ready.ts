import { isThenable } from './thenable.js';

/**
 * A value, or a promise of it. A value that is known is used at once, because waiting for a promise costs a
 * turn of the event loop.
 */
export type Awaitable<T> = T | Promise<T>;

/**
 * Calls `next` with a value as soon as it is known. Anything with a method `then` is waited for. `then` is
 * called once, and what it throws becomes a rejection.
 */
export function whenReady<T, Next>(
  value: T | PromiseLike<T>,
  next: (value: T) => Awaitable<Next>,
): Awaitable<Next> {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value);
}
