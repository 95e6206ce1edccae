import { describe, expect, it } from 'vitest';
import { Arrivals } from '../../lib/caching/flights/arrivals.js';
import { SingleFlight, type Landing } from '../../lib/caching/flights/single-flight.js';
import { deferred } from './support/deferred.js';
import { FakeClock, settle } from './support/fake-clock.js';

function flightsOf<T>(): SingleFlight<T> {
  return new SingleFlight<T>({ arrivals: new Arrivals(), clock: new FakeClock(), limitMs: 1000 });
}

const query = (key: string) => ({ key, tokens: ['t'], arrival: Infinity });

describe('two hundred who ask the same at a time', () => {
  it('cost one call, and get the same', async () => {
    const flights = flightsOf<object>();
    const { promise, resolve } = deferred<Landing<object>>();
    let calls = 0;
    const all = Array.from({ length: 200 }, () =>
      flights.run(query('k'), () => (calls++, promise)),
    );
    const value = {};
    resolve({ value, openUntil: undefined });
    expect(new Set(await Promise.all(all))).toEqual(new Set([value]));
    expect(calls).toBe(1);
    expect(flights.size).toBe(0);
  });

  it('get the same error, and the next one asks again', async () => {
    const flights = flightsOf<number>();
    const error = new Error('down');
    const all = Array.from({ length: 3 }, () =>
      flights.run(query('k'), () => Promise.reject(error)),
    );
    for (const { reason } of (await Promise.allSettled(all)) as PromiseRejectedResult[]) {
      expect(reason).toBe(error);
    }
    expect(flights.size).toBe(0);
    await expect(
      flights.run(query('k'), async () => ({ value: 1, openUntil: undefined })),
    ).resolves.toBe(1);
  });

  it('can be joined until the value is found elsewhere', async () => {
    const flights = flightsOf<number>();
    const written = deferred<void>();
    await flights.run(query('k'), async () => ({ value: 1, openUntil: written.promise }));
    expect(await flights.run(query('k'), async () => ({ value: 2, openUntil: undefined }))).toBe(1);
    written.resolve();
    await settle();
    expect(flights.isUnderWay(query('k'))).toBe(false);
    expect(await flights.run(query('k'), async () => ({ value: 2, openUntil: undefined }))).toBe(2);
  });

  it('do not meet those who ask something else', async () => {
    const flights = flightsOf<number>();
    const land = (value: number) => async () => ({ value, openUntil: undefined });
    expect(
      await Promise.all([flights.run(query('a'), land(1)), flights.run(query('b'), land(2))]),
    ).toEqual([1, 2]);
  });
});
