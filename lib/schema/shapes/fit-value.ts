import { INVALID } from '../values/invalid.js';
import { Differences } from './shape-difference.js';
import { jsonValue } from './json-value.js';
import { fitObject } from './fit-object.js';
import type { Place } from './fit-place.js';
import { dateTextOf, hasScalarShape, plainDateOf, validDateOf } from './scalar-value.js';
import type { KeptProperty, Shape, UnionShape } from './shape.js';
import { discriminatorOf, fullestFit, namedOption } from './union-choice.js';

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
