import { describe, expect, test } from 'vitest';
import { allPages, anchorsOf, linksOf, pageExists, readPage, readText } from './docs/pages.js';

const pages = allPages();

const LIMIT = 12_000;

/** Words that the glossary replaces. */
const REPLACED = /\b(?:the host|nobody|somebody|mend|mended|refusal|refusals)\b/i;

test('the README is shorter than 12,000 bytes', () => {
  const how = 'Move details to a page of docs/.';
  expect(Buffer.byteLength(readText('README.md')), how).toBeLessThan(LIMIT);
});

describe.each(pages)('$path', (page) => {
  test('begins with its title and one sentence that states its purpose', () => {
    const [title = '', purpose = ''] = page.text.split('\n\n');
    expect(title).toMatch(/^# \S/);
    expect(purpose.trim()).toMatch(/^[A-Z][^\n]*\.$/);
  });

  test('links to files and headings that exist', () => {
    const broken = linksOf(page).filter(({ path, anchor }) => {
      if (!pageExists(path)) return true;
      return anchor !== undefined && !anchorsOf(readPage(path)).has(anchor);
    });
    expect(broken.map(({ target }) => target)).toEqual([]);
  });

  test('uses the words of the glossary', () => {
    const found = page.prose
      .replaceAll(/`[^`\n]*`/g, '')
      .split('\n')
      .flatMap((line, at) => (REPLACED.test(line) ? [`${page.path}:${at + 1} ${line}`] : []));
    const isExcepted = ['docs/glossary.md', 'docs/errors.md'].includes(page.path);
    expect(isExcepted ? [] : found).toEqual([]);
  });
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
