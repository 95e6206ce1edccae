import { describe, expect, it } from 'vitest';
import { RestException } from 'nestjs-rest-routes';
import type { CacheableResponse } from '../../../lib/features/caching/engine/entry.js';
import { deferred } from '../../support/deferred.js';
import { settle } from './support/fake-clock.js';
import { json, policyOf, cacheRequest, testCache } from './support/setup.js';
import { TestStore } from './support/test-store.js';

const policy = policyOf({ ttl: '1h' });
const stale = policyOf({ ttl: '1m', staleWhileRevalidate: '1h' });

/** A cache, and a method whose calls the test ends one by one. */
function setup(sent = cacheRequest({ policy }), store?: TestStore) {
  const { cache, clock, failures } = testCache(store === undefined ? {} : { store });
  const calls: ReturnType<typeof deferred<CacheableResponse>>[] = [];
  const send = () =>
    Promise.resolve(
      cache.respond(sent, () => {
        const call = deferred<CacheableResponse>();
        calls.push(call);
        return call.promise;
      }),
    );
  const end = (at: number, body: unknown) => calls[at]?.resolve(json(body));
  return { cache, clock, failures, calls, send, end };
}

const stores = [
  ['in memory', () => undefined],
  ['that several processes share', () => new TestStore()],
] as const;

describe.each(stores)('A method that hangs, with a store %s', (_title, storeOf) => {
  it('holds other requests for 30 seconds, then each calls the method itself', async () => {
    const { clock, calls, send, end } = setup(cacheRequest({ policy }), storeOf());
    const leader = send();
    const waiting = [send(), send()];
    await clock.advance(29_999);
    expect(calls.length).toBe(1);
    await clock.advance(1);
    expect(calls.length).toBe(3);
    end(1, 'one');
    end(2, 'two');
    expect((await Promise.all(waiting)).map(({ body }) => body)).toEqual(['"one"', '"two"']);
    await settle();
    expect((await send()).cacheStatus).toBe('hit');
    end(0, 'late');
    expect(await leader).toMatchObject({ body: '"late"', cacheStatus: 'miss' });
  });

  it('lets the next request begin a new call, which others join', async () => {
    const { clock, calls, send, end } = setup(cacheRequest({ policy }), storeOf());
    void send();
    await clock.advance(30_000);
    const next = [send(), send(), send()];
    await settle();
    expect(calls.length).toBe(2);
    end(1, 'anew');
    expect((await Promise.all(next)).map(({ body }) => body)).toEqual(Array(3).fill('"anew"'));
  });

  it('stores its late response, unless there is a newer one', async () => {
    const { clock, calls, send, end } = setup(cacheRequest({ policy }), storeOf());
    const slow = send();
    await clock.advance(40_000);
    end(0, 'slow');
    expect((await slow).cacheStatusText).toContain('stored');
    await settle();
    expect(await send()).toMatchObject({ cacheStatus: 'hit', body: '"slow"' });
    await clock.advance(3_600_000);
    const late = send();
    await clock.advance(30_000);
    const newer = send();
    await settle();
    end(2, 'newer');
    await newer;
    await settle();
    end(1, 'older');
    expect((await late).cacheStatusText).not.toContain('stored');
    await settle();
    expect(await send()).toMatchObject({ cacheStatus: 'hit', body: '"newer"' });
    expect(calls.length).toBe(3);
  });

  it('fails only for its own request', async () => {
    const { clock, calls, send, end } = setup(cacheRequest({ policy }), storeOf());
    const leader = send();
    const waiting = send();
    await clock.advance(30_000);
    end(1, 'ok');
    expect((await waiting).body).toBe('"ok"');
    calls[0]?.reject(new Error('late'));
    await expect(leader).rejects.toThrow('late');
  });

  it('leaves no timer behind', async () => {
    const { clock, send, end } = setup(cacheRequest({ policy }), storeOf());
    const both = [send(), send()];
    await settle();
    end(0, 'x');
    await Promise.all(both);
    await settle();
    expect(clock.waiting).toBe(0);
  });
});

describe.each(stores)('A renewal that hangs, with a store %s', (_title, storeOf) => {
  const begun = async () => {
    const all = setup(cacheRequest({ policy: stale }), storeOf());
    const first = all.send();
    await settle();
    all.end(0, 'old');
    await first;
    await all.clock.advance(61_000);
    expect(await all.send()).toMatchObject({ cacheStatus: 'stale', body: '"old"' });
    await all.clock.advance(0);
    expect(all.calls.length).toBe(2);
    return all;
  };

  it('does not delay later renewals, and its late response replaces no newer one', async () => {
    const { clock, calls, send, end } = await begun();
    await send();
    await clock.advance(0);
    expect(calls.length).toBe(2);
    await clock.advance(30_000);
    await send();
    await clock.advance(0);
    expect(calls.length).toBe(3);
    end(2, 'new');
    await settle();
    end(1, 'older');
    await settle();
    expect(await send()).toMatchObject({ cacheStatus: 'hit', body: '"new"' });
  });

  it.each<[string, (call: ReturnType<typeof deferred<CacheableResponse>> | undefined) => void]>([
    ['responds with 404', (call) => call?.resolve(json('gone', { status: 404 }))],
    ['throws a 404', (call) => call?.reject(new RestException('gone', 'Gone.', 404))],
  ])('that %s removes no newer response', async (_name, finish) => {
    const { clock, calls, send, end } = await begun();
    await clock.advance(30_000);
    await send();
    await clock.advance(0);
    end(2, 'new');
    await settle();
    finish(calls[1]);
    await settle();
    expect(await send()).toMatchObject({ cacheStatus: 'hit', body: '"new"' });
  });
});

describe('Requests while a method runs', () => {
  it('share its call while the store is unavailable, until this process has purged', async () => {
    const store = new TestStore();
    store.mode = 'hangs';
    const { cache, clock, calls, send, end } = setup(cacheRequest({ policy }), store);
    const early = Array.from({ length: 50 }, () => send());
    await clock.advance(100);
    early.push(send());
    await settle();
    expect(calls.length).toBe(1);
    const purged = cache.purgeAll();
    const late = [send(), send()];
    await settle();
    expect(calls.length).toBe(2);
    end(0, 'early');
    end(1, 'late');
    const responses = await Promise.all(early);
    expect(new Set(responses.map(({ body }) => body))).toEqual(new Set(['"early"']));
    expect(responses.every(({ cacheStatusText }) => !cacheStatusText.includes('stored'))).toBe(
      true,
    );
    expect((await Promise.all(late)).map(({ body }) => body)).toEqual(['"late"', '"late"']);
    expect(await purged).toBe(false);
  });

  it('share its call also where a lookup ends after the entry was stored', async () => {
    const store = new TestStore();
    const { calls, send, end } = setup(cacheRequest({ policy }), store);
    const first = send();
    await settle();
    const gate = deferred<void>();
    // What the second look-up reads is read now, and arrives late.
    const read = store.get.bind(store);
    store.get = async (keys) => {
      const values = await read(keys);
      await gate.promise;
      return values;
    };
    const second = send();
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
