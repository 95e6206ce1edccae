import type { Violation } from '../messages/violation.js';
import { notInEnum } from '../messages/messages.js';
import { acceptsNull, baseType, isNullable } from '../schema-type.js';
import { valueTypes } from '../types/types.js';
import type { ValueSchema } from '../vocabulary.js';

/**
 * The first reason to reject a value, in WordPress's order of checks; `undefined` for an accepted value.
 * Checks the value a second time, so that only rejected values cost the search for a reason.
 */
export function explainNode(
  schema: ValueSchema,
  value: unknown,
  place: string,
): Violation | undefined {
  if (value === null && isNullable(schema)) {
    return acceptsNull(schema) ? undefined : notInEnum(place, schema.enum ?? []);
  }
  return valueTypes[baseType(schema)].explain(schema, value, place, explainNode);
}
