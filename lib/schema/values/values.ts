import type { Violation } from '../messages.js';
import type { Attempts } from '../engine/attempts.js';
import type { Code } from '../engine/code.js';
import type { Parse } from './invalid.js';
import type { SchemaType, ValueSchema } from '../vocabulary.js';
import { numberOf } from './text.js';
import { listOf } from './list-of.js';

const EMPTY: ForeignObject = Object.freeze({});

const TEXTS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Builds the parser of a schema inside the type's own. */
export type Build = (schema: ValueSchema) => Parse;

/** Writes the code of a schema inside the type's own; returns the result's expression. */
export type Emit = (schema: ValueSchema, input: string, code: Code) => string;

/** Finds the violation of a value inside the type's own. */
export type Explain = (schema: ValueSchema, value: unknown, place: string) => Violation | undefined;

/** What a type needs to explain the values inside its own. */
export interface InnerSchemas {
  readonly explain: Explain;
  readonly build: Build;
  readonly attempts: Attempts;
}

/** One type of the vocabulary: what it accepts, how it sanitizes, and why it rejects. */
export interface ValueType {
  readonly name: SchemaType;
  /** A closure that validates and sanitizes. */
  build(schema: ValueSchema, build: Build): Parse;
  /**
   * Adds lines that leave the function with INVALID when the value in the variable `input` is
   * rejected, and returns the expression of the sanitized value.
   */
  emit(schema: ValueSchema, input: string, code: Code, emit: Emit): string;
  /** The first reason to reject the value, in WordPress's order of checks. */
  explain(
    schema: ValueSchema,
    value: unknown,
    place: string,
    inner: InnerSchemas,
  ): Violation | undefined;
}

/** Whether a value is of a type, or spells one: how WordPress chooses among types. */
export const typeChecks: Readonly<Record<SchemaType, (value: unknown) => boolean>> = {
  array: (value) => listOf(value) !== undefined,
  object: (value) => objectOf(value) !== undefined,
  integer: (value) => isIntegral(numberOf(value)),
  number: (value) => !Number.isNaN(numberOf(value)),
  boolean: (value) => booleanOf(value) !== undefined,
  string: (value) => typeof value === 'string',
  null: (value) => value === null,
};

/**
 * The first type of a list that a value is of; `undefined` where it is of none. The empty text is a
 * string where the list has one, though it could be an empty list or object too.
 *
 * @see WordPress, `rest_get_best_type_for_value`
 */
export function bestType(value: unknown, types: readonly SchemaType[]): SchemaType | undefined {
  if (value === '' && types.includes('string')) return 'string';
  return types.find((type) => typeChecks[type](value));
}

/** Infinity counts: it is what a text with too great an exponent spells. */
export function isIntegral(number: number): boolean {
  return Math.trunc(number) === number;
}

/** The boolean that a value is or spells, in any case; `undefined` for any other value. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return TEXTS.get(value.toLowerCase());
  if (value === 1) return true;
  return value === 0 ? false : undefined;
}

/** Turns a sanitized, non-null value into what a method receives: a Date, an instance of a class. */
export interface Hydrate {
  (sanitized: unknown): unknown;
  /** What it may reject, by returning INVALID: completes "must be …". Absent where it never does. */
  readonly rejects?: string;
}

/** The hydrations of a schema's nodes, by the node's identity. */
export type Hydrations = ReadonlyMap<ValueSchema, Hydrate>;

/**
 * JSON values, each once: equal lists are one, and equal objects are one in whatever order their
 * properties came. Texts of lists and objects are kept apart from strings, which may look like them.
 */
export class JsonSet {
  private readonly scalars = new Set<unknown>();
  private readonly texts = new Set<string>();

  constructor(values: readonly unknown[]) {
    for (const value of values) {
      if (isStructure(value)) this.texts.add(stableText(value));
      else this.scalars.add(value);
    }
  }

  /** Whether an equal value is in the set. */
  has(value: unknown): boolean {
    if (!isStructure(value)) return this.scalars.has(value);
    return this.texts.size > 0 && this.texts.has(stableText(value));
  }

  /** How many different values there are. */
  get size(): number {
    return this.scalars.size + this.texts.size;
  }
}

function isStructure(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function stableText(value: object): string {
  return JSON.stringify(value, sortKeys);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isStructure(value) || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** An object with foreign names: only own properties are read and written. */
export interface ForeignObject {
  readonly [name: string]: unknown;
}

/** The object that a value is; an empty one for the empty text; `undefined` for any other value. */
export function objectOf(value: unknown): ForeignObject | undefined {
  if (typeof value === 'object' && value !== null) return value as ForeignObject;
  return value === '' ? EMPTY : undefined;
}

/** The empty target of a sanitized object; a list for a list, as WordPress does not distinguish them. */
export function emptyLike(object: ForeignObject): Record<string, unknown> {
  return Array.isArray(object) ? ([] as unknown as Record<string, unknown>) : {};
}

/** Sets an own property of any name: assigning to `__proto__` would set the prototype. */
export function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') {
    target[name] = value;
    return;
  }
  const shape = { value, configurable: true, enumerable: true, writable: true };
  Object.defineProperty(target, name, shape);
}
