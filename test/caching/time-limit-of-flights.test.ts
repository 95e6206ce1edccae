import { describe, expect, it } from 'vitest';
import { RestException } from '../../lib/diagnostics/rest.exception.js';
import type { CacheableResponse } from '../../lib/caching/entries/storable.js';
import { deferred } from '../support/deferred.js';
import { settle } from './support/fake-clock.js';
import { json, policyOf, question, testCache } from './support/setup.js';
import { TestStore } from './support/test-store.js';

const policy = policyOf({ ttl: '1h' });
const stale = policyOf({ ttl: '1m', staleWhileRevalidate: '1h' });

/** A cache, and a method whose calls the test ends one by one. */
function setup(asked = question({ policy }), store?: TestStore) {
  const { cache, clock, failures } = testCache(store === undefined ? {} : { store });
  const calls: ReturnType<typeof deferred<CacheableResponse>>[] = [];
  const ask = () =>
    Promise.resolve(
      cache.respond(asked, () => {
        const call = deferred<CacheableResponse>();
        calls.push(call);
        return call.promise;
      }),
    );
  const end = (at: number, body: unknown) => calls[at]?.resolve(json(body));
  return { cache, clock, failures, calls, ask, end };
}

const stores = [
  ['in memory', () => undefined],
  ['that several processes share', () => new TestStore()],
] as const;

describe.each(stores)('a method that hangs, with a store %s', (_title, storeOf) => {
  it('is waited for by others for 30 seconds, then each calls the method itself', async () => {
    const { clock, calls, ask, end } = setup(question({ policy }), storeOf());
    const leader = ask();
    const waiting = [ask(), ask()];
    await clock.advance(29_999);
    expect(calls.length).toBe(1);
    await clock.advance(1);
    expect(calls.length).toBe(3);
    end(1, 'one');
    end(2, 'two');
    expect((await Promise.all(waiting)).map(({ body }) => body)).toEqual(['"one"', '"two"']);
    await settle();
    expect((await ask()).cacheStatus).toBe('hit');
    end(0, 'late');
    expect(await leader).toMatchObject({ body: '"late"', cacheStatus: 'miss' });
  });

  it('lets the next request begin anew, which others join', async () => {
    const { clock, calls, ask, end } = setup(question({ policy }), storeOf());
    void ask();
    await clock.advance(30_000);
    const next = [ask(), ask(), ask()];
    await settle();
    expect(calls.length).toBe(2);
    end(1, 'anew');
    expect((await Promise.all(next)).map(({ body }) => body)).toEqual(Array(3).fill('"anew"'));
  });

  it('keeps its late answer where there is no newer one, and replaces no newer one', async () => {
    const { clock, calls, ask, end } = setup(question({ policy }), storeOf());
    const slow = ask();
    await clock.advance(40_000);
    end(0, 'slow');
    expect((await slow).cacheStatusText).toContain('stored');
    await settle();
    expect(await ask()).toMatchObject({ cacheStatus: 'hit', body: '"slow"' });
    await clock.advance(3_600_000);
    const late = ask();
    await clock.advance(30_000);
    const newer = ask();
    await settle();
    end(2, 'newer');
    await newer;
    await settle();
    end(1, 'older');
    expect((await late).cacheStatusText).not.toContain('stored');
    await settle();
    expect(await ask()).toMatchObject({ cacheStatus: 'hit', body: '"newer"' });
    expect(calls.length).toBe(3);
  });

  it('fails for itself only', async () => {
    const { clock, calls, ask, end } = setup(question({ policy }), storeOf());
    const leader = ask();
    const waiting = ask();
    await clock.advance(30_000);
    end(1, 'ok');
    expect((await waiting).body).toBe('"ok"');
    calls[0]?.reject(new Error('late'));
    await expect(leader).rejects.toThrow('late');
  });

  it('leaves no timer behind', async () => {
    const { clock, ask, end } = setup(question({ policy }), storeOf());
    const both = [ask(), ask()];
    await settle();
    end(0, 'x');
    await Promise.all(both);
    await settle();
    expect(clock.waiting).toBe(0);
  });
});

describe.each(stores)('a renewal that hangs, with a store %s', (_title, storeOf) => {
  const begun = async () => {
    const all = setup(question({ policy: stale }), storeOf());
    const first = all.ask();
    await settle();
    all.end(0, 'old');
    await first;
    await all.clock.advance(61_000);
    expect(await all.ask()).toMatchObject({ cacheStatus: 'stale', body: '"old"' });
    await all.clock.advance(0);
    expect(all.calls.length).toBe(2);
    return all;
  };

  it('does not hold up later ones, and its late answer replaces no newer one', async () => {
    const { clock, calls, ask, end } = await begun();
    await ask();
    await clock.advance(0);
    expect(calls.length).toBe(2);
    await clock.advance(30_000);
    await ask();
    await clock.advance(0);
    expect(calls.length).toBe(3);
    end(2, 'new');
    await settle();
    end(1, 'older');
    await settle();
    expect(await ask()).toMatchObject({ cacheStatus: 'hit', body: '"new"' });
  });

  it.each<[string, (call: ReturnType<typeof deferred<CacheableResponse>> | undefined) => void]>([
    ['answers 404', (call) => call?.resolve(json('gone', { status: 404 }))],
    ['throws a 404', (call) => call?.reject(new RestException('gone', 'Gone.', 404))],
  ])('that %s takes no newer answer away', async (_name, finish) => {
    const { clock, calls, ask, end } = await begun();
    await clock.advance(30_000);
    await ask();
    await clock.advance(0);
    end(2, 'new');
    await settle();
    finish(calls[1]);
    await settle();
    expect(await ask()).toMatchObject({ cacheStatus: 'hit', body: '"new"' });
  });
});

describe('requests that arrived before a method was called', () => {
  it('share its call where the store cannot be had, and later ones do not', async () => {
    const store = new TestStore();
    store.mode = 'hangs';
    const { clock, calls, ask, end } = setup(question({ policy }), store);
    const early = Array.from({ length: 50 }, () => ask());
    await clock.advance(100);
    expect(calls.length).toBe(1);
    const late = ask();
    await settle();
    expect(calls.length).toBe(2);
    end(0, 'early');
    end(1, 'late');
    const answers = await Promise.all(early);
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['"early"']));
    expect(answers.every(({ cacheStatusText }) => !cacheStatusText.includes('stored'))).toBe(true);
    expect((await late).body).toBe('"late"');
  });

  it('share its call where the look-up of one answers after the entry was kept', async () => {
    const store = new TestStore();
    const { calls, ask, end } = setup(question({ policy }), store);
    const first = ask();
    await settle();
    const gate = deferred<void>();
    // What the second look-up reads is read now, and arrives late.
    const read = store.get.bind(store);
    store.get = async (keys) => {
      const values = await read(keys);
      await gate.promise;
      return values;
    };
    const second = ask();
    await settle();
    store.get = read;
    end(0, 'once');
    await first;
    await settle();
    gate.resolve();
    expect((await second).body).toBe('"once"');
    expect(calls.length).toBe(1);
  });
});
