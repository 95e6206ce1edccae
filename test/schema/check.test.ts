import { describe, expect, it } from 'vitest';
import type { ValueSchema } from '../../lib/schema/schema.js';
import { checkSchema } from '../../lib/schema/schema.js';

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
    { type: 'boolean' },
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
  });
});

describe('a diagnostic names the keyword and the expected and received value', () => {
  it.each<[unknown, string]>([
    [{ type: 'integer', minLength: 2 }, 'minLength: a schema of type string; got "integer"'],
    [{ type: 'string', minimum: 2 }, 'minimum: a schema of type integer or number; got "string"'],
    [
      { type: 'boolean', enum: [1] },
      'enum: a schema of type integer or number or string; got "boolean"',
    ],
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
      'format: one of email, uuid, ip, date-time, hex-color, uri; got "phone"',
    ],
    [{ type: 'string', enum: [] }, 'enum: a list of at least one value; got []'],
    [{ type: 'string', enum: ['a', 1] }, 'enum: values of type string; got 1'],
    [{ type: 'string', enum: ['a', null] }, 'enum: values of type string; got null'],
    [{ type: ['integer', 'null'], enum: [1.5] }, 'enum: values of type integer or null; got 1.5'],
    [
      { type: 'object', additionalProperties: true },
      'additionalProperties: false, or nothing; got true',
    ],
    [{ type: 'object', properties: [] }, 'properties: schemas by name; got []'],
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

  it.each(['text', 'null', 'toString', undefined, [], ['string'], ['string', 'integer']])(
    'for the unknown type %j',
    (type) => {
      expect(checkSchema({ type } as unknown as ValueSchema)).toEqual([
        expect.objectContaining({ keyword: 'type' }),
      ]);
    },
  );

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
