import { describe, expect, it } from 'vitest';
import { GuardedStore } from '../../../lib/features/caching/engine/store/guarded-store.js';
import { RemoteStore } from '../../../lib/features/caching/engine/store/stores.js';
import { FakeClock, settle } from './support/fake-clock.js';
import { deferred } from '../../support/deferred.js';
import { settingsOf } from './support/setup.js';
import { TestStore } from './support/test-store.js';

/** Two processes with one store. */
function setup() {
  const store = new TestStore();
  const clock = new FakeClock();
  const process = () => {
    const guarded = new GuardedStore(store, 'p', settingsOf({ clock }));
    return { guarded, writer: new RemoteStore(guarded) };
  };
  return { store, clock, one: process(), other: process() };
}

describe('Generations that begin', () => {
  it('begin once for all simultaneous callers', async () => {
    const { store, one } = setup();
    const all = await Promise.all(Array.from({ length: 50 }, () => one.writer.begin(['g', 'h'])));
    expect(new Set(all.map((tokens) => tokens?.join())).size).toBe(1);
    expect(all[0]).toEqual([store.values.get('g'), store.values.get('h')]);
    expect(store.calls).toBe(3);
  });

  it('are shared by callers with some of the same keys', async () => {
    const { store, one } = setup();
    const [a, b] = await Promise.all([one.writer.begin(['g', 'h']), one.writer.begin(['h', 'i'])]);
    expect(a?.[1]).toBe(b?.[0]);
    expect(store.values.size).toBe(3);
  });

  it('are the same for two processes that begin at the same time', async () => {
    const { one, other } = setup();
    const [mine, theirs] = await Promise.all([one.writer.begin(['g']), other.writer.begin(['g'])]);
    expect(mine).toEqual(theirs);
  });

  it('are unknown where the store does not keep them', async () => {
    const { store, one } = setup();
    store.mode = 'swallows';
    expect(await one.writer.begin(['g'])).toBeUndefined();
    expect(one.guarded.failures).toBe(1);
  });

  it('are unknown where the store throws', async () => {
    const { store, one } = setup();
    store.mode = 'throws';
    expect(await one.writer.begin(['g'])).toBeUndefined();
  });

  it('begin again with a new token', async () => {
    const { store, one } = setup();
    const first = await one.writer.begin(['g']);
    await settle();
    store.values.clear();
    expect(await one.writer.begin(['g'])).not.toEqual(first);
  });
});

describe('Generations that begin in a store that can add', () => {
  it('are those of the first process, also where another writes late', async () => {
    const { store, one, other } = setup();
    store.add = async (key, value) => {
      await store.gate('set');
      if (!store.values.has(key)) store.values.set(key, value);
    };
    const gate = deferred<void>();
    store.gate = () => gate.promise;
    const late = other.writer.begin(['g']);
    store.gate = async () => {};
    const mine = await one.writer.begin(['g']);
    gate.resolve();
    expect(await late).toEqual(mine);
    expect(store.values.get('g')).toBe(mine?.[0]);
  });

  it('replace a value that is no token', async () => {
    const { store, one } = setup();
    store.values.set('g', 'rubbish');
    store.add = async (key, value) => {
      if (!store.values.has(key)) store.values.set(key, value);
    };
    const [token] = (await one.writer.begin(['g'])) ?? [];
    expect(token).toMatch(/^[\w-]{16}$/);
    expect(store.values.get('g')).toBe(token);
    expect(one.guarded.failures).toBe(0);
  });
});

describe('Generations that end', () => {
  it('have a new token in the store', async () => {
    const { store, one } = setup();
    const [before] = (await one.writer.begin(['g'])) ?? [];
    expect(await one.writer.end(['g', 'h'])).toBe(true);
    expect(store.values.get('g')).not.toBe(before);
    expect(store.values.get('h')).toMatch(/^[\w-]{16}$/);
  });

  it('may be ended by several processes at a time', async () => {
    const { store, one, other } = setup();
    await one.writer.begin(['g']);
    const before = store.values.get('g');
    const ended = [one, other, one, other].map(({ writer }) => writer.end(['g']));
    expect(await Promise.all(ended)).toEqual([true, true, true, true]);
    expect(store.values.get('g')).not.toBe(before);
  });

  it('are not ended where the store keeps returning the old token', async () => {
    const { store, one } = setup();
    await one.writer.begin(['g']);
    store.set = async () => {};
    expect(await one.writer.end(['g'])).toBe(false);
    expect(one.guarded.failures).toBe(1);
  });

  it.each(['throws', 'swallows', 'rubbish'] as const)(
    'are not ended by a store that %s',
    async (mode) => {
      const { store, one } = setup();
      await one.writer.begin(['g']);
      store.mode = mode;
      expect(await one.writer.end(['g'])).toBe(false);
    },
  );

  it('never get an old token again, also where a write arrives late', async () => {
    const { store, clock, one, other } = setup();
    const gate = deferred<void>();
    store.gate = (name) => (name === 'set' ? gate.promise : Promise.resolve());
    const late = one.writer.end(['g']);
    await clock.advance(100);
    expect(await late).toBe(false);
    store.gate = async () => {};
    expect(await other.writer.end(['g'])).toBe(true);
    const current = store.values.get('g');
    gate.resolve();
    await settle();
    // The late one ends the generation once more; what it brings is new as well.
    expect(store.values.get('g')).not.toBe(current);
  });
});
