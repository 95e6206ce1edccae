import { describe, expect, it } from 'vitest';
import { settle } from './support/fake-clock.js';
import { json, policyOf, question, testCache, visible } from './support/setup.js';
import { TestStore, type StoreMode } from './support/test-store.js';

const policy = policyOf({ ttl: '1h' });

function setup() {
  const store = new TestStore();
  const { cache, clock, failures } = testCache({ store });
  let calls = 0;
  const produce = async () => json({ call: ++calls });
  const ask = (id = 7) => cache.respond(question({ policy, args: { id } }), produce);
  return { store, cache, clock, ask, failures, kinds: () => failures.map(({ kind }) => kind) };
}

describe.each<StoreMode>(['throws', 'throwsAtOnce', 'hangs', 'swallows', 'rubbish'])(
  'while the store %s',
  (mode) => {
    it('every request is answered by its method, within the time limit of the store', async () => {
      const { store, clock, ask } = setup();
      store.mode = mode;
      for (const call of [1, 2, 3]) {
        const asked = ask();
        await clock.advance(100);
        const answer = await asked;
        expect(answer).toMatchObject({
          status: 200,
          body: `{"call":${call}}`,
          cacheStatus: 'miss',
        });
        expect(answer.cacheStatusText).not.toContain('stored');
      }
    });

    it('what other caches are told does not change', async () => {
      const { store, clock, ask } = setup();
      const { body: _, etag: _etag, ...usual } = visible(await ask(8));
      store.mode = mode;
      const asked = ask();
      await clock.advance(100);
      expect(visible(await asked)).toMatchObject(usual);
    });

    it('one line is written, and one when it is back; hits come back by themselves', async () => {
      const { store, clock, ask, kinds, cache } = setup();
      await ask();
      await settle();
      store.mode = mode;
      for (let second = 0; second < 20; second++) {
        // A new question each time: each would begin something.
        const asked = ask(second % 7 === 0 ? 7 : second + 100);
        await clock.advance(1000);
        expect((await asked).status).toBe(200);
      }
      expect(kinds()).toEqual(['store-down']);
      expect(cache.storeFailures).toBeGreaterThan(0);
      store.mode = 'works';
      await clock.advance(5000);
      for (const _turn of ['finds out that it is back', 'makes anew what was lost']) {
        await ask();
        await settle();
      }
      expect(kinds()).toEqual(['store-down', 'store-back']);
      expect(await ask()).toMatchObject({ cacheStatus: 'hit' });
    });
  },
);

describe('a store that goes between looking up and keeping', () => {
  it('costs the request nothing', async () => {
    const { store, cache, clock } = setup();
    const produce = async () => {
      store.mode = 'hangs';
      return json({ ok: true });
    };
    expect(await cache.respond(question(), produce)).toMatchObject({
      body: '{"ok":true}',
      cacheStatus: 'miss',
    });
    await clock.advance(100);
    expect(cache.storeFailures).toBe(1);
  });
});

describe('an answer that the store has not whole', () => {
  it.each<[string, (text: string) => string]>([
    ['cut off', (text) => text.slice(0, -1)],
    ['cut short', (text) => text.slice(0, 60)],
    ['changed', (text) => text.replace('call', 'cali')],
    ['doubled', (text) => text + text],
    ['another format', (text) => text.slice(43)],
  ])('is made anew if it is %s', async (_, spoil) => {
    const { store, ask } = setup();
    await ask();
    await settle();
    for (const [key, value] of store.values)
      if (key.includes(':e1:')) store.values.set(key, spoil(value));
    expect(await ask()).toMatchObject({ cacheStatus: 'miss', body: '{"call":2}' });
    await settle();
    expect(await ask()).toMatchObject({ cacheStatus: 'hit', body: '{"call":2}' });
  });

  it('is made anew if the store gives the one of somebody else', async () => {
    const { store, ask } = setup();
    await ask(1);
    await ask(2);
    await settle();
    const [first, second] = [...store.values.keys()].filter((key) => key.includes(':e1:'));
    store.values.set(first ?? '', store.values.get(second ?? '') ?? '');
    expect(await ask(1)).toMatchObject({ cacheStatus: 'miss' });
  });
});

describe('an answer that is too large', () => {
  it('is given, and not kept', async () => {
    for (const store of [undefined, new TestStore()]) {
      const { cache } = testCache({ ...(store && { store }), maxEntryBytes: 1000 });
      const produce = async () => json('x'.repeat(2000));
      for (const cacheStatus of ['miss', 'miss']) {
        expect(await cache.respond(question(), produce)).toMatchObject({ cacheStatus });
        await settle();
      }
    }
  });
});
