import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourcesOf } from './library.js';

const MOST_FILES = 14;

const files = sourcesOf('lib');

describe('the folders of lib', () => {
  test('a folder of lib has at most 14 files directly in it', () => {
    expect(files.length).toBeGreaterThan(300);
    const folders = [...countsOf(files.map((path) => dirname(path)))];
    expect(folders.filter(([, count]) => count > MOST_FILES)).toEqual([]);
  });
});

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
