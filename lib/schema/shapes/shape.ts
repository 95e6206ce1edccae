import type { Test } from '../engine/keyword.js';
import { enumeration } from '../keywords/enum.keyword.js';
import type { EnumValue, ScalarType } from '../vocabulary.js';
import { INVALID } from '../values/values.js';
import { types } from 'node:util';
import { dateTime } from '../formats/date.formats.js';

/**
 * The shape of a declared response: the type of a value, and the properties of objects that are sent. A schema
 * validates and sanitizes input; a shape only selects. A shape may contain itself.
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

/** The number of sent properties, at all depths. */
export function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let size = 0;
  for (const part of Object.values(value)) {
    if (part !== undefined) size += sizeOf(part) + (Array.isArray(value) ? 0 : 1);
  }
  return size;
}

const TESTS: Readonly<Record<ScalarType, Pick<Test<unknown>, 'holds'>>> = {
  boolean: { holds: (value) => typeof value === 'boolean' },
  integer: { holds: Number.isInteger },
  number: { holds: Number.isFinite },
  string: { holds: (value) => typeof value === 'string' },
};

/** Whether a value of JSON has a shape without parts. */
export function scalarTest(shape: ScalarShape): Pick<Test<unknown>, 'holds'> {
  if (shape.kind !== 'enum') return TESTS[shape.kind];
  return enumeration.bind({ enum: shape.values }) ?? { holds: () => false };
}

/** A test of values that are sent unchanged; `undefined` for a shape with parts. */
export function unchangedTest(shape: Shape): ((value: unknown) => boolean) | undefined {
  switch (shape.kind) {
    case 'boolean':
    case 'enum':
    case 'integer':
    case 'number':
    case 'string':
      return scalarTest(shape).holds;
    case 'nullable': {
      const holds = unchangedTest(shape.of);
      return holds && ((value) => value === null || holds(value));
    }
    case 'union': {
      const tests = shape.options.flatMap((option) => unchangedTest(option) ?? []);
      if (tests.length < shape.options.length) return undefined;
      return (value) => tests.some((holds) => holds(value));
    }
    default:
      return undefined;
  }
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
export function bareDateOf(value: unknown): Date | undefined {
  if (!types.isDate(value)) return undefined;
  if (value.toJSON !== DATE.toJSON || value.toISOString !== DATE.toISOString) return undefined;
  return validDateOf(value);
}

/** A copy of a `Date` without members of its own; `undefined` for an invalid one and for other values. */
export function validDateOf(value: unknown): Date | undefined {
  if (!types.isDate(value)) return undefined;
  // Not the `getTime` of a subclass.
  const copy = new Date(DATE.getTime.call(value));
  return Number.isNaN(copy.getTime()) ? undefined : copy;
}

const DATE = Date.prototype;

/** The JSON value at a key: `JSON.stringify` writes `null` if a list has nothing. */
export function jsonAt(value: unknown, key: string | number): unknown {
  const json = jsonValue(value, key);
  return json === undefined && typeof key === 'number' ? null : json;
}

/**
 * A value as `JSON.stringify` reads it, without its parts: the result of `toJSON`, the value of a wrapper object,
 * `null` for a number that JSON does not have, and `undefined` for values that JSON omits.
 *
 * @throws TypeError on a bigint without `toJSON`, as `JSON.stringify` does.
 */
function jsonValue(value: unknown, key: string | number): unknown {
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
