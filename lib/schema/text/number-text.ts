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
