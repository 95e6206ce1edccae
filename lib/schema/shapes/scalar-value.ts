import { types } from 'node:util';
import { dateTime } from '../formats/date-time.format.js';
import { INVALID } from '../values/invalid.js';
import { jsonValue } from './json-value.js';
import type { ScalarShape } from './shape.js';

/** Whether a value of JSON has the shape. */
export function hasScalarShape(shape: ScalarShape, value: unknown): boolean {
  switch (shape.kind) {
    case 'enum':
      return (shape.values as readonly unknown[]).includes(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === shape.kind;
  }
}

/**
 * A date that can be sent: a `Date` without members of its own, or the text of a date and a time. INVALID for
 * any other value.
 */
export function dateOf(value: unknown, key: string | number): unknown {
  return plainDateOf(value) ?? dateTextOf(jsonValue(value, key));
}

/** The value itself, if it is the text of a date and a time, else INVALID. */
export function dateTextOf(json: unknown): unknown {
  const isDate = typeof json === 'string' && dateTime.rejection?.accepts(json) === true;
  return isDate ? json : INVALID;
}

/**
 * A copy of a valid `Date` whose JSON is that of every `Date`. One with a `toJSON` of its own may say anything,
 * and so may a proxy of a `Date`, which is none.
 */
export function plainDateOf(value: unknown): Date | undefined {
  if (!types.isDate(value)) return undefined;
  if (value.toJSON !== PLAIN.toJSON || value.toISOString !== PLAIN.toISOString) return undefined;
  return validDateOf(value);
}

/** A copy of a `Date` without members of its own; `undefined` for an invalid one and for other values. */
export function validDateOf(value: unknown): Date | undefined {
  if (!types.isDate(value)) return undefined;
  // Not a `getTime` of its own class.
  const copy = new Date(PLAIN.getTime.call(value));
  return Number.isNaN(copy.getTime()) ? undefined : copy;
}

const PLAIN = Date.prototype;
