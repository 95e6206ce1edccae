import { isThenable } from './thenable.js';

/**
 * A value, or a promise of it. What is kept in this process is answered at once: a turn of the event
 * loop for each look-up would be paid by every hit.
 */
export type Awaitable<T> = T | Promise<T>;

/**
 * Goes on with a value as soon as it is there. Anything with a method `then` is waited for; it is called
 * once, and what it throws is a rejection.
 */
export function whenReady<T, Next>(
  value: T | PromiseLike<T>,
  next: (value: T) => Awaitable<Next>,
): Awaitable<Next> {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value);
}
