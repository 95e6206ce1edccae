import {
  HttpMethod,
  InvalidArgumentException,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  schemaValidator,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import type { DataSchema } from '../support/schema-types.js';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { comparableResult, hasWrongDefault, RECORDINGS } from '../conformance/recorded-values.js';

/** The value, or the code in the details of the error. */
function verdictOf(validate: ReturnType<typeof schemaValidator>, value: unknown): unknown {
  try {
    return { ok: true, result: comparableResult(validate(value, 'v')) };
  } catch (error) {
    if (!(error instanceof RestException)) throw error;
    const { details } = error.data as { details: { v: { code: string } } };
    return { ok: false, code: error.code, detail: details.v.code };
  }
}

describe.each(['values', 'vocabulary', 'wordpress', 'wordpress68'] as const)(
  'a schema that is known only at run time validates the recorded %s',
  (name) => {
    const { schemas, verdicts } = RECORDINGS[name];

    test('as WordPress does', () => {
      const differing: unknown[] = [];
      const validators = new Map(
        Object.entries(schemas)
          .filter(([, schema]) => !hasWrongDefault(schema))
          .map(([key, schema]) => [key, schemaValidator(schema)]),
      );
      for (const { schema, via, value, ok, result, code, detail } of verdicts) {
        const validate = validators.get(schema);
        if (via !== 'json' || validate === undefined || value === null) continue;
        const expected = ok ? { ok, result: comparableResult(result) } : { ok, code, detail };
        const found = verdictOf(validate, value);
        if (JSON.stringify(found) !== JSON.stringify(expected))
          differing.push({ schema, value, expected, found });
      }
      expect(differing).toEqual([]);
    });
  },
);

const SCHEMA = {
  type: 'object',
  required: ['sku'],
  properties: { sku: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
  additionalProperties: false,
} as const;

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess(), { publicWrite: true, values: 'wordpress' })
  create(@Param({ schema: SCHEMA, required: false }) input: unknown) {
    return { input };
  }

  @RestRoute('/any', HttpMethod.Post, new PublicAccess(), { publicWrite: true })
  any(input: unknown) {
    return { input: schemaValidator(SCHEMA)(input, 'input') };
  }
}

describe.each(ADAPTERS)('what schemaValidator throws in a method, on %s,', (adapter) => {
  const app = useRoutes([ItemsController], { adapter });

  test.each<unknown>([
    { sku: 'a', count: '2' },
    { sku: 'a', count: 0 },
    { count: 1 },
    { sku: 'a', other: 1 },
    'text',
    7,
  ])('is the response of an argument with the schema: %j', async (input) => {
    const send = async (path: string) => {
      const { status, body } = await app.fetch('POST', `/api/acme/v1/items${path}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ input }),
      });
      return { status, body };
    };
    expect(await send('/any')).toEqual(await send(''));
  });
});

test.each<[unknown, string]>([
  [{ type: 'text' }, 'type of the schema is not valid'],
  [{ type: 'string', pattern: '(' }, 'pattern of the schema is not valid'],
  [{ type: 'string', pattern: '(a+)+\\1' }, 'pattern of the schema is not valid'],
  [{ type: 'object', properties: { a: { enum: [] } } }, 'properties.a.enum of the schema'],
  [null, 'schema of the schema is not valid'],
  ['string', 'schema of the schema is not valid'],
])('the schema %j is an error that names the keyword', (schema, text) => {
  expect(() => schemaValidator(schema as DataSchema)).toThrow(InvalidArgumentException);
  expect(() => schemaValidator(schema as DataSchema)).toThrow(text);
});

test('the value that is validated stays as it is', () => {
  const value = Object.freeze({ sku: 'a', count: '2' });
  expect(schemaValidator(SCHEMA)(value)).toEqual({ sku: 'a', count: 2 });
  expect(value.count).toBe('2');
});
