import { describe, expect, test } from 'vitest';
import type { TypeOptions } from 'nestjs-rest-routes';
import { typeByHand } from '../../../lib/routes/declaration/type-by-hand.js';

class Address {}

describe('the type that options state', () => {
  test.each<[string, TypeOptions, unknown]>([
    ['none', {}, undefined],
    ['a name', { type: 'integer' }, { kind: 'integer' }],
    ['any', { type: 'any' }, { kind: 'any' }],
    ['null too', { type: 'string', nullable: true }, { kind: 'string', nullable: true }],
    ['a class', { type: Address }, { kind: 'class', handle: { name: 'Address', ref: Address } }],
    [
      'names',
      { type: ['string', 'integer'] },
      { kind: 'union', options: [{ kind: 'string' }, { kind: 'integer' }] },
    ],
    [
      'a list of a name among names',
      { type: ['boolean', 'array'], items: { type: 'string' } },
      {
        kind: 'union',
        options: [{ kind: 'boolean' }, { kind: 'array', items: { kind: 'string' } }],
      },
    ],
    [
      'an open object',
      { type: 'object' },
      { kind: 'object', properties: [], additional: { kind: 'any' } },
    ],
    ['an empty object', { properties: {} }, { kind: 'object', properties: [] }],
    [
      'an object that allows no property',
      { additionalProperties: false },
      { kind: 'object', properties: [] },
    ],
    [
      'a map',
      { additionalProperties: { type: 'date' } },
      { kind: 'object', properties: [], additional: { kind: 'date' } },
    ],
    [
      'an object that is open beside its properties',
      { properties: { a: { type: 'string' } }, additionalProperties: true },
      {
        kind: 'object',
        additional: { kind: 'any' },
        properties: [{ name: 'a', type: { kind: 'string' }, limits: {} }],
      },
    ],
    [
      'properties with limits, defaults and descriptions',
      {
        properties: {
          a: { type: 'string', minLength: 2, pattern: /^x/, description: 'A' },
          b: { type: 'integer', default: 1 },
          c: { enum: ['x'], required: false, nullable: true },
          d: { type: 'integer', default: 1, required: true },
        },
      },
      {
        kind: 'object',
        properties: [
          {
            name: 'a',
            type: { kind: 'string' },
            limits: { minLength: 2, pattern: '^x' },
            description: 'A',
          },
          { name: 'b', type: { kind: 'integer' }, limits: {}, optional: true, default: 1 },
          {
            name: 'c',
            type: { kind: 'enum', values: ['x'], nullable: true },
            limits: {},
            optional: true,
          },
          { name: 'd', type: { kind: 'integer' }, limits: {}, default: 1 },
        ],
      },
    ],
    [
      'alternatives',
      { anyOf: [{ type: Address }, { enum: ['none'] }] },
      {
        kind: 'union',
        options: [
          { kind: 'class', handle: { name: 'Address', ref: Address } },
          { kind: 'enum', values: ['none'] },
        ],
      },
    ],
    [
      'elements with limits',
      { items: { items: { type: 'integer', maximum: 9 }, minItems: 1, description: 'Row' } },
      {
        kind: 'array',
        items: {
          kind: 'array',
          items: { kind: 'integer', keywords: { maximum: 9 } },
          keywords: { minItems: 1, description: 'Row' },
        },
      },
    ],
    ['one alternative', { anyOf: [{ type: 'string' }] }, { kind: 'string' }],
  ])('%s', (_title, options, type) => {
    expect(typeByHand(options)).toEqual(type);
  });
});

describe('options that state no valid type are RR1006 and say what is missing', () => {
  test.each<[string, TypeOptions, string, readonly string[] | undefined]>([
    [
      'a list without items',
      { type: 'array' },
      "items, or @ListOf(items), beside type: 'array'",
      undefined,
    ],
    [
      'items beside another type',
      { type: 'string', items: { type: 'string' } },
      "type: 'array' beside items",
      undefined,
    ],
    [
      'properties beside another type',
      { type: 'string', properties: {} },
      "type: 'object' beside properties",
      undefined,
    ],
    [
      'a map beside another type',
      { type: 'string', additionalProperties: true },
      "type: 'object' beside additionalProperties",
      undefined,
    ],
    ['no alternative', { anyOf: [] }, 'a union of at least one type', undefined],
    [
      'a property without a type',
      { properties: { a: { properties: { b: {} } } } },
      'type, enum, anyOf, properties or items',
      ['a', 'b'],
    ],
    [
      'a property that is no options',
      { properties: { a: null as never } },
      'type, enum, anyOf, properties or items',
      ['a'],
    ],
  ])('%s', (_title, options, expected, properties) => {
    const path = properties === undefined ? {} : { properties };
    expect(typeByHand(options)).toMatchObject({ code: 'RR1006', expected, ...path });
  });
});
