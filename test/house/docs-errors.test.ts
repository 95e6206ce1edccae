import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { GENERATED, GENERATED_PAGES, withGenerated } from './docs/errors-page.js';
import { readText } from './docs/pages.js';

const HOW =
  'The page does not match the catalogues in lib/diagnostics. Run "npm run generate" and commit the page. ' +
  'Describe a new HTTP error in test/house/docs/http-error-notes.ts first.';

test.each(Object.keys(GENERATED_PAGES))('%s lists its part of the catalogues', async (path) => {
  const page = readText(path);
  const config = await resolveConfig(path);
  expect(page, HOW).toBe(await format(withGenerated(path, page), { ...config, filepath: path }));
});

test('docs/errors.md lists every code that an argument can be rejected with', () => {
  const [intro = ''] = readText('docs/errors.md').split(GENERATED);
  const [, section = ''] = intro.split('## Codes of an argument\n');
  // The first cell of a row has one or more codes.
  const cells = [...section.matchAll(/^\| (`rest_[^|]*)\|/gm)].map(([, cell = '']) => cell);
  const listed = cells.flatMap((cell) => cell.match(/(?<=`)rest_\w+(?=`)/g) ?? []);
  const codes = readText('lib/schema/messages.ts').match(/(?<=\| ')rest_\w+(?=')/g) ?? [];
  expect(codes.length).toBeGreaterThan(10);
  const how = `Edit the list "Codes of an argument" in docs/errors.md: lib/schema/messages.ts has other codes.`;
  expect(listed.toSorted(), how).toEqual([...codes].toSorted());
});
