import type { ParamOptions } from '../model/declaration/param-options.js';
import { describeParameter, describeProperty } from './describe-parameter.js';

/**
 * Describes an argument: its limits beside a signature, or all of it where no compiler reads one.
 * For parameters of a route's method or of a callback, and for properties of a value class.
 *
 * @example
 * list(@Param({ minimum: 1 }) page: int = 1) {}
 * @example
 * // by hand, without a compiler plugin
 * list(@Param({ name: 'page', type: 'integer', minimum: 1, default: 1 }) page: number) {}
 */
export function Param(options: ParamOptions = {}): ParameterDecorator & PropertyDecorator {
  return (target: object, key: string | symbol | undefined, index?: number) => {
    if (typeof index === 'number') describeParameter(target, key, index, { options });
    else describeProperty(target, key, { options });
  };
}
