import { INVALID } from '../values/invalid.js';
import { jsonValue } from './json-value.js';
import type { ObjectShape, Shape, UnionShape } from './shape.js';

/** What is sent of a value; INVALID where it does not have the shape. */
export type Fit = (value: unknown, key: string | number) => unknown;

/** A property by whose value the objects of a union differ. */
export interface Discriminator {
  readonly name: string;
  /** The index of the option of each value. */
  readonly options: ReadonlyMap<unknown, number>;
}

/** The first property that tells the objects of a union apart; `undefined` where none does. */
export function discriminatorOf({ options }: UnionShape): Discriminator | undefined {
  const objects = options.filter((option) => option.kind === 'object');
  const [first, ...others] = objects;
  if (first === undefined || others.length === 0) return undefined;
  for (const { name } of first.properties) {
    const values = valuesByOption(name, options);
    if (values !== undefined) return { name, options: values };
  }
  return undefined;
}

/** `undefined` where an object lacks the property, or shares one of its values with another. */
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

/** The index of the option that the value itself names; `undefined` where it names none. */
export function namedOption(
  discriminator: Discriminator | undefined,
  value: unknown,
): number | undefined {
  if (discriminator === undefined || typeof value !== 'object' || value === null) return undefined;
  const { name, options } = discriminator;
  return Object.hasOwn(value, name)
    ? options.get((value as Readonly<Record<string, unknown>>)[name])
    : undefined;
}

/**
 * Of several options that a value fits, the one of which most properties are sent: of `Animal | Dog` a dog
 * is sent as a dog.
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

/** The fit of a union from those of its options. */
export function unionFit(shape: UnionShape, fits: readonly Fit[]): Fit {
  const discriminator = discriminatorOf(shape);
  return (value, key) => {
    const json = value instanceof Date ? value : jsonValue(value, key);
    // The options would call `toJSON` a second time.
    if (json !== value && hasToJson(json)) return INVALID;
    const named = namedOption(discriminator, json);
    const fit = named === undefined ? undefined : fits[named];
    return fit === undefined ? fullestFit(fits, json, key) : fit(json, key);
  };
}

function hasToJson(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'toJSON' in value;
}

/** How many properties are sent, at all depths. */
function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let size = 0;
  for (const part of Object.values(value)) {
    if (part !== undefined) size += sizeOf(part) + (Array.isArray(value) ? 0 : 1);
  }
  return size;
}
