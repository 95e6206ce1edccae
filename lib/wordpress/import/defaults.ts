import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../shared/records.js';
import { compileSchema, INVALID } from '../../schema/schema.js';
import type { JsonValue, PropertySchema, ValueSchema } from '../../schema/vocabulary.js';

/** `null` is not a default, unless the type accepts null. */
export function statesDefault(schema: PropertySchema): boolean {
  const { default: fallback, type } = schema;
  return fallback !== undefined && (fallback !== null || [type].flat().includes('null'));
}

/**
 * The default of a schema in the form that a method receives: `publish` is `["publish"]` for a list. `INVALID` for
 * one that the schema rejects, or of which it changes a part; `undefined` for none.
 */
export function defaultIn(schema: PropertySchema): JsonValue | typeof INVALID | undefined {
  const { default: fallback } = schema;
  if (fallback === undefined || !statesDefault(schema)) return undefined;
  // A nested empty list stays a list: it is not an object in source, and the index must keep it.
  const value = asObject(fallback, schema, false);
  if (!isDeepStrictEqual(value, asObject(fallback, schema, true))) return INVALID;
  const parsed = validatorOf(schema).parse(value) as JsonValue | typeof INVALID;
  const isChanged = isObject(value) && JSON.stringify(parsed) !== JSON.stringify(value);
  return isChanged ? INVALID : parsed;
}

export function validatorOf(schema: PropertySchema) {
  const { default: _default, ...type } = schemaOf(schema);
  return compileSchema(type, { engine: 'interpreted' });
}

/** `required: true` belongs to the argument, and is not a keyword of its schema. */
export function schemaOf({ required, ...schema }: PropertySchema): PropertySchema {
  return Array.isArray(required) ? { ...schema, required } : schema;
}

/** PHP writes an empty object as an empty list; `isDeep` looks within as well. */
function asObject(
  value: JsonValue,
  { type, properties = {}, items }: ValueSchema,
  isDeep: boolean,
): JsonValue {
  if (Array.isArray(value)) {
    const types = new Set([type].flat());
    const isEmptyObject = value.length === 0 && types.has('object') && !types.has('array');
    if (isEmptyObject) return {};
    if (items === undefined || !isDeep) return value;
    return value.map((one: JsonValue) => asObject(one, items, isDeep));
  }
  if (typeof value !== 'object' || value === null || !isDeep) return value;
  const entries = Object.entries(value).map(([name, one]: [string, JsonValue]) => {
    const nested = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, asObject(one, nested ?? {}, isDeep)] as const;
  });
  return Object.fromEntries(entries);
}
