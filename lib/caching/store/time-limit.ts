import type { Clock } from '../clock.js';

/** A store has not answered in time. */
export class StoreTimeoutError extends Error {
  override readonly name = 'StoreTimeoutError';
}

/**
 * A pause of this process, as under a burst of requests, is no delay of the store: however long it is, it
 * takes no more than one part of the limit.
 */
const PARTS = 4;

/** What a call answers, or a rejection where that takes too long. A late answer is of no consequence. */
export function withTimeLimit<T>(call: () => Promise<T>, ms: number, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    let callOff = (): void => {};
    const wait = (parts: number): void => {
      callOff = clock.after(ms / PARTS, () => {
        if (parts > 1) wait(parts - 1);
        else reject(new StoreTimeoutError(`no answer within ${ms} ms`));
      });
    };
    wait(PARTS);
    // A store that throws instead of rejecting is caught here as well.
    const response = Promise.resolve().then(call);
    void response.then(resolve, reject).finally(() => callOff());
  });
}
