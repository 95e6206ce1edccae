import { expect, test } from 'vitest';
import { readPage, readText } from './docs/pages.js';
import { sourcesOf } from './library.js';
import { titlesIn } from './titles.js';

/**
 * The format of docs/security.md: each list item that begins with `- ` is a promise, and the title of
 * a test or of a `describe` below test: in test/security if it crosses features, else with its feature. Long items continue on indented lines. Before both are
 * compared, backticks, the address of a link, the last period and the case of the first letter are
 * dropped. Skipped tests and titles with placeholders (`%s`, `$name`) hold no promise. What is no
 * promise (options, links, explanations) is a paragraph or a table.
 */

const PAGE = 'docs/security.md';

test('every promise of the security page is the title of a test', () => {
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
  return sourcesOf('test').filter((path) => path.endsWith('.test.ts'));
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
