import { describe, expect, it } from 'vitest';
import { settle } from './support/fake-clock.js';
import { json, policyOf, cacheRequest, testCache, visible } from './support/setup.js';
import { TestStore, type StoreMode } from './support/test-store.js';

const policy = policyOf({ ttl: '1h' });

function setup() {
  const store = new TestStore();
  const { cache, clock, failures } = testCache({ store });
  let calls = 0;
  const produce = async () => json({ call: ++calls });
  const send = (id = 7) => cache.respond(cacheRequest({ policy, args: { id } }), produce);
  return { store, cache, clock, send, failures, kinds: () => failures.map(({ kind }) => kind) };
}

describe.each<StoreMode>(['throws', 'throwsAtOnce', 'hangs', 'swallows', 'rubbish'])(
  'While the store %s',
  (mode) => {
    it('every request gets the response of its method within the time limit of the store', async () => {
      const { store, clock, send } = setup();
      store.mode = mode;
      for (const call of [1, 2, 3]) {
        const sent = send();
        await clock.advance(100);
        const response = await sent;
        expect(response).toMatchObject({
          status: 200,
          body: `{"call":${call}}`,
          cacheStatus: 'miss',
        });
        expect(response.cacheStatusText).not.toContain('stored');
      }
    });

    it('the headers for other caches do not change', async () => {
      const { store, clock, send } = setup();
      const { body: _, etag: _etag, ...usual } = visible(await send(8));
      store.mode = mode;
      const sent = send();
      await clock.advance(100);
      expect(visible(await sent)).toMatchObject(usual);
    });

    it('one line is logged, and one when the store is back; hits return without a restart', async () => {
      const { store, clock, send, kinds, cache } = setup();
      await send();
      await settle();
      store.mode = mode;
      for (let second = 0; second < 20; second++) {
        // A new question each time: each would begin something.
        const sent = send(second % 7 === 0 ? 7 : second + 100);
        await clock.advance(1000);
        expect((await sent).status).toBe(200);
      }
      expect(kinds()).toEqual(['store-down']);
      expect(cache.storeFailures).toBeGreaterThan(0);
      store.mode = 'works';
      await clock.advance(5000);
      for (const _turn of ['finds out that it is back', 'makes anew what was lost']) {
        await send();
        await settle();
      }
      expect(kinds()).toEqual(['store-down', 'store-back']);
      expect(await send()).toMatchObject({ cacheStatus: 'hit' });
    });
  },
);

describe('A store that fails between lookup and write', () => {
  it('does not affect the request', async () => {
    const { store, cache, clock } = setup();
    const produce = async () => {
      store.mode = 'hangs';
      return json({ ok: true });
    };
    expect(await cache.respond(cacheRequest(), produce)).toMatchObject({
      body: '{"ok":true}',
      cacheStatus: 'miss',
    });
    await clock.advance(100);
    expect(cache.storeFailures).toBe(1);
  });
});

describe('A response that is damaged in the store', () => {
  it.each<[string, (text: string) => string]>([
    ['cut off', (text) => text.slice(0, -1)],
    ['cut short', (text) => text.slice(0, 60)],
    ['changed', (text) => text.replace('call', 'cali')],
    ['doubled', (text) => text + text],
    ['another format', (text) => text.slice(43)],
  ])('is made anew if it is %s', async (_, spoil) => {
    const { store, send } = setup();
    await send();
    await settle();
    for (const [key, value] of store.values)
      if (key.includes(':e1:')) store.values.set(key, spoil(value));
    expect(await send()).toMatchObject({ cacheStatus: 'miss', body: '{"call":2}' });
    await settle();
    expect(await send()).toMatchObject({ cacheStatus: 'hit', body: '{"call":2}' });
  });

  it('is made again where the store returns the entry of another request', async () => {
    const { store, send } = setup();
    await send(1);
    await send(2);
    await settle();
    const [first, second] = [...store.values.keys()].filter((key) => key.includes(':e1:'));
    store.values.set(first ?? '', store.values.get(second ?? '') ?? '');
    expect(await send(1)).toMatchObject({ cacheStatus: 'miss' });
  });
});

describe('A response that is too large', () => {
  it('is sent, and not stored', async () => {
    for (const store of [undefined, new TestStore()]) {
      const { cache } = testCache({ ...(store && { store }), maxEntryBytes: 1000 });
      const produce = async () => json('x'.repeat(2000));
      for (const cacheStatus of ['miss', 'miss']) {
        expect(await cache.respond(cacheRequest(), produce)).toMatchObject({ cacheStatus });
        await settle();
      }
    }
  });
});
