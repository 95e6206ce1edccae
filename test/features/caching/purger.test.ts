import { describe, expect, it } from 'vitest';
import { Purger, PendingPurges } from '../../../lib/features/caching/engine/store/purger.js';
import { MemoryStore } from '../../../lib/features/caching/engine/store/stores.js';
import {
  describeFailure,
  type CacheFailure,
} from '../../../lib/features/caching/engine/store/store.js';
import { deferred } from '../../support/deferred.js';
import { FakeClock, settle } from './support/fake-clock.js';
import { settingsOf } from './support/setup.js';

function setup() {
  const clock = new FakeClock();
  const pending = new PendingPurges('all');
  const failures: CacheFailure[] = [];
  const ended: string[][] = [];
  const state = { isDown: false, response: undefined as Promise<boolean> | undefined };
  const store = Object.assign(new MemoryStore(), {
    end: (keys: readonly string[]) => {
      ended.push([...keys]);
      return state.response ?? Promise.resolve(!state.isDown);
    },
  });
  const onFailure = (failure: CacheFailure) => void failures.push(failure);
  const purger = new Purger(store as never, pending, settingsOf({ clock, onFailure }));
  const kinds = () => failures.map(({ kind }) => kind);
  return { clock, pending, purger, ended, state, kinds, failures };
}

describe('A purge', () => {
  it('takes effect before the store has it', async () => {
    const { purger, pending } = setup();
    const purged = purger.purge(['a']);
    expect(pending.concern(['x', 'a'])).toBe(true);
    expect(pending.concern(['x'])).toBe(false);
    expect(await purged).toBe(true);
    expect(pending.concern(['a'])).toBe(false);
  });

  it('of nothing does not use the store', async () => {
    const { purger, ended } = setup();
    expect(await purger.purge([])).toBe(true);
    expect(ended).toEqual([]);
  });

  it('that does not reach the store is no error; it takes effect here, and is retried', async () => {
    const { purger, pending, clock, state, ended, kinds, failures } = setup();
    state.isDown = true;
    expect(await purger.purge(['a'])).toBe(false);
    expect(await purger.purge(['b'])).toBe(false);
    await clock.advance(3000);
    expect(pending.concern(['a'])).toBe(true);
    expect(ended.slice(2)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ]);
    state.isDown = false;
    await clock.advance(1000);
    expect(pending.size).toBe(0);
    expect(kinds()).toEqual(['purges-waiting', 'purges-done']);
    expect(failures.map(describeFailure).join()).toMatch(/did not reach.*have reached/);
    const calls = ended.length;
    await clock.advance(10_000);
    expect(ended).toHaveLength(calls);
    expect(clock.waiting).toBe(0);
  });

  it('is not confirmed by an earlier purge of the same generation', async () => {
    const { purger, pending, state } = setup();
    const first = deferred<boolean>();
    state.response = first.promise;
    const earlier = purger.purge(['a']);
    const second = deferred<boolean>();
    state.response = second.promise;
    const later = purger.purge(['a']);
    first.resolve(true);
    expect(await earlier).toBe(true);
    expect(pending.concern(['a'])).toBe(true);
    second.resolve(true);
    expect(await later).toBe(true);
    expect(pending.concern(['a'])).toBe(false);
  });

  it('of too many generations is a purge of everything', async () => {
    const { purger, pending, state, ended, clock } = setup();
    state.isDown = true;
    for (let at = 0; at < 1001; at++) await purger.purge([`tag${at}`]);
    expect([...pending.all().keys()]).toEqual(['all']);
    expect(pending.concern(['all', 'anything'])).toBe(true);
    state.isDown = false;
    await clock.advance(1000);
    expect(ended.at(-1)).toEqual(['all']);
    expect(pending.size).toBe(0);
  });

  it('that is pending is attempted a last time at close', async () => {
    const { purger, clock, state, ended } = setup();
    state.isDown = true;
    await purger.purge(['a']);
    expect(await purger.close()).toBe(false);
    const calls = ended.length;
    await clock.advance(10_000);
    expect(ended).toHaveLength(calls);
    state.isDown = false;
    expect(await purger.close()).toBe(true);
    await settle();
    expect(clock.waiting).toBe(0);
  });
});
