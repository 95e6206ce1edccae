import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readPage, readText } from './docs/pages.js';
import { titlesIn } from './titles.js';

/**
 * The format of docs/security.md: each list item that begins with `- ` is a promise, and the title of
 * a test or of a `describe` in test/security. Long items continue on indented lines. Before both are
 * compared, backticks, the address of a link, the last period and the case of the first letter are
 * dropped. Skipped tests and titles with placeholders (`%s`, `$name`) hold no promise. What is no
 * promise (options, links, explanations) is a paragraph or a table.
 */

const PAGE = 'docs/security.md';

test('every promise of the security page is the title of a test in test/security', () => {
  const titles = new Set(
    testFiles()
      .flatMap((path) => promisingTitlesIn(readText(path)))
      .map(plain),
  );
  const promises = promisesIn(readPage(PAGE).prose);
  expect(promises.length, `${PAGE} has no list item that begins with "- "`).toBeGreaterThan(0);
  const how = `Write a test with each of these titles, or take the promise out of ${PAGE}.`;
  expect(
    promises.filter((promise) => !titles.has(plain(promise))),
    how,
  ).toEqual([]);
});

test('a promise without a test is found, and a skipped test or a placeholder is none', () => {
  const text = '# A\n\n- `A` [b](c.md)\n  continues.\n- D\n\nE\n\n* f\n';
  expect(promisesIn(text).map(plain)).toEqual(['a b continues', 'd']);
  const code = `describe.each(X)('one', () => {
    test('two', () => {}); it.each([1])("three", () => {}); it.each\`\`(\`four\`, () => {});
    test.skip('five', () => {}); it.todo('six'); test('%s seven', () => {}); other('eight');
    describe.skip('nine', () => { test('ten', () => {}); });
    test('$name eleven', () => {}); test(\`\${one} twelve\`, () => {});
  });`;
  expect(promisingTitlesIn(code)).toEqual(['one', 'two', 'three', 'four']);
});

function testFiles(): readonly string[] {
  const folder = 'test/security';
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.test.ts')).map((name) => `${folder}/${name}`);
}

function promisesIn(prose: string): readonly string[] {
  return [...prose.matchAll(/^- (.+(?:\n {2,}\S.*)*)/gm)].map(([, item = '']) => item);
}

function plain(text: string): string {
  const words = text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '');
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** A title with a placeholder, or a template with an expression. */
const PLACEHOLDER = /%[sdifjo#$]|\$[\w{]/;

/** The titles of the tests of a source that always run. */
function promisingTitlesIn(code: string): readonly string[] {
  const titles = titlesIn(code).filter(({ runs, text }) => runs && !PLACEHOLDER.test(text));
  return titles.map(({ text }) => text);
}
