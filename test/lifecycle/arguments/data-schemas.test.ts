import fc from 'fast-check';
import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { near, schemas, values } from '../../schema/arbitraries.js';
import type { DataSchema } from '../../support/schema-types.js';
import { ADAPTERS, useRoutes, type TestApplication } from '../../support/application.js';

// Without the usual parts: they do not change how values are validated.

const LISTED = { type: 'object', required: ['x'] } as const;

/** Schemas whose `required` lists a name that `properties` does not have, and any others. */
const SCHEMAS: readonly DataSchema[] = [
  { ...LISTED, patternProperties: { '^x': { type: 'integer' } } },
  { ...LISTED, patternProperties: { '^x': { type: 'integer' } }, additionalProperties: false },
  { ...LISTED, additionalProperties: false },
  { ...LISTED, additionalProperties: { type: 'integer' } },
  { ...LISTED, properties: { a: { type: 'string', required: true } } },
  { ...LISTED, type: ['object', 'null'], minProperties: 2 },
  { ...LISTED, anyOf: [{ properties: { x: { type: 'integer' } } }, { maxProperties: 1 }] },
  ...fc.sample(schemas, { seed: 24, numRuns: 60 }),
];

@RestController('v1', '/data')
class DataController {
  @RestRoute('/enum', HttpMethod.Post, new PublicAccess())
  chosen(
    @Param({
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
    @Param({ required: true, schema: { ...LISTED, additionalProperties: false } }) value: unknown,
  ) {
    return { value };
  }
}

function alike(schema: DataSchema, at: number): new () => object {
  const outer = { type: 'object', properties: { value: schema } } as const;

  @RestController('v1', ['/alike', at].join('/'))
  class AlikeController {
    @RestRoute('/whole', HttpMethod.Post, new PublicAccess())
    whole(@Param({ schema }) value?: unknown) {
      return { value };
    }

    @RestRoute('/inner', HttpMethod.Post, new PublicAccess())
    inner(@Param({ schema: outer }) outer?: unknown) {
      return outer;
    }
  }
  return AlikeController;
}

const ALIKE = SCHEMAS.map(alike);

const posting =
  (app: TestApplication) =>
  async (path: string, body: unknown): Promise<readonly [number, string]> => {
    const { status, text } = await app.fetch('POST', `/api/acme/v1${path}`, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    return [status, text];
  };

describe.each(ADAPTERS)('a schema as data on %s', (adapter) => {
  const app = useRoutes([DataController], { adapter });
  const post = posting(app);

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
});

/** On one adapter: what validates a value is the same on both. */
describe('a schema as data', () => {
  const app = useRoutes(ALIKE, { adapter: 'fastify' });
  const post = posting(app);

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
        const [status, text] = await post(`/alike/${at}/whole`, { value });
        const [nested, expected] = await post(`/alike/${at}/inner`, { outer: { value } });
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
  });
});
