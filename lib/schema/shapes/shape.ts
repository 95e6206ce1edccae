import type { Code } from '../engine/code.js';
import type { Test } from '../engine/keyword.js';
import { enumeration } from '../keywords/enum.keyword.js';
import type { EnumValue, ScalarType } from '../vocabulary.js';
import { INVALID } from '../values/values.js';
import { types } from 'node:util';
import { dateTime } from '../formats/date.formats.js';

/**
 * The type of a value and the declared properties, which are sent. Unlike a schema, which validates and sanitizes
 * input, a shape does not change values. A shape may contain itself.
 */
export type Shape =
  | ScalarShape
  /** Any value of JSON. */
  | { readonly kind: 'any' }
  | { readonly kind: 'date' }
  /** No value at all. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'nullable'; readonly of: Shape }
  | { readonly kind: 'list'; readonly items: Shape }
  | ObjectShape
  | UnionShape;

/** A value without parts. */
type ScalarShape =
  { readonly kind: ScalarType } | { readonly kind: 'enum'; readonly values: readonly EnumValue[] };

/** An object with the properties, and with any others of the shape `others` if that is present. */
export interface ObjectShape {
  readonly kind: 'object';
  readonly name: string | undefined;
  readonly properties: readonly PropertyShape[];
  readonly others: Shape | undefined;
}

/** A property of an object. */
export interface PropertyShape {
  readonly name: string;
  readonly shape: Shape;
  readonly isOptional: boolean;
}

/** One of several shapes. */
export interface UnionShape {
  readonly kind: 'union';
  readonly options: readonly Shape[];
}

/** A property that is kept although no shape declares it. */
export interface KeptProperty {
  readonly name: string;
  /** The kept part of its value; `undefined` if it is like any other property. */
  readonly keep: (value: unknown) => unknown;
}

/** The part of a value that is sent; INVALID if it does not have the shape. */
export type Fit = (value: unknown, key: string | number) => unknown;

/**
 * Finds the index of the option that a value names, by the first property that distinguishes the objects of a union;
 * `undefined` if there is no such property.
 */
export function optionNamer({
  options,
}: UnionShape): ((value: unknown) => number | undefined) | undefined {
  const [first, ...others] = options.filter((option) => option.kind === 'object');
  if (first === undefined || others.length === 0) return undefined;
  for (const { name } of first.properties) {
    const values = valuesByOption(name, options);
    if (values === undefined) continue;
    return (value) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? values.get((value as Readonly<Record<string, unknown>>)[name])
        : undefined;
  }
  return undefined;
}

/** The options by the values of a property; `undefined` if an object lacks it, or shares a value with another. */
function valuesByOption(
  name: string,
  options: readonly Shape[],
): ReadonlyMap<unknown, number> | undefined {
  const found = new Map<unknown, number>();
  for (const [at, option] of options.entries()) {
    if (option.kind !== 'object') continue;
    const values = literalsOf(name, option);
    if (values === undefined || values.some((value) => found.has(value))) return undefined;
    for (const value of values) found.set(value, at);
  }
  return found;
}

function literalsOf(name: string, { properties }: ObjectShape): readonly unknown[] | undefined {
  const property = properties.find((one) => one.name === name);
  if (property === undefined || property.isOptional) return undefined;
  return property.shape.kind === 'enum' ? property.shape.values : undefined;
}

/**
 * Of the options that a value fits, the one that sends the most properties: for `Animal | Dog`, a dog is sent as a
 * dog.
 */
export function fullestFit(fits: readonly Fit[], value: unknown, key: string | number): unknown {
  let fullest: unknown = INVALID;
  let most = -1;
  for (const fit of fits) {
    const sent = fit(value, key);
    if (sent === INVALID) continue;
    const size = sizeOf(sent);
    if (size > most) {
      fullest = sent;
      most = size;
    }
  }
  return fullest;
}

/** Sends a value of a union by the option that the value names, or else by the one that sends the most properties. */
export function unionFit(nameOption: ReturnType<typeof optionNamer>, fits: readonly Fit[]): Fit {
  return (value, key) => {
    const json = value instanceof Date ? value : jsonValue(value, key);
    // Otherwise the options would call `toJSON` a second time.
    if (json !== value && hasToJson(json)) return INVALID;
    const named = nameOption?.(json);
    const fit = named === undefined ? undefined : fits[named];
    return fit === undefined ? fullestFit(fits, json, key) : fit(json, key);
  };
}

function hasToJson(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'toJSON' in value;
}

/** The number of sent properties, at all depths. */
function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let size = 0;
  for (const part of Object.values(value)) {
    if (part !== undefined) size += sizeOf(part) + (Array.isArray(value) ? 0 : 1);
  }
  return size;
}

const TESTS: Readonly<Record<ScalarType, Test<unknown>>> = {
  boolean: ofType('boolean'),
  integer: { holds: Number.isInteger, emit: (value) => `Number.isInteger(${value})` },
  number: { holds: Number.isFinite, emit: (value) => `Number.isFinite(${value})` },
  string: ofType('string'),
};

function ofType(type: 'boolean' | 'string'): Test<unknown> {
  return {
    holds: (value) => typeof value === type,
    emit: (value) => `typeof ${value} === '${type}'`,
  };
}

/** Whether a value of JSON has a shape without parts. */
export function scalarTest(shape: ScalarShape): Test<unknown> {
  if (shape.kind !== 'enum') return TESTS[shape.kind];
  return enumeration.bind({ enum: shape.values }) ?? { holds: () => false, emit: () => 'false' };
}

/** An expression that is true for values that are sent unchanged; `undefined` for a shape with parts. */
export function guardOf(shape: Shape, value: string, code: Code): string | undefined {
  switch (shape.kind) {
    case 'boolean':
    case 'enum':
    case 'integer':
    case 'number':
    case 'string':
      return `(${scalarTest(shape).emit(value, code)})`;
    case 'nullable': {
      const guard = guardOf(shape.of, value, code);
      return guard && `(${value} === null || ${guard})`;
    }
    case 'union': {
      const guards = shape.options.map((option) => guardOf(option, value, code));
      return guards.includes(undefined) ? undefined : `(${guards.join(' || ')})`;
    }
    default:
      return undefined;
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
 * A copy of a valid `Date` whose JSON is that of every `Date`. A `Date` with its own `toJSON` may return anything,
 * and so may a proxy of a `Date`, which is not a `Date`.
 */
export function plainDateOf(value: unknown): Date | undefined {
  if (!types.isDate(value)) return undefined;
  if (value.toJSON !== PLAIN.toJSON || value.toISOString !== PLAIN.toISOString) return undefined;
  return validDateOf(value);
}

/** A copy of a `Date` without members of its own; `undefined` for an invalid one and for other values. */
export function validDateOf(value: unknown): Date | undefined {
  if (!types.isDate(value)) return undefined;
  // Not the `getTime` of a subclass.
  const copy = new Date(PLAIN.getTime.call(value));
  return Number.isNaN(copy.getTime()) ? undefined : copy;
}

const PLAIN = Date.prototype;

/**
 * A value as `JSON.stringify` reads it, without its parts: the result of `toJSON`, the value of a wrapper object,
 * `null` for a number that JSON does not have, and `undefined` for values that JSON omits.
 *
 * @throws TypeError on a bigint without `toJSON`, as `JSON.stringify` does.
 */
export function jsonValue(value: unknown, key: string | number): unknown {
  const json = mayHaveMethod(value) ? callToJson(value, key) : value;
  switch (typeof json) {
    case 'number':
      return Number.isFinite(json) ? json : null;
    case 'function':
    case 'symbol':
      return undefined;
    case 'bigint':
      throw new TypeError('Do not know how to serialize a BigInt');
    case 'object':
      return unwrapped(json);
    default:
      return json;
  }
}

function mayHaveMethod(value: unknown): value is object {
  if (typeof value === 'object') return value !== null;
  return typeof value === 'bigint' || typeof value === 'function';
}

function callToJson(value: object, key: string | number): unknown {
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === 'function' ? Reflect.apply(toJSON, value, [String(key)]) : value;
}

/** `new String('a')` is a text in JSON. */
function unwrapped(value: object | null): unknown {
  switch (Object.prototype.toString.call(value)) {
    case '[object String]':
    case '[object Boolean]':
      return value?.valueOf();
    case '[object Number]':
      return Number.isFinite(Number(value)) ? Number(value) : null;
    default:
      return value;
  }
}

/** The properties that JSON contains, each read once: own, enumerable ones. */
export function jsonProperties(value: object): Readonly<Record<string, unknown>> {
  return { ...value };
}

/** A property of such a copy: names such as `constructor` exist in every object. */
export function ownProperty(properties: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
