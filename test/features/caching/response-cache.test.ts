import { describe, expect, it } from 'vitest';
import { RestException } from 'nestjs-rest-routes';
import type { CacheableResponse } from '../../../lib/features/caching/engine/entry.js';
import { deferred } from '../../support/deferred.js';
import { settle } from './support/fake-clock.js';
import { json, policyOf, cacheRequest, testCache, visible } from './support/setup.js';
import { TestStore } from './support/test-store.js';

/** A method that counts its calls. */
function method(result: (call: number) => CacheableResponse = (call) => json({ call })) {
  const counted = { calls: 0, produce: async () => result(++counted.calls) };
  return counted;
}

const swr = policyOf({ ttl: '60s', staleWhileRevalidate: '30s' });

describe.each([
  ['in memory', () => testCache()],
  ['in a store of several processes', () => testCache({ store: new TestStore() })],
])('a cache %s', (_, create) => {
  it('sends the fresh response again: status, headers, body and caching headers', async () => {
    const { cache, clock } = create();
    const headers = [
      ['content-type', 'text/x'],
      ['link', '<a>'],
      ['link', '<b>'],
      ['x-total', '3'],
    ] as const;
    for (const body of ['{"ä":1}', Buffer.from([0, 255, 128]), undefined, '']) {
      const args = { body: String(body) };
      const { produce } = method(() => json(0, { status: 201, headers, body }));
      const fresh = await cache.respond(cacheRequest({ args }), produce);
      await clock.advance(1500);
      const hit = await cache.respond(cacheRequest({ args }), produce);
      expect([fresh.cacheStatus, hit.cacheStatus]).toEqual(['miss', 'hit']);
      expect(visible(hit)).toEqual(visible(fresh));
      expect(hit.body).toEqual(body);
      expect([fresh.age, hit.age]).toEqual([undefined, 1]);
    }
  });

  it('calls the method once until the entry expires', async () => {
    const { cache, clock } = create();
    const counted = method();
    const send = () => cache.respond(cacheRequest(), counted.produce);
    const seen = [];
    for (const wait of [0, 30_000, 29_999, 1, 59_999]) {
      await clock.advance(wait);
      const { body, cacheStatus, age } = await send();
      seen.push([body, cacheStatus, age]);
    }
    expect(seen).toEqual([
      ['{"call":1}', 'miss', undefined],
      ['{"call":1}', 'hit', 30],
      ['{"call":1}', 'hit', 59],
      ['{"call":2}', 'miss', undefined],
      ['{"call":2}', 'hit', 59],
    ]);
    expect(counted.calls).toBe(2);
  });

  it('reports in Cache-Status where a response comes from', async () => {
    const { cache, clock } = create();
    const { produce } = method();
    const send = async (parts = {}) =>
      (await cache.respond(cacheRequest({ policy: swr, ...parts }), produce)).cacheStatusText;
    expect(await send()).toBe('rest-cache; fwd=miss; stored');
    await clock.advance(500);
    expect(await send()).toBe('rest-cache; hit; ttl=59');
    await clock.advance(61_000);
    expect(await send()).toBe('rest-cache; hit; ttl=-2');
    await clock.advance(0);
    expect(await send({ noCache: true })).toBe('rest-cache; fwd=request; stored');
    expect(await send({ partition: undefined })).toBe('rest-cache; fwd=bypass');
  });

  it('separates responses by arguments, partition and route', async () => {
    const { cache } = create();
    const questions = [
      cacheRequest(),
      cacheRequest({ args: { id: 8 } }),
      cacheRequest({ args: { id: '7' } }),
      cacheRequest({ partition: 'user:1' }),
      cacheRequest({ partition: 'user:2' }),
      cacheRequest({ routeId: 'GET:/other' }),
    ];
    const rest = method();
    const first = [];
    for (const sent of questions) first.push((await cache.respond(sent, rest.produce)).body);
    expect(new Set(first).size).toBe(questions.length);
    for (const [at, sent] of questions.entries()) {
      const again = await cache.respond(sent, rest.produce);
      expect([again.cacheStatus, again.body]).toEqual(['hit', first[at]]);
    }
    expect(rest.calls).toBe(questions.length);
  });

  it('neither stores nor looks up a response without a partition', async () => {
    const { cache } = create();
    const counted = method();
    for (const partition of [undefined, undefined]) {
      const result = await cache.respond(cacheRequest({ partition }), counted.produce);
      expect(result).toMatchObject({ cacheStatus: 'bypass', cacheControl: 'private, no-cache' });
    }
    expect(counted.calls).toBe(2);
  });

  it('does not store a response to arguments without a canonical text', async () => {
    const { cache } = create();
    const counted = method();
    await cache.respond(cacheRequest({ args: { of: new Map([[1, 1]]) } }), counted.produce);
    await cache.respond(cacheRequest({ args: { of: new Map([[2, 2]]) } }), counted.produce);
    expect(counted.calls).toBe(2);
  });

  it.each<[string, Partial<CacheableResponse>, string | undefined]>([
    ['an error', { status: 404 }, undefined],
    ['a cookie', { headers: [['set-cookie', 'a=b']] }, 'private, no-cache'],
    ['a stream', { body: undefined, storable: false }, 'private, no-cache'],
  ])('does not keep %s', async (_kind, parts, cacheControl) => {
    const { cache } = create();
    const counted = method(() => json({}, parts));
    for (const call of [1, 2]) {
      const result = await cache.respond(cacheRequest(), counted.produce);
      expect(result).toMatchObject({ cacheStatus: 'uncacheable', etag: undefined, age: undefined });
      expect(result.cacheControl).toBe(cacheControl);
      expect(result.produced?.body).toBe(result.body);
      expect(counted.calls).toBe(call);
    }
  });

  it('does not store a thrown error, and passes it on', async () => {
    const { cache } = create();
    let calls = 0;
    const produce = async () => {
      calls++;
      throw new RestException('item_gone', 'Gone.', 410);
    };
    await expect(cache.respond(cacheRequest(), produce)).rejects.toThrow('Gone.');
    await expect(cache.respond(cacheRequest(), produce)).rejects.toThrow('Gone.');
    expect(calls).toBe(2);
  });

  it("keeps the method's own ETag and Cache-Control", async () => {
    const { cache } = create();
    const { produce } = method(() =>
      json(
        {},
        {
          headers: [
            ['ETag', '"own"'],
            ['Cache-Control', 'max-age=5'],
          ],
        },
      ),
    );
    expect((await cache.respond(cacheRequest(), produce)).etag).toBe('"own"');
    expect((await cache.respond(cacheRequest(), produce)).etag).toBe('"own"');
  });

  it('calls the method once for two hundred simultaneous requests, which get the same response', async () => {
    const { cache } = create();
    const gate = deferred<void>();
    let calls = 0;
    const produce = async () => {
      calls++;
      await gate.promise;
      return json({ calls });
    };
    const sent = Array.from({ length: 200 }, () => cache.respond(cacheRequest(), produce));
    await settle();
    gate.resolve();
    const results = await Promise.all(sent);
    expect(calls).toBe(1);
    expect(new Set(results.map((result) => JSON.stringify(visible(result)))).size).toBe(1);
    const collapsed = results.filter(({ cacheStatusText }) =>
      cacheStatusText.endsWith('; collapsed'),
    );
    expect(collapsed).toHaveLength(199);
    expect(results.filter(({ produced }) => produced !== undefined)).toHaveLength(1);
  });

  it('sends a cookie only to the request for which the method set it', async () => {
    const { cache } = create();
    let calls = 0;
    const produce = async () => {
      const mine = String(++calls);
      await settle();
      return json({}, { headers: [['set-cookie', `session=${mine}`]] });
    };
    const sent = Array.from({ length: 5 }, () => cache.respond(cacheRequest(), produce));
    const cookies = (await Promise.all(sent)).map(({ headers }) => headers[0]?.[1]);
    expect(new Set(cookies).size).toBe(5);
    expect(calls).toBe(5);
  });

  it('passes the error of a shared call to all waiting requests', async () => {
    const { cache } = create();
    let calls = 0;
    const produce = async (): Promise<CacheableResponse> => {
      calls++;
      await settle();
      throw new Error('down');
    };
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => cache.respond(cacheRequest(), produce)),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(calls).toBe(1);
  });

  it('makes a new response for a client that wants one, and stores it', async () => {
    const { cache } = create();
    const { produce } = method();
    await cache.respond(cacheRequest(), produce);
    expect(await cache.respond(cacheRequest({ noCache: true }), produce)).toMatchObject({
      body: '{"call":2}',
      cacheStatus: 'bypass',
    });
    await settle();
    expect(await cache.respond(cacheRequest(), produce)).toMatchObject({
      body: '{"call":2}',
      cacheStatus: 'hit',
    });
  });

  it('sends a stale response while one call renews it', async () => {
    const { cache, clock } = create();
    const { produce } = method();
    const send = async () =>
      (await cache.respond(cacheRequest({ policy: swr }), produce)) as {
        body: string;
        cacheStatus: string;
        age: number | undefined;
      };
    await send();
    await clock.advance(61_000);
    const old = await Promise.all(Array.from({ length: 20 }, send));
    expect(
      new Set(old.map(({ body, cacheStatus, age }) => [body, cacheStatus, age].join())).size,
    ).toBe(1);
    expect(old[0]).toMatchObject({ body: '{"call":1}', cacheStatus: 'stale', age: 61 });
    await clock.advance(0);
    expect(await send()).toMatchObject({ body: '{"call":2}', cacheStatus: 'hit', age: 0 });
  });

  it('sends no response that is older than the stale time', async () => {
    const { cache, clock } = create();
    const { produce } = method();
    await cache.respond(cacheRequest({ policy: swr }), produce);
    await clock.advance(90_000);
    expect(await cache.respond(cacheRequest({ policy: swr }), produce)).toMatchObject({
      body: '{"call":2}',
      cacheStatus: 'miss',
    });
  });

  it('keeps the stale response until it expires where the renewal fails, and reports that', async () => {
    const { cache, clock, failures } = create();
    let fails = false;
    const produce = async () => {
      if (fails) throw new Error('database down');
      return json({ ok: true });
    };
    const send = () => cache.respond(cacheRequest({ policy: swr }), produce);
    await send();
    fails = true;
    await clock.advance(61_000);
    expect(await send()).toMatchObject({ cacheStatus: 'stale' });
    await clock.advance(10_000);
    expect(await send()).toMatchObject({ cacheStatus: 'stale' });
    await clock.advance(10_000);
    expect(failures.map(({ kind }) => kind)).toEqual(['renewal-failed', 'renewal-failed']);
    expect(failures[0]).toMatchObject({ error: new Error('database down') });
    await clock.advance(10_000);
    await expect(send()).rejects.toThrow('database down');
  });

  it.each<[string, () => CacheableResponse, number]>([
    ['a response of 500', () => json({}, { status: 500 }), 1],
    ['an answer of 404', () => json({}, { status: 404 }), 0],
    [
      'a thrown 404',
      () => {
        throw new RestException('gone', 'Gone.', 404);
      },
      0,
    ],
    [
      'a thrown error',
      () => {
        throw new Error('down');
      },
      1,
    ],
  ])('after a renewal with %s the old one is kept: %#', async (_kind, second, kept) => {
    const { cache, clock, failures } = create();
    const counted = method((call) => (call === 1 ? json({ call }) : second()));
    const send = () => cache.respond(cacheRequest({ policy: swr }), counted.produce);
    await send();
    await clock.advance(61_000);
    await send();
    await clock.advance(0);
    expect(failures).toHaveLength(kept);
    const next = await Promise.allSettled([send()]);
    expect(
      next.filter(
        (result) => result.status === 'fulfilled' && result.value.cacheStatus === 'stale',
      ),
    ).toHaveLength(kept);
  });

  it('asks a function for the tags of each request, also where it returns the same list', async () => {
    const { cache } = create();
    const { produce } = method();
    const list = ['a'];
    const sent = cacheRequest({ policy: policyOf({ tags: () => list }) });
    await cache.respond(sent, produce);
    list.push('b');
    expect(await cache.respond(sent, produce)).toMatchObject({ cacheStatus: 'miss' });
    expect(await cache.respond(sent, produce)).toMatchObject({ cacheStatus: 'hit' });
    await cache.purgeTags('b');
    expect(await cache.respond(sent, produce)).toMatchObject({ cacheStatus: 'miss' });
  });

  it('does not cache a request whose tags cannot be made, and reports that', async () => {
    const { cache, failures } = create();
    const failing = [
      () => {
        throw new Error('no tags');
      },
      (() => 'items') as never,
      (() => [5]) as never,
      () => Array.from({ length: 65 }, (_none, at) => `t${at}`),
    ];
    for (const tags of failing) {
      const counted = method();
      const sent = cacheRequest({ policy: policyOf({ tags }) });
      await cache.respond(sent, counted.produce);
      expect(await cache.respond(sent, counted.produce)).toMatchObject({ cacheStatus: 'bypass' });
      expect(counted.calls).toBe(2);
    }
    expect(failures.map(({ kind }) => kind)).toEqual(
      Array.from({ length: 8 }, () => 'tags-failed'),
    );
  });
});

describe('A hit in memory', () => {
  it('is sent without a promise, with the same body object', async () => {
    const { cache } = testCache();
    const { produce } = method();
    const { body } = await cache.respond(cacheRequest(), produce);
    const hit = cache.respond(cacheRequest(), produce);
    expect(hit).not.toBeInstanceOf(Promise);
    expect(await hit).toMatchObject({ cacheStatus: 'hit', body });
  });
});

describe('A hit in a shared store', () => {
  it('takes one trip to the store', async () => {
    const store = new TestStore();
    const { cache } = testCache({ store });
    const { produce } = method();
    const sent = cacheRequest({ policy: policyOf({ tags: ['a', 'b'] }) });
    await cache.respond(sent, produce);
    await settle();
    const before = store.calls;
    expect(await cache.respond(sent, produce)).toMatchObject({ cacheStatus: 'hit' });
    expect(store.calls).toBe(before + 1);
  });

  it('needs no second call while the response is being written to the store', async () => {
    const store = new TestStore();
    const { cache } = testCache({ store });
    const { produce } = method();
    await cache.respond(cacheRequest({ args: { id: 8 } }), produce);
    await settle();
    const gate = deferred<void>();
    store.gate = (name) => (name === 'set' ? gate.promise : Promise.resolve());
    // Of known generations: nothing but the entry is to be written.
    const send = () =>
      cache.respond(cacheRequest({ args: { id: 8 }, partition: 'user:1' }), produce);
    for (const _turn of ['the first', 'while it is written']) {
      expect(await send()).toMatchObject({ body: '{"call":2}', cacheStatus: 'miss' });
    }
    gate.resolve();
    await settle();
    expect(await send()).toMatchObject({ body: '{"call":2}', cacheStatus: 'hit' });
  });

  it('is available to the other process as well', async () => {
    const store = new TestStore();
    const one = testCache({ store });
    const other = testCache({ store, clock: one.clock });
    const { produce } = method();
    await one.cache.respond(cacheRequest(), produce);
    await settle();
    expect(await other.cache.respond(cacheRequest(), produce)).toMatchObject({
      cacheStatus: 'hit',
      body: '{"call":1}',
    });
  });

  it('is not shared with another application in the same store', async () => {
    const store = new TestStore();
    const { produce } = method();
    await testCache({ store }).cache.respond(cacheRequest(), produce);
    await settle();
    const other = testCache({ store, namespace: 'other' }).cache;
    expect(await other.respond(cacheRequest(), produce)).toMatchObject({
      cacheStatus: 'miss',
      body: '{"call":2}',
    });
  });
});
