import type { LoggerService } from '@nestjs/common';
import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import type { DataSchema } from '../support/schema-types.js';
import { ADAPTERS, startRoutes } from '../support/application.js';

async function warningsOf(adapter: 'express' | 'fastify', schema: DataSchema): Promise<string[]> {
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
  return lines.filter((line) => line.includes('RR1039'));
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
