import type { PropertyOptions, ValueClassType } from '../routes/declaration/param-options.js';
import { describeParameter } from './param.decorator.js';

/** The arguments of an `@Arguments()` parameter by hand: a value class, or options by name. */
export type ArgumentsSource = ValueClassType | Readonly<Record<string, PropertyOptions>>;

/**
 * Makes the properties of one parameter arguments of the route. Its type is an interface, a type literal
 * or a value class; the method receives one object with the arguments that the request has, an instance
 * where the type is a class. A property may be a placeholder of the path. No other argument of the route
 * may have the same name (RR1021), and the type must have a known list of properties (RR1028).
 *
 * @example
 * list(@Arguments() paging: Paging, genre: string | null = null) {}
 * @example
 * // by hand, without a compiler plugin
 * list(@Arguments({ page: { type: 'integer', minimum: 1, default: 1 } }) paging: { page: number }) {}
 * @example
 * // by hand, with a value class whose properties have @Param
 * list(@Arguments(Paging) paging: Paging) {}
 *
 * @param source What no compiler reads: the options of each argument by its name, or the value class.
 */
export function Arguments(source?: ArgumentsSource): ParameterDecorator {
  return (target: object, key: string | symbol | undefined, index: number) => {
    const stated = source === undefined ? {} : { options: optionsOf(source) };
    describeParameter(target, key, index, { takesArguments: true, ...stated });
  };
}

function optionsOf(source: ArgumentsSource) {
  return typeof source === 'function'
    ? { type: source as ValueClassType }
    : { properties: source as Readonly<Record<string, PropertyOptions>> };
}
