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
export function numberFromText(text: string): number {
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
