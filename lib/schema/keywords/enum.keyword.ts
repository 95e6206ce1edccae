import { type Keyword, type Test, type SchemaDiagnostic, diagnostic } from '../engine/keyword.js';
import { isJsonObject } from '../../shared/records.js';
import { notInEnum } from '../messages.js';
import {
  type JsonValue,
  type SchemaType,
  type ValueSchema,
  ALL_TYPES,
  typesOf,
} from '../vocabulary.js';
import { JsonSet } from '../values/values.js';

/** Beyond this many values, a set replaces a chain of comparisons. */
const CHAIN_LIMIT = 8;

/**
 * `enum`: the accepted values, compared with the sanitized value: for an integer, the text `"2"` is one of
 * `1, 2, 3`. Types are not mixed: for a string, `"2"` is not the number 2.
 */
export const enumeration: Keyword<unknown> = {
  name: 'enum',
  types: ALL_TYPES,
  bind({ enum: values }) {
    // WordPress ignores an empty enum.
    if (values === undefined || values.length === 0) return undefined;
    const test = values.every(isScalar) ? scalarTest(values) : jsonTest(values);
    return { ...test, violation: (place) => notInEnum(place, values) };
  },
  diagnostics(schema) {
    if (!Array.isArray(schema.enum) || schema.enum.length === 0) {
      return [diagnostic('enum', 'a list of at least one value', schema.enum)];
    }
    return wrongValues(schema);
  },
};

function isScalar(value: JsonValue): value is Exclude<JsonValue, object> {
  return typeof value !== 'object' || value === null;
}

function scalarTest(values: readonly Exclude<JsonValue, object>[]): Test<unknown> {
  const allowed = new Set<unknown>(values);
  return {
    holds: (value) => allowed.has(value),
    emit: (value, code) =>
      allowed.size > CHAIN_LIMIT
        ? `${code.constant(allowed)}.has(${value})`
        : values.map((one) => `${value} === ${code.literal(one)}`).join(' || '),
  };
}

function jsonTest(values: readonly JsonValue[]): Test<unknown> {
  const allowed = new JsonSet(values);
  return {
    holds: (value) => allowed.has(value),
    emit: (value, code) => `${code.constant(allowed)}.has(${value})`,
  };
}

/** The values that the type of the schema can never have. Lists and objects are not searched. */
function wrongValues(schema: ValueSchema): readonly SchemaDiagnostic[] {
  const types = typesOf(schema);
  if (types.length === 0) return [];
  const expected = `values of type ${types.join(' or ')}`;
  return (schema.enum ?? [])
    .filter((value) => !types.some((type) => isOfType(value, type)))
    .map((value) => diagnostic('enum', expected, value));
}

function isOfType(value: unknown, type: SchemaType): boolean {
  switch (type) {
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'object':
      return isJsonObject(value);
    default:
      return typeof value === type;
  }
}
