import { whenReady } from '../../shared/promises.js';

/** A request whose verdicts are kept. */
export interface VerdictHolder {
  readonly verdicts: Map<unknown, boolean | Promise<boolean>>;
}

/**
 * The verdict of a permission, computed once for a request. Only `true` allows: a callback that returns
 * another value by mistake must not open a route.
 */
export function remember(
  context: VerdictHolder,
  key: unknown,
  check: () => unknown,
): boolean | Promise<boolean> {
  const known = context.verdicts.get(key);
  if (known !== undefined) return known;
  const verdict = verdictOf(check);
  context.verdicts.set(key, verdict);
  return verdict;
}

/** A check that throws is remembered as well, as a promise that rejects. */
function verdictOf(check: () => unknown): boolean | Promise<boolean> {
  try {
    return whenReady(check(), (settled) => settled === true);
  } catch (error) {
    return Promise.reject(error as Error);
  }
}
