import type { Clock } from './clock.js';

/** A store has not answered in time. */
export class StoreTimeoutError extends Error {
  override readonly name = 'StoreTimeoutError';
}

/** What a call answers, or a rejection where that takes too long. A late answer is of no consequence. */
export function withTimeLimit<T>(call: () => Promise<T>, ms: number, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const callOff = clock.after(ms, () =>
      reject(new StoreTimeoutError(`no answer within ${ms} ms`)),
    );
    // A store that throws instead of rejecting is caught here as well.
    const answer = Promise.resolve().then(call);
    answer.then(resolve, reject).finally(callOff);
  });
}
