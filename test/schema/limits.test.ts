import { expect, test } from 'vitest';
import type { StandardSchema } from 'nestjs-rest-routes';
import { fitsLimit, readLimitTag } from '../../lib/compiler/tags/read-tags.js';
import { limitsOf } from '../../lib/routes/declaration/type-by-hand.js';
import { shownSchema } from '../../lib/types/standard-schema.js';
import { SchemaComponents } from '../../lib/openapi/document/components.js';
import { jsonSchema } from '../../lib/openapi/document/json-schema.js';
import { checkSchema } from '../../lib/schema/check-schema.js';
import { keywords } from '../../lib/schema/keywords/keywords.js';
import {
  LIMIT_NAMES,
  LIMITS,
  type LimitName,
  type LimitValue,
} from '../../lib/schema/vocabulary.js';
import { parseSchema } from '../../lib/wordpress/parse-schema.js';

/** Of each kind of value: a value in a schema, and the text that states it in a tag. */
const VALUES: Readonly<Record<LimitValue, readonly [value: unknown, tag: string]>> = {
  number: [2, '2'],
  exclusive: [true, '2'],
  factor: [2, '2'],
  count: [2, '2'],
  flag: [true, ''],
  pattern: ['^a', '^a'],
  format: ['email', 'email'],
};

const ROWS = LIMIT_NAMES.map((name) => {
  const [value, tag] = VALUES[LIMITS[name].value];
  const limits = LIMITS[name].value === 'exclusive' ? { [LIMITS[name].of]: 2 } : {};
  return { name, value, tag, schema: { ...limits, [name]: value } };
});

const documentOf = (schema: object) =>
  jsonSchema(schema, {
    components: new SchemaComponents({}),
    names: new Map(),
    place: { isInRequest: true, namespace: 'v1', resource: 'Items', operation: 'Items_list' },
  });

test('each limit has a keyword, which applies to the types of the table', () => {
  const types = (name: LimitName) => keywords.find((one) => one.name === name)?.types;
  expect(LIMIT_NAMES.map((name) => [name, types(name)])).toEqual(
    LIMIT_NAMES.map((name) => [name, LIMITS[name].types]),
  );
  const diagnostics = ROWS.flatMap(({ name, schema }) =>
    LIMITS[name].types.flatMap((type) => checkSchema({ type, ...schema })),
  );
  expect(diagnostics).toEqual([]);
});

test('each limit has a tag, which applies to the types of the table', () => {
  expect(ROWS.map(({ name, tag }) => readLimitTag(name, tag))).toEqual(
    ROWS.map(({ schema }) => schema),
  );
  const fits = LIMIT_NAMES.every((name) => LIMITS[name].types.every((one) => fitsLimit(name, one)));
  expect(fits).toBe(true);
});

test('each limit is an option of @Param', () => {
  expect(ROWS.map(({ schema }) => limitsOf(schema))).toEqual(ROWS.map(({ schema }) => schema));
});

test('each limit is a keyword of the index of a WordPress API', () => {
  const reading = { source: 'the index', notes: [] };
  expect(ROWS.map(({ schema }) => parseSchema(schema, { key: 'args' }, reading))).toEqual(
    ROWS.map(({ schema }) => schema),
  );
});

test('each limit has its name in OpenAPI and in JSON Schema', () => {
  expect(ROWS.filter(({ name, schema }) => !(name in documentOf(schema)))).toEqual([]);
  const validate = (value: unknown) => ({ value });
  const shown = ROWS.map(({ schema }) => {
    const jsonSchema = { input: () => documentOf(schema) };
    return shownSchema({
      '~standard': { version: 1, vendor: 'own', validate, jsonSchema },
    } as StandardSchema);
  });
  expect(shown).toMatchObject(ROWS.map(({ schema }) => schema));
});
