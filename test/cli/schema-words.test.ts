import { expect, test } from 'vitest';
import { defaultWords, schemaWords } from '../../lib/cli/audit-row.js';
import type { ValueSchema } from '../support/schema-types.js';

const CASES: readonly (readonly [ValueSchema, string])[] = [
  [{ type: 'integer' }, 'integer'],
  [{ type: 'integer', minimum: 1, maximum: 100 }, 'integer 1–100'],
  [{ type: 'number', minimum: 0 }, 'number ≥ 0'],
  [{ type: 'number', maximum: 9 }, 'number ≤ 9'],
  [{ type: ['string', 'null'], maxLength: 40 }, 'string ≤ 40 characters | null'],
  [{ type: 'string', format: 'email' }, 'string email'],
  [{ type: 'string', pattern: '^a' }, 'string /^a/'],
  [{ type: 'string', enum: ['new', 'used'] }, '"new" | "used"'],
  [{ type: ['string', 'null'], enum: ['new', null] }, '"new" | null'],
  [{ type: 'array', items: { type: 'string' }, maxItems: 2 }, 'list of string ≤ 2 items'],
  [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, 'list of ("a" | "b")'],
  [
    {
      type: 'object',
      properties: {
        sku: { type: 'string', required: true },
        count: { type: 'integer', required: false, default: 1 },
        note: { type: 'string', required: false },
      },
    },
    '{ sku: string, count: integer = 1, note?: string }',
  ],
  [{}, 'any'],
  [{ type: 'null' }, 'null'],
  [{ type: ['string', 'integer', 'null'] }, 'string | integer | null'],
  [{ type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 9 }, 'integer > 0 ≤ 9'],
  [
    { type: 'number', maximum: 9, exclusiveMaximum: true, multipleOf: 3 },
    'number < 9 in steps of 3',
  ],
  [
    { type: 'array', items: { type: 'array', items: {} }, uniqueItems: true },
    'list of list of any unique',
  ],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, 'object with any names: integer'],
  [
    { type: 'object', additionalProperties: true, minProperties: 1 },
    'object with any names ≥ 1 properties',
  ],
  [
    { type: ['string', 'object'], properties: { a: { type: 'integer' } } },
    'string | object { a?: integer }',
  ],
  [{ anyOf: [{ type: 'integer' }, { type: 'object', properties: {} }] }, 'integer | {}'],
];

test.each(CASES)('the schema %j reads "%s"', (schema, words) => {
  expect(schemaWords(schema)).toBe(words);
});

test('a default reads as JSON, and no default reads as nothing', () => {
  expect(defaultWords({ default: null })).toBe(' = null');
  expect(defaultWords({ default: 'a' })).toBe(' = "a"');
  expect(defaultWords({})).toBe('');
});
