import type { Parameters } from '../../model/request/request-parameters.js';
import { NullRecord } from '../../shared/null-record.js';
import { MalformedParameters, MAXIMUM_PARAMETERS, tooMany } from './malformed-parameters.js';
import { keysOf } from './parameter-name.js';

/**
 * Brackets in all names together. The limits of parameters and of levels would allow 64,000 nested
 * objects from 128 KB of `a[][][]…&`.
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

  /** The branch at a key; made where there is none. */
  at(key: string): Branch {
    const known = key === '' ? undefined : this.entries.get(key);
    if (known instanceof Branch) return known;
    const branch = new Branch();
    this.set(key, branch);
    return branch;
  }
}

/** Collects values by their PHP names: `[]` appends, `[name]` nests, whole-number keys make a list. */
export class ParameterTree {
  readonly #root = new Branch();
  readonly #limit: number;
  #count = 0;
  #brackets = 0;

  /** @param limit How many values there may be. */
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
    let branch = this.#root;
    for (let index = 0; index < keys.length - 1; index++) branch = branch.at(keys[index] ?? '');
    branch.set(keys.at(-1) ?? '', value);
  }

  toParameters(): Parameters {
    return toRecord(this.#root);
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
