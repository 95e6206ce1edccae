import { expect, test } from 'vitest';
import {
  documentOf,
  firstOperation,
  schemaInDocument,
  type OwnSchema,
} from './support/operations.js';

const INTEGER = { type: 'integer' };

const CASES: readonly (readonly [string, OwnSchema, object])[] = [
  ['an exclusive minimum', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ['an exclusive maximum', { maximum: 9, exclusiveMaximum: true }, { exclusiveMaximum: 9 }],
  ['a limit that is not exclusive', { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
  ['an exclusive limit without a limit', { exclusiveMinimum: true }, {}],
  ['a list of types', { type: ['string', 'object'] }, { type: ['string', 'object'] }],
  ['any value', {}, {}],
  [
    'a multiple, unique elements and counts of properties',
    { multipleOf: 2, uniqueItems: true, minProperties: 1, maxProperties: 2 },
    { multipleOf: 2, uniqueItems: true, minProperties: 1, maxProperties: 2 },
  ],
  [
    'alternatives',
    {
      anyOf: [{ minimum: 1, exclusiveMinimum: true }, { type: 'string' }],
      oneOf: [{ properties: { a: { type: 'integer', required: true } } }],
    },
    {
      anyOf: [{ exclusiveMinimum: 1 }, { type: 'string' }],
      oneOf: [{ properties: { a: INTEGER }, required: ['a'] }],
    },
  ],
  [
    'a map',
    {
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 0, exclusiveMinimum: true },
    },
    {
      type: 'object',
      additionalProperties: {
        type: 'integer',
        exclusiveMinimum: 0,
      },
    },
  ],
  ['an open object', { additionalProperties: true }, { additionalProperties: true }],
  ['a closed object', { additionalProperties: false }, { additionalProperties: false }],
  [
    'properties by pattern',
    { patternProperties: { '^a': { format: 'text-field', type: 'string' } } },
    { patternProperties: { '^a': { type: 'string' } } },
  ],
  [
    'a list of required properties, which stands in place of marks',
    { properties: { a: { type: 'integer' }, b: { required: true } }, required: ['a'] },
    { properties: { a: INTEGER, b: {} }, required: ['a'] },
  ],
  [
    'lists of lists',
    { type: 'array', items: { type: 'array', items: { type: 'string', required: true } } },
    { type: 'array', items: { type: 'array', items: { type: 'string' } } },
  ],
  ['a title and a description', { title: 'A', description: 'b' }, { title: 'A', description: 'b' }],
];

test.each(CASES)('%s has its form of JSON Schema 2020-12', (_title, own, expected) => {
  expect(schemaInDocument(own)).toEqual(expected);
});

test('a named schema within alternatives and maps becomes a component', () => {
  const size: OwnSchema = { type: 'object', properties: { width: { type: 'integer' } } };
  const own: OwnSchema = { anyOf: [size, { type: 'string' }], additionalProperties: size };
  const reference = { $ref: '#/components/schemas/Size' };
  const schema = { ...own, required: true };
  const document = documentOf([
    {
      arguments: [{ name: 'a', isFromPath: false, schema }],
      schemaNames: new Map([[size, 'Size']]),
    },
  ]);
  expect(firstOperation(document).parameters).toMatchObject([
    { schema: { anyOf: [reference, { type: 'string' }], additionalProperties: reference } },
  ]);
  expect(Object.keys(document.components.schemas)).toContain('Size');
});
