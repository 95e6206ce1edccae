/**
 * How a number is compared with `multipleOf`: by its decimal text, so that 19.99 is a multiple of 0.01, or by the
 * remainder of a division in floating point, which is not zero, as in WordPress.
 */
export type Multiples = 'decimal' | 'wordpress';

/** A function that tells whether a number is a multiple of a factor. */
export const multiples: Readonly<
  Record<Multiples, (factor: number) => (value: number) => boolean>
> = {
  decimal: decimalMultiples,
  wordpress: (factor) => (value) => value % factor === 0,
};

/** Below this, a number of at most 15 digits is the only one that its double is the nearest to. */
const FIFTEEN_DIGITS = 1e15;

/** Greater powers of ten are not exact. */
const EXACT_POWER = 22;

function decimalMultiples(factor: number): (value: number) => boolean {
  const step = decimalOf(factor);
  // Only a declaration that is rejected states such a factor.
  if (step.digits === 0n) return () => false;
  const isAny = anyMultiples(step);
  // The usual case: a multiple has no more decimals than the factor, so that it is a whole number of its last decimal.
  const decimals = Math.max(0, -step.exponent);
  const scale = 10 ** decimals;
  const steps = decimals === 0 ? factor : Number(step.digits);
  if (decimals > EXACT_POWER || steps >= FIFTEEN_DIGITS) return isAny;
  return (value) => {
    const scaled = Math.round(value * scale);
    if (!(Math.abs(scaled) < FIFTEEN_DIGITS)) return isAny(value);
    return scaled / scale === value && scaled % steps === 0;
  };
}

/** The work does not depend on the exponents. */
function anyMultiples(step: Decimal): (value: number) => boolean {
  return (value) => {
    if (value === 0 || !Number.isFinite(value)) return value === 0;
    const { digits, exponent } = decimalOf(value);
    const zeros = exponent - step.exponent;
    // The digits do not end with a zero, so that ten does not divide them.
    if (zeros < 0) return false;
    return (digits * powerOfTen(zeros, step.digits)) % step.digits === 0n;
  };
}

/** A finite number other than zero as `digits × 10 ** exponent`; the digits do not end with a zero. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const TEXT = /^-?(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** The shortest text of a number, which is the one that was sent, has at most 17 digits that are not zeros at an end. */
function decimalOf(number: number): Decimal {
  const [, whole = '', fraction = '', power = '0'] = TEXT.exec(String(number)) ?? [];
  const all = `${whole}${fraction}`;
  const digits = all.replace(/0+$/, '');
  const exponent = Number(power) - fraction.length + (all.length - digits.length);
  return { digits: BigInt(digits === '' ? 0 : digits), exponent };
}

/** `10 ** exponent`, modulo a number. The exponents of numbers differ by at most 650. */
function powerOfTen(exponent: number, modulus: bigint): bigint {
  let power = 1n % modulus;
  let square = 10n % modulus;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = (power * square) % modulus;
    square = (square * square) % modulus;
  }
  return power;
}
