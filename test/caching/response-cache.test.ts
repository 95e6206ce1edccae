import { describe, expect, it } from 'vitest';
import { RestException } from '../../lib/diagnostics/rest.exception.js';
import type { CacheableResponse } from '../../lib/caching/entries/storable.js';
import { deferred } from '../support/deferred.js';
import { settle } from './support/fake-clock.js';
import { json, policyOf, question, testCache, visible } from './support/setup.js';
import { TestStore } from './support/test-store.js';

/** A method that counts its calls. */
function method(answer: (call: number) => CacheableResponse = (call) => json({ call })) {
  const counted = { calls: 0, produce: async () => answer(++counted.calls) };
  return counted;
}

const swr = policyOf({ ttl: '60s', staleWhileRevalidate: '30s' });

describe.each([
  ['in memory', () => testCache()],
  ['in a store of several processes', () => testCache({ store: new TestStore() })],
])('a cache %s', (_, create) => {
  it('gives the fresh answer again: status, headers, body, and the way it is told to other caches', async () => {
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
      const fresh = await cache.respond(question({ args }), produce);
      await clock.advance(1500);
      const hit = await cache.respond(question({ args }), produce);
      expect([fresh.cacheStatus, hit.cacheStatus]).toEqual(['miss', 'hit']);
      expect(visible(hit)).toEqual(visible(fresh));
      expect(hit.body).toEqual(body);
      expect([fresh.age, hit.age]).toEqual([undefined, 1]);
    }
  });

  it('calls the method once until the time is over', async () => {
    const { cache, clock } = create();
    const counted = method();
    const ask = () => cache.respond(question(), counted.produce);
    const seen = [];
    for (const wait of [0, 30_000, 29_999, 1, 59_999]) {
      await clock.advance(wait);
      const { body, cacheStatus, age } = await ask();
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

  it('says in Cache-Status where an answer comes from', async () => {
    const { cache, clock } = create();
    const { produce } = method();
    const ask = async (parts = {}) =>
      (await cache.respond(question({ policy: swr, ...parts }), produce)).cacheStatusText;
    expect(await ask()).toBe('rest-cache; fwd=miss; stored');
    await clock.advance(500);
    expect(await ask()).toBe('rest-cache; hit; ttl=59');
    await clock.advance(61_000);
    expect(await ask()).toBe('rest-cache; hit; ttl=-2');
    await clock.advance(0);
    expect(await ask({ noCache: true })).toBe('rest-cache; fwd=request; stored');
    expect(await ask({ partition: undefined })).toBe('rest-cache; fwd=bypass');
  });

  it('keeps answers to different arguments, callers and routes apart', async () => {
    const { cache } = create();
    const questions = [
      question(),
      question({ args: { id: 8 } }),
      question({ args: { id: '7' } }),
      question({ partition: 'user:1' }),
      question({ partition: 'user:2' }),
      question({ routeId: 'GET:/other' }),
    ];
    const rest = method();
    const first = [];
    for (const asked of questions) first.push((await cache.respond(asked, rest.produce)).body);
    expect(new Set(first).size).toBe(questions.length);
    for (const [at, asked] of questions.entries()) {
      const again = await cache.respond(asked, rest.produce);
      expect([again.cacheStatus, again.body]).toEqual(['hit', first[at]]);
    }
    expect(rest.calls).toBe(questions.length);
  });

  it('does not keep, nor look up, what belongs to a caller that it cannot tell', async () => {
    const { cache } = create();
    const counted = method();
    for (const partition of [undefined, undefined]) {
      const answer = await cache.respond(question({ partition }), counted.produce);
      expect(answer).toMatchObject({ cacheStatus: 'bypass', cacheControl: 'private, no-cache' });
    }
    expect(counted.calls).toBe(2);
  });

  it('does not keep what was asked with arguments that cannot be told apart', async () => {
    const { cache } = create();
    const counted = method();
    await cache.respond(question({ args: { of: new Map([[1, 1]]) } }), counted.produce);
    await cache.respond(question({ args: { of: new Map([[2, 2]]) } }), counted.produce);
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
      const answer = await cache.respond(question(), counted.produce);
      expect(answer).toMatchObject({ cacheStatus: 'uncacheable', etag: undefined, age: undefined });
      expect(answer.cacheControl).toBe(cacheControl);
      expect(answer.produced?.body).toBe(answer.body);
      expect(counted.calls).toBe(call);
    }
  });

  it('does not keep an error that is thrown, and passes it on', async () => {
    const { cache } = create();
    let calls = 0;
    const produce = async () => {
      calls++;
      throw new RestException('item_gone', 'Gone.', 410);
    };
    await expect(cache.respond(question(), produce)).rejects.toThrow('Gone.');
    await expect(cache.respond(question(), produce)).rejects.toThrow('Gone.');
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
    expect((await cache.respond(question(), produce)).etag).toBe('"own"');
    expect((await cache.respond(question(), produce)).etag).toBe('"own"');
  });

  it('calls the method once for two hundred who ask on a cold key, and all get the same', async () => {
    const { cache } = create();
    const gate = deferred<void>();
    let calls = 0;
    const produce = async () => {
      calls++;
      await gate.promise;
      return json({ calls });
    };
    const asked = Array.from({ length: 200 }, () => cache.respond(question(), produce));
    await settle();
    gate.resolve();
    const answers = await Promise.all(asked);
    expect(calls).toBe(1);
    expect(new Set(answers.map((answer) => JSON.stringify(visible(answer)))).size).toBe(1);
    const collapsed = answers.filter(({ cacheStatusText }) =>
      cacheStatusText.endsWith('; collapsed'),
    );
    expect(collapsed).toHaveLength(199);
    expect(answers.filter(({ produced }) => produced !== undefined)).toHaveLength(1);
  });

  it('gives a cookie to the one alone whom the method gave it', async () => {
    const { cache } = create();
    let calls = 0;
    const produce = async () => {
      const mine = String(++calls);
      await settle();
      return json({}, { headers: [['set-cookie', `session=${mine}`]] });
    };
    const asked = Array.from({ length: 5 }, () => cache.respond(question(), produce));
    const cookies = (await Promise.all(asked)).map(({ headers }) => headers[0]?.[1]);
    expect(new Set(cookies).size).toBe(5);
    expect(calls).toBe(5);
  });

  it('gives all who wait the error of the call that they wait for', async () => {
    const { cache } = create();
    let calls = 0;
    const produce = async (): Promise<CacheableResponse> => {
      calls++;
      await settle();
      throw new Error('down');
    };
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => cache.respond(question(), produce)),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(calls).toBe(1);
  });

  it('makes a new answer for a client that wants one, and keeps it', async () => {
    const { cache } = create();
    const { produce } = method();
    await cache.respond(question(), produce);
    expect(await cache.respond(question({ noCache: true }), produce)).toMatchObject({
      body: '{"call":2}',
      cacheStatus: 'bypass',
    });
    await settle();
    expect(await cache.respond(question(), produce)).toMatchObject({
      body: '{"call":2}',
      cacheStatus: 'hit',
    });
  });

  it('gives an old answer while one call makes it anew', async () => {
    const { cache, clock } = create();
    const { produce } = method();
    const ask = async () =>
      (await cache.respond(question({ policy: swr }), produce)) as {
        body: string;
        cacheStatus: string;
        age: number | undefined;
      };
    await ask();
    await clock.advance(61_000);
    const old = await Promise.all(Array.from({ length: 20 }, ask));
    expect(
      new Set(old.map(({ body, cacheStatus, age }) => [body, cacheStatus, age].join())).size,
    ).toBe(1);
    expect(old[0]).toMatchObject({ body: '{"call":1}', cacheStatus: 'stale', age: 61 });
    await clock.advance(0);
    expect(await ask()).toMatchObject({ body: '{"call":2}', cacheStatus: 'hit', age: 0 });
  });

  it('gives no answer that is older than that', async () => {
    const { cache, clock } = create();
    const { produce } = method();
    await cache.respond(question({ policy: swr }), produce);
    await clock.advance(90_000);
    expect(await cache.respond(question({ policy: swr }), produce)).toMatchObject({
      body: '{"call":2}',
      cacheStatus: 'miss',
    });
  });

  it('keeps the old answer until it ends if it cannot be made anew, and says so', async () => {
    const { cache, clock, failures } = create();
    let fails = false;
    const produce = async () => {
      if (fails) throw new Error('database down');
      return json({ ok: true });
    };
    const ask = () => cache.respond(question({ policy: swr }), produce);
    await ask();
    fails = true;
    await clock.advance(61_000);
    expect(await ask()).toMatchObject({ cacheStatus: 'stale' });
    await clock.advance(10_000);
    expect(await ask()).toMatchObject({ cacheStatus: 'stale' });
    await clock.advance(10_000);
    expect(failures.map(({ kind }) => kind)).toEqual(['renewal-failed', 'renewal-failed']);
    expect(failures[0]).toMatchObject({ error: new Error('database down') });
    await clock.advance(10_000);
    await expect(ask()).rejects.toThrow('database down');
  });

  it.each<[string, () => CacheableResponse, number]>([
    ['an answer of 500', () => json({}, { status: 500 }), 1],
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
    const ask = () => cache.respond(question({ policy: swr }), counted.produce);
    await ask();
    await clock.advance(61_000);
    await ask();
    await clock.advance(0);
    expect(failures).toHaveLength(kept);
    const next = await Promise.allSettled([ask()]);
    expect(
      next.filter(
        (result) => result.status === 'fulfilled' && result.value.cacheStatus === 'stale',
      ),
    ).toHaveLength(kept);
  });

  it('does not cache a route whose tags cannot be made, and says so', async () => {
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
      const asked = question({ policy: policyOf({ tags }) });
      await cache.respond(asked, counted.produce);
      expect(await cache.respond(asked, counted.produce)).toMatchObject({ cacheStatus: 'bypass' });
      expect(counted.calls).toBe(2);
    }
    expect(failures.map(({ kind }) => kind)).toEqual(
      Array.from({ length: 8 }, () => 'tags-failed'),
    );
  });
});

describe('a hit in memory', () => {
  it('is answered at once, with the very body that was kept', async () => {
    const { cache } = testCache();
    const { produce } = method();
    const { body } = await cache.respond(question(), produce);
    const hit = cache.respond(question(), produce);
    expect(hit).not.toBeInstanceOf(Promise);
    expect(await hit).toMatchObject({ cacheStatus: 'hit', body });
  });
});

describe('a hit in a store of several processes', () => {
  it('costs one trip', async () => {
    const store = new TestStore();
    const { cache } = testCache({ store });
    const { produce } = method();
    const asked = question({ policy: policyOf({ tags: ['a', 'b'] }) });
    await cache.respond(asked, produce);
    await settle();
    const before = store.calls;
    expect(await cache.respond(asked, produce)).toMatchObject({ cacheStatus: 'hit' });
    expect(store.calls).toBe(before + 1);
  });

  it('is not called for again while the answer is on its way into the store', async () => {
    const store = new TestStore();
    const { cache } = testCache({ store });
    const { produce } = method();
    await cache.respond(question({ args: { id: 8 } }), produce);
    await settle();
    const gate = deferred<void>();
    store.gate = (name) => (name === 'set' ? gate.promise : Promise.resolve());
    // Of known generations: nothing but the entry is to be written.
    const ask = () => cache.respond(question({ args: { id: 8 }, partition: 'user:1' }), produce);
    for (const _turn of ['the first', 'while it is written']) {
      expect(await ask()).toMatchObject({ body: '{"call":2}', cacheStatus: 'miss' });
    }
    gate.resolve();
    await settle();
    expect(await ask()).toMatchObject({ body: '{"call":2}', cacheStatus: 'hit' });
  });

  it('is seen by the other process too', async () => {
    const store = new TestStore();
    const one = testCache({ store });
    const other = testCache({ store, clock: one.clock });
    const { produce } = method();
    await one.cache.respond(question(), produce);
    await settle();
    expect(await other.cache.respond(question(), produce)).toMatchObject({
      cacheStatus: 'hit',
      body: '{"call":1}',
    });
  });

  it('is none of another application with the same store', async () => {
    const store = new TestStore();
    const { produce } = method();
    await testCache({ store }).cache.respond(question(), produce);
    await settle();
    const other = testCache({ store, namespace: 'other' }).cache;
    expect(await other.respond(question(), produce)).toMatchObject({
      cacheStatus: 'miss',
      body: '{"call":2}',
    });
  });
});
