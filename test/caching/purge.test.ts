import { describe, expect, it } from 'vitest';
import { canonicalArguments } from '../../lib/caching/keys/canonical-arguments.js';
import { CacheKeys } from '../../lib/caching/keys/cache-keys.js';
import { deferred } from '../support/deferred.js';
import { settle } from './support/fake-clock.js';
import { json, policyOf, question, testCache, type TestCache } from './support/setup.js';
import { TestStore } from './support/test-store.js';

const tagged = policyOf({
  ttl: '60s',
  staleWhileRevalidate: '30s',
  tags: ({ id }) => ['items', `item:${String(id)}`],
});

/** Data that changes, and a method that answers it. */
function source() {
  const data = { version: 1, calls: 0 };
  const read = async () => {
    data.calls++;
    return json({ version: data.version });
  };
  return { data, read };
}

function asker({ cache }: TestCache, produce: () => Promise<ReturnType<typeof json>>) {
  return async (id = 7, partition = 'public') => {
    const asked = question({ policy: tagged, args: { id }, partition });
    const { body, cacheStatus } = await cache.respond(asked, produce);
    return `${cacheStatus} ${String(body)}`;
  };
}

const kinds: [string, () => { one: TestCache; other: TestCache; store?: TestStore }][] = [
  [
    'in memory',
    () => {
      const one = testCache();
      return { one, other: one };
    },
  ],
  [
    'of two processes with one store',
    () => {
      const store = new TestStore();
      const one = testCache({ store });
      return { one, other: testCache({ store, clock: one.clock }), store };
    },
  ],
];

describe.each(kinds)('a purge %s', (_, create) => {
  it.each<[string, (cache: TestCache['cache']) => Promise<boolean>]>([
    ['the route', (cache) => cache.purge('GET:/acme/v1/items/{id}')],
    ['its arguments', (cache) => cache.purge('GET:/acme/v1/items/{id}', { id: 7 })],
    [
      'arguments that nothing can be kept under',
      (cache) => cache.purge('GET:/acme/v1/items/{id}', { id: () => 7 }),
    ],
    ['a tag of all', (cache) => cache.purgeTags('items')],
    ['a tag of one', (cache) => cache.purgeTags('nothing', 'item:7')],
    ['everything', (cache) => cache.purgeAll()],
  ])('by %s is seen by the next request, of every caller and everywhere', async (_by, purge) => {
    const { one, other } = create();
    const { data, read } = source();
    const asks = [asker(one, read), asker(other, read)];
    for (const ask of asks) await Promise.all([ask(7, 'user:1'), ask(7, 'user:2')]);
    await settle();
    expect(await asks[1]?.(7, 'user:1')).toBe('hit {"version":1}');
    data.version = 2;
    expect(await purge(one.cache)).toBe(true);
    for (const caller of ['user:1', 'user:2']) {
      expect(await asks[1]?.(7, caller)).toBe('miss {"version":2}');
      await settle();
      expect(await asks[0]?.(7, caller)).toBe('hit {"version":2}');
    }
  });

  it.each<[string, (cache: TestCache['cache']) => Promise<boolean>]>([
    ['another route', (cache) => cache.purge('GET:/acme/v1/items')],
    ['other arguments', (cache) => cache.purge('GET:/acme/v1/items/{id}', { id: 8 })],
    ['another tag', (cache) => cache.purgeTags('item:8', 'item', '*')],
    ['no tag', (cache) => cache.purgeTags()],
  ])('by %s leaves the rest', async (_by, purge) => {
    const { one } = create();
    const { read } = source();
    const ask = asker(one, read);
    await ask();
    await settle();
    expect(await purge(one.cache)).toBe(true);
    expect(await ask()).toBe('hit {"version":1}');
  });

  it('while a call is under way leaves nothing of its answer, and nobody after it joins that call', async () => {
    const { one, other } = create();
    const { data } = source();
    const gate = deferred<void>();
    let calls = 0;
    const slow = async () => {
      const { version } = data;
      if (++calls === 1) await gate.promise;
      return json({ version });
    };
    const before = asker(one, slow)();
    await settle();
    data.version = 2;
    await other.cache.purgeTags('items');
    expect(await asker(one, slow)()).toBe('miss {"version":2}');
    gate.resolve();
    expect(await before).toBe('miss {"version":1}');
    await settle();
    const after = await Promise.all([asker(one, slow)(), asker(other, slow)()]);
    expect(after.map((text) => text.split(' ')[1])).toEqual(['{"version":2}', '{"version":2}']);
  });

  it('while an answer is made anew leaves nothing of either', async () => {
    const { one, other } = create();
    const { data } = source();
    const gate = deferred<void>();
    let calls = 0;
    const slow = async () => {
      const { version } = data;
      if (++calls === 2) await gate.promise;
      return json({ version });
    };
    const ask = asker(one, slow);
    await ask();
    await one.clock.advance(61_000);
    expect(await ask()).toBe('stale {"version":1}');
    await one.clock.advance(0);
    expect(calls).toBe(2);
    data.version = 2;
    await other.cache.purgeAll();
    gate.resolve();
    await settle();
    expect(await ask()).toBe('miss {"version":2}');
    await settle();
    expect(await ask()).toBe('hit {"version":2}');
  });

  it('holds in its process without being waited for', async () => {
    const { one } = create();
    const { data, read } = source();
    const ask = asker(one, read);
    await ask();
    await settle();
    data.version = 2;
    const purged = one.cache.purgeTags('items');
    expect(await ask()).toBe('miss {"version":2}');
    expect(await purged).toBe(true);
    expect(await ask()).toContain('{"version":2}');
  });
});

describe('a store that has lost a generation', () => {
  it('gives none of its entries, not even if it is purged and lost again', async () => {
    const store = new TestStore();
    const one = testCache({ store });
    const { data, read } = source();
    const ask = asker(one, read);
    await ask();
    await settle();
    const keys = new CacheKeys('acme');
    const id = canonicalArguments({ id: 7 }) ?? '';
    for (const lost of [
      keys.all,
      keys.route('GET:/acme/v1/items/{id}'),
      keys.tag('items'),
      keys.args('GET:/acme/v1/items/{id}', id),
    ]) {
      data.version++;
      expect(await one.cache.purgeTags('items')).toBe(true);
      expect(store.values.delete(lost)).toBe(true);
      expect(await ask()).toBe(`miss {"version":${data.version}}`);
      await settle();
      expect(await ask()).toBe(`hit {"version":${data.version}}`);
    }
  });
});

describe.each(['throws', 'hangs', 'swallows'] as const)('a purge while the store %s', (mode) => {
  it('is no error, holds here at once, and everywhere as soon as the store is back', async () => {
    const store = new TestStore();
    const one = testCache({ store });
    const other = testCache({ store, clock: one.clock });
    const { clock } = one;
    const { data, read } = source();
    const ask = asker(one, read);
    await ask();
    await settle();
    store.mode = mode;
    data.version = 2;
    const purged = one.cache.purgeTags('items');
    await clock.advance(200);
    expect(await purged).toBe(false);
    expect(await ask()).toBe('miss {"version":2}');
    // The store is back, with all that it had; this process has not told it yet.
    store.mode = 'works';
    expect(await ask()).toBe('miss {"version":2}');
    await clock.advance(6000);
    expect(await asker(other, read)()).toBe('miss {"version":2}');
    await settle();
    expect(await ask()).toBe('hit {"version":2}');
    expect(one.failures.map(({ kind }) => kind).sort()).toEqual([
      'purges-done',
      'purges-waiting',
      'store-back',
      'store-down',
    ]);
  });
});
