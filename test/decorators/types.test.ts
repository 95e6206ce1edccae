import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type ParamOptions,
  type StandardSchema,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { useRoutes } from '../support/application.js';

@ValueClass()
class Address {
  @Param({ type: 'string' }) city!: string;
}

const ADDRESS = {
  type: 'object',
  properties: { city: { type: 'string', required: true } },
  additionalProperties: false,
};

const BY_HAND: readonly (readonly [title: string, options: ParamOptions, schema: object])[] = [
  ['a name', { type: 'integer' }, { type: 'integer' }],
  ['any', { type: 'any' }, {}],
  ['null too', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['a class', { type: Address }, ADDRESS],
  ['names', { type: ['string', 'integer'] }, { type: ['string', 'integer'] }],
  [
    'a list of a name among names',
    { type: ['boolean', 'array'], items: { type: 'string' } },
    { type: ['boolean', 'array'], items: { type: 'string' } },
  ],
  ['an open object', { type: 'object' }, { type: 'object', additionalProperties: true }],
  [
    'an empty object',
    { properties: {} },
    { type: 'object', properties: {}, additionalProperties: false },
  ],
  [
    'an object that allows no property',
    { additionalProperties: false },
    { type: 'object', properties: {}, additionalProperties: false },
  ],
  [
    'a map',
    { additionalProperties: { type: 'date' } },
    { type: 'object', additionalProperties: { type: 'string', format: 'date-time' } },
  ],
  [
    'an object that is open beside its properties',
    { properties: { a: { type: 'string' } }, additionalProperties: true },
    {
      type: 'object',
      properties: { a: { type: 'string', required: true } },
      additionalProperties: true,
    },
  ],
  [
    'properties with limits, defaults and descriptions',
    {
      properties: {
        a: { type: 'string', minLength: 2, pattern: /^x/, description: 'A' },
        b: { type: 'integer', default: 1 },
        c: { enum: ['x'], required: false, nullable: true },
      },
    },
    {
      type: 'object',
      properties: {
        a: { type: 'string', minLength: 2, pattern: '^x', description: 'A', required: true },
        b: { type: 'integer', default: 1 },
        c: { type: ['string', 'null'], enum: ['x', null] },
      },
      additionalProperties: false,
    },
  ],
  [
    'alternatives',
    { anyOf: [{ type: Address }, { enum: ['none'] }] },
    { anyOf: [ADDRESS, { type: 'string', enum: ['none'] }] },
  ],
  [
    'elements with limits',
    { items: { items: { type: 'integer', maximum: 9 }, minItems: 1, description: 'Row' } },
    {
      type: 'array',
      items: {
        type: 'array',
        items: { type: 'integer', maximum: 9 },
        minItems: 1,
        description: 'Row',
      },
    },
  ],
  ['one alternative', { anyOf: [{ type: 'string' }] }, { type: 'string' }],
];

const standard = {
  version: 1,
  vendor: 'own',
  validate: (value: unknown) => ({ value }),
} as const;

const withJson = (json: object) => ({
  '~standard': { ...standard, jsonSchema: { input: () => json } },
});

/** What a Standard Schema shows of itself, and what is shown of it. */
const STANDARD: readonly (readonly [title: string, schema: object, shown: object])[] = [
  [
    'exclusive limits',
    withJson({ exclusiveMinimum: 1, exclusiveMaximum: 9 }),
    { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
  ],
  ['a constant', withJson({ const: null }), { enum: [null] }],
  ['an unknown format', withJson({ type: 'string', format: 'cuid' }), { type: 'string' }],
  ['a UUID', withJson({ type: 'string', format: 'uuid' }), { type: 'string', format: 'uuid' }],
  [
    'a known format',
    withJson({ type: 'string', format: 'email' }),
    { type: 'string', format: 'email' },
  ],
  ['keywords that WordPress lacks', withJson({ $schema: 'x', not: {}, allOf: [] }), {}],
  [
    'required names',
    withJson({ type: 'object', properties: { a: {}, b: { type: 'string' } }, required: ['b'] }),
    { type: 'object', properties: { a: {}, b: { type: 'string', required: true } } },
  ],
  [
    'schemas within schemas',
    withJson({
      items: { const: 1 },
      additionalProperties: { const: 2 },
      patternProperties: { x: { const: 3 } },
      anyOf: [{ const: 4 }],
      oneOf: [{ const: 5 }],
    }),
    {
      items: { enum: [1] },
      additionalProperties: { enum: [2] },
      patternProperties: { x: { enum: [3] } },
      anyOf: [{ enum: [4] }],
      oneOf: [{ enum: [5] }],
    },
  ],
  [
    'its JSON Schema rather than that of its method',
    { ...withJson({ type: 'string' }), toJSONSchema: () => ({}) },
    { type: 'string' },
  ],
  [
    'that of its method',
    { '~standard': standard, toJsonSchema: () => ({ type: 'integer' }) },
    { type: 'integer' },
  ],
  ['that of a function', Object.assign(() => 1, withJson({ type: 'string' })), { type: 'string' }],
  ['any value, if it shows none', { '~standard': standard }, {}],
  [
    'any value, if its method throws',
    {
      '~standard': standard,
      toJSONSchema: () => {
        throw new Error('cannot be represented');
      },
    },
    {},
  ],
];

const ALL = [
  ...BY_HAND.map(([, options]) => options),
  ...STANDARD.map(([, schema]) => ({ schema: schema as StandardSchema })),
];

const controllers = ALL.map((options, index) => {
  @RestController('v1', ['/types', index].join('/') as '')
  class TypesController {
    @RestRoute('', HttpMethod.Post, new PublicAccess())
    one(@Param({ name: 'a', required: true, ...options }) a: unknown) {
      return { a };
    }

    @RestRoute('/default', HttpMethod.Post, new PublicAccess())
    list(@Param({ name: 'a', items: { type: 'string' }, default: ['x'] }) a: string[]) {
      a.push('changed');
      return a;
    }
  }
  return TypesController;
});

describe('the schema of an argument on OPTIONS', () => {
  const app = useRoutes(controllers, { adapter: 'fastify' });
  const schemaAt = async (index: number): Promise<unknown> => {
    const { body } = await app.fetch('OPTIONS', `/api/acme/v1/types/${index}`);
    const { endpoints } = body as {
      readonly endpoints: readonly [{ readonly args: { a: object } }];
    };
    return endpoints[0].args.a;
  };

  test.each(BY_HAND.map(([title, , schema], index) => [title, schema, index] as const))(
    'is that of the type that @Param states: %s',
    async (_title, schema, index) => {
      expect(await schemaAt(index)).toEqual({ required: true, ...schema });
    },
  );

  test.each(STANDARD.map(([title, , shown], index) => [title, shown, index] as const))(
    'is what a Standard Schema shows: %s',
    async (_title, shown, index) => {
      expect(await schemaAt(BY_HAND.length + index)).toEqual({ required: true, ...shown });
    },
  );

  test('a default that is a list is made anew for each request', async () => {
    for (let call = 0; call < 2; call++) {
      const { body } = await app.fetch('POST', '/api/acme/v1/types/0/default');
      expect(body).toEqual(['x', 'changed']);
    }
  });
});
