import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { GENERATED, generatedErrors } from './docs/errors-page.js';
import { readText } from './docs/pages.js';

const PAGE = 'docs/errors.md';
const HOW =
  `${PAGE} does not match the catalogues in lib/diagnostics. Run "npm run generate" and commit ${PAGE}. ` +
  'Describe a new HTTP error in test/house/docs/http-error-notes.ts first.';

test('docs/errors.md lists every diagnostic and every HTTP error of the catalogues', async () => {
  const page = readText(PAGE);
  const [intro = ''] = page.split(GENERATED);
  const config = await resolveConfig(PAGE);
  const wanted = await format(`${intro}${generatedErrors()}\n`, { ...config, filepath: PAGE });
  expect(page, HOW).toBe(wanted);
});

test('docs/errors.md lists every code that an argument can be rejected with', () => {
  const [intro = ''] = readText(PAGE).split(GENERATED);
  const [, section = ''] = intro.split('## Codes of an argument\n');
  // The first cell of a row has one or more codes.
  const cells = [...section.matchAll(/^\| (`rest_[^|]*)\|/gm)].map(([, cell = '']) => cell);
  const listed = cells.flatMap((cell) => cell.match(/(?<=`)rest_\w+(?=`)/g) ?? []);
  const codes = readText('lib/schema/messages.ts').match(/(?<=\| ')rest_\w+(?=')/g) ?? [];
  expect(codes.length).toBeGreaterThan(10);
  const how = `Edit the list "Codes of an argument" in ${PAGE}: lib/schema/messages.ts has other codes.`;
  expect(listed.toSorted(), how).toEqual([...codes].toSorted());
});
