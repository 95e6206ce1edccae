import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SchemaComponents } from '../../lib/openapi/document/components.js';
import { jsonSchema, type OwnSchema } from '../../lib/openapi/document/json-schema.js';
import { compileSchema, INVALID, readMoment } from '../../lib/schema/schema.js';
import { readLines } from '../conformance/recordings.js';

interface RecordedValue {
  readonly schema: string;
  readonly value: unknown;
  readonly ok: boolean;
}

/** A format, and the recorded schema that has it. */
const FORMATS = [
  ['uuid', 'string.uuid'],
  ['date-time', 'string.date-time'],
  ['hex-color', 'string.hex-color'],
] as const;

const documentOf = (schema: OwnSchema) =>
  jsonSchema(schema, {
    components: new SchemaComponents({}),
    names: new Map(),
    place: { isInRequest: true, namespace: 'v1', resource: 'Items', operation: 'Items_list' },
  });

const recorded = readLines<RecordedValue>('../conformance/values.jsonl');

test.each(FORMATS)('the pattern of %s decides as WordPress does', (format, schema) => {
  const pattern = new RegExp(String(documentOf({ type: 'string', format })['pattern']));
  const texts = recorded.filter((one) => one.schema === schema && typeof one.value === 'string');
  expect(texts.length).toBeGreaterThan(20);
  for (const { value, ok } of texts)
    expect([value, pattern.test(String(value))]).toEqual([value, ok]);
});

test.each(FORMATS)('each text of the pattern of %s is accepted', (format) => {
  const pattern = new RegExp(String(documentOf({ type: 'string', format })['pattern']));
  const { parse } = compileSchema({ type: 'string', format });
  const texts = fc.stringMatching(pattern).filter((text) => !isFirstSecond(text));
  fc.assert(fc.property(texts, (text) => parse(text) !== INVALID));
});

/** WordPress takes the timestamp 0 for a failure, which no pattern can say. */
function isFirstSecond(text: string): boolean {
  const moment = readMoment(text, { zone: (time) => time, readsForms: false });
  return moment instanceof Date && Math.floor(moment.getTime() / 1000) === 0;
}

test.each([
  ['an e-mail address has at least 6 characters', { type: 'string', format: 'email' }, 6],
  ['a shorter length that is stated does not count', { format: 'email', minLength: 2 }, 6],
  ['a longer one does', { format: 'email', minLength: 9 }, 9],
  ['another text has no length', { type: 'string', format: 'uri' }, undefined],
] as const)('%s', (_title, schema, minLength) => {
  expect(documentOf(schema)['minLength']).toBe(minLength);
});

test('the length of an e-mail address is that of the validator', () => {
  const { parse } = compileSchema({ type: 'string', format: 'email' });
  expect([parse('a@b.c'), parse('a@b.co')]).toEqual([INVALID, 'a@b.co']);
});
