import { describe, expect, it } from 'vitest';
import type { ValueSchema } from '../../lib/schema/vocabulary.js';
import { checkSchema } from '../../lib/schema/check-schema.js';

/** Schemas as somebody may write them by hand, past the compiler. */
function faultsOf(schema: unknown): readonly string[] {
  return checkSchema(schema as ValueSchema).map(
    ({ keyword, expected, received }) => `${keyword}: ${expected}; got ${received}`,
  );
}

describe('a valid schema has no diagnostics', () => {
  it.each<ValueSchema & { readonly default?: never }>([
    { type: 'integer', minimum: 1, maximum: 1, description: 'one' },
    { type: 'number', minimum: -0.5, enum: [0.5, 1] },
    { type: 'string', minLength: 0, maxLength: 5, pattern: '^\\d+$', format: 'uri' },
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'boolean', enum: [true] },
    { type: 'null' },
    { type: ['string'] },
    { type: ['string', 'integer'], minLength: 1, minimum: 1, enum: ['a', 1] },
    { type: 'number', minimum: 0, exclusiveMinimum: true, multipleOf: 0.5 },
    { type: 'array', uniqueItems: true, title: 'Tags' },
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    { type: 'object', anyOf: [{ properties: { a: { type: 'string' } } }], minProperties: 1 },
    { enum: [1, 'a', { a: 1 }], format: 'text-field' },
    {},
    { type: 'object', required: ['a'], properties: { a: { required: true } } },
    { type: 'object', patternProperties: { '^n_': {} }, additionalProperties: { type: 'null' } },
    { type: 'object', additionalProperties: true, maxProperties: 2 },
    { type: 'array' },
    { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 1 },
    {
      type: 'object',
      properties: { sku: { type: 'string', required: true, default: 'x' } },
      additionalProperties: false,
    },
  ])('%j', (schema) => {
    expect(checkSchema(schema)).toEqual([]);
  });

  it('a schema with a default that would be coerced is valid', () => {
    expect(faultsOf({ type: 'array', items: { type: 'integer' }, default: '1,2' })).toEqual([]);
    expect(faultsOf({ type: ['integer', 'null'], default: null })).toEqual([]);
    expect(faultsOf({ type: 'integer', default: null })).toEqual([]);
  });
});

describe('a diagnostic names the keyword and the expected and received value', () => {
  it.each<[unknown, string]>([
    [{ type: 'integer', minLength: 2 }, 'minLength: a schema of type string; got "integer"'],
    [{ type: 'string', minimum: 2 }, 'minimum: a schema of type integer or number; got "string"'],
    [{ type: 'boolean', enum: [1] }, 'enum: values of type boolean; got 1'],
    [{ type: 'integer', multipleOf: 0 }, 'multipleOf: a finite number above 0; got 0'],
    [{ type: 'integer', exclusiveMinimum: 1 }, 'exclusiveMinimum: a boolean beside minimum; got 1'],
    [{ type: 'integer', exclusiveMaximum: true }, 'exclusiveMaximum: maximum beside it; got true'],
    [
      { type: 'integer', minimum: 2, maximum: 2, exclusiveMaximum: true },
      'minimum: below the maximum, 2; got 2',
    ],
    [{ type: 'array', uniqueItems: 'yes' }, 'uniqueItems: a boolean; got "yes"'],
    [{ type: 'string', uniqueItems: true }, 'uniqueItems: a schema of type array; got "string"'],
    [{ type: 'object', minProperties: -1 }, 'minProperties: a non-negative integer; got -1'],
    [
      { type: 'object', minProperties: 2, maxProperties: 1 },
      'minProperties: at most maxProperties, 1; got 2',
    ],
    [
      { type: 'object', patternProperties: [1] },
      'patternProperties: schemas by regular expression; got [1]',
    ],
    [
      { type: 'object', patternProperties: { a: { type: 'text' } } },
      'patternProperties.a.type: one of integer, number, string, boolean, array, object, null, or a list of these without repetition; got "text"',
    ],
    [
      { type: 'object', additionalProperties: { type: 'integer', minLength: 1 } },
      'additionalProperties.minLength: a schema of type string; got "integer"',
    ],
    [{ type: 'object', required: [1] }, 'required: a boolean or a list of names; got [1]'],
    [{ type: 'string', required: ['a'] }, 'required: a schema of type object; got "string"'],
    [{ anyOf: [] }, 'anyOf: a list of at least one schema; got []'],
    [{ anyOf: {} }, 'anyOf: a list of at least one schema; got {}'],
    [{ oneOf: [{ type: 'string' }, 7] }, 'oneOf.1: a schema; got 7'],
    [
      { oneOf: [{ type: 'string', minimum: 1 }] },
      'oneOf.0.minimum: a schema of type integer or number; got "string"',
    ],
    [
      { type: 'string', oneOf: [{ minimum: 1 }] },
      'oneOf.0.minimum: a schema of type integer or number; got "string"',
    ],
    [{ minLength: 1 }, 'minLength: a schema of type string; got "no type"'],
    [{ type: 'string', title: 7 }, 'title: a text; got 7'],
    [{ type: 'array', items: [] }, 'items: a schema; got []'],
    [null, 'schema: a schema; got null'],
    ['string', 'schema: a schema; got "string"'],
    [true, 'schema: a schema; got true'],
    [{ type: 'string', items: {} }, 'items: a schema of type array; got "string"'],
    [{ type: 'array', properties: {} }, 'properties: a schema of type object; got "array"'],
    [{ type: 'integer', minimum: 3, maximum: 2 }, 'minimum: at most the maximum, 2; got 3'],
    [{ type: 'integer', minimum: NaN }, 'minimum: a finite number; got NaN'],
    [{ type: 'integer', maximum: '9' }, 'maximum: a finite number; got "9"'],
    [{ type: 'string', minLength: 3, maxLength: 2 }, 'minLength: at most maxLength, 2; got 3'],
    [{ type: 'string', minLength: -1 }, 'minLength: a non-negative integer; got -1'],
    [{ type: 'string', maxLength: 1.5 }, 'maxLength: a non-negative integer; got 1.5'],
    [{ type: 'array', minItems: 3, maxItems: 2 }, 'minItems: at most maxItems, 2; got 3'],
    [{ type: 'array', maxItems: -2 }, 'maxItems: a non-negative integer; got -2'],
    [{ type: 'string', pattern: 7 }, 'pattern: a regular expression; got 7'],
    [
      { type: 'string', format: 'phone' },
      'format: one of email, uuid-any-case, uuid, ip, date, date-time, hex-color, uri, text-field, textarea-field; got "phone"',
    ],
    [{ type: 'string', enum: [] }, 'enum: a list of at least one value; got []'],
    [{ type: 'string', enum: ['a', 1] }, 'enum: values of type string; got 1'],
    [{ type: 'string', enum: ['a', null] }, 'enum: values of type string; got null'],
    [{ type: ['integer', 'null'], enum: [1.5] }, 'enum: values of type integer or null; got 1.5'],
    [
      { type: 'object', additionalProperties: 'yes' },
      'additionalProperties: a boolean or a schema; got "yes"',
    ],
    [{ type: 'object', properties: [1] }, 'properties: schemas by name; got [1]'],
    [{ type: 'array', items: 7 }, 'items: a schema; got 7'],
    [
      { type: 'integer', default: 'x' },
      'default: a value that the schema accepts (the default must be an integer.); got "x"',
    ],
  ])('%j', (schema, text) => {
    expect(faultsOf(schema)).toContain(text);
  });

  it('for a pattern that does not compile, with the reason', () => {
    expect(faultsOf({ type: 'string', pattern: '(' })).toEqual([
      expect.stringMatching(/^pattern: a regular expression that compiles \(.+\); got "\("$/),
    ]);
  });

  it.each(['text', 'toString', null, 7, [], ['string', 'string'], ['string', 'text']])(
    'for the unknown type %j',
    (type) => {
      expect(checkSchema({ type } as unknown as ValueSchema)).toEqual([
        expect.objectContaining({ keyword: 'type' }),
      ]);
    },
  );

  it('for a pattern of property names that does not compile, with the reason', () => {
    expect(faultsOf({ type: 'object', patternProperties: { '[': {} } })).toEqual([
      expect.stringMatching(
        /^patternProperties: regular expressions that compile \(.+\); got "\["$/,
      ),
    ]);
  });

  it('for a schema within itself, without end', () => {
    const items: { type: string; items?: unknown } = { type: 'array' };
    items.items = items;
    expect(faultsOf(items)).toEqual(['type: at most 64 levels of schemas; got "more levels"']);
  });

  it('for alternatives whose nesting would cost a small value much time', () => {
    const nested = (levels: number): object =>
      levels === 0
        ? { type: 'integer' }
        : { type: 'object', oneOf: [{}], properties: { a: nested(levels - 1) } };
    expect(faultsOf(nested(8))).toEqual([]);
    expect(faultsOf(nested(20))).toEqual([
      'oneOf: a schema that needs at most 20000 checks; got "more checks"',
    ]);
  });

  it('for a limit that JSON cannot express', () => {
    expect(faultsOf({ type: 'integer', minimum: 1n })).toEqual(['minimum: a finite number; got 1']);
  });

  it('for a misspelt keyword', () => {
    expect(checkSchema({ type: 'integer', minimun: 1 } as unknown as ValueSchema)).toEqual([
      expect.objectContaining({ keyword: 'minimun' }),
    ]);
  });

  it('at its path inside the schema', () => {
    const schema = {
      type: 'array',
      items: { type: 'object', properties: { qty: { type: 'integer', minimum: 2, maximum: 1 } } },
    };
    expect(faultsOf(schema)).toEqual([
      'items.properties.qty.minimum: at most the maximum, 1; got 2',
    ]);
  });
});
