/**
 * The number of code points in a text: what `minLength` and `maxLength` count. A surrogate pair is
 * one, a lone surrogate is one. Counted without an iterator, which would allocate each of them.
 */
function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
    if (isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1))) count--;
  }
  return count;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Whether a text has at least so many code points; its length usually decides. */
export function hasAtLeast(text: string, count: number): boolean {
  if (text.length < count) return false;
  return text.length >= 2 * count || countCodePoints(text) >= count;
}

/** Whether a text has at most so many code points; its length usually decides. */
export function hasAtMost(text: string, count: number): boolean {
  if (text.length <= count) return true;
  return text.length <= 2 * count && countCodePoints(text) <= count;
}

/** Significant digits of a float as text: WordPress's `precision` setting. */
const PRECISION = 14;

/** Below this exponent a float is written in scientific notation. */
const LEAST_EXPONENT = -4;

/** Integers below this are integers to WordPress, and written in full. */
const INTEGER_LIMIT = 2 ** 63;

/** `1.5e-7` as `1.5E-7`, `1e+25` as `1.0E+25`. */
function scientific(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(PRECISION - 1).split('e');
  const digits = mantissa.replace(/\.?0+$/, '');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent}`;
}

/** A number as WordPress writes it where it needs a text. */
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
 * What WordPress's `is_numeric` takes: decimal digits with a sign, a point and an exponent if need
 * be, and blanks around them. Not `0x1A`, `0b1`, `1_000`, `Infinity` or the digits of other
 * scripts, of which JavaScript's own `Number` takes some.
 */
const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;

const ZERO = 0x30;

const NINE = 0x39;

const MINUS = 0x2d;

/** Fifteen digits always fit a double exactly. */
const EXACT_DIGITS = 15;

/** The number a text spells, or NaN. Plain digits, the usual case, are read without a regex. */
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
  return NUMERIC.test(text) ? Number(text) : NaN;
}

/** The number that a value is or spells, or NaN. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? numberFromText(value) : NaN;
}
