import { LIMIT_NAMES, LIMITS, type LimitValue } from '../../../schema/limits.js';
import { ALL_TYPES } from '../../../schema/schema-type.js';
import { Format } from '../../../schema/vocabulary.js';
import { itemsOf } from './document-reading.js';

type Read = (value: unknown) => unknown;

const TYPES: ReadonlySet<unknown> = new Set(ALL_TYPES);
const FORMATS: ReadonlySet<unknown> = new Set(Object.values(Format));
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

/** The keywords whose values contain no schema: each reads a value, or returns `undefined`. */
export const plainKeywords: Readonly<Record<string, Read>> = {
  type: readType,
  title: readText,
  description: readText,
  enum: readEnum,
  ...Object.fromEntries(LIMIT_NAMES.map((name) => [name, READERS[LIMITS[name].value]])),
  required: readRequired,
};

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
