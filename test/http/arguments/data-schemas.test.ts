import fc from 'fast-check';
import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type ParamSchema,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { near, schemas, values } from '../../schema/arbitraries.js';
import { ADAPTERS, useRoutes } from '../../support/application.js';

const LISTED = { type: 'object', required: ['x'] } as const;

/** Schemas whose `required` lists a name that `properties` does not have, and any others. */
const SCHEMAS: readonly ParamSchema[] = [
  { ...LISTED, patternProperties: { '^x': { type: 'integer' } } },
  { ...LISTED, patternProperties: { '^x': { type: 'integer' } }, additionalProperties: false },
  { ...LISTED, additionalProperties: false },
  { ...LISTED, additionalProperties: { type: 'integer' } },
  { ...LISTED, properties: { a: { type: 'string', required: true } } },
  { ...LISTED, type: ['object', 'null'], minProperties: 2 },
  { ...LISTED, anyOf: [{ properties: { x: { type: 'integer' } } }, { maxProperties: 1 }] },
  ...fc.sample(schemas, { seed: 24, numRuns: 60 }),
];

const ALIKE: (new () => object)[] = [];

@RestController('v1', '/data')
class DataController {
  @RestRoute('/enum', HttpMethod.Post, new PublicAccess())
  chosen(
    @Param({
      name: 'value',
      schema: {
        type: 'object',
        properties: { size: { type: 'string', enum: { '1': 'small', '3': 'large' } } },
      },
    })
    value: unknown,
  ) {
    return { value };
  }

  @RestRoute('/both', HttpMethod.Post, new PublicAccess())
  both(
    @Param({ name: 'value', required: true, schema: { ...LISTED, additionalProperties: false } })
    value: unknown,
  ) {
    return { value };
  }
}

SCHEMAS.forEach((schema, at) => {
  class AlikeController {
    whole(value: unknown) {
      return { value };
    }

    inner(outer: { value?: unknown }) {
      return outer;
    }
  }
  const handler = (name: 'whole' | 'inner') =>
    [
      AlikeController.prototype,
      name,
      Object.getOwnPropertyDescriptor(AlikeController.prototype, name),
    ] as const;
  const [target, , whole = {}] = handler('whole');
  const [, , inner = {}] = handler('inner');
  Param({ name: 'value', schema, required: false })(target, 'whole', 0);
  Param({
    name: 'outer',
    schema: { type: 'object', properties: { value: schema } },
    required: false,
  })(target, 'inner', 0);
  RestRoute(`/whole/${at}`, HttpMethod.Post, new PublicAccess())(target, 'whole', whole);
  RestRoute(`/inner/${at}`, HttpMethod.Post, new PublicAccess())(target, 'inner', inner);
  RestController('v1', '/alike')(AlikeController);
  ALIKE.push(AlikeController);
});

describe.each(ADAPTERS)('a schema as data on %s', (adapter) => {
  const app = useRoutes([DataController, ...ALIKE], { adapter });
  const post = async (path: string, body: unknown): Promise<readonly [number, string]> => {
    const { status, text } = await app.fetch('POST', `/api/acme/v1${path}`, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    return [status, text];
  };

  test('has an enum as the index of WordPress writes it: the values of an object', async () => {
    expect(await post('/data/enum', { value: { size: 'large' } })).toEqual([
      200,
      '{"value":{"size":"large"}}',
    ]);
    expect(await post('/data/enum', { value: { size: '3' } })).toMatchObject([
      400,
      expect.stringContaining('must be one of small, large'),
    ]);
    const { text } = await app.fetch('OPTIONS', '/api/acme/v1/data/enum');
    expect(text).toContain('"enum":["small","large"]');
  });

  test('of a required argument rejects an object without a name that it lists and forbids, and with it', async () => {
    for (const value of [undefined, {}, { x: 1 }]) {
      expect(await post('/data/both', { value })).toMatchObject([400, expect.any(String)]);
    }
  });

  test('validates an argument as it validates a property of an object', async () => {
    const differences: unknown[] = [];
    for (const [at, schema] of SCHEMAS.entries()) {
      const probes: readonly unknown[] = [
        {},
        { x: 1 },
        { x: 'one' },
        { x: '1', y: 2 },
        { a: 'b' },
        { y: 1 },
        ...fc.sample(fc.oneof(near(schema as never), values), { seed: at, numRuns: 10 }),
      ];
      for (const value of probes) {
        const [status, text] = await post(`/alike/whole/${at}`, { value });
        const [nested, expected] = await post(`/alike/inner/${at}`, { outer: { value } });
        const reason = (from: string, place: string) =>
          /"message":"([^"]|\\")*"\}\}/.exec(from)?.[0].replaceAll(place, 'value') ?? '';
        if (
          status !== nested ||
          (status === 200
            ? text !== expected
            : reason(text, 'value') !== reason(expected, 'outer.value'))
        )
          differences.push({ schema, value, text, expected });
      }
    }
    expect(differences).toEqual([]);
  }, 60_000);
});
