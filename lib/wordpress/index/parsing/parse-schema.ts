import { NullRecord } from '../../../shared/null-record.js';
import type { JsonValue, PropertySchema, ValueSchema } from '../../../schema/vocabulary.js';
import {
  entriesOf,
  isJsonObject,
  itemsOf,
  leaveOut,
  type DocumentReading,
  type Place,
} from './document-reading.js';
import { plainKeywords } from './plain-keywords.js';

/** Reads a value of a keyword; `undefined` where the keyword cannot have it. */
type ReadKeyword = (value: unknown, place: Place, reading: DocumentReading) => unknown;

const NESTED: Readonly<Record<string, ReadKeyword>> = {
  items: readInner,
  properties: readByName,
  patternProperties: readByName,
  additionalProperties: (value, place, reading) =>
    typeof value === 'boolean' ? value : readInner(value, place, reading),
  anyOf: readList,
  oneOf: readList,
};

/**
 * Reads a schema. A keyword with a value that WordPress does not understand is left out with a note, as
 * WordPress ignores it. Other keywords are not listed.
 *
 * @returns `undefined` where the value is no schema at all.
 */
export function parseSchema(
  value: unknown,
  place: Place,
  reading: DocumentReading,
): PropertySchema | undefined {
  const isEmptyInPhp = Array.isArray(value) && value.length === 0;
  if (!isEmptyInPhp && !isJsonObject(value)) return undefined;
  const schema: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const read = readerOf(name);
    if (read === undefined) continue;
    const within = { within: place, key: name };
    const parsed = read(inner, within, reading);
    if (parsed === undefined) leaveOut(reading, within, inner);
    else schema[name] = parsed;
  }
  // Each reader returns what its keyword has in the vocabulary.
  return schema as PropertySchema;
}

function readerOf(name: string): ReadKeyword | undefined {
  if (Object.hasOwn(NESTED, name)) return NESTED[name];
  if (Object.hasOwn(plainKeywords, name)) return plainKeywords[name];
  return name === 'default' ? readDefault : undefined;
}

function readDefault(value: unknown): JsonValue {
  // A document consists of JSON values only.
  return value as JsonValue;
}

function readInner(
  value: unknown,
  place: Place,
  reading: DocumentReading,
): ValueSchema | undefined {
  return parseSchema(value, place, reading);
}

function readByName(
  value: unknown,
  place: Place,
  reading: DocumentReading,
): Readonly<Record<string, PropertySchema>> | undefined {
  const entries = entriesOf(value);
  if (entries === undefined) return undefined;
  const schemas = new NullRecord<PropertySchema>();
  for (const [name, inner] of entries) {
    const within = { within: place, key: name };
    const schema = parseSchema(inner, within, reading);
    if (schema === undefined) leaveOut(reading, within, inner);
    else schemas[name] = schema;
  }
  return schemas;
}

function readList(
  value: unknown,
  place: Place,
  reading: DocumentReading,
): readonly ValueSchema[] | undefined {
  const schemas = itemsOf(value)?.map((one, at) =>
    parseSchema(one, { within: place, key: at }, reading),
  );
  if (schemas === undefined || schemas.length === 0) return undefined;
  return schemas.every((one) => one !== undefined) ? schemas : undefined;
}
