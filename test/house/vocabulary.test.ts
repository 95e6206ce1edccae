import { expect, test } from 'vitest';
import { readSource, sourcesOf } from './library.js';
import { titlesIn } from './titles.js';

/** Words that the glossary (docs/glossary.md) replaces. */
const REPLACED =
  /\b(?:faults?|faulty|troubles?|refus(?:e|es|ed|ing|als?)|judg(?:e|es|ed|ing|ements?)|the host(?! (?:name|header))|nobody|somebody|mend(?:s|ed|ing)?|when asked|answer(?:s|ed|er|ers|ing)?|boot(?:s|ed|ing)?)\b/;

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

test('titles of tests use the words of the glossary', () => {
  const found = sourcesOf('test').flatMap((path) =>
    titlesIn(readSource(path)).flatMap(({ text, line }) =>
      wordsIn(text).map((word) => `${path}:${line} ${word}: ${text}`),
    ),
  );
  expect(found).toEqual([]);
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
