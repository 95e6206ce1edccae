import { isJsonObject, NullRecord } from '../shared/records.js';
import {
  LIMIT_NAMES,
  LIMITS,
  type LimitValue,
  type PropertySchema,
  type ValueSchema,
  Format,
  ALL_TYPES,
} from '../schema/vocabulary.js';
import {
  entriesOf,
  itemsOf,
  leaveOut,
  type DocumentReading,
  type DocumentPlace,
} from './document-reading.js';

const TYPES: ReadonlySet<unknown> = new Set(ALL_TYPES);

/** `binary` is a file of this library. */
const FORMATS: ReadonlySet<unknown> = new Set([...Object.values(Format), 'binary']);

const NUMBER = /^-?\d{1,20}(?:\.\d{1,20})?$/;

const READERS: Readonly<Record<LimitValue, Read>> = {
  number: readNumber,
  exclusive: readBoolean,
  factor: readNumber,
  count: readCount,
  flag: readBoolean,
  pattern: readText,
  format: (value) => (FORMATS.has(value) ? value : undefined),
};

/** Their values contain no schema. Each reads a value, or returns `undefined`. */
const keywords: Readonly<Record<string, Read>> = {
  type: readType,
  title: readText,
  description: readText,
  enum: readEnum,
  ...Object.fromEntries(LIMIT_NAMES.map((name) => [name, READERS[LIMITS[name].value]])),
  required: readRequired,
};

/** `undefined` if the keyword cannot have the value. */
type ReadKeyword = (value: unknown, place: DocumentPlace, reading: DocumentReading) => unknown;

const NESTED: Readonly<Record<string, ReadKeyword>> = {
  items: parseSchema,
  properties: readByName,
  patternProperties: readByName,
  additionalProperties: (value, place, reading) =>
    typeof value === 'boolean' ? value : parseSchema(value, place, reading),
  anyOf: readList,
  oneOf: readList,
};

/**
 * A keyword with a value that WordPress does not understand, and ignores, is omitted with a note. Other keywords are
 * not listed. `undefined` if the value is not a schema.
 */
export function parseSchema(
  value: unknown,
  place: DocumentPlace,
  reading: DocumentReading,
): PropertySchema | undefined {
  const isEmptyInPhp = Array.isArray(value) && value.length === 0;
  if (!isEmptyInPhp && !isJsonObject(value)) return undefined;
  const schema: Record<string, unknown> = {};
  for (const [name, nested] of Object.entries(value)) {
    const read = readerOf(name);
    if (read === undefined) continue;
    const within = { within: place, key: name };
    const parsed = read(nested, within, reading);
    if (parsed === undefined) leaveOut(reading, within, nested);
    else schema[name] = parsed;
  }
  // Each reader returns the type that its keyword has in the vocabulary.
  return schema as PropertySchema;
}

function readerOf(name: string): ReadKeyword | undefined {
  if (Object.hasOwn(NESTED, name)) return NESTED[name];
  if (Object.hasOwn(keywords, name)) return keywords[name];
  // A document contains only JSON values, and each of them may be a default.
  return name === 'default' ? (value) => value : undefined;
}

function readByName(
  value: unknown,
  place: DocumentPlace,
  reading: DocumentReading,
): Readonly<Record<string, PropertySchema>> | undefined {
  const entries = entriesOf(value);
  if (entries === undefined) return undefined;
  const schemas = new NullRecord<PropertySchema>();
  for (const [name, nested] of entries) {
    const within = { within: place, key: name };
    const schema = parseSchema(nested, within, reading);
    if (schema === undefined) leaveOut(reading, within, nested);
    else schemas[name] = schema;
  }
  return schemas;
}

function readList(
  value: unknown,
  place: DocumentPlace,
  reading: DocumentReading,
): readonly ValueSchema[] | undefined {
  const schemas = itemsOf(value)?.map((one, at) =>
    parseSchema(one, { within: place, key: at }, reading),
  );
  if (schemas === undefined || schemas.length === 0) return undefined;
  return schemas.every((one) => one !== undefined) ? schemas : undefined;
}

type Read = (value: unknown) => unknown;

function readType(value: unknown): unknown {
  if (TYPES.has(value)) return value;
  const types = [...new Set(itemsOf(value))];
  return types.length > 0 && types.every((one) => TYPES.has(one)) ? types : undefined;
}

function readEnum(value: unknown): unknown {
  const values = itemsOf(value);
  return values === undefined || values.length === 0 ? undefined : values;
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** PHP compares texts that look like numbers as numbers. */
function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined;
}

function readCount(value: unknown): number | undefined {
  const count = readNumber(value);
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 0 || value === 1 ? value === 1 : undefined;
}

/** `true` on an argument or a property, or the names of the properties of an object. */
function readRequired(value: unknown): unknown {
  const flag = readBoolean(value);
  if (flag !== undefined) return flag;
  const names = itemsOf(value);
  return names?.every((name) => typeof name === 'string') === true ? names : undefined;
}
