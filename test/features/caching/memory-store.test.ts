import { describe, expect, it } from 'vitest';
import { makeEntry } from '../../../lib/features/caching/engine/entry.js';
import { MemoryStore } from '../../../lib/features/caching/engine/store/stores.js';
import { json, policyOf } from './support/setup.js';

const entryOf = (text: string) =>
  makeEntry(json(text), policyOf(), { tokens: [], now: 0, random: 0 });

describe('The store in memory', () => {
  it('returns the same entry without a promise', () => {
    const store = new MemoryStore();
    const entry = entryOf('a');
    store.write('k', entry);
    expect(store.read('k', []).entry).toBe(entry);
    store.remove('k');
    expect(store.read('k', []).entry).toBeUndefined();
  });

  it('keeps at most maxEntries, and drops the least recently used', () => {
    const store = new MemoryStore({ maxEntries: 3 });
    for (const key of ['a', 'b', 'c']) store.write(key, entryOf(key));
    store.read('a', []);
    store.write('d', entryOf('d'));
    const kept = ['a', 'b', 'c', 'd'].filter((key) => store.read(key, []).entry !== undefined);
    expect(kept).toEqual(['a', 'c', 'd']);
  });

  it('keeps at most maxBytes', () => {
    const store = new MemoryStore({ maxBytes: 100_000 });
    for (let at = 0; at < 100; at++) store.write(`k${at}`, entryOf('x'.repeat(10_000)));
    const kept = Array.from({ length: 100 }, (_, at) => store.read(`k${at}`, []).entry).filter(
      Boolean,
    );
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.length).toBeLessThan(10);
  });

  it('keeps neither an entry that is too large nor the entry that it replaces', () => {
    const store = new MemoryStore({ maxEntryBytes: 1000 });
    store.write('k', entryOf('small'));
    store.write('k', entryOf('x'.repeat(2000)));
    expect(store.read('k', []).entry).toBeUndefined();
  });

  it('never makes the token of a lost generation again', () => {
    const store = new MemoryStore();
    const [first] = store.begin(['g']);
    expect(store.read('k', ['g']).tokens).toEqual([first]);
    for (let at = 0; at < 200; at++) store.begin([`${at}${'x'.repeat(100_000)}`]);
    expect(store.read('k', ['g']).tokens).toEqual([undefined]);
    expect(store.begin(['g'])).not.toEqual([first]);
  });

  it('keeps the tokens of its entries, also with a small limit of entries', () => {
    const store = new MemoryStore({ maxEntries: 1, maxBytes: 1000 });
    const generations = Array.from({ length: 70 }, (_, at) => `g${at}`);
    const tokens = store.begin(generations);
    store.write('k', entryOf('a'));
    expect(store.read('k', generations)).toMatchObject({ entry: entryOf('a'), tokens });
  });

  it('ends a generation by a new token', () => {
    const store = new MemoryStore();
    const before = store.begin(['g', 'h']);
    store.end(['g']);
    const after = store.read('k', ['g', 'h']).tokens;
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
  });
});
