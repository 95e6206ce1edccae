import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMPILER_DIAGNOSTICS } from '../../lib/diagnostics/compiler-catalogue.js';
import { DIAGNOSTICS } from '../../lib/diagnostics/diagnostic-catalogue.js';
import { casesOf } from '../compiler/support/corpus.js';
import { readSource, sourcesOf } from './library.js';

/**
 * Characters of a title and a remedy. Place, expectation and received value need up to 170 more, so that the text of
 * a diagnostic has at most three lines in a terminal of 160 columns.
 */
const MOST = 310;

const ALL = Object.entries({ ...DIAGNOSTICS, ...COMPILER_DIAGNOSTICS });

test.each(ALL)('%s is a sentence and a remedy that fit three lines', (_code, diagnostic) => {
  const { title, remedy } = diagnostic;
  expect(title.length + remedy.length).toBeLessThanOrEqual(MOST);
  expect(title).not.toMatch(/\.$/);
  expect(remedy).toMatch(/[.;]$/);
});

test('a test triggers each diagnostic', () => {
  // Other tests of the house read all codes.
  const ofHouse = /^test\/house\/(?!comparison\/|recipes\/|sample\/)/;
  const tests = sourcesOf('test').filter((path) => !ofHouse.test(path));
  const corpus = casesOf('invalid').map(({ path }) => path);
  const text = [
    ...tests.map(readSource),
    ...corpus.map((path) => readFileSync(path, 'utf8')),
  ].join();
  expect(ALL.map(([code]) => code).filter((code) => !text.includes(code))).toEqual([]);
});
