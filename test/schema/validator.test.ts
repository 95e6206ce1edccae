import { describe, expect, it } from 'vitest';
import type { JsonValue, ValueSchema } from '../../lib/schema/vocabulary.js';
import { compileSchema, INVALID } from '../../lib/schema/schema.js';

const line: ValueSchema = {
  type: 'object',
  properties: {
    sku: { type: 'string', required: true, minLength: 1 },
    qty: { type: 'integer', required: true, minimum: 1, maximum: 99 },
    note: { type: ['string', 'null'] },
  },
  additionalProperties: false,
};

function codeOf(schema: ValueSchema, value: unknown): string | undefined {
  const validator = compileSchema(schema);
  return validator.parse(value) === INVALID ? validator.explain(value, 'v').code : undefined;
}

function messageOf(schema: ValueSchema, value: unknown): string {
  return compileSchema(schema).explain(value, 'v').message;
}

describe('an integer', () => {
  const { parse } = compileSchema({ type: 'integer' });

  it.each<[unknown, number]>([
    ['-0', 0],
    [-0, 0],
    ['\t7\v', 7],
    ['1e2', 100],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['00000000000000000000007', 7],
  ])('%j becomes %d', (value, number) => {
    expect(parse(value)).toBe(number);
  });

  it.each([
    9007199254740992,
    '9007199254740993',
    '1e400',
    '',
    '-',
    '.',
    '1e',
    '0x1A',
    '1_000',
    '\u00a07',
    '٣',
    '7\0',
    true,
    null,
    undefined,
    [],
    {},
  ])('%j is rejected for its type', (value) => {
    expect(codeOf({ type: 'integer' }, value)).toBe('rest_invalid_type');
  });

  it('is rejected for its bounds before a fraction is rejected for its type', () => {
    expect(codeOf({ type: 'integer', minimum: 1 }, 0.5)).toBe('rest_out_of_bounds');
  });

  it('that may be null is rejected for its type before its bounds', () => {
    expect(codeOf({ type: ['integer', 'null'], minimum: 1 }, 0.5)).toBe('rest_invalid_type');
  });
});

describe('a number', () => {
  it('keeps the sign of a zero, as a float does', () => {
    expect(compileSchema({ type: 'number' }).parse('-0')).toBe(-0);
  });

  it('is rejected when it is infinite', () => {
    expect(codeOf({ type: 'number' }, Infinity)).toBe('rest_invalid_type');
    expect(codeOf({ type: 'number' }, '1e999')).toBe('rest_invalid_type');
  });

  it('is compared with an enum by value', () => {
    const { parse } = compileSchema({ type: 'number', enum: [0.5, 1] });
    expect([parse('.5'), parse('1.0'), parse(2)]).toEqual([0.5, 1, INVALID]);
  });
});

describe('null', () => {
  it.each<[ValueSchema, string | undefined]>([
    [{ type: ['string', 'null'] }, undefined],
    [{ type: ['string', 'null'], format: 'email', minLength: 3 }, undefined],
    [{ type: ['string', 'null'], enum: ['a'] }, 'rest_not_in_enum'],
    [{ type: ['array', 'null'], minItems: 1 }, undefined],
    [{ type: 'string' }, 'rest_invalid_type'],
    [{ type: 'array' }, 'rest_invalid_type'],
    [{ type: 'object' }, 'rest_invalid_type'],
  ])('with the schema %j becomes %s', (schema, code) => {
    expect(codeOf(schema, null)).toBe(code);
  });
});

describe('a length', () => {
  it('counts a surrogate pair as one character', () => {
    expect(codeOf({ type: 'string', minLength: 2 }, '👍')).toBe('rest_too_short');
    expect(codeOf({ type: 'string', maxLength: 2 }, '👍👍')).toBeUndefined();
    expect(codeOf({ type: 'string', maxLength: 2 }, '👍👍👍')).toBe('rest_too_long');
    expect(codeOf({ type: 'string', minLength: 3, maxLength: 3 }, '👍👍👍')).toBeUndefined();
  });

  it('counts a lone surrogate as one character', () => {
    expect(codeOf({ type: 'string', maxLength: 2 }, '\udc4d\ud83d')).toBeUndefined();
    expect(codeOf({ type: 'string', maxLength: 1 }, '\udc4d\ud83d')).toBe('rest_too_long');
  });
});

describe('a list', () => {
  const texts: ValueSchema = { type: 'array', items: { type: 'string' } };

  it.each<[unknown, unknown]>([
    [' a,\tb\n,,c ', ['a', 'b', 'c']],
    ['', []],
    [true, ['1']],
    [false, INVALID],
    [{}, INVALID],
    [{ x: 'a' }, INVALID],
    [{ 3: 'a', 5: 'b' }, ['a', 'b']],
    [{ '01': 'a' }, INVALID],
    [1.5, ['1.5']],
    [0.1 + 0.2, ['0.3']],
    [-0, ['-0']],
    [1e-5, ['1.0E-5']],
    [1.25e-7, ['1.25E-7']],
    [0.0001, ['0.0001']],
    [1e25, ['1.0E+25']],
    [123456789012345.6, ['1.2345678901235E+14']],
    [9007199254740991, ['9007199254740991']],
  ])('of strings is read from %j', (value, list) => {
    expect(compileSchema(texts).parse(value)).toEqual(list);
  });

  it('is copied where its items have no schema', () => {
    const value = [1, 'x', null];
    const parsed = compileSchema({ type: 'array' }).parse(value);
    expect(parsed).toEqual(value);
    expect(parsed).not.toBe(value);
  });
});

describe('an object', () => {
  it.each<[JsonValue, unknown]>([
    [
      { sku: 'x', qty: '7' },
      { sku: 'x', qty: 7 },
    ],
    [
      { qty: 1, note: null, sku: 'x' },
      { qty: 1, note: null, sku: 'x' },
    ],
  ])('%j keeps the order of its properties', (value, parsed) => {
    expect(JSON.stringify(compileSchema(line).parse(value))).toBe(JSON.stringify(parsed));
  });

  it('is read from an empty string', () => {
    expect(compileSchema({ type: 'object' }).parse('')).toEqual({});
  });

  it('keeps undeclared properties unless they are forbidden', () => {
    const open: ValueSchema = { type: 'object', properties: { qty: { type: 'integer' } } };
    expect(compileSchema(open).parse({ x: [1], qty: '1' })).toEqual({ x: [1], qty: 1 });
    expect(codeOf({ ...open, additionalProperties: false }, { x: 1, qty: 'y' })).toBe(
      'rest_additional_properties_forbidden',
    );
  });

  it.each<[JsonValue, string]>([
    [{ bad: 1 }, 'rest_property_required'],
    [{ sku: '', bad: 1, qty: 0 }, 'rest_too_short'],
    [{ sku: 'x', bad: 1, qty: 0 }, 'rest_additional_properties_forbidden'],
    [{ qty: 0, sku: '', bad: 1 }, 'rest_out_of_bounds'],
    ['x', 'rest_invalid_type'],
    [['x'], 'rest_property_required'],
  ])('%j is rejected for %s first', (value, code) => {
    expect(codeOf(line, value)).toBe(code);
  });
});

describe('a message names the path and the expected value', () => {
  it.each<[ValueSchema, unknown, string]>([
    [{ type: 'integer' }, 'x', 'v must be an integer.'],
    [{ type: ['array', 'null'] }, false, 'v must be a list or null.'],
    [
      { type: 'integer' },
      2 ** 53,
      'v must be an integer between -9007199254740991 and 9007199254740991.',
    ],
    [{ type: 'integer', minimum: 1 }, 0, 'v must be greater than or equal to 1.'],
    [{ type: 'number', maximum: 1.5 }, 2, 'v must be less than or equal to 1.5.'],
    [{ type: 'string', minLength: 1 }, '', 'v must have at least 1 character.'],
    [{ type: 'string', maxLength: 2 }, 'abc', 'v must have at most 2 characters.'],
    [{ type: 'string', pattern: '^a$' }, 'b', 'v must match the pattern ^a$.'],
    [{ type: 'string', format: 'email' }, 'b', 'v must be an e-mail address.'],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'v must be one of a, b.'],
    [{ type: ['string', 'integer', 'null'] }, true, 'v must be a string or an integer or null.'],
    [{ type: 'integer', minimum: 0, exclusiveMinimum: true }, 0, 'v must be greater than 0.'],
    [{ type: 'integer', maximum: 9, exclusiveMaximum: true }, '9', 'v must be less than 9.'],
    [{ type: 'integer', multipleOf: 5 }, 7, 'v must be a multiple of 5.'],
    [{ type: 'array', uniqueItems: true }, 'a,b,a', 'v has duplicate items.'],
    [{ type: 'object', minProperties: 1 }, {}, 'v must have at least 1 property.'],
    [
      { type: 'object', maxProperties: 2 },
      { a: 1, b: 1, c: 1 },
      'v must have at most 2 properties.',
    ],
    [{ enum: [1, 'a', { x: 1 }] }, 2, 'v must be one of 1, a, {"x":1}.'],
    [
      { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
      'x',
      'v must match one of the expected formats.',
    ],
    [
      {
        anyOf: [
          { type: 'integer', title: 'Id' },
          { type: 'boolean', title: 'Flag' },
        ],
      },
      'x',
      'v must match one of Id, Flag.',
    ],
    [{ anyOf: [{ type: 'integer' }, line] }, { sku: 'x' }, 'v.qty is required.'],
    [
      { oneOf: [{ type: 'number' }, { type: 'integer' }] },
      7,
      'v must match only one of the expected formats, and matches several.',
    ],
    [
      {
        type: 'object',
        properties: {
          address: {
            type: 'array',
            items: { type: 'object', properties: { zip: { type: 'string', maxLength: 5 } } },
          },
        },
      },
      { address: [{ zip: '123456' }] },
      'v.address[0].zip must have at most 5 characters.',
    ],
    [{ type: 'array', minItems: 2 }, 'a', 'v must have at least 2 items.'],
    [{ type: 'array', maxItems: 1 }, 'a b', 'v must have at most 1 item.'],
    [{ type: 'array', items: line }, [{ sku: 'x' }], 'v[0].qty is required.'],
    [
      { type: 'array', items: line },
      [
        { sku: 'x', qty: 1 },
        { sku: 'x', qty: 'y' },
      ],
      'v[1].qty must be an integer.',
    ],
    [line, { sku: 'x', qty: 1, y: 1 }, 'v.y is not a known property.'],
    [line, { sku: 'x', qty: 1, 'a b': 1 }, 'v["a b"] is not a known property.'],
  ])('%j with %j', (schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message);
  });
});
