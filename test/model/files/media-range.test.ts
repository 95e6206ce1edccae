import { expect, test } from 'vitest';
import { isInMediaRanges, parseMediaRange } from '../../../lib/types/files.js';

test.each([
  ['image/png', 'image/png'],
  ['Image/PNG', 'image/png'],
  ['image/*', 'image/*'],
  ['image/svg+xml', 'image/svg+xml'],
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
])('%j is a media type, or a range of them', (text, range) => {
  expect(parseMediaRange(text)).toBe(range);
});

test.each([
  [''],
  ['image'],
  ['image/'],
  ['/png'],
  ['*/*'],
  ['*/png'],
  ['image/p*'],
  ['image/png; charset=utf-8'],
  [' image/png'],
  ['image/png/x'],
  [`image/${'x'.repeat(200)}`],
  [1],
  [null],
])('%j is no media type', (text) => {
  expect(parseMediaRange(text)).toBeUndefined();
});

test('a range has all subtypes of its type, and no other', () => {
  expect(isInMediaRanges('image/png', ['image/*'])).toBe(true);
  expect(isInMediaRanges('image/png', ['text/plain', 'image/png'])).toBe(true);
  expect(isInMediaRanges('image/png', ['image/pn'])).toBe(false);
  expect(isInMediaRanges('imagex/png', ['image/*'])).toBe(false);
  expect(isInMediaRanges('', ['image/*'])).toBe(false);
});
