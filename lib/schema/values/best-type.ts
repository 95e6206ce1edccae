import { numberOf } from '../text/numeric-text.js';
import type { SchemaType } from '../vocabulary.js';
import { booleanOf } from './boolean-of.js';
import { listOf } from './list-of.js';
import { objectOf } from './object-of.js';

/** Whether a value is of a type, or spells one: how WordPress chooses among types. */
export const typeChecks: Readonly<Record<SchemaType, (value: unknown) => boolean>> = {
  array: (value) => listOf(value) !== undefined,
  object: (value) => objectOf(value) !== undefined,
  integer: (value) => isIntegral(numberOf(value)),
  number: (value) => !Number.isNaN(numberOf(value)),
  boolean: (value) => booleanOf(value) !== undefined,
  string: (value) => typeof value === 'string',
  null: (value) => value === null,
};

/**
 * The first type of a list that a value is of; `undefined` where it is of none. The empty text is a
 * string where the list has one, though it could be an empty list or object too.
 *
 * @see WordPress, `rest_get_best_type_for_value`
 */
export function bestType(value: unknown, types: readonly SchemaType[]): SchemaType | undefined {
  if (value === '' && types.includes('string')) return 'string';
  return types.find((type) => typeChecks[type](value));
}

/** Infinity counts: it is what a text with too great an exponent spells. */
export function isIntegral(number: number): boolean {
  return Math.trunc(number) === number;
}
