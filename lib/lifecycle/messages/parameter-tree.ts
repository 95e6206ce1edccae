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

/** The maximum number of characters of a name in an error. */
const MAXIMUM_QUOTED = 80;

const INTEGER_KEY = /^(?:0|-?[1-9]\d*)$/;

/** A value, and the name that was sent for it. */
class Leaf {
  constructor(
    readonly name: string,
    readonly value: unknown,
  ) {}
}

/** A PHP array: keys in their order, and the next key of `[]`. */
class Branch {
  readonly entries = new Map<string, Branch | Leaf>();
  #next = 0;

  /** @param name The first name that was sent for one of its values. */
  constructor(readonly name: string) {}

  /** @throws MalformedParameters if it would replace what was sent under another name. */
  set(key: string, entry: Branch | Leaf): void {
    const index = key === '' ? String(this.#next) : key;
    const known = this.entries.get(index);
    if (known !== undefined && known.name !== entry.name) throw twoNames(known.name, entry.name);
    if (INTEGER_KEY.test(index)) this.#next = Math.max(this.#next, Number(index) + 1);
    this.entries.set(index, entry);
  }

  at(key: string, name: string): Branch {
    const known = key === '' ? undefined : this.entries.get(key);
    if (known instanceof Branch) return known;
    const branch = new Branch(name);
    this.set(key, branch);
    return branch;
  }
}

/** The non-enumerable property of a record of parameters with the values of names that were sent more than once. */
const REPEATED = Symbol('repeated');

/** The values of names without brackets that are sent more than once, in their order. A record of parameters has the last. */
export class RepeatedValues {
  readonly #byName = new Map<string, unknown[]>();

  add(name: string, before: unknown, value: unknown): void {
    const values = this.#byName.get(name);
    if (values === undefined) this.#byName.set(name, [before, value]);
    else values.push(value);
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

/**
 * Collects values by their names: `[]` appends, `[name]` nests, whole-number keys make a list. Unlike PHP, it changes no
 * other character of a name: guards and middleware, which read the names as they are sent, would see another value.
 */
export class ParameterTree {
  readonly #root = new Branch('');
  readonly #repeated = new RepeatedValues();
  /** The names before the first bracket, as they were sent, by what PHP makes of them. */
  readonly #spellings = new Map<string, string>();
  readonly #limit: number;
  #count = 0;
  #brackets = 0;

  constructor(limit = MAXIMUM_PARAMETERS) {
    this.#limit = limit;
  }

  /** @throws MalformedParameters on two names of one argument, and beyond the limits of values, levels and brackets. */
  add(name: string, value: unknown): void {
    if (++this.#count > this.#limit) throw tooMany(this.#limit);
    const keys = keysOf(name);
    if (keys === undefined) return;
    this.#brackets += keys.length - 1;
    if (this.#brackets > MAXIMUM_BRACKETS) {
      throw new MalformedParameters(`more than ${MAXIMUM_BRACKETS} brackets in names`);
    }
    const [first = ''] = keys;
    this.#checkSpelling(first);
    let branch = this.#root;
    for (let index = 0; index < keys.length - 1; index++) {
      branch = branch.at(keys[index] ?? '', name);
    }
    const before = keys.length === 1 ? branch.entries.get(first) : undefined;
    branch.set(keys.at(-1) ?? '', new Leaf(name, value));
    if (before instanceof Leaf) this.#repeated.add(first, before.value, value);
  }

  /** PHP would merge `org.id` and `org_id`: one of two programs that read the request would take the other value. */
  #checkSpelling(spelling: string): void {
    const name = phpName(spelling);
    const known = this.#spellings.get(name);
    if (known === undefined) this.#spellings.set(name, spelling);
    else if (known !== spelling) throw twoNames(known, spelling);
  }

  toParameters(): Parameters {
    return this.#repeated.addTo(toRecord(this.#root));
  }
}

function toRecord({ entries }: Branch): Parameters {
  const record = new NullRecord<unknown>();
  for (const [key, entry] of entries) record[key] = toValue(entry);
  return record;
}

function toValue(entry: Branch | Leaf): unknown {
  if (entry instanceof Leaf) return entry.value;
  const keys = [...entry.entries.keys()];
  return keys.every((key) => INTEGER_KEY.test(key))
    ? Array.from(entry.entries.values(), toValue)
    : toRecord(entry);
}

/**
 * `a[b][]` → `a`, `b`, ''. A name that begins with a bracket has no keys.
 *
 * @throws MalformedParameters beyond 64 levels.
 */
export function keysOf(name: string): readonly string[] | undefined {
  const open = name.indexOf('[');
  if (name === '' || open === 0) return undefined;
  if (open === -1) return [name];
  const keys = [name.slice(0, open)];
  for (let at = open; name[at] === '[';) {
    const close = name.indexOf(']', at);
    // A bracket that is never closed is part of the name.
    if (close === -1) return keys.length === 1 ? [name] : keys;
    keys.push(name.slice(at + 1, close));
    if (keys.length > MAXIMUM_DEPTH)
      throw new MalformedParameters(`more than ${MAXIMUM_DEPTH} levels`);
    at = close + 1;
  }
  return keys;
}

/** The name of the variable that PHP makes of a name. */
function phpName(name: string): string {
  return /[ .[]/.test(name) ? name.replace(/^ +/, '').replace(/[ .[]/g, '_') : name;
}

function twoNames(one: string, other: string): MalformedParameters {
  return new MalformedParameters(`two names of one argument, ${quoted(one)} and ${quoted(other)}`);
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, MAXIMUM_QUOTED));
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
