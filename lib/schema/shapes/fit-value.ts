import { isJsonObject } from '../../shared/records.js';
import { INVALID, put } from '../values/values.js';
import {
  type KeptProperty,
  type Shape,
  type UnionShape,
  type ObjectShape,
  optionNamer,
  fullestFit,
  dateTextOf,
  plainDateOf,
  validDateOf,
  jsonValue,
  jsonProperties,
  ownProperty,
  scalarTest,
} from './shape.js';

/** The maximum of listed differences. */
const MOST = 20;

/** The differences that were found, and their number. */
export class Differences {
  readonly list: ShapeDifference[] = [];
  count = 0;

  add(path: string, shape: Shape, value: unknown): void {
    this.count += 1;
    if (this.list.length >= MOST) return;
    this.list.push({ path, expected: nameOfShape(shape), received: nameOfValue(value, shape) });
  }

  /** Adds those of another list. */
  join({ list, count }: Differences): void {
    this.count += count;
    this.list.push(...list.slice(0, MOST - this.list.length));
  }
}

/** The maximum of values of an enum in a text. */
const SHOWN = 8;

const SHAPES = {
  any: 'any value',
  boolean: 'a boolean',
  date: 'a date and time',
  integer: 'an integer',
  nothing: 'nothing',
  number: 'a number',
  string: 'a string',
} as const;

/** The place of a value, and the list for its differences. */
interface Place {
  readonly key: string | number;
  readonly path: string;
  readonly differences: Differences;
  readonly kept: KeptProperty | undefined;
}

/** A value, and the value that `JSON.stringify` would write for it. */
interface Sent {
  readonly value: unknown;
  readonly json: unknown;
}

/** The place of a whole value. */
export function wholePlace(differences: Differences, kept: KeptProperty | undefined): Place {
  return { key: '', path: '', differences, kept };
}

/**
 * Returns the part of a value that is sent, and adds its differences from its shape. A single value of a wrong type
 * is sent unchanged. An undeclared object or list is not sent, since its shape does not state which of its parts may
 * be sent.
 */
export function fitValue(shape: Shape, value: unknown, place: Place): unknown {
  if (shape.kind === 'any') return value;
  // `toJSON` is called once, as `JSON.stringify` does, which writes `null` if a list has nothing.
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
      return isJsonObject(json) ? fitObject(shape, json, place) : different(shape, json, place);
    case 'union':
      return fitUnion(shape, sent, place);
    case 'date':
      return fitDate(shape, sent, place);
    case 'nothing':
      return json === undefined ? undefined : withoutValue(shape, json, place);
    default:
      return scalarTest(shape).holds(json) ? json : different(shape, json, place);
  }
}

/** Adds a difference, and returns the value that is sent in spite of it. */
function different(shape: Shape, json: unknown, place: Place): unknown {
  withoutValue(shape, json, place);
  return typeof json === 'object' && json !== null ? undefined : json;
}

function withoutValue(shape: Shape, json: unknown, { path, differences }: Place): undefined {
  differences.add(path, shape, json);
}

/** A `Date` is sent as a date and a time, whatever its own `toJSON` returns. */
function fitDate(shape: Shape, { value, json }: Sent, place: Place): unknown {
  const sent = plainDateOf(value) ?? dateTextOf(json);
  if (sent !== INVALID) return sent;
  if (json === null || !(value instanceof Date)) return different(shape, json, place);
  withoutValue(shape, json, place);
  return validDateOf(value);
}

function fitList(items: Shape, list: readonly unknown[], place: Place): readonly unknown[] {
  // Not `map`, which skips holes.
  return Array.from(list, (item, at) => {
    const sent = fitValue(items, item, { ...place, key: at, path: `${place.path}[${at}]` });
    return sent === undefined ? null : sent;
  });
}

function fitUnion(shape: UnionShape, sent: Sent, place: Place): unknown {
  const { options } = shape;
  const named = optionNamer(shape)?.(sent.json);
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

/** Sends a value that does not fit an option by the option with the fewest differences. */
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

function fitObject(shape: ObjectShape, object: object, place: Place): object {
  const given = jsonProperties(object);
  const sent: Record<string, unknown> = {};
  for (const { name, shape: inner, isOptional } of shape.properties) {
    const value = ownProperty(given, name);
    const isAbsent = isOptional && isLeftOut(value);
    put(sent, name, isAbsent ? undefined : fitValue(inner, value, within(place, name)));
  }
  fitOthers(shape, given, sent, place);
  return sent;
}

/** The properties that the shape does not name, and the property that is kept undeclared. */
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
      put(sent, name, fitValue(others, value, within(place, name)));
    }
  }
}

/** Whether JSON omits a property. */
function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === 'symbol' || typeof value === 'function';
}

function within(place: Place, name: string): Place {
  const isPlain = /^[A-Za-z_$][\w$]*$/.test(name);
  const step = isPlain ? `${place.path === '' ? '' : '.'}${name}` : `[${JSON.stringify(name)}]`;
  return { ...place, key: name, path: place.path + step };
}

/** A place at which a value differs from its shape, without the value itself, which may be a secret. */
export interface ShapeDifference {
  /** `items[3].author.name`; empty for the whole value. */
  readonly path: string;
  readonly expected: string;
  readonly received: string;
}

/** A shape as people read it. */
function nameOfShape(shape: Shape): string {
  switch (shape.kind) {
    case 'nullable':
      return `${nameOfShape(shape.of)} or null`;
    case 'union':
      return shape.options.map(nameOfShape).join(' or ');
    case 'list':
      return 'a list';
    case 'object':
      return shape.name ?? 'an object';
    case 'enum':
      return namesOfValues(shape.values.map((value) => JSON.stringify(value)));
    default:
      return SHAPES[shape.kind];
  }
}

function namesOfValues(values: readonly string[]): string {
  return values.length <= SHOWN
    ? values.join(' or ')
    : `${values.slice(0, SHOWN).join(', ')} or another value of the enum`;
}

function nameOfValue(value: unknown, shape: Shape): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  const kind = typeof value;
  if (kind === 'object') return 'an object';
  return isOfKind(kind, shape) ? `another ${kind}` : `a ${kind}`;
}

/** Whether the shape accepts other values of that kind. */
function isOfKind(kind: string, shape: Shape): boolean {
  switch (shape.kind) {
    case 'nullable':
      return isOfKind(kind, shape.of);
    case 'union':
      return shape.options.some((option) => isOfKind(kind, option));
    case 'enum':
      return shape.values.some((value) => typeof value === kind);
    case 'integer':
      return kind === 'number';
    case 'date':
      return kind === 'string';
    default:
      return false;
  }
}
