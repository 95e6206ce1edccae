import { describe, expect, test } from 'vitest';
import { UploadedFile } from 'nestjs-rest-routes';
import { fileValidator } from '../../../lib/routes/definition/parameter-definition.js';
import { INVALID } from '../../../lib/schema/schema.js';

const one = UploadedFile.of('1.txt', 'one');
const two = UploadedFile.of('2.txt', 'two');

describe('a parameter of one file', () => {
  const validator = fileValidator({ isList: false });

  test('takes a file', () => {
    expect(validator.parse(one)).toBe(one);
  });

  test.each([[[one]], [[one, two]], [{ a: one }], ['one'], [null], [{ name: 'x', size: 1 }]])(
    'takes nothing else: %o',
    (value) => {
      expect(validator.parse(value)).toBe(INVALID);
      expect(validator.explain(value, 'cover')).toEqual({
        code: 'rest_invalid_type',
        message: 'cover must be one file.',
      });
    },
  );
});

describe('a parameter of a list of files', () => {
  const validator = fileValidator({ isList: true, minItems: 1, maxItems: 2 });

  test('takes files, and one file as a list of one', () => {
    expect(validator.parse([one, two])).toEqual([one, two]);
    expect(validator.parse(one)).toEqual([one]);
  });

  test('takes a list of its own, which the method may change', () => {
    const sent = [one];
    expect(validator.parse(sent)).not.toBe(sent);
  });

  test('takes nothing else', () => {
    for (const value of [['one'], [one, 'two'], { a: one }, 'one', null]) {
      expect(validator.parse(value)).toBe(INVALID);
      expect(validator.explain(value, 'pages')).toEqual({
        code: 'rest_invalid_type',
        message: 'pages must be a list of files.',
      });
    }
  });

  test('takes as many files as its limits say', () => {
    expect(validator.parse([])).toBe(INVALID);
    expect(validator.explain([], 'pages')).toEqual({
      code: 'rest_too_few_items',
      message: 'pages must have at least 1 file.',
    });
    expect(validator.parse([one, two, one])).toBe(INVALID);
    expect(validator.explain([one, two, one], 'pages')).toEqual({
      code: 'rest_too_many_items',
      message: 'pages must have at most 2 files.',
    });
  });
});
