import type { OwnSchema } from './json-schema.js';

/** A number within the limits of a schema: the least, or 1 where that is allowed. */
export function numberExample(schema: OwnSchema): number {
  const { multipleOf, exclusiveMinimum, exclusiveMaximum } = schema;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const step = multipleOf ?? 1;
  const least = exclusiveMinimum === true ? minimum + step : minimum;
  const most = exclusiveMaximum === true ? maximum - step : maximum;
  if (least > most) return (minimum + maximum) / 2;
  const value = minimum === -Infinity ? Math.min(1, most) : least;
  return multipleOf === undefined ? value : roundTo(value, multipleOf, most);
}

function roundTo(value: number, step: number, most: number): number {
  const next = Math.ceil(value / step) * step;
  return next > most ? Math.floor(value / step) * step : next;
}
