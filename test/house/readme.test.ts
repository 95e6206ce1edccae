import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAULTS } from '../../lib/errors/faults.js';
import { HTTP_ERRORS } from '../../lib/errors/http-errors.js';
import { READER_FAULTS } from '../../lib/errors/reader-faults.js';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const plain = (text: string) => text.replaceAll(/[\\`*]/g, '').replaceAll(/\s+/g, ' ');

test('every fault of a declaration is in the README, with its remedy, and no other', () => {
  const catalogue = { ...FAULTS, ...READER_FAULTS };
  const listed = new Set(readme.match(/RR\d{4}/g));
  expect([...listed].toSorted()).toEqual(Object.keys(catalogue).toSorted());
  for (const { title, remedy } of Object.values(catalogue)) {
    expect(plain(readme)).toContain(plain(title));
    expect(plain(readme)).toContain(plain(remedy));
  }
});

test('every error that the library answers with is in the README, with its status', () => {
  for (const [code, { status }] of Object.entries(HTTP_ERRORS)) {
    expect(readme).toMatch(new RegExp(`\\| \`${code}\` +\\| ${status}`));
  }
});
