import { describe, expect, it } from 'vitest';
import { GuardedStore } from '../../../lib/features/caching/engine/store/guarded-store.js';
import {
  describeFailure,
  type CacheFailure,
} from '../../../lib/features/caching/engine/store/store.js';
import { FakeClock } from './support/fake-clock.js';
import { settingsOf } from './support/setup.js';
import { TestStore, type StoreMode } from './support/test-store.js';

function setup() {
  const clock = new FakeClock();
  const store = new TestStore();
  const failures: CacheFailure[] = [];
  const onFailure = (failure: CacheFailure) => void failures.push(failure);
  const guarded = new GuardedStore(store, 'p', settingsOf({ clock, onFailure }));
  const kinds = () => failures.map(({ kind }) => kind);
  return { clock, store, guarded, kinds, failures };
}

describe('A store that works', () => {
  it('is used directly, and leaves no timer behind', async () => {
    const { guarded, clock, kinds } = setup();
    expect(await guarded.set('a', '1', 10)).toBe(true);
    expect(await guarded.get(['a', 'b'])).toEqual(['1', undefined]);
    expect(await guarded.delete('a')).toBe(true);
    expect(await guarded.get(['a'])).toEqual([undefined]);
    expect(clock.waiting).toBe(0);
    expect(guarded.failures).toBe(0);
    expect(kinds()).toEqual([]);
  });
});

describe.each<StoreMode>(['throws', 'throwsAtOnce', 'hangs'])('A store that %s', (mode) => {
  it('counts as unavailable within its time limit, and is then left alone', async () => {
    const { guarded, store, clock, kinds } = setup();
    store.mode = mode;
    const set = guarded.set('a', '1', 10);
    await clock.advance(100);
    expect(await set).toBe(false);
    const calls = store.calls;
    expect(await guarded.get(['a'])).toBeUndefined();
    expect(await guarded.delete('a')).toBe(false);
    await clock.advance(4000);
    expect(await guarded.get(['a'])).toBeUndefined();
    expect(store.calls).toBe(calls);
    expect(guarded.failures).toBe(1);
    expect(kinds()).toEqual(['store-down']);
  });

  it('is used again once it works, and no request waits for the probe', async () => {
    const { guarded, store, clock, kinds, failures } = setup();
    store.mode = mode;
    void guarded.set('a', '1', 10);
    await clock.advance(100);
    for (let turn = 0; turn < 3; turn++) {
      await clock.advance(5000);
      expect(await guarded.get(['a'])).toBeUndefined();
      await clock.advance(100);
    }
    expect(kinds()).toEqual(['store-down']);
    store.mode = 'works';
    await clock.advance(5000);
    expect(await guarded.get(['a'])).toBeUndefined();
    await clock.advance(0);
    expect(await guarded.get(['a'])).toEqual([undefined]);
    expect(kinds()).toEqual(['store-down', 'store-back']);
    expect(failures[1]).toMatchObject({ failures: 4 });
    expect(failures.map(describeFailure).join('\n')).toMatch(
      /is unavailable[^\n]*\n[^\n]*is back after 20\d00 ms; 4 /,
    );
  });
});

describe('A store that hangs', () => {
  it('may respond too late, which has no effect', async () => {
    const { guarded, store, clock } = setup();
    let release: () => void = () => {};
    store.gate = () => new Promise((resolve) => (release = resolve));
    const late = guarded.get(['a']);
    await clock.advance(100);
    expect(await late).toBeUndefined();
    store.mode = 'throws';
    release();
    await clock.advance(0);
    expect(guarded.failures).toBe(1);
  });

  it('is reported once, for any number of waiting requests', async () => {
    const { guarded, store, clock, kinds } = setup();
    store.mode = 'hangs';
    const waiting = Array.from({ length: 50 }, () => guarded.get(['a']));
    await clock.advance(100);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([undefined]));
    expect(kinds()).toEqual(['store-down']);
    expect(guarded.failures).toBe(50);
  });
});

describe('A store that returns invalid values', () => {
  it('has no value that is not a string', async () => {
    const { guarded, store } = setup();
    store.mode = 'rubbish';
    expect(await guarded.get(['a', 'b', 'c', 'd'])).toEqual([undefined, undefined, undefined, '']);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'abc'],
    ['too few values', ['1']],
    ['too many', ['1', '2', '3']],
  ])('is unavailable where it returns %s', async (_, values) => {
    const { guarded, store, kinds } = setup();
    store.get = () => Promise.resolve(values as string[]);
    expect(await guarded.get(['a', 'b'])).toBeUndefined();
    expect(kinds()).toEqual(['store-down']);
  });
});

describe('A store that loses writes silently', () => {
  it('stays unavailable until it keeps a write', async () => {
    const { guarded, store, clock, kinds } = setup();
    store.mode = 'swallows';
    guarded.reportLostWrite();
    await clock.advance(5000);
    await guarded.get(['a']);
    await clock.advance(100);
    expect(await guarded.get(['a'])).toBeUndefined();
    expect(kinds()).toEqual(['store-down']);
    store.mode = 'works';
    await clock.advance(5000);
    await guarded.get(['a']);
    await clock.advance(0);
    expect(await guarded.get(['a'])).toEqual([undefined]);
    expect(kinds()).toEqual(['store-down', 'store-back']);
  });
});
