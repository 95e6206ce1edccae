import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ItemsModule } from './nest/items.module.js';
import { testItems } from './suite.js';

// Without the usual parts: both applications state how users are found.

testItems("one resource in Nest's own way", ItemsModule);

/** Lines that are neither empty nor a comment. */
function linesIn(folder: string): number {
  const root = new URL(`./${folder}/`, import.meta.url);
  return readdirSync(root)
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/\*|\*)/.test(line)).length;
}

test('docs/getting-started.md states the number of lines of both implementations', () => {
  const page = readFileSync(new URL('../../../docs/getting-started.md', import.meta.url), 'utf8');
  const row = /\| lines of code, imports included +\| (\d+) +\| (\d+) +\|/.exec(page);
  expect(row?.slice(1).map(Number)).toEqual([linesIn('nest'), linesIn('ours')]);
});
