import { describe, expect, test } from 'vitest';
import type { StandardSchema } from 'nestjs-rest-routes';
import { isStandardSchema, shownSchema } from '../../../lib/types/standard-schema.js';

const standard = {
  version: 1,
  vendor: 'own',
  validate: (value: unknown) => ({ value }),
} as const;

function standardSchemaOf(json: object): StandardSchema {
  const jsonSchema = { input: () => json };
  return { '~standard': { ...standard, jsonSchema } } as StandardSchema;
}

describe('draft 7 in the dialect of WordPress', () => {
  test.each([
    [
      'exclusive limits',
      { exclusiveMinimum: 1, exclusiveMaximum: 9 },
      { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
    ],
    ['a constant', { const: null }, { enum: [null] }],
    ['an unknown format', { type: 'string', format: 'cuid' }, { type: 'string' }],
    ['a UUID', { type: 'string', format: 'uuid' }, { type: 'string', format: 'uuid-any-case' }],
    ['a known format', { type: 'string', format: 'email' }, { type: 'string', format: 'email' }],
    ['keywords that the dialect lacks', { $schema: 'x', not: {}, allOf: [] }, {}],
    [
      'required names',
      { type: 'object', properties: { a: {}, b: { type: 'string' } }, required: ['b'] },
      { type: 'object', properties: { a: {}, b: { type: 'string', required: true } } },
    ],
    [
      'schemas within schemas',
      {
        items: { const: 1 },
        additionalProperties: { const: 2 },
        patternProperties: { x: { const: 3 } },
        anyOf: [{ const: 4 }],
        oneOf: [{ const: 5 }],
      },
      {
        items: { enum: [1] },
        additionalProperties: { enum: [2] },
        patternProperties: { x: { enum: [3] } },
        anyOf: [{ enum: [4] }],
        oneOf: [{ enum: [5] }],
      },
    ],
  ])('%s', (_title, json, schema) => {
    expect(shownSchema(standardSchemaOf(json))).toEqual(schema);
  });
});

describe('what a Standard Schema shows', () => {
  test('comes from its own JSON Schema, then from its method, else it is any value', () => {
    const jsonSchema = { input: () => ({ type: 'string' }) };
    const withOwn = { '~standard': { ...standard, jsonSchema }, toJSONSchema: () => ({}) };
    const withMethod = { '~standard': standard, toJsonSchema: () => ({ type: 'integer' }) };
    expect(shownSchema(withOwn)).toEqual({ type: 'string' });
    expect(shownSchema(withMethod as StandardSchema)).toEqual({ type: 'integer' });
    expect(shownSchema({ '~standard': standard })).toEqual({});
  });

  test('is any value where the library throws', () => {
    const toJSONSchema = () => {
      throw new Error('cannot be represented');
    };
    const throwing = { '~standard': standard, toJSONSchema };
    expect(shownSchema(throwing as StandardSchema)).toEqual({});
  });

  test('is asked of objects and functions with a validator only', () => {
    expect(isStandardSchema({ '~standard': standard })).toBe(true);
    expect(isStandardSchema(Object.assign(() => 1, { '~standard': standard }))).toBe(true);
    for (const other of [
      null,
      {},
      'x',
      { '~standard': null },
      { '~standard': {} },
      { type: 'string' },
    ]) {
      expect(isStandardSchema(other)).toBe(false);
    }
  });
});
