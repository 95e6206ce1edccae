import { returnedSchema } from '../../lib/types/response-schema.js';
import { type DeclaredType, nameOfType } from '../../lib/types/type.js';
import { describe, expect, test } from 'vitest';
import { schemaOfType, type ObjectSchemaMaker } from '../../lib/types/type-schema.js';
import { objectSchema } from '../../lib/routes/rules/check-value-class.js';

const handle = { name: 'Title', ref: {} };
const text = { kind: 'string' } as const;
const integer = { kind: 'integer' } as const;
const title = { kind: 'class', handle } as const;

const raw = {
  index: 0,
  filledByNest: false,
  statesInjection: false,
  signature: { name: 'raw', type: text },
};
const maker: ObjectSchemaMaker = (type, isOption) => objectSchema(type, () => [raw], isOption);

const TITLE = {
  type: 'object',
  properties: { raw: { type: 'string', required: true } },
  additionalProperties: false,
};

function schemaOf(type: DeclaredType): unknown {
  const made = schemaOfType(type, maker);
  return 'code' in made ? made : made.schema;
}

describe('the schema of a type', () => {
  test.each<[string, DeclaredType, unknown]>([
    ['unknown', { kind: 'any' }, {}],
    ['unknown | null', { kind: 'any', nullable: true }, {}],
    [
      'Date | null',
      { kind: 'date', nullable: true },
      { type: ['string', 'null'], format: 'date-time' },
    ],
    [
      'an enum or null',
      { kind: 'enum', values: ['a', 'b'], nullable: true },
      { type: ['string', 'null'], enum: ['a', 'b', null] },
    ],
    [
      'lists of lists',
      { kind: 'array', items: { kind: 'array', items: integer } },
      { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
    ],
    [
      'an object, closed',
      {
        kind: 'object',
        properties: [
          { name: 'a', type: text, limits: { minLength: 2 } },
          { name: 'b', type: integer, optional: true, description: 'B' },
          { name: 'c', type: integer, default: 1 },
        ],
      },
      {
        type: 'object',
        properties: {
          a: { type: 'string', minLength: 2, required: true },
          b: { type: 'integer', description: 'B' },
          c: { type: 'integer', default: 1 },
        },
        additionalProperties: false,
      },
    ],
    [
      'a map',
      { kind: 'object', additional: integer },
      { type: 'object', additionalProperties: { type: 'integer' } },
    ],
    [
      'an open object',
      { kind: 'object', additional: { kind: 'any' } },
      { type: 'object', additionalProperties: true },
    ],
    [
      'an object with a property named __proto__',
      { kind: 'object', properties: [{ name: '__proto__', type: text }] },
      {
        type: 'object',
        properties: Object.fromEntries([['__proto__', { type: 'string', required: true }]]),
        additionalProperties: false,
      },
    ],
    ['a value class or null', { ...title, nullable: true }, { ...TITLE, type: ['object', 'null'] }],
  ])('%s', (_title, type, schema) => {
    expect(schemaOf(type)).toEqual(schema);
  });
});

describe('the schema of a union', () => {
  const union = (...options: DeclaredType[]): DeclaredType => ({ kind: 'union', options });

  test.each<[string, DeclaredType, unknown]>([
    ['string | int', union(text, integer), { type: ['string', 'integer'] }],
    [
      'string | int | null',
      { kind: 'union', options: [text, integer], nullable: true },
      { type: ['string', 'integer', 'null'] },
    ],
    ['string | Title', union(text, title), { ...TITLE, type: ['string', 'object'] }],
    [
      'boolean | string[]',
      union({ kind: 'boolean' }, { kind: 'array', items: text }),
      { type: ['boolean', 'array'], items: { type: 'string' } },
    ],
    [
      'two objects',
      union({ kind: 'object', additional: integer }, { kind: 'object', additional: text }),
      {
        anyOf: [
          { type: 'object', additionalProperties: { type: 'integer' } },
          { type: 'object', additionalProperties: { type: 'string' } },
        ],
      },
    ],
    [
      'two lists',
      union({ kind: 'array', items: text }, { kind: 'array', items: integer }),
      {
        anyOf: [
          { type: 'array', items: { type: 'string' } },
          { type: 'array', items: { type: 'integer' } },
        ],
      },
    ],
    [
      'an enum and a number',
      union({ kind: 'enum', values: ['a'] }, integer),
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'integer' }] },
    ],
    [
      'a date and a number',
      union({ kind: 'date' }, integer),
      { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'integer' }] },
    ],
    [
      'two objects or null',
      { kind: 'union', options: [title, { kind: 'object', additional: text }], nullable: true },
      {
        anyOf: [
          TITLE,
          { type: 'object', additionalProperties: { type: 'string' } },
          { type: 'null' },
        ],
      },
    ],
    [
      'a union within a union',
      union(union(title, { kind: 'object', additional: text }), integer),
      {
        anyOf: [
          TITLE,
          { type: 'object', additionalProperties: { type: 'string' } },
          { type: 'integer' },
        ],
      },
    ],
    ['unknown among others', union(text, { kind: 'any' }), {}],
  ])('%s', (_title, type, schema) => {
    expect(schemaOf(type)).toEqual(schema);
  });

  test('becomes an instance where its object alternative does', () => {
    const made = schemaOfType(union(text, title), maker);
    expect(made).toMatchObject({ hydrations: [{ into: handle }] });
    if ('code' in made) throw new Error(made.code);
    expect(made.hydrations[0]?.schema).toBe(made.schema);
  });

  test('keeps the schema of each alternative that becomes an object of a class', () => {
    const made = schemaOfType(union(title, { kind: 'date' }), maker);
    if ('code' in made) throw new Error(made.code);
    expect(made.hydrations.map(({ schema }) => schema)).toEqual(made.schema.anyOf);
  });
});

describe('a schema as data', () => {
  test('keeps the required list of draft 4', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a', 'b'],
      additionalProperties: { type: 'integer' },
    } as const;
    expect(schemaOf({ kind: 'schema', schema })).toEqual(schema);
  });

  test('leaves what it states of the argument to the argument', () => {
    const schema = { type: 'integer', default: 1, required: true } as const;
    expect(schemaOf({ kind: 'schema', schema })).toEqual({ type: 'integer' });
  });

  test('with oneOf accepts null beside it', () => {
    const schema = { oneOf: [{ type: 'integer' }, { type: 'string' }] } as const;
    expect(schemaOf({ kind: 'schema', schema, nullable: true })).toEqual({
      anyOf: [schema, { type: 'null' }],
    });
  });
});

describe('a type without a schema', () => {
  test('is a diagnostic with the path to the property', () => {
    const inner: DeclaredType = {
      kind: 'object',
      name: 'Inner',
      properties: [{ name: 'b', type: { kind: 'opaque', text: 'Map' } }],
    };
    expect(schemaOf({ kind: 'object', properties: [{ name: 'a', type: inner }] })).toMatchObject({
      code: 'RR1014',
      received: 'Map (Inner.b) (a)',
      properties: ['a', 'b'],
    });
  });

  test('is a diagnostic in a union, a map and a list too', () => {
    const map = { kind: 'opaque', text: 'Map' } as const;
    for (const type of [
      { kind: 'union', options: [text, map] },
      { kind: 'object', additional: map },
      { kind: 'array', items: map },
    ] as const) {
      expect(schemaOf(type)).toMatchObject({ code: 'RR1014', received: 'Map' });
    }
  });

  test('has a property whose limit does not fit: the diagnostic names the property', () => {
    const properties = [{ name: 'a', type: text, limits: { minimum: 1 } }];
    expect(schemaOf({ kind: 'object', properties })).toMatchObject({
      code: 'RR1006',
      properties: ['a'],
    });
  });
});

test.each<[DeclaredType, string]>([
  [{ kind: 'array', items: { kind: 'union', options: [text, integer] } }, '(string | integer)[]'],
  [{ kind: 'object', additional: { kind: 'any' } }, 'Record<string, unknown>'],
  [{ kind: 'object', name: 'Book', properties: [] }, 'Book'],
  [
    {
      kind: 'object',
      properties: [
        { name: 'a', type: text },
        { name: 'b', type: text, optional: true },
      ],
      nullable: true,
    },
    '{ a; b? } | null',
  ],
])('the name of %j is %s', (type, name) => {
  expect(nameOfType(type)).toBe(name);
});

describe('the schema of a returned type', () => {
  test('describes unions, maps and named alternatives', () => {
    const book = {
      kind: 'object',
      name: 'Book',
      properties: [{ name: 'id', type: integer }],
    } as const;
    const { schema, names } = returnedSchema(
      {
        kind: 'object',
        properties: [
          { name: 'either', type: { kind: 'union', options: [text, integer] } },
          { name: 'book', type: { kind: 'union', options: [book, text], nullable: true } },
          { name: 'map', type: { kind: 'object', additional: book } },
          { name: 'list', type: { ...book, nullable: true }, optional: true },
        ],
      },
      maker,
      'with links',
    );
    const bookSchema = { type: 'object', properties: { id: { type: 'integer', required: true } } };
    expect(schema).toEqual({
      type: 'object',
      properties: {
        either: { type: ['string', 'integer'], required: true },
        book: { anyOf: [bookSchema, { type: 'string' }, { type: 'null' }], required: true },
        map: { type: 'object', additionalProperties: bookSchema, required: true },
        list: { ...bookSchema, type: ['object', 'null'] },
      },
    });
    expect([...new Set(names.values())]).toEqual(['Book']);
    expect(names.get(schema.properties?.['list'] ?? {})).toBe('Book');
  });

  test('has the links of Linked beside the object without them, also within itself', () => {
    const author = { kind: 'object', name: 'Author' } as const;
    const { schema, names } = returnedSchema(
      {
        ...author,
        linked: true,
        properties: [
          { name: 'teacher', type: author },
          { name: 'pupils', type: { kind: 'array', items: { ...author, linked: true } } },
        ],
      },
      maker,
      'with links',
    );
    expect(Object.keys(schema.properties ?? {})).toEqual(['teacher', 'pupils', '_links']);
    expect(schema.properties?.['_links']?.required).toBeUndefined();
    expect([...new Set(names.values())].toSorted()).toEqual(
      ['Link', 'LinkedAuthor', 'Author'].toSorted(),
    );
    expect(names.get(schema)).toBe('LinkedAuthor');
    expect(names.get(schema.properties?.['teacher'] ?? {})).toBe('LinkedAuthor');
    expect(names.get(schema.properties?.['pupils']?.items ?? {})).toBe('LinkedAuthor');
  });

  test('has no links where they are left out', () => {
    const { schema, names } = returnedSchema(
      { kind: 'object', name: 'Book', linked: true, properties: [{ name: 'id', type: integer }] },
      maker,
      'without links',
    );
    expect(Object.keys(schema.properties ?? {})).toEqual(['id']);
    expect([...names.values()]).toEqual(['Book']);
  });
});
