import { compileSchema, INVALID } from '../../schema/compile-schema.js';
import type { JsonValue, PropertySchema, ValueSchema } from '../../schema/vocabulary.js';

/** Whether a schema states a default. `null` in its place is none, except for a type that takes null. */
export function statesDefault(schema: PropertySchema): boolean {
  const { default: fallback, type } = schema;
  return fallback !== undefined && (fallback !== null || [type].flat().includes('null'));
}

/**
 * The default of a schema in the form that a method receives: `publish` is `["publish"]` for a list. `INVALID` for one
 * that the schema rejects, `undefined` for none.
 */
export function defaultIn(schema: PropertySchema): JsonValue | typeof INVALID | undefined {
  const { default: fallback } = schema;
  if (fallback === undefined || !statesDefault(schema)) return undefined;
  return validatorOf(schema).parse(asObject(fallback, schema)) as JsonValue | typeof INVALID;
}

/** A validator of the values that are stated. */
export function validatorOf(schema: PropertySchema) {
  const { default: _default, ...type } = schemaOf(schema);
  return compileSchema(type, { engine: 'interpreted' });
}

/** `required: true` is of the argument, and no keyword of its schema. */
export function schemaOf({ required, ...schema }: PropertySchema): PropertySchema {
  return Array.isArray(required) ? { ...schema, required } : schema;
}

/** PHP writes an empty object as an empty list. */
function asObject(fallback: JsonValue, { type }: ValueSchema): JsonValue {
  return type === 'object' && Array.isArray(fallback) && fallback.length === 0 ? {} : fallback;
}
