import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatKeywords,
  integerLimits,
  lengthLimits,
} from '../../lib/openapi/document/json-schema.js';
import { compileSchema, INVALID, parseDateTime } from '../../lib/schema/schema.js';
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

const recorded = readLines<RecordedValue>('../conformance/values.jsonl');

test.each(FORMATS)('the pattern of %s decides as WordPress does', (format, schema) => {
  const pattern = new RegExp(String(formatKeywords(format)['pattern']));
  const texts = recorded.filter((one) => one.schema === schema && typeof one.value === 'string');
  expect(texts.length).toBeGreaterThan(20);
  for (const { value, ok } of texts)
    expect([value, pattern.test(String(value))]).toEqual([value, ok]);
});

test.each(FORMATS)('each text of the pattern of %s is accepted', (format) => {
  const pattern = new RegExp(String(formatKeywords(format)['pattern']));
  const { parse } = compileSchema({ type: 'string', format });
  const texts = fc.stringMatching(pattern).filter((text) => !isFirstSecond(text));
  fc.assert(fc.property(texts, (text) => parse(text) !== INVALID));
});

/** WordPress takes the timestamp 0 for a failure, which no pattern can say. */
function isFirstSecond(text: string): boolean {
  const moment = parseDateTime(text);
  return moment !== undefined && Math.floor(moment.getTime() / 1000) === 0;
}

test.each([
  ['an e-mail address has at least 6 characters', { type: 'string', format: 'email' }, 6],
  ['a shorter length that is stated does not count', { format: 'email', minLength: 2 }, 6],
  ['a longer one does', { format: 'email', minLength: 9 }, 9],
  ['another text has no length', { type: 'string', format: 'uri' }, undefined],
] as const)('%s', (_title, schema, minLength) => {
  expect(lengthLimits(schema)['minLength']).toBe(minLength);
});

test('the length of an e-mail address is that of the validator', () => {
  const { parse } = compileSchema({ type: 'string', format: 'email' });
  expect([parse('a@b.c'), parse('a@b.co')]).toEqual([INVALID, 'a@b.co']);
});

const LIMITS = { minimum: -9_007_199_254_740_991, maximum: 9_007_199_254_740_991 };

test.each([
  ['an integer has the limits of a double', { type: 'integer' }, LIMITS],
  ['an integer or null too', { type: ['integer', 'null'] }, LIMITS],
  ['a stated limit stays alone', { type: 'integer', minimum: 1 }, { maximum: LIMITS.maximum }],
  ['listed values have no others', { type: 'integer', enum: [1, 2] }, {}],
  ['a number has none', { type: 'number' }, {}],
  ['a number or an integer has none', { type: ['integer', 'number'] }, {}],
  ['a text has none', { type: 'string' }, {}],
] as const)('%s', (_title, schema, limits) => {
  expect(integerLimits(schema)).toEqual(limits);
});

test('the limits of an integer are those of the validator', () => {
  const { parse } = compileSchema({ type: 'integer' });
  expect([LIMITS.minimum, LIMITS.maximum].map(parse)).toEqual([LIMITS.minimum, LIMITS.maximum]);
  expect([LIMITS.minimum - 1, LIMITS.maximum + 1].map(parse)).toEqual([INVALID, INVALID]);
});
