import type { Clock } from '../clock.js';

/** A store did not respond in time. */
export class StoreTimeoutError extends Error {
  override readonly name = 'StoreTimeoutError';
}

/**
 * The limit is measured in parts. A pause of this process, as in a burst of requests, is no delay of the
 * store: it consumes at most one part.
 */
const PARTS = 4;

/** The result of a call, or a rejection where it takes too long. A late result is ignored. */
export function withTimeLimit<T>(call: () => Promise<T>, ms: number, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    let cancel = (): void => {};
    const wait = (parts: number): void => {
      cancel = clock.after(ms / PARTS, () => {
        if (parts > 1) wait(parts - 1);
        else reject(new StoreTimeoutError(`no response within ${ms} ms`));
      });
    };
    wait(PARTS);
    // Also catches a store that throws instead of rejecting.
    const response = Promise.resolve().then(call);
    void response.then(resolve, reject).finally(() => cancel());
  });
}
