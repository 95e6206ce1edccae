import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { disagreements, rowsOf } from './recorded-requests.js';
import { hasWrongDefault, RECORDINGS } from './recorded-values.js';
import { controllerOfData } from './schema-controller.js';

const { vocabulary, wordpress, wordpress68 } = RECORDINGS;

const recordings = [vocabulary, wordpress, wordpress68];

const schemas = Object.fromEntries(
  recordings
    .flatMap((recording) => Object.entries(recording.schemas))
    .filter(([, schema]) => !hasWrongDefault(schema)),
);
const verdicts = recordings.flatMap((recording) => recording.verdicts);

test('there are more than 12,000 recorded verdicts, of more than 200 schemas', () => {
  expect(verdicts.length).toBeGreaterThan(12_000);
  expect(Object.keys(schemas).length).toBeGreaterThan(200);
});

describe.each(ADAPTERS)('an argument with a schema as data is validated on %s', (adapter) => {
  const app = useRoutes(
    Object.entries(schemas).map(([name, schema]) => controllerOfData(name, schema)),
    { adapter },
  );

  test.each(Object.keys(schemas))('%s as in WordPress', async (name) => {
    expect(await disagreements(app, rowsOf(verdicts, name, adapter))).toEqual([]);
  });
});
