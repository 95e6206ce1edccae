import type { LoggerService } from '@nestjs/common';
import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import type { DataSchema } from '../support/schema-types.js';
import { ADAPTERS, startRoutes } from '../support/application.js';

async function warningsOf(
  adapter: 'express' | 'fastify',
  schema: DataSchema,
  code = 'RR1039',
): Promise<string[]> {
  @RestController('v1', '/data')
  class DataController {
    @RestRoute('', HttpMethod.Get, new PublicAccess())
    read(@Param({ name: 'filter', schema }) filter?: unknown) {
      return { filter };
    }
  }
  const lines: string[] = [];
  const none = (): void => undefined;
  const logger: LoggerService = {
    log: none,
    error: none,
    warn: (text: unknown) => lines.push(String(text)),
  };
  const app = await startRoutes([DataController], { adapter, create: { logger } });
  await app.close();
  return lines.filter((line) => line.includes(code));
}

describe.each(ADAPTERS)('a schema without a type on %s', (adapter) => {
  test.each<[string, DataSchema]>([
    ['filter (maximum)', { maximum: 3 }],
    ['filter (properties)', { properties: { max: { type: 'integer' } } }],
    ['filter.properties.max (maximum)', { type: 'object', properties: { max: { maximum: 3 } } }],
    ['filter.items (minLength)', { type: 'array', items: { minLength: 3 } }],
    ['filter.anyOf.0 (pattern)', { anyOf: [{ pattern: '^a' }, { type: 'integer' }] }],
  ])('limits nothing at %s, and a warning says so', async (place, schema) => {
    const [warning, ...others] = await warningsOf(adapter, schema);
    expect(others).toEqual([]);
    expect(warning).toContain('DataController.read');
    expect(warning).toContain(place);
  });

  test.each<[DataSchema]>([
    [{}],
    [{ type: 'integer', maximum: 3 }],
    [{ enum: ['a'] }],
    [{ format: 'email' }],
    [{ type: 'integer', anyOf: [{ minimum: 3 }] }],
    [{ anyOf: [{ type: 'integer', minimum: 3 }] }],
  ])('or with all it needs (%j) has no warning', async (schema) => {
    expect(await warningsOf(adapter, schema)).toEqual([]);
  });
});

describe.each(ADAPTERS)('a schema as data on %s', (adapter) => {
  test.each<[string, DataSchema]>([
    ['an empty text beside an enum', { type: 'string', enum: ['a', 'b'], default: '' }],
    ['a number above the maximum', { type: 'integer', maximum: 3, default: 4 }],
    ['another type', { type: 'object', default: 'x' }],
    ['an object without a required property', { type: 'object', required: ['a'], default: {} }],
    ['no alternative', { anyOf: [{ type: 'integer' }, { type: 'boolean' }], default: 'x' }],
  ])('that rejects its own default, %s, causes a warning', async (_, schema) => {
    const [warning, ...others] = await warningsOf(adapter, schema, 'RR1074');
    expect(others).toEqual([]);
    expect(warning).toContain('DataController.read');
    expect(warning).toContain('filter');
    expect(warning).toContain(JSON.stringify(schema.default));
  });

  test.each<[DataSchema]>([
    [{ type: 'string', enum: ['a'], default: 'a' }],
    [{ type: 'string', enum: ['a'], default: null }],
    [{ type: 'integer', default: '4' }],
    [{ type: 'array', items: { type: 'string' }, default: 'a,b' }],
    [{ default: 'x' }],
  ])('that accepts its default (%j) causes none', async (schema) => {
    expect(await warningsOf(adapter, schema, 'RR1074')).toEqual([]);
  });
});
