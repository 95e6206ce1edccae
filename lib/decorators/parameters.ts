import {
  type DeclaredTypeName,
  type EnumSource,
  enumTypeOf,
  isSame,
  joinOptions,
  type ListLimits,
  type ParamOptions,
  type ValueClassType,
  type PropertyOptions,
} from '../routes/declaration/param-options.js';
import {
  methodDescriptions,
  propertyDescriptions,
  stateOfMethod,
  PARAMETERS_KEY,
  PROPERTIES_KEY,
  type Description,
  VALUE_CLASS_KEY,
  type ValueClassOptions,
} from './metadata-accessor.js';
import { namedType, typeOfClass } from '../routes/declaration/type-by-hand.js';
import { type Class, frozenCopy, mergeObjects } from '../shared/records.js';
import { isStandardSchema } from '../types/standard-schema.js';
import type { DeclaredType } from '../types/type.js';

/**
 * Describes an argument: its limits in addition to a signature, or all of it if no compiler reads a signature. For
 * parameters of a route's method or of a callback, and for properties of a value class.
 *
 * @example
 * list(@Param({ minimum: 1 }) page: int = 1) {}
 * @example
 * // by hand, without a compiler plugin
 * list(@Param({ name: 'page', type: 'integer', minimum: 1, default: 1 }) page: number) {}
 */
export function Param(options: ParamOptions = {}): ParameterDecorator & PropertyDecorator {
  const description = { options: settleOptions(options) };
  return (target: object, key: string | symbol | undefined, index?: number) => {
    if (typeof index === 'number') describeParameter(target, key, index, description);
    else describeProperty(target, key, description);
  };
}

/** As they are now. The schema of another library is its own, and may contain itself. */
function settleOptions({ schema, ...options }: ParamOptions): ParamOptions {
  const settled = frozenCopy(options);
  if (schema === undefined) return settled;
  return Object.freeze({
    ...settled,
    schema: isStandardSchema(schema) ? schema : frozenCopy(schema),
  });
}

/**
 * Declares a list and its limits.
 *
 * @example
 * create(@ListOf(OrderLine, { minItems: 1, maxItems: 3 }) lines: OrderLine[]) {}
 *
 * @param items An enum object, an array of values, a value class, or the name of a type.
 * @param limits The numbers of elements; no limit by default.
 */
export function ListOf(
  items: ListItems,
  limits: ListLimits = {},
): ParameterDecorator & PropertyDecorator {
  const list = frozenCopy({ items: listItemType(items), limits });
  return (target: object, key: string | symbol | undefined, index?: number) => {
    if (typeof index === 'number') describeParameter(target, key, index, { list });
    else describeProperty(target, key, { list });
  };
}

function describeParameter(
  target: object,
  key: string | symbol | undefined,
  index: number,
  description: Description,
): void {
  if (key === undefined) return;
  const all = withDescription(methodDescriptions(target, key), index, description);
  stateOfMethod(PARAMETERS_KEY, all, target, key);
}

function describeProperty(
  prototype: object,
  key: string | symbol | undefined,
  description: Description,
): void {
  if (typeof key !== 'string') return;
  const all = withDescription(propertyDescriptions(prototype), key, description);
  Reflect.defineMetadata(PROPERTIES_KEY, all, prototype);
}

function withDescription<Key>(
  known: ReadonlyMap<Key, Description>,
  key: Key,
  description: Description,
): ReadonlyMap<Key, Description> {
  if (known.size === 0) return new Map([[key, description]]);
  const earlier = known.get(key);
  const both = earlier === undefined ? description : joinDescriptions(earlier, description);
  return new Map(known).set(key, both);
}

/** Options that they state differently are a diagnostic. */
function joinDescriptions(earlier: Description, later: Description): Description {
  const both = mergeObjects(earlier, later);
  const { options, conflicts } = joinOptions(earlier.options ?? {}, later.options ?? {});
  const isTwoLists =
    earlier.list !== undefined && later.list !== undefined && !isSame(earlier.list, later.list);
  const all = [...(earlier.conflicts ?? []), ...conflicts, ...(isTwoLists ? ['@ListOf'] : [])];
  const hasOptions = earlier.options !== undefined || later.options !== undefined;
  return mergeObjects(
    both,
    hasOptions ? { options } : {},
    all.length > 0 ? { conflicts: all } : {},
  );
}

function listItemType(items: ListItems): DeclaredType {
  if (typeof items === 'string') return namedType(items);
  if (typeof items === 'function') return typeOfClass(items as Class);
  return enumTypeOf(items);
}

/** The possible items of a list: an enum, values, a value class, or the name of a type. */
export type ListItems = EnumSource | ValueClassType | Exclude<DeclaredTypeName, 'array'>;

/** The arguments of an `@Arguments()` parameter by hand: a value class, or options by name. */
export type ArgumentsSource = ValueClassType | Readonly<Record<string, PropertyOptions>>;

/**
 * Makes the properties of one parameter arguments of the route. Its type is an interface, a type literal or a value
 * class; the method receives one object with the arguments that the request has, an instance if the type is a class. A
 * property may be a placeholder of the path. No other argument of the route may have the same name (RR1021), and the
 * type must have a known list of properties (RR1028).
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
 * @param source Without a compiler: the options of each argument by its name, or the value class.
 */
export function Arguments(source?: ArgumentsSource): ParameterDecorator {
  const stated = source === undefined ? {} : { options: optionsOf(source) };
  return (target: object, key: string | symbol | undefined, index: number) => {
    describeParameter(target, key, index, { takesArguments: true, ...stated });
  };
}

function optionsOf(source: ArgumentsSource) {
  return typeof source === 'function'
    ? { type: source as ValueClassType }
    : { properties: frozenCopy(source as Readonly<Record<string, PropertyOptions>>) };
}

/**
 * Marks a class whose instances are elements of a list: its public properties follow the rules of parameters.
 * Decorators of class-validator and class-transformer are respected.
 *
 * @example
 * @ValueClass()
 * export class OrderLine { sku: string; @Param({ minimum: 1 }) quantity: int; }
 *
 * @param options `undecorated` for classes of class-validator; `reject` by default.
 */
export function ValueClass(options: ValueClassOptions = {}): ClassDecorator {
  return (target) => Reflect.defineMetadata(VALUE_CLASS_KEY, options, target);
}
