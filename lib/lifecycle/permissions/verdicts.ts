import type { Combination } from '../../routes/declaration/permission-combination.js';
import { isThenable, type Awaitable } from '../../shared/promises.js';

/**
 * The verdict of a combination: its parts are checked one after the other, and the first that decides ends the
 * check. Without a promise, unless a part returns one.
 */
export function combinedVerdict<Part>(
  { kind, permissions }: Combination<Part>,
  verdictOf: (part: Part) => Awaitable<boolean>,
  from = 0,
): Awaitable<boolean> {
  const decisive = kind === 'anyOf';
  for (const [at, part] of permissions.entries()) {
    if (at < from) continue;
    const verdict = verdictOf(part);
    if (isThenable(verdict)) {
      return verdict.then((is) =>
        is === decisive ? is : combinedVerdict({ kind, permissions }, verdictOf, at + 1),
      );
    }
    if (verdict === decisive) return decisive;
  }
  return !decisive;
}
