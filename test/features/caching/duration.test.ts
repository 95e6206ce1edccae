import { describe, expect, expectTypeOf, it } from 'vitest';
import type { CacheDuration } from 'nestjs-rest-routes';
import { parseDuration } from '../../../lib/types/duration.js';

describe('A duration', () => {
  it.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['1.5s', 1500],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['365d', 31_536_000_000],
    ['0s', 0],
  ])('%s is %i milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each([
    5,
    0,
    '5',
    '',
    's',
    '5 m',
    ' 5m',
    '5m ',
    '-5m',
    '1e3s',
    '0x10s',
    '5w',
    '366d',
    '9'.repeat(400) + 's',
    null,
    undefined,
    {},
    ['5m'],
  ])('%s is none', (value) => {
    expect(parseDuration(value)).toBeUndefined();
  });

  it('must have a unit in the type system as well', () => {
    expectTypeOf<'5m'>().toExtend<CacheDuration>();
    expectTypeOf<5>().not.toExtend<CacheDuration>();
    expectTypeOf<'5'>().not.toExtend<CacheDuration>();
    expectTypeOf<'5 minutes'>().not.toExtend<CacheDuration>();
  });
});
