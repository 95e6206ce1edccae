import { isObject } from '../../shared/records.js';
import type { SchemaType } from '../vocabulary.js';

/** Significant digits of a float as text: WordPress's `precision` setting. */
const PRECISION = 14;

/** Below this exponent a float is written in scientific notation. */
const LEAST_EXPONENT = -4;

/** Integers below this are integers to WordPress, and written in full. */
const INTEGER_LIMIT = 2 ** 63;

/**
 * The texts that WordPress's `is_numeric` accepts: decimal digits with an optional sign, point and exponent, and
 * blanks around them. Not `0x1A`, `0b1`, `1_000`, `Infinity` or the digits of other scripts, some of which
 * JavaScript's own `Number` accepts.
 */
const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;

const ZERO = 0x30;

const NINE = 0x39;

const MINUS = 0x2d;

/** Fifteen digits always fit a double exactly. */
const EXACT_DIGITS = 15;

const EMPTY: ForeignObject = Object.freeze({});

const INTEGER_KEY = /^(?:0|-?[1-9]\d*)$/;

const TEXTS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Whether a list and the empty text are objects, as in WordPress, or only objects are. */
export type ObjectStyle = 'wordpress' | 'typed';

type TypeChecks = Readonly<Record<SchemaType, (value: unknown) => boolean>>;

const wordpressChecks: TypeChecks = {
  array: (value) => listOf(value) !== undefined,
  object: (value) => objectOf(value) !== undefined,
  integer: (value) => isIntegral(numberOf(value)),
  number: (value) => !Number.isNaN(numberOf(value)),
  boolean: (value) => booleanOf(value) !== undefined,
  string: (value) => typeof value === 'string',
  null: (value) => value === null,
};

/** Whether a value is of a type, or spells one: how WordPress chooses among types. */
export const typeChecks: Readonly<Record<ObjectStyle, TypeChecks>> = {
  wordpress: wordpressChecks,
  typed: { ...wordpressChecks, object: (value) => onlyObjectOf(value) !== undefined },
};

/**
 * The first type of a list that fits a value; `undefined` if none does. The empty text is a string if the list has
 * one, though it could be an empty list or object too.
 *
 * @see WordPress, `rest_get_best_type_for_value`
 */
export function bestType(
  value: unknown,
  types: readonly SchemaType[],
  objects: ObjectStyle = 'wordpress',
): SchemaType | undefined {
  if (value === '' && types.includes('string')) return 'string';
  return types.find((type) => typeChecks[objects][type](value));
}

/** Infinity counts: a text with too great an exponent spells it. */
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

/** Splits at commas and blanks, any number of them, as WordPress does: `a, b c` is a list of three. */
function splitText(text: string): readonly string[] {
  const items: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && !isSeparator(text.charCodeAt(at))) continue;
    if (at > start) items.push(text.slice(start, at));
    start = at + 1;
  }
  return items;
}

/**
 * How a text becomes a list: `repeated` makes it the only item, `comma` divides it at commas, and `wordpress` at blanks
 * too. The empty text is the empty list.
 */
export type ListStyle = 'repeated' | 'comma' | 'wordpress';

/** The list that a text is, in each style. */
export const textLists: Readonly<Record<ListStyle, (text: string) => readonly string[]>> = {
  repeated: (text) => (text === '' ? [] : [text]),
  comma: (text) => (text === '' ? [] : text.split(',')),
  wordpress: splitText,
};

/** A comma, a blank, or one of the characters from tab to carriage return. */
function isSeparator(code: number): boolean {
  return code === 44 || code === 32 || (code >= 9 && code <= 13);
}

/** The values of an object whose keys are all integers, as for a sparse `v[3]=x`. */
function valuesOf(object: object): readonly unknown[] | undefined {
  const keys = Object.keys(object);
  // Unlike in WordPress, an empty object is not an empty list: `{}` must not be accepted as a list.
  if (keys.length === 0 || !keys.every((key) => INTEGER_KEY.test(key))) return undefined;
  return Object.values(object);
}

/**
 * The list that a value is, or that its text spells; `undefined` for any other value. Unlike in WordPress, `false` is
 * not an empty list.
 */
export function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return splitText(value);
  if (typeof value === 'number') return [textOfNumber(value)];
  if (value === true) return ['1'];
  return typeof value === 'object' && value !== null ? valuesOf(value) : undefined;
}

/** An object with foreign names: only own properties are read and written. */
export interface ForeignObject {
  readonly [name: string]: unknown;
}

/**
 * The object that a value is; an empty one for the empty text; `undefined` for any other value. A list is an object with
 * the names 0, 1, …: PHP has one type for both, and writes an empty object as an empty list.
 */
export function objectOf(value: unknown): ForeignObject | undefined {
  if (typeof value === 'object' && value !== null) return value as ForeignObject;
  return value === '' ? EMPTY : undefined;
}

/** The object that a value is; `undefined` for any other value, lists and the empty text included. */
export function onlyObjectOf(value: unknown): ForeignObject | undefined {
  return Array.isArray(value) || value === '' ? undefined : objectOf(value);
}

/** Sets an own property of any name: assigning to `__proto__` would set the prototype. */
export function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') {
    target[name] = value;
    return;
  }
  const descriptor = { value, configurable: true, enumerable: true, writable: true };
  Object.defineProperty(target, name, descriptor);
}

/** The number a text spells, or NaN. Digits only, the usual case, are read without a regex. */
function numberFromText(text: string): number {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  const digits = text.length - start;
  if (digits < 1 || digits > EXACT_DIGITS) return slowNumber(text);
  let number = 0;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < ZERO || code > NINE) return slowNumber(text);
    number = number * 10 + (code - ZERO);
  }
  return start === 1 ? -number : number;
}

function slowNumber(text: string): number {
  return mayBeNumber(text) && NUMERIC.test(text) ? Number(text) : NaN;
}

/** The length of texts that are compared with the expression as a whole: most numbers are shorter. */
const SHORT = 64;

/** A long text is left at its first character that no number has: many alternatives may read the same one. */
function mayBeNumber(text: string): boolean {
  if (text.length <= SHORT) return true;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isDigit = code >= ZERO && code <= NINE;
    if (!isDigit && !' \t\n\r\v\f+-.eE'.includes(text.charAt(index))) return false;
  }
  return true;
}

/** The number that a value is or spells, or NaN. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? numberFromText(value) : NaN;
}

/** `1.5e-7` as `1.5E-7`, `1e+25` as `1.0E+25`. */
function scientific(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(PRECISION - 1).split('e');
  const digits = mantissa.replace(/\.?0+$/, '');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent}`;
}

/** A number as WordPress writes it if it needs a text. */
export function textOfNumber(value: number): string {
  if (Number.isSafeInteger(value) && value !== 0) return String(value);
  if (Number.isInteger(value) && Math.abs(value) < INTEGER_LIMIT) {
    return Object.is(value, -0) ? '-0' : BigInt(value).toString();
  }
  const exponent = Number(value.toExponential(PRECISION - 1).split('e')[1]);
  if (exponent < LEAST_EXPONENT || exponent >= PRECISION) return scientific(value);
  return String(Number(value.toPrecision(PRECISION)));
}

/**
 * The result of `parse` for a value that the schema rejects. A symbol, because a sanitized value may be
 * `undefined`, `null` or `false`.
 *
 * @example
 * if (validator.parse(value) === INVALID) report(validator.explain(value, 'page'));
 */
export const INVALID: unique symbol = Symbol('invalid');

/** The sanitized value, or {@link INVALID}. */
export type Parse = (value: unknown) => unknown;

/** Accepts any value unchanged. */
export const keep: Parse = (value) => value;

/** Accepts no value. */
export const reject: Parse = () => INVALID;

/**
 * JSON values, each once: equal lists are one, and objects are equal in any order of their properties. Texts of lists
 * and objects are distinguished from strings, which may look like them.
 */
export class JsonSet {
  private readonly scalars = new Set<unknown>();
  private readonly texts = new Set<string>();

  constructor(values: readonly unknown[]) {
    for (const value of values) {
      if (isObject(value)) this.texts.add(stableText(value));
      else this.scalars.add(value);
    }
  }

  /** Whether an equal value is in the set. */
  has(value: unknown): boolean {
    if (!isObject(value)) return this.scalars.has(value);
    return this.texts.size > 0 && this.texts.has(stableText(value));
  }

  /** The number of different values. */
  get size(): number {
    return this.scalars.size + this.texts.size;
  }
}

function stableText(value: object): string {
  return JSON.stringify(value, sortKeys);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
