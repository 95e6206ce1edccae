import { describe, expect, it } from 'vitest';
import {
  SingleFlight,
  Arrivals,
  type CallQuery,
  type CallResult,
} from '../../../lib/features/caching/engine/single-flight.js';
import { deferred } from '../../support/deferred.js';
import { FakeClock, settle } from './support/fake-clock.js';

function singleFlightOf<T>(): SingleFlight<T> {
  return new SingleFlight<T>(new Arrivals(), new FakeClock(), 1000);
}

function joinOrLead<T>(
  singleFlight: SingleFlight<T>,
  of: CallQuery,
  work: () => Promise<CallResult<T>>,
): Promise<T | undefined> {
  return singleFlight.joinOrLead(of, work).result;
}

const query = (key: string) => ({
  address: { key, generations: ['all'] },
  tokens: ['t'],
  isStoreDown: false,
  arrival: Infinity,
});

describe('Simultaneous requests with one key', () => {
  it('share one call and its result', async () => {
    const singleFlight = singleFlightOf<object>();
    const { promise, resolve } = deferred<CallResult<object>>();
    let calls = 0;
    const all = Array.from({ length: 200 }, () =>
      joinOrLead(singleFlight, query('k'), () => (calls++, promise)),
    );
    const value = {};
    resolve({ value, sharedUntil: undefined });
    expect(new Set(await Promise.all(all))).toEqual(new Set([value]));
    expect(calls).toBe(1);
    expect(singleFlight.size).toBe(0);
  });

  it('get the same error, and the next request calls again', async () => {
    const singleFlight = singleFlightOf<number>();
    const error = new Error('down');
    const all = Array.from({ length: 3 }, () =>
      joinOrLead(singleFlight, query('k'), () => Promise.reject(error)),
    );
    for (const { reason } of (await Promise.allSettled(all)) as PromiseRejectedResult[]) {
      expect(reason).toBe(error);
    }
    expect(singleFlight.size).toBe(0);
    await expect(
      joinOrLead(singleFlight, query('k'), async () => ({ value: 1, sharedUntil: undefined })),
    ).resolves.toBe(1);
  });

  it('may join a call until its value is in the store', async () => {
    const singleFlight = singleFlightOf<number>();
    const written = deferred<void>();
    await joinOrLead(singleFlight, query('k'), async () => ({
      value: 1,
      sharedUntil: written.promise,
    }));
    expect(
      await joinOrLead(singleFlight, query('k'), async () => ({
        value: 2,
        sharedUntil: undefined,
      })),
    ).toBe(1);
    written.resolve();
    await settle();
    expect(singleFlight.isUnderWay(query('k'))).toBe(false);
    expect(
      await joinOrLead(singleFlight, query('k'), async () => ({
        value: 2,
        sharedUntil: undefined,
      })),
    ).toBe(2);
  });

  it('do not share a call with requests of another key', async () => {
    const singleFlight = singleFlightOf<number>();
    const land = (value: number) => async () => ({ value, sharedUntil: undefined });
    expect(
      await Promise.all([
        joinOrLead(singleFlight, query('a'), land(1)),
        joinOrLead(singleFlight, query('b'), land(2)),
      ]),
    ).toEqual([1, 2]);
  });
});
