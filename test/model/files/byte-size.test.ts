import { expect, test } from 'vitest';
import { parseByteSize } from '../../../lib/types/files.js';

test.each([
  [1, 1],
  [10_485_760, 10_485_760],
  ['1 B', 1],
  ['512 KiB', 524_288],
  ['10 MiB', 10_485_760],
  ['10MiB', 10_485_760],
  ['1.5 GiB', 1_610_612_736],
  ['2 kB', 2000],
  ['2 KB', 2000],
  ['3 MB', 3_000_000],
  ['1 GB', 1_000_000_000],
])('%j is %d bytes', (size, bytes) => {
  expect(parseByteSize(size)).toBe(bytes);
});

test.each([
  [0],
  [-1],
  [1.5],
  [NaN],
  [Infinity],
  [2 ** 53],
  [''],
  ['10'],
  ['MiB'],
  ['-1 B'],
  ['0 MiB'],
  ['10 Mbit'],
  ['10  MiB'],
  ['10 mib'],
  ['10 MiB '],
  ['1e3 B'],
  ['1 iB'],
  [`${'9'.repeat(40)} GiB`],
  ['999999999999999 GiB'],
  [null],
  [undefined],
  [{}],
  [10n],
])('%o is no size', (size) => {
  expect(parseByteSize(size)).toBeUndefined();
});
