import type { Multiples } from '../values/multiples.js';
import { isObject } from '../../shared/records.js';
import {
  INVALID,
  textLists,
  type ListStyle,
  type ObjectStyle,
  type Parse,
} from '../values/values.js';
import { NO_DEFINITIONS, refersTo, type Definitions, type ValueSchema } from '../vocabulary.js';

/** The attempts for any value, and those that each of its parts adds. */
const FREE = 300_000;
const FOR_EACH_PART = 2;

/** The number of characters that cost about as much as one part. */
const CHARACTERS = 8;

/** Longer texts are split once for all alternatives that are lists. */
const LONG = 256;

/** How a validator reads values. */
export interface Reading {
  /** How a text becomes a list; `'wordpress'` by default. */
  readonly lists?: ListStyle | undefined;
  /** How a number is compared with `multipleOf`; `'wordpress'` by default. */
  readonly multiples?: Multiples | undefined;
  /** Which values are objects; `'wordpress'` by default. */
  readonly objects?: ObjectStyle | undefined;
  /** The schemas to which `$ref` leads. */
  readonly definitions?: Definitions | undefined;
}

/**
 * Counts the parts of one value that alternatives read, so that a client cannot block the process: 40 alternatives
 * that read a value of 300,000 parts to its end would take seconds. Checks that distinguish alternatives early (a
 * literal, a required name, another type) cost no attempts.
 */
export class Attempts {
  #root: unknown;
  #spent = 0;
  #limit = Infinity;
  #isWhole = true;
  #measured: unknown;
  #parts = 1;
  #text: string | undefined;
  #items: readonly unknown[] = [];

  /** How a number is compared with `multipleOf`. */
  readonly multiples: Multiples;
  /** Which values are objects. */
  readonly objects: ObjectStyle;
  /** How a text becomes a list. */
  readonly #lists: ListStyle;
  readonly #definitions: Definitions;
  /** The parsers of definitions, by the hydrations for which they are made. */
  readonly #parsers = new WeakMap<object, Map<ValueSchema, Parse>>();

  constructor({ lists, multiples, objects, definitions }: Reading = {}) {
    this.#lists = lists ?? 'wordpress';
    this.multiples = multiples ?? 'wordpress';
    this.objects = objects ?? 'wordpress';
    this.#definitions = definitions ?? NO_DEFINITIONS;
  }

  /** The definition of an object that contains itself; `undefined` for any other schema, or if it is not known. */
  definitionOf(schema: ValueSchema): ValueSchema | undefined {
    const name = refersTo(schema);
    return name === undefined ? undefined : this.#definitions.get(name);
  }

  /** All of them. */
  get definitions(): readonly ValueSchema[] {
    return [...this.#definitions.values()];
  }

  /** The parser of a definition, which `build` makes for the first value: it contains itself. */
  parserOf(definition: ValueSchema, hydrations: object, build: () => Parse): Parse {
    const known = this.#parsers.get(hydrations) ?? new Map<ValueSchema, Parse>();
    this.#parsers.set(hydrations, known);
    return (value) => {
      const parse = known.get(definition) ?? remembering(build());
      known.set(definition, parse);
      return parse(value);
    };
  }

  /** Resets the budget for one value. Without this call, attempts have no limit. */
  start(value: unknown): void {
    this.#root = value;
    this.#spent = 0;
    this.#limit = FREE;
    this.#isWhole = false;
    this.#measured = undefined;
    this.#parts = 1;
  }

  /** Forgets the value, which may be large. */
  end(): void {
    this.#root = undefined;
    this.#measured = undefined;
    this.#text = undefined;
    this.#items = [];
  }

  /** Whether the value was rejected because its alternatives would read too much. */
  get isExhausted(): boolean {
    return this.#spent > this.#limit;
  }

  /** @returns Whether an alternative may read so many parts. */
  take(parts: number): boolean {
    this.#spent += parts;
    // Most values need only the free attempts: their parts are not counted.
    if (this.#spent > this.#limit && !this.#isWhole) {
      this.#isWhole = true;
      this.#limit += FOR_EACH_PART * this.partsOf(this.#root);
    }
    return this.#spent <= this.#limit;
  }

  /** The parts of a value, counted once while nested alternatives ask for the same one. */
  partsOf(value: unknown): number {
    if (this.#measured !== value) {
      this.#measured = value;
      this.#parts = partsOf(value);
    }
    return this.#parts;
  }

  /** Whether a type for lists must not divide a text itself. */
  get readsLists(): boolean {
    return this.#lists !== 'wordpress';
  }

  /** The value that a type for lists reads: for a text, the list that it spells. */
  listIn(value: unknown): unknown {
    if (typeof value !== 'string') return value;
    if (value.length < LONG) return this.readsLists ? textLists[this.#lists](value) : value;
    if (this.#text !== value) {
      this.#text = value;
      this.#items = textLists[this.#lists](value);
    }
    return this.#items;
  }
}

/**
 * Remembers the objects that it rejects. The search for a reason goes from the outermost object inwards, and would
 * otherwise read the innermost one again at each level.
 */
function remembering(parse: Parse): Parse {
  const rejected = new WeakSet<object>();
  return (value) => {
    if (!isObject(value)) return parse(value);
    if (rejected.has(value)) return INVALID;
    const result = parse(value);
    if (result === INVALID) rejected.add(value);
    return result;
  };
}

/** The number of values within a value, itself included. */
function partsOf(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    count++;
    if (typeof one === 'string') count += Math.floor(one.length / CHARACTERS);
    if (typeof one !== 'object' || one === null) continue;
    if (Array.isArray(one)) for (const item of one) open.push(item);
    else for (const name of Object.keys(one)) open.push((one as Record<string, unknown>)[name]);
  }
  return count;
}
