import { expect, test } from 'vitest';
import { allPages, anchorsOf, linksOf, pageExists, readPage, readText } from './docs/pages.js';

const pages = allPages();

const LIMIT = 12_000;

/** Words that the glossary replaces. */
const REPLACED = /\b(?:the host|nobody|somebody|mend|mended|refusal|refusals)\b/i;

test('the README is shorter than 12,000 bytes', () => {
  const how = 'Move details to a page of docs/.';
  expect(Buffer.byteLength(readText('README.md')), how).toBeLessThan(LIMIT);
});

test('every page begins with its title and one sentence that states its purpose', () => {
  expect(pages.length).toBeGreaterThan(20);
  const wrong = pages.filter(({ text }) => {
    const [title = '', purpose = ''] = text.split('\n\n');
    return !/^# \S/.test(title) || !/^[A-Z][^\n]*\.$/.test(purpose.trim());
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('every page links to files and headings that exist', () => {
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter(({ path, anchor }) => {
        if (!pageExists(path)) return true;
        return anchor !== undefined && !anchorsOf(readPage(path)).has(anchor);
      })
      .map(({ target }) => `${page.path}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('every page uses the words of the glossary', () => {
  const found = pages
    .filter(
      ({ path }) => !['docs/glossary.md', 'docs/errors.md', 'docs/diagnostics.md'].includes(path),
    )
    .flatMap(({ path, prose }) =>
      prose
        .replaceAll(/`[^`\n]*`/g, '')
        .split('\n')
        .flatMap((line, at) => (REPLACED.test(line) ? [`${path}:${at + 1} ${line}`] : [])),
    );
  expect(found).toEqual([]);
});

test('every page of docs/ can be reached from the README by links', () => {
  const reached = new Set(['README.md']);
  for (const path of reached) {
    if (!path.endsWith('.md') || !pageExists(path)) continue;
    linksOf(readPage(path)).forEach((link) => reached.add(link.path));
  }
  expect(pages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
});

test('a link to a heading or a file that does not exist is found', () => {
  const text =
    '# A page\n\n## `@Cache`\n\n## `cache`\n\n[a](caching.md#b) [c](#cache-1) `[d](e)`\n';
  const page = { path: 'docs/a.md', text, prose: text, blocks: [] };
  expect([...anchorsOf(page)]).toEqual(['a-page', 'cache', 'cache-1']);
  expect(linksOf(page).map(({ path, anchor }) => `${path} ${anchor}`)).toEqual([
    'docs/caching.md b',
    'docs/a.md cache-1',
  ]);
});
