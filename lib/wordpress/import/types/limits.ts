import type { ValueSchema } from '../../../schema/vocabulary.js';

/** The keywords that limit a value, beside its type. */
export const LIMITS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const;

/** Whether a schema has a limit. */
export function isLimited(schema: ValueSchema): boolean {
  return LIMITS.some((name) => schema[name] !== undefined);
}
