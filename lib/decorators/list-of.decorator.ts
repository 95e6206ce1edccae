import type { ListLimits } from '../model/declaration/param-options.js';
import type { ListItems } from './metadata.js';
import { describeParameter, describeProperty } from './describe-parameter.js';

/**
 * Declares a list and its limits.
 *
 * @example
 * create(@ListOf(OrderLine, { minItems: 1, maxItems: 3 }) lines: OrderLine[]) {}
 *
 * @param items An enum object, an array of values, a value class, or the name of a type.
 * @param limits How many elements; no limit by default.
 */
export function ListOf(
  items: ListItems,
  limits: ListLimits = {},
): ParameterDecorator & PropertyDecorator {
  return (target: object, key: string | symbol | undefined, index?: number) => {
    const list = { items, limits };
    if (typeof index === 'number') describeParameter(target, key, index, { list });
    else describeProperty(target, key, { list });
  };
}
