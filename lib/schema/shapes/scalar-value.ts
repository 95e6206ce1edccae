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

/** A date that can be sent: a `Date`, or what becomes the text of a date and a time. INVALID for any other. */
export function dateOf(value: unknown, key: string | number): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? INVALID : value;
  const json = jsonValue(value, key);
  return typeof json === 'string' && isDateText(json) ? json : INVALID;
}

export function isDateText(text: string): boolean {
  return dateTime.rejection?.accepts(text) === true;
}
