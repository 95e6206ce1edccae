import type { Parameters } from '../../routes/rest-request.js';
import { NullRecord } from '../../shared/records.js';

/** The reason why a text of parameters was rejected. */
export class MalformedParameters extends Error {
  override readonly name = 'MalformedParameters';
}

/** The default of PHP's `max_input_vars`, on which WordPress runs. */
export const MAXIMUM_PARAMETERS = 1000;

/** The default of PHP's `max_input_nesting_level`. */
const MAXIMUM_DEPTH = 64;

/**
 * The maximum number of brackets in all names together. The limits of parameters and of levels would allow 64,000
 * nested objects from 128 KB of `a[][][]…&`.
 */
const MAXIMUM_BRACKETS = 4000;

const INTEGER_KEY = /^(?:0|-?[1-9]\d*)$/;

/** A PHP array: keys in their order, and the next key of `[]`. */
class Branch {
  readonly entries = new Map<string, unknown>();
  #next = 0;

  set(key: string, value: unknown): void {
    const name = key === '' ? String(this.#next) : key;
    if (INTEGER_KEY.test(name)) this.#next = Math.max(this.#next, Number(name) + 1);
    this.entries.set(name, value);
  }

  at(key: string): Branch {
    const known = key === '' ? undefined : this.entries.get(key);
    if (known instanceof Branch) return known;
    const branch = new Branch();
    this.set(key, branch);
    return branch;
  }
}

/** The non-enumerable property of a record of parameters with the values of names that were sent more than once. */
const REPEATED = Symbol('repeated');

/** The values of plain names that are sent more than once, in their order. A record of parameters has the last. */
export class RepeatedValues {
  readonly #byName = new Map<string, unknown[]>();

  add(name: string, before: unknown, value: unknown): void {
    const values = this.#byName.get(name);
    if (values === undefined) this.#byName.set(name, [before, value]);
    else values.push(value);
  }

  /** Brackets begin a new list, as in PHP: `a=1&a[]=2` has only the 2. */
  forget(name: string): void {
    this.#byName.delete(name);
  }

  addTo(record: Parameters): Parameters {
    if (this.#byName.size === 0) return record;
    return Object.defineProperty(record, REPEATED, { value: this.#byName });
  }
}

export function repeatedValues(source: Parameters, name: string): readonly unknown[] | undefined {
  const repeated = Reflect.get(source, REPEATED) as ReadonlyMap<string, unknown[]> | undefined;
  return repeated?.get(name);
}

/** Collects values by their PHP names: `[]` appends, `[name]` nests, whole-number keys make a list. */
export class ParameterTree {
  readonly #root = new Branch();
  readonly #repeated = new RepeatedValues();
  readonly #limit: number;
  #count = 0;
  #brackets = 0;

  constructor(limit = MAXIMUM_PARAMETERS) {
    this.#limit = limit;
  }

  /** @throws MalformedParameters beyond the limits of values, of levels and of brackets. */
  add(name: string, value: unknown): void {
    if (++this.#count > this.#limit) throw tooMany(this.#limit);
    const keys = keysOf(name.trimStart());
    if (keys === undefined) return;
    this.#brackets += keys.length - 1;
    if (this.#brackets > MAXIMUM_BRACKETS) {
      throw new MalformedParameters(`more than ${MAXIMUM_BRACKETS} brackets in names`);
    }
    const [first = ''] = keys;
    if (keys.length > 1) this.#repeated.forget(first);
    else if (this.#root.entries.has(first)) {
      const before = this.#root.entries.get(first);
      if (!(before instanceof Branch)) this.#repeated.add(first, before, value);
    }
    let branch = this.#root;
    for (let index = 0; index < keys.length - 1; index++) branch = branch.at(keys[index] ?? '');
    branch.set(keys.at(-1) ?? '', value);
  }

  toParameters(): Parameters {
    return this.#repeated.addTo(toRecord(this.#root));
  }
}

function toRecord({ entries }: Branch): Parameters {
  const record = new NullRecord<unknown>();
  for (const [key, leaf] of entries) record[key] = toValue(leaf);
  return record;
}

function toValue(leaf: unknown): unknown {
  if (!(leaf instanceof Branch)) return leaf;
  const keys = [...leaf.entries.keys()];
  return keys.every((key) => INTEGER_KEY.test(key))
    ? Array.from(leaf.entries.values(), toValue)
    : toRecord(leaf);
}

/**
 * `a[b][]` → `a`, `b`, ''. A name that begins with a bracket has no keys.
 *
 * @throws MalformedParameters beyond 64 levels.
 */
export function keysOf(name: string): readonly string[] | undefined {
  const open = name.indexOf('[');
  if (name === '' || open === 0) return undefined;
  if (open === -1) return [plainName(name)];
  const keys = [plainName(name.slice(0, open))];
  for (let at = open; name[at] === '[';) {
    const close = name.indexOf(']', at);
    // A bracket that is never closed is part of the name.
    if (close === -1) return keys.length === 1 ? [`${keys[0]}_${name.slice(at + 1)}`] : keys;
    keys.push(name.slice(at + 1, close));
    if (keys.length > MAXIMUM_DEPTH)
      throw new MalformedParameters(`more than ${MAXIMUM_DEPTH} levels`);
    at = close + 1;
  }
  return keys;
}

/** Replaces spaces and dots, as PHP does for names of variables. */
function plainName(name: string): string {
  return /[ .]/.test(name) ? name.replace(/[ .]/g, '_') : name;
}

export function tooMany(limit = MAXIMUM_PARAMETERS): MalformedParameters {
  return new MalformedParameters(`more than ${limit} parameters`);
}

/** Decodes a name or a value: `+` is a space. */
export function decodeParameter(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new MalformedParameters('malformed percent-encoding');
  }
}
