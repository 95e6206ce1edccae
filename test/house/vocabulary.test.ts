import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';
import { readSource, sourcesOf } from './library.js';
import { titlesIn } from './titles.js';

/** Words that the glossary (docs/glossary.md) replaces. */
const REPLACED =
  /\b(?:faults?|faulty|troubles?|refus(?:e|es|ed|ing|als?)|judg(?:e|es|ed|ing|ements?)|the host(?! (?:name|header))|nobody|somebody|mend(?:s|ed|ing)?|when asked|answer(?:s|ed|er|ers|ing)?|boot(?:s|ed|ing)?)\b/;

/** Phrases that the glossary replaces: "is no X" by "is not an X", and sentences whose subject is a "what" clause. */
const PHRASES =
  /(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer\b|other\b|more\b)|\b(?:as ever|of ours|may be that)\b|(?:\/\*\*|\/\/|^\s*\*) What [a-z]/;

/** Features that the library no longer has: a lock in the store, a command, a check, a page, an indicator. */
const GONE =
  /\bleases?\b|\bRestHealthIndicator\b|\bswagger-ui-dist\b|\bnestjs-rest-routes convert\b|\bquick[- ]checks?\b|\bobserved reads\b/i;

/** Public names that stay as they are. */
const PUBLIC: readonly { readonly names: RegExp; readonly reason: string }[] = [
  { names: /\btoRefuse\b/g, reason: 'a matcher of the testing kit' },
  { names: /\bsignature\.faults\b/g, reason: 'a field of the signature format' },
  { names: /\bfaults\??:/g, reason: 'a field of the signature format' },
  { names: /'refuse'|`refuse`/g, reason: 'a value of forRoot({ unknownArguments })' },
  { names: /'Refused'/g, reason: 'a component of OpenAPI documents' },
];

test('lib uses the words of the glossary', () => {
  const found = sourcesOf('lib').flatMap((path) =>
    readSource(path)
      .split('\n')
      .flatMap((text, index) => wordsIn(text).map((word) => `${path}:${index + 1} ${word}`)),
  );
  expect(found).toEqual([]);
});

test('lib and the documentation use none of the phrases that the glossary replaces', () => {
  const pages = readdirSync(join(REPOSITORY, 'docs')).filter((name) => name.endsWith('.md'));
  const prose = pages.filter((name) => name !== 'glossary.md').map((name) => `docs/${name}`);
  const found = [...sourcesOf('lib'), 'README.md', ...prose].flatMap((path) =>
    readSource(path)
      .split('\n')
      .flatMap((text, index) =>
        PHRASES.test(text) ? [`${path}:${index + 1} ${text.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});

test('nothing that users read names a feature that is gone', () => {
  const pages = readdirSync(join(REPOSITORY, 'docs')).filter((name) => name.endsWith('.md'));
  const read = [
    'README.md',
    'CHANGELOG.md',
    'package.json',
    ...pages.map((name) => `docs/${name}`),
  ];
  const found = [...sourcesOf('lib'), ...read].filter((path) => GONE.test(readSource(path)));
  expect(found).toEqual([]);
  expect(GONE.test('The process holds a lease in the store.')).toBe(true);
});

test('titles of tests use the words of the glossary', () => {
  const found = sourcesOf('test').flatMap((path) =>
    titlesIn(readSource(path)).flatMap(({ text, line }) =>
      wordsIn(text).map((word) => `${path}:${line} ${word}: ${text}`),
    ),
  );
  expect(found).toEqual([]);
});

test.each([
  ['/** What clients see. */', true],
  [' * This is no path.', true],
  ['a header of ours', true],
  [' * There is no path. It is no longer used.', false],
  ["const question = 'Which? What else?';", false],
])('%s: a phrase to replace: %s', (line, isFound) => {
  expect(PHRASES.test(line)).toBe(isFound);
});

test('a replaced word is found in prose and in identifiers, and public names are not', () => {
  expect(wordsIn('// A fault of the host.')).toEqual(['fault']);
  expect(wordsIn('const isRefusedByDefault = true;')).toEqual(['refused']);
  expect(wordsIn('the host header of the hostname; defaults; expect(x).toRefuse(400)')).toEqual([]);
});

/** The first replaced word of a line. */
function wordsIn(line: string): readonly string[] {
  const text = PUBLIC.reduce((rest, { names }) => rest.replaceAll(names, ''), line);
  const words = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  const [word] = REPLACED.exec(words) ?? [];
  return word === undefined ? [] : [word];
}
