import { isJsonObject } from '../../shared/records.js';
import { INVALID, put } from '../values/values.js';
import { Differences, type ShapeDifference } from './differences.js';
import {
  dateTextOf,
  jsonAt,
  type KeptProperty,
  type ObjectShape,
  optionNamer,
  bareDateOf,
  scalarTest,
  type Shape,
  sizeOf,
  unchangedTest,
  type UnionShape,
  validDateOf,
} from './shape.js';

/** Receives the differences of a value from its shape. */
export type OnDifference = (differences: readonly ShapeDifference[], count: number) => void;

/** Copies the parts of a value that its shape declares. */
export interface ShapedValue {
  /**
   * A copy with the declared properties only. `report` is called if the value differs from its shape in another way,
   * and may throw.
   *
   * @throws TypeError on values that JSON does not have, as `JSON.stringify` does.
   */
  readonly send: (value: unknown, report: OnDifference) => unknown;
  /** Whether the shape is that of an empty response. */
  readonly isNothing: boolean;
}

/**
 * Compiles a shape into closures, when the first value is sent. The first walk of a value stops at a difference; only
 * then a second walk lists them all, with their places.
 *
 * @param kept A property that is sent although no shape declares it.
 */
export function compileShape(shape: Shape, kept?: KeptProperty): ShapedValue {
  let fits: Fits | undefined;
  return {
    isNothing: shape.kind === 'nothing',
    send: (value, report) => {
      fits ??= new ShapeCompiler(kept).compile(shape);
      const sent = fits.read(value, '', undefined);
      if (sent !== INVALID) return sent;
      const differences = new Differences();
      const nearest = fits.read(value, '', { path: '', differences });
      if (differences.count > 0) report(differences.list, differences.count);
      return nearest;
    },
  };
}

/** The place of a value during the walk that lists differences; the first walk has none. */
interface ValuePlace {
  readonly path: string;
  readonly differences: Differences;
}

type MaybeValuePlace = ValuePlace | undefined;

/**
 * Returns the part of a value that is sent. A value that differs is INVALID in the first walk. In the second, a single
 * value of a wrong type is sent unchanged, and an undeclared object or list is not sent, since its shape does not state
 * which of its parts may be sent.
 */
interface Fits {
  read: (value: unknown, key: string | number, place: MaybeValuePlace) => unknown;
  /** The same for a value whose `toJSON` was called: once, as `JSON.stringify` does. */
  fit: Fit;
}

type Fit = (value: unknown, json: unknown, place: MaybeValuePlace) => unknown;

class ShapeCompiler {
  readonly #compiled = new Map<Shape, Fits>();

  constructor(private readonly kept: KeptProperty | undefined) {}

  /** A shape may contain itself: it is known before its parts are compiled. */
  compile(shape: Shape): Fits {
    const known = this.#compiled.get(shape);
    if (known !== undefined) return known;
    const fits: Fits = { read: () => INVALID, fit: () => INVALID };
    this.#compiled.set(shape, fits);
    fits.fit = this.#fitOf(shape);
    fits.read = reading(shape, fits.fit);
    return fits;
  }

  #fitOf(shape: Shape): Fit {
    switch (shape.kind) {
      case 'any':
        return (value) => value;
      case 'nullable': {
        const of = this.compile(shape.of);
        return (value, json, place) => (json === null ? null : of.fit(value, json, place));
      }
      case 'list':
        return fitList(shape, this.compile(shape.items));
      case 'object':
        return this.#fitObject(shape);
      case 'union':
        return fitUnion(
          shape,
          shape.options.map((option) => this.compile(option)),
        );
      case 'date':
        return (value, json, place) => fitDate(shape, value, json, place);
      case 'nothing':
        return (_value, json, place) =>
          json === undefined ? undefined : withoutValue(shape, json, place);
      default: {
        const { holds } = scalarTest(shape);
        return (_value, json, place) => (holds(json) ? json : different(shape, json, place));
      }
    }
  }

  #fitObject(shape: ObjectShape): Fit {
    const properties = shape.properties.map(({ name, shape: part, isOptional }) => ({
      name,
      isOptional,
      fits: this.compile(part),
    }));
    const fitOthers = this.#fitOthers(shape);
    return (_value, json, place) => {
      if (!isJsonObject(json)) return different(shape, json, place);
      const given = json as Readonly<Record<string, unknown>>;
      // JSON contains own, enumerable properties. Most values have them in the order of the type.
      const names = Object.keys(given);
      let next = 0;
      const sent: Record<string, unknown> = {};
      for (const { name, isOptional, fits } of properties) {
        const at = names[next] === name ? next : names.indexOf(name);
        next = at + 1;
        const value = at === -1 ? undefined : given[name];
        const isAbsent = isOptional && isLeftOut(value);
        const fitted = isAbsent ? undefined : fits.read(value, name, place && within(place, name));
        if (fitted === INVALID) return INVALID;
        put(sent, name, fitted);
      }
      return fitOthers?.(given, names, sent, place) === false ? INVALID : sent;
    };
  }

  /** The properties that the shape does not name, and the property that is kept undeclared. */
  #fitOthers({ properties, others }: ObjectShape): FitOthers | undefined {
    const { kept } = this;
    const declared = new Set(properties.map(({ name }) => name));
    const fits = others === undefined ? undefined : this.compile(others);
    if (fits === undefined) {
      if (kept === undefined || declared.has(kept.name)) return undefined;
      return (given, names, sent) => {
        const value = names.includes(kept.name) ? given[kept.name] : undefined;
        const keptValue = isLeftOut(value) ? undefined : kept.keep(value);
        if (keptValue !== undefined) put(sent, kept.name, keptValue);
        return true;
      };
    }
    return (given, names, sent, place) =>
      names.every((name) => {
        const value = declared.has(name) ? undefined : given[name];
        if (isLeftOut(value)) return true;
        const keptValue = kept?.name === name ? kept.keep(value) : undefined;
        const fitted =
          keptValue === undefined
            ? fits.read(value, name, place && within(place, name))
            : keptValue;
        put(sent, name, fitted);
        return fitted !== INVALID;
      });
  }
}

/** Adds undeclared properties of an object to the copy that is sent; `false` at the first difference. */
type FitOthers = (
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
  sent: Record<string, unknown>,
  place: MaybeValuePlace,
) => boolean;

/** Whether JSON omits a property. */
function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === 'symbol' || typeof value === 'function';
}

function reading(shape: Shape, fit: Fit): Fits['read'] {
  if (shape.kind === 'any') return (value) => value;
  if (shape.kind === 'date') {
    return (value, key, place) => bareDateOf(value) ?? fit(value, jsonAt(value, key), place);
  }
  const isSentUnchanged = unchangedTest(shape);
  if (isSentUnchanged === undefined) {
    return (value, key, place) => fit(value, jsonAt(value, key), place);
  }
  return (value, key, place) =>
    isSentUnchanged(value) ? value : fit(value, jsonAt(value, key), place);
}

/** Adds a difference, and returns the value that is sent in spite of it. */
function different(shape: Shape, json: unknown, place: MaybeValuePlace): unknown {
  const withoutIt = withoutValue(shape, json, place);
  const isSent = place !== undefined && (typeof json !== 'object' || json === null);
  return isSent ? json : withoutIt;
}

function withoutValue(shape: Shape, json: unknown, place: MaybeValuePlace): unknown {
  if (place === undefined) return INVALID;
  place.differences.add(place.path, shape, json);
  return undefined;
}

/** A `Date` is sent as a date and a time, whatever its own `toJSON` returns. */
function fitDate(shape: Shape, value: unknown, json: unknown, place: MaybeValuePlace): unknown {
  const sent = bareDateOf(value) ?? dateTextOf(json);
  if (sent !== INVALID) return sent;
  if (json === null || !(value instanceof Date)) return different(shape, json, place);
  return withoutValue(shape, json, place) === INVALID ? INVALID : validDateOf(value);
}

function fitList(shape: Shape, items: Fits): Fit {
  return (_value, json, place) => {
    if (!Array.isArray(json)) return different(shape, json, place);
    const list: readonly unknown[] = json;
    const sent: unknown[] = [];
    // Not `map`, which skips holes.
    for (let at = 0; at < list.length; at++) {
      const fitted = items.read(list[at], at, place && step(place, `[${at}]`));
      if (fitted === INVALID) return INVALID;
      sent.push(fitted === undefined ? null : fitted);
    }
    return sent;
  };
}

/**
 * Sends a value of a union by the option that it names. Otherwise, of the options that it fits, the one that sends the
 * most properties: for `Animal | Dog`, a dog is sent as a dog.
 */
function fitUnion(shape: UnionShape, options: readonly Fits[]): Fit {
  const nameOption = optionNamer(shape);
  return (value, json, place) => {
    const named = nameOption?.(json);
    const known = named === undefined ? undefined : options[named];
    if (known !== undefined) return known.fit(value, json, place);
    let fullest: unknown = INVALID;
    let most = -1;
    for (const { fit } of options) {
      const sent = fit(value, json, undefined);
      const size = sent === INVALID ? -1 : sizeOf(sent);
      if (size <= most) continue;
      fullest = sent;
      most = size;
    }
    if (fullest !== INVALID || place === undefined) return fullest;
    place.differences.add(place.path, shape, json);
    return nearestFit(options, value, json, place);
  };
}

/** Sends a value that does not fit an option by the option with the fewest differences. */
function nearestFit(
  options: readonly Fits[],
  value: unknown,
  json: unknown,
  { path }: ValuePlace,
): unknown {
  let nearest: unknown;
  let least = Infinity;
  for (const { fit } of options) {
    const differences = new Differences();
    const fitted = fit(value, json, { path, differences });
    if (fitted !== undefined && differences.count < least) {
      nearest = fitted;
      least = differences.count;
    }
  }
  return nearest;
}

function within(place: ValuePlace, name: string): ValuePlace {
  const isIdentifier = /^[A-Za-z_$][\w$]*$/.test(name);
  return step(
    place,
    isIdentifier ? `${place.path === '' ? '' : '.'}${name}` : `[${JSON.stringify(name)}]`,
  );
}

function step({ path, differences }: ValuePlace, text: string): ValuePlace {
  return { path: path + text, differences };
}
