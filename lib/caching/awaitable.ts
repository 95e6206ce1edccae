/**
 * A value, or a promise of it. What is kept in this process is answered at once: a turn of the event
 * loop for each look-up would be paid by every hit.
 */
export type Awaitable<T> = T | Promise<T>;

/** Goes on with a value as soon as it is there. */
export function whenReady<T, Next>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<Next>,
): Awaitable<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
