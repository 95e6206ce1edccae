import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { disagreements, rowsOf } from './recorded-requests.js';
import { RECORDINGS } from './recorded-values.js';
import { controllerOf } from './schema-controller.js';

const { schemas, verdicts } = RECORDINGS.values;

test('there are more than 7000 recorded verdicts, at least one of each schema', () => {
  expect(verdicts.length).toBeGreaterThan(7000);
  expect(new Set(verdicts.map(({ schema }) => schema)).size).toBe(Object.keys(schemas).length);
});

describe.each(ADAPTERS)('arguments are validated on %s as WordPress validates them', (adapter) => {
  const app = useRoutes(
    Object.entries(schemas).map(([name, schema]) => controllerOf(name, schema)),
    { adapter },
  );

  test.each(Object.keys(schemas))('%s', async (name) => {
    expect(await disagreements(app, rowsOf(verdicts, name, adapter))).toEqual([]);
  });
});
