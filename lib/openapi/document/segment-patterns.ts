import type { JsonSchema } from './open-api-types.js';

/** A text in a path, also one with an encoded slash. */
export const SEGMENT = '^[^/]+$';

/** One that has something else than digits. */
const NOT_DIGITS = '^[^/]*[^/0-9][^/]*$';

/**
 * The values of two placeholders at the same place. A route with an integer takes all texts of digits there,
 * those beyond its limits too, so that no other route gets them.
 */
export function besideEachOther(a: JsonSchema, b: JsonSchema): [JsonSchema, JsonSchema] {
  return [besideInteger(a, b), besideInteger(b, a)];
}

function besideInteger(schema: JsonSchema, other: JsonSchema): JsonSchema {
  const isSegment = schema['pattern'] === SEGMENT && other['type'] === 'integer';
  return isSegment ? { ...schema, pattern: NOT_DIGITS } : schema;
}
