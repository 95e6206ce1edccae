import { describe, expect, it } from 'vitest';
import { CacheKeys, canonicalArguments } from '../../../lib/features/caching/engine/keys.js';
import { deferred } from '../../support/deferred.js';
import { settle } from './support/fake-clock.js';
import { json, policyOf, cacheRequest, testCache, type TestCache } from './support/setup.js';
import { TestStore } from './support/test-store.js';

const tagged = policyOf({
  ttl: '60s',
  staleWhileRevalidate: '30s',
  tags: ({ id }) => ['items', `item:${String(id)}`],
});

/** Data that changes, and a method that responses it. */
function source() {
  const data = { version: 1, calls: 0 };
  const read = async () => {
    data.calls++;
    return json({ version: data.version });
  };
  return { data, read };
}

function senderOf({ cache }: TestCache, produce: () => Promise<ReturnType<typeof json>>) {
  return async (id = 7, partition = 'public') => {
    const sent = cacheRequest({ policy: tagged, args: { id }, partition });
    const { body, cacheStatus } = await cache.respond(sent, produce);
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

describe.each(kinds)('A purge %s', (_, create) => {
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
    const senders = [senderOf(one, read), senderOf(other, read)];
    for (const send of senders) await Promise.all([send(7, 'user:1'), send(7, 'user:2')]);
    await settle();
    expect(await senders[1]?.(7, 'user:1')).toBe('hit {"version":1}');
    data.version = 2;
    expect(await purge(one.cache)).toBe(true);
    for (const caller of ['user:1', 'user:2']) {
      expect(await senders[1]?.(7, caller)).toBe('miss {"version":2}');
      await settle();
      expect(await senders[0]?.(7, caller)).toBe('hit {"version":2}');
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
    const send = senderOf(one, read);
    await send();
    await settle();
    expect(await purge(one.cache)).toBe(true);
    expect(await send()).toBe('hit {"version":1}');
  });

  it('during a call ends its response, and later requests do not join that call', async () => {
    const { one, other } = create();
    const { data } = source();
    const gate = deferred<void>();
    let calls = 0;
    const slow = async () => {
      const { version } = data;
      if (++calls === 1) await gate.promise;
      return json({ version });
    };
    const before = senderOf(one, slow)();
    await settle();
    data.version = 2;
    await other.cache.purgeTags('items');
    expect(await senderOf(one, slow)()).toBe('miss {"version":2}');
    gate.resolve();
    expect(await before).toBe('miss {"version":1}');
    await settle();
    const after = await Promise.all([senderOf(one, slow)(), senderOf(other, slow)()]);
    expect(after.map((text) => text.split(' ')[1])).toEqual(['{"version":2}', '{"version":2}']);
  });

  it('during a renewal ends the old response and the new one', async () => {
    const { one, other } = create();
    const { data } = source();
    const gate = deferred<void>();
    let calls = 0;
    const slow = async () => {
      const { version } = data;
      if (++calls === 2) await gate.promise;
      return json({ version });
    };
    const send = senderOf(one, slow);
    await send();
    await one.clock.advance(61_000);
    expect(await send()).toBe('stale {"version":1}');
    await one.clock.advance(0);
    expect(calls).toBe(2);
    data.version = 2;
    await other.cache.purgeAll();
    gate.resolve();
    await settle();
    expect(await send()).toBe('miss {"version":2}');
    await settle();
    expect(await send()).toBe('hit {"version":2}');
  });

  it('takes effect in its process without being awaited', async () => {
    const { one } = create();
    const { data, read } = source();
    const send = senderOf(one, read);
    await send();
    await settle();
    data.version = 2;
    const purged = one.cache.purgeTags('items');
    expect(await send()).toBe('miss {"version":2}');
    expect(await purged).toBe(true);
    expect(await send()).toContain('{"version":2}');
  });
});

describe('A store that has lost a generation', () => {
  it('returns none of its entries, even where it is purged and lost again', async () => {
    const store = new TestStore();
    const one = testCache({ store });
    const { data, read } = source();
    const send = senderOf(one, read);
    await send();
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
      expect(await send()).toBe(`miss {"version":${data.version}}`);
      await settle();
      expect(await send()).toBe(`hit {"version":${data.version}}`);
    }
  });
});

describe.each(['throws', 'hangs', 'swallows'] as const)('A purge while the store %s', (mode) => {
  it('is no error, takes effect here at once, and everywhere once the store is back', async () => {
    const store = new TestStore();
    const one = testCache({ store });
    const other = testCache({ store, clock: one.clock });
    const { clock } = one;
    const { data, read } = source();
    const send = senderOf(one, read);
    await send();
    await settle();
    store.mode = mode;
    data.version = 2;
    const purged = one.cache.purgeTags('items');
    await clock.advance(200);
    expect(await purged).toBe(false);
    expect(await send()).toBe('miss {"version":2}');
    // The store is back with all its entries, and does not have the purge of this process yet.
    store.mode = 'works';
    expect(await send()).toBe('miss {"version":2}');
    await clock.advance(6000);
    expect(await senderOf(other, read)()).toBe('miss {"version":2}');
    await settle();
    expect(await send()).toBe('hit {"version":2}');
    expect(one.failures.map(({ kind }) => kind).sort()).toEqual([
      'purges-done',
      'purges-waiting',
      'store-back',
      'store-down',
    ]);
  });
});
