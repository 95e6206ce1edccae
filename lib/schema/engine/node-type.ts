import { bindAll, type Rule } from '../keyword.js';
import { enumeration } from '../keywords/enum.keyword.js';
import { baseType } from '../schema-type.js';
import { anyType } from '../types/any.type.js';
import { valueTypes } from '../types/types.js';
import type { ValueType } from '../values/value-type.js';
import type { SchemaType, ValueSchema } from '../vocabulary.js';

/** The types that check the enum themselves, among their other keywords. */
const WITH_ENUM: ReadonlySet<SchemaType | undefined> = new Set(['integer', 'number', 'string']);

/** The type of a schema whose value does not choose it. */
export function nodeType(schema: ValueSchema): Omit<ValueType, 'name'> {
  const type = baseType(schema);
  return type === undefined ? anyType : valueTypes[type];
}

/** The enum of a schema whose type leaves it to the engine. */
export function nodeEnum(schema: ValueSchema): readonly Rule<unknown>[] {
  return WITH_ENUM.has(baseType(schema)) ? [] : enumOf(schema);
}

/** The enum of a schema. */
export function enumOf(schema: ValueSchema): readonly Rule<unknown>[] {
  return bindAll<unknown>(schema, [enumeration]);
}
