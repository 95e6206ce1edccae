import { expect, test } from 'vitest';
import { jsonBodyOf, type OwnSchema } from './support/operations.js';

const CASES: readonly (readonly [OwnSchema, unknown])[] = [
  [{ type: 'integer', default: 7 }, 7],
  [{ type: ['string', 'null'], default: null }, null],
  [{ type: 'string', enum: ['new', 'used'] }, 'new'],
  [{ type: 'integer' }, 1],
  [{ type: 'number', minimum: 5 }, 5],
  [{ type: 'number', maximum: -2 }, -2],
  [{ type: 'boolean' }, true],
  [{ type: 'string' }, 'text'],
  [{ type: 'string', maxLength: 2 }, 'te'],
  [{ type: 'string', minLength: 6 }, 'textxx'],
  [{ type: 'string', format: 'email' }, 'ada@example.com'],
  [{ type: 'string', pattern: '^a$' }, 'a'],
  [{ type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' }, 'AA-1111'],
  [{ type: 'string', pattern: '^[a-z]+(?:-[a-z]+)*$', minLength: 8 }, 'aaa-aa-aa'],
  [{ type: 'string', pattern: '^(?=a)b' }, undefined],
  [{ type: 'array', items: { type: 'integer' }, minItems: 2 }, [1, 1]],
  [{ type: 'array', items: { type: 'string', pattern: 'x' } }, ['text']],
  [{ type: 'array', items: { type: 'string', pattern: 'x' }, minItems: 1 }, ['text']],
  [{ type: 'object', properties: { a: { type: 'integer', required: true } } }, { a: 1 }],
  [{}, undefined],
  [{ type: 'null' }, null],
  [{ type: ['string', 'object'] }, 'text'],
  [{ type: 'integer', minimum: 0, exclusiveMinimum: true }, 1],
  [{ type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true }, 0.5],
  [{ type: 'integer', minimum: 7, multipleOf: 5 }, 10],
  [{ type: 'integer', maximum: -7, multipleOf: 5 }, -10],
  [{ type: 'integer', minimum: 1, maximum: 4, multipleOf: 5 }, undefined],
  [{ type: 'string', format: 'text-field' }, 'text'],
  [{ type: 'string', format: 'email', maxLength: 3 }, undefined],
  [{ type: 'array', items: { type: 'integer' }, minItems: 2, uniqueItems: true }, undefined],
  [{ type: 'array', items: { type: 'array', items: { type: 'integer' } } }, [[1]]],
  [
    { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 2, uniqueItems: true },
    ['a', 'b'],
  ],
  [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, 1],
  [
    { type: 'object', oneOf: [{ properties: { a: { type: 'integer', required: true } } }] },
    { a: 1 },
  ],
  [{ oneOf: [{ type: 'integer' }, { type: 'number' }] }, undefined],
  [
    {
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'] },
      minItems: 1,
    },
    [{ a: true }],
  ],
  [{ type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1 }, { name1: 1 }],
  [{ type: 'object', additionalProperties: false, minProperties: 1 }, undefined],
];

test.each(CASES)('the example of %j is %j', (schema, example) => {
  expect(jsonBodyOf({ a: schema }).example).toEqual(
    example === undefined ? undefined : { a: example },
  );
});

test('the example of an object has only its required properties', () => {
  const a: OwnSchema = { type: 'boolean' };
  expect(jsonBodyOf({ a, b: { type: 'string', required: false } }).example).toEqual({ a: true });
});
