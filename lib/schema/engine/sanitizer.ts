import { memoize } from '../../shared/promises.js';
import { formatRules } from '../formats/formats.js';
import { isCombined } from '../keywords/combination.js';
import { propertySchemas } from '../keywords/properties.keyword.js';
import {
  type SchemaType,
  type ValueSchema,
  hasTypeChoice,
  refersTo,
  typesOf,
} from '../vocabulary.js';
import {
  bestType,
  booleanOf,
  listOf,
  objectOf,
  put,
  numberOf,
  textOfNumber,
  INVALID,
  type Parse,
} from '../values/values.js';
import type { Build } from './keyword.js';

/** The conversions of values to the type of a schema, as PHP casts them. */
const SANITIZERS: Readonly<Record<SchemaType, (schema: ValueSchema, build: Build) => Parse>> = {
  null: () => () => null,
  boolean: () => (value) => booleanOf(value) ?? Boolean(value),
  number: () => toNumber,
  integer: () => (value) => Math.trunc(toNumber(value)) + 0,
  string: (schema) => {
    const format = formatter(schema);
    return (value) => format(textOf(value));
  },
  array: listSanitizer,
  object: objectSanitizer,
};

/**
 * Sanitizes a value that an alternative of the schema has already sanitized, without validating it again. Nested
 * alternatives are chosen again: INVALID if none matches.
 *
 * @see WordPress, `rest_sanitize_value_from_schema`
 */
export function sanitizerOf(schema: ValueSchema, build: Build): Parse {
  if (isCombined(schema) || refersTo(schema) !== undefined) return build(schema);
  const types = typesOf(schema);
  const [type] = types;
  if (type === undefined) return formatter(schema);
  if (!hasTypeChoice(schema) && types.length === 1) return SANITIZERS[type](schema, build);
  const byType = new Map<SchemaType | undefined, Parse>(
    types.map((one) => [one, SANITIZERS[one]({ ...schema, type: one }, build)]),
  );
  return (value) => {
    const sanitize = byType.get(bestType(value, types));
    return sanitize === undefined ? null : sanitize(value);
  };
}

function listSanitizer({ items }: ValueSchema, build: Build): Parse {
  const sanitize = items && sanitizerOf(items, build);
  return (value) => {
    const list = listOf(value) ?? [];
    if (sanitize === undefined) return list;
    const sanitized = list.map((item) => sanitize(item));
    return sanitized.includes(INVALID) ? INVALID : sanitized;
  };
}

function objectSanitizer(schema: ValueSchema, build: Build): Parse {
  const schemaOf = propertySchemas(schema);
  const sanitizerFor = memoize((property: ValueSchema) => sanitizerOf(property, build));
  return (value) => {
    const object = objectOf(value) ?? {};
    const sanitized: Record<string, unknown> = {};
    for (const name of Object.keys(object)) {
      const property = schemaOf(name);
      if (property === undefined) continue;
      const result = sanitizerFor(property)(object[name]);
      if (result === INVALID) return INVALID;
      put(sanitized, name, result);
    }
    return sanitized;
  };
}

function formatter({ format }: ValueSchema): Parse {
  const sanitize = format === undefined ? undefined : formatRules.get(format)?.sanitize;
  if (sanitize === undefined) return (value) => value;
  return (value) => (typeof value === 'string' ? sanitize(value) : value);
}

function toNumber(value: unknown): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = numberOf(value);
  return Number.isFinite(number) ? number : 0;
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return textOfNumber(value);
  if (typeof value === 'boolean') return value ? '1' : '';
  return typeof value === 'string' ? value : '';
}
