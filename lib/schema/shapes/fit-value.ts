import { INVALID } from '../values/invalid.js';
import { Differences } from './shape-difference.js';
import { jsonValue, jsonProperties, ownProperty, setProperty } from './json-value.js';
import type { KeptProperty, Shape, UnionShape, ObjectShape, ScalarShape } from './shape.js';
import { discriminatorOf, fullestFit, namedOption } from './union-choice.js';
import { types } from 'node:util';
import { dateTime } from '../formats/date-time.format.js';

const PLAIN = Date.prototype;

/** Where a value is, and where its differences are noted. */
interface Place {
  readonly key: string | number;
  readonly path: string;
  readonly differences: Differences;
  readonly kept: KeptProperty | undefined;
  /** Fits a part of the value: what fits objects imports nothing that imports it. */
  readonly fit: (shape: Shape, value: unknown, place: Place) => unknown;
}

/** A value, and what `JSON.stringify` would take it for. */
interface Sent {
  readonly value: unknown;
  readonly json: unknown;
}

/** The place of a whole value. */
export function wholePlace(differences: Differences, kept: KeptProperty | undefined): Place {
  return { key: '', path: '', differences, kept, fit: fitValue };
}

/**
 * What is sent of a value, and its differences from its shape. A single value of a wrong type is sent as it
 * is; an object or a list where none is declared is not, since nothing says which of its parts may leave.
 */
export function fitValue(shape: Shape, value: unknown, place: Place): unknown {
  if (shape.kind === 'any') return value;
  // `toJSON` is called once, as `JSON.stringify` does, which writes `null` where a list has nothing.
  const json = jsonValue(value, place.key);
  const isHole = json === undefined && typeof place.key === 'number';
  return fit(shape, { value, json: isHole ? null : json }, place);
}

function fit(shape: Shape, sent: Sent, place: Place): unknown {
  const { json } = sent;
  switch (shape.kind) {
    case 'any':
      return sent.value;
    case 'nullable':
      return json === null ? null : fit(shape.of, sent, place);
    case 'list':
      return Array.isArray(json)
        ? fitList(shape.items, json, place)
        : different(shape, json, place);
    case 'object':
      return isObject(json) ? fitObject(shape, json, place) : different(shape, json, place);
    case 'union':
      return fitUnion(shape, sent, place);
    case 'date':
      return fitDate(shape, sent, place);
    case 'nothing':
      return json === undefined ? undefined : withoutValue(shape, json, place);
    default:
      return hasScalarShape(shape, json) ? json : different(shape, json, place);
  }
}

/** Notes a difference; what is sent in spite of it. */
function different(shape: Shape, json: unknown, place: Place): unknown {
  withoutValue(shape, json, place);
  return typeof json === 'object' && json !== null ? undefined : json;
}

function withoutValue(shape: Shape, json: unknown, { path, differences }: Place): undefined {
  differences.add(path, shape, json);
}

function isObject(json: unknown): json is object {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** A `Date` is sent as a date and a time, whatever its own `toJSON` says. */
function fitDate(shape: Shape, { value, json }: Sent, place: Place): unknown {
  const sent = plainDateOf(value) ?? dateTextOf(json);
  if (sent !== INVALID) return sent;
  if (json === null || !(value instanceof Date)) return different(shape, json, place);
  withoutValue(shape, json, place);
  return validDateOf(value);
}

function fitList(items: Shape, list: readonly unknown[], place: Place): readonly unknown[] {
  // Not `map`, which leaves holes out.
  return Array.from(list, (item, at) => {
    const sent = fitValue(items, item, { ...place, key: at, path: `${place.path}[${at}]` });
    return sent === undefined ? null : sent;
  });
}

function fitUnion(shape: UnionShape, sent: Sent, place: Place): unknown {
  const { options } = shape;
  const named = namedOption(discriminatorOf(shape), sent.json);
  const known = named === undefined ? undefined : options[named];
  if (known !== undefined) return fit(known, sent, place);
  const tries = options.map((option) => () => {
    const differences = new Differences();
    const fitted = fit(option, sent, { ...place, differences });
    return differences.count === 0 ? fitted : INVALID;
  });
  const fullest = fullestFit(tries, sent.value, place.key);
  return fullest === INVALID ? nearestFit(shape, sent, place) : fullest;
}

/** What is sent of a value that fits no option: as the option has it that differs least. */
function nearestFit(shape: UnionShape, sent: Sent, place: Place): unknown {
  place.differences.add(place.path, shape, sent.json);
  let nearest: unknown;
  let least = Infinity;
  for (const option of shape.options) {
    const differences = new Differences();
    const fitted = fit(option, sent, { ...place, differences });
    if (fitted !== undefined && differences.count < least) {
      nearest = fitted;
      least = differences.count;
    }
  }
  return nearest;
}

/** The declared properties of an object. */
function fitObject(shape: ObjectShape, object: object, place: Place): object {
  const given = jsonProperties(object);
  const sent: Record<string, unknown> = {};
  for (const { name, shape: inner, isOptional } of shape.properties) {
    const value = ownProperty(given, name);
    const isAbsent = isOptional && isLeftOut(value);
    setProperty(sent, name, isAbsent ? undefined : place.fit(inner, value, within(place, name)));
  }
  fitOthers(shape, given, sent, place);
  return sent;
}

/** The properties without a name of their own, and the one that is kept without being declared. */
function fitOthers(
  { properties, others }: ObjectShape,
  given: Readonly<Record<string, unknown>>,
  sent: Record<string, unknown>,
  place: Place,
): void {
  const { kept } = place;
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (isLeftOut(value) || properties.some((property) => property.name === name)) continue;
    const keptValue = kept?.name === name ? kept.keep(value) : undefined;
    if (keptValue !== undefined) sent[name] = keptValue;
    else if (others !== undefined) {
      setProperty(sent, name, place.fit(others, value, within(place, name)));
    }
  }
}

/** JSON contains no such property. */
function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === 'symbol' || typeof value === 'function';
}

function within(place: Place, name: string): Place {
  const isPlain = /^[A-Za-z_$][\w$]*$/.test(name);
  const step = isPlain ? `${place.path === '' ? '' : '.'}${name}` : `[${JSON.stringify(name)}]`;
  return { ...place, key: name, path: place.path + step };
}

/** Whether a value of JSON has the shape. */
function hasScalarShape(shape: ScalarShape, value: unknown): boolean {
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
function dateTextOf(json: unknown): unknown {
  const isDate = typeof json === 'string' && dateTime.rejection?.accepts(json) === true;
  return isDate ? json : INVALID;
}

/**
 * A copy of a valid `Date` whose JSON is that of every `Date`. One with a `toJSON` of its own may say anything,
 * and so may a proxy of a `Date`, which is none.
 */
function plainDateOf(value: unknown): Date | undefined {
  if (!types.isDate(value)) return undefined;
  if (value.toJSON !== PLAIN.toJSON || value.toISOString !== PLAIN.toISOString) return undefined;
  return validDateOf(value);
}

/** A copy of a `Date` without members of its own; `undefined` for an invalid one and for other values. */
function validDateOf(value: unknown): Date | undefined {
  if (!types.isDate(value)) return undefined;
  // Not a `getTime` of its own class.
  const copy = new Date(PLAIN.getTime.call(value));
  return Number.isNaN(copy.getTime()) ? undefined : copy;
}
