import { describe, expect, it } from 'vitest';
import { isNotModified, notModifiedHeaders } from '../../../lib/shared/entity-tag.js';
import { etagOf } from '../../../lib/shared/entity-tag.js';

describe('An entity tag', () => {
  it('is weak, in quotation marks, and the same for the same data', () => {
    expect(etagOf('{"é":1}')).toMatch(/^W\/"[\w-]{43}"$/);
    expect(etagOf('{"é":1}')).toBe(etagOf(Buffer.from('{"é":1}')));
    expect(etagOf('{"é":1}')).not.toBe(etagOf('{"e":1}'));
  });
});

describe('If-None-Match', () => {
  it.each([
    ['"a"', '"a"'],
    ['W/"a"', '"a"'],
    ['"a"', 'W/"a"'],
    ['W/"a"', 'W/"a"'],
    ['"b", "a"', '"a"'],
    ['"b","a","c"', '"a"'],
    [' "b" ,\t"a"', '"a"'],
    [', ,"a",', '"a"'],
    ['"b,c", "a"', '"a"'],
    ['"b,c"', '"b,c"'],
    ['""', '""'],
    ['*', '"a"'],
    [' * ', '"a"'],
    ['"\xe9"', '"\xe9"'],
  ])('%s is satisfied by %s: 304', (header, etag) => {
    expect(isNotModified(header, etag)).toBe(true);
  });

  it.each([
    [undefined, '"a"'],
    ['', '"a"'],
    ['"b"', '"a"'],
    ['a', '"a"'],
    ['"a', '"a"'],
    ['w/"a"', '"a"'],
    ['W/ "a"', '"a"'],
    ['"b" "a"', '"a"'],
    ['"b, "a"', '"a"'],
    ['"x,"a","y"', '"a'],
    ['*', undefined],
    ['"a"', undefined],
    ['"a"', '""'],
    ['*, "a"', '"b"'],
  ])('%s is not satisfied by %s: the whole response', (header, etag) => {
    expect(isNotModified(header, etag)).toBe(false);
  });

  it('is read in linear time', () => {
    const steps = ' '.repeat(100_000) + '!';
    expect(isNotModified(steps, '"a"')).toBe(false);
    expect(isNotModified(`${'"b",'.repeat(50_000)}"a"`, '"a"')).toBe(true);
  });
});

describe('A 304', () => {
  it('has every header except those that describe the content', () => {
    const headers = {
      'content-type': 'application/json',
      'content-length': '5',
      'content-location': '/a',
      etag: '"a"',
      vary: 'Cookie',
      'x-total': '7',
    };
    expect(Object.keys(notModifiedHeaders(headers))).toEqual([
      'content-location',
      'etag',
      'vary',
      'x-total',
    ]);
  });
});
