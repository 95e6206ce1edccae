import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSchema, INVALID, type CompileOptions } from '../../lib/schema/schema.js';

const ENGINES = ['compiled', 'interpreted'] as const;

/** A decimal text as a fraction, in exact arithmetic, as a schoolbook has it. */
function fractionOf(text: string): { readonly above: bigint; readonly below: bigint } {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const power = Number(exponent) - fraction.length;
  const above = BigInt(`${whole}${fraction}`);
  return power >= 0
    ? { above: above * 10n ** BigInt(power), below: 1n }
    : { above, below: 10n ** BigInt(-power) };
}

function isMultiple(value: number, factor: number): boolean {
  const [one, other] = [fractionOf(String(value)), fractionOf(String(factor))];
  return (one.above * other.below) % (one.below * other.above) === 0n;
}

describe.each(ENGINES)('multipleOf with numbers in decimal, %s', (engine) => {
  const options: CompileOptions = { engine, multiples: 'decimal' };
  const accepts = (factor: number, value: unknown) =>
    compileSchema({ type: 'number', multipleOf: factor }, options).parse(value) !== INVALID;

  test('all cents from 0 to 1,000 are multiples of 0.01, and thousandths beside them are not', () => {
    const validator = compileSchema({ type: 'number', multipleOf: 0.01 }, options);
    const wrong: number[] = [];
    for (let thousandths = 0; thousandths <= 1_000_000; thousandths++) {
      const value = thousandths / 1000;
      if ((validator.parse(value) === value) !== (thousandths % 10 === 0)) wrong.push(value);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    [0.1, 0.3, true],
    [0.1, -0.3, true],
    [0.1, 0, true],
    [0.1, -0, true],
    [0.1, 0.30000000000000004, false],
    [0.07, 0.7, true],
    [0.07, 0.71, false],
    [1.1, 12.1, true],
    [3, 9_007_199_254_740_992, false],
    [3, 1e308, false],
    [2, 1e308, true],
    [5e-324, 1e308, true],
    [5e-324, 4e-323, true],
    [1.5e-323, 4e-323, false],
    [1e-323, 1e308, true],
    [1e308, 5e-324, false],
    [1e308, 1.7e308, false],
    [5e307, 1e308, true],
    [1e21, 3e21, true],
    [0.5, Number.MAX_SAFE_INTEGER, true],
    [Number.MAX_VALUE, Number.MAX_VALUE, true],
    [Number.MIN_VALUE, Number.MAX_VALUE, true],
    [0.01, '19.99', true],
    [0.01, '1e-2', true],
    [0.01, '1e-3', false],
    [0.01, '1e999', false],
  ])('multipleOf %d: %s', (factor, value, expected) => {
    expect(accepts(factor, value)).toBe(expected);
  });

  test('any factor and any number are compared as in exact arithmetic', () => {
    const factors = fc.oneof(
      fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: 1, max: 1000 }).map((one) => Number(`${one}e-3`)),
      fc.constantFrom(5e-324, 1e308, 1.7976931348623157e308),
    );
    const pairs = factors.chain((factor) =>
      fc.tuple(
        fc.constant(factor),
        fc.oneof(
          fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
          fc
            .integer({ min: 0, max: 1_000_000 })
            .map((one) => Number((factor * one).toPrecision(15))),
        ),
      ),
    );
    fc.assert(
      fc.property(pairs, ([factor, value]) => {
        fc.pre(Number.isFinite(value));
        expect(accepts(factor, value)).toBe(isMultiple(value, factor));
      }),
      { numRuns: 2000 },
    );
  });

  test('a rejected number has the reason of WordPress, with its remainder or without', () => {
    for (const multiples of ['decimal', 'wordpress'] as const) {
      const schema = { type: 'number', multipleOf: 0.01 } as const;
      const { parse, explain } = compileSchema(schema, { engine, multiples });
      expect(parse(0.005)).toBe(INVALID);
      expect(explain(0.005, 'price')).toMatchObject({ code: 'rest_invalid_multiple' });
      expect(parse(19.99) === INVALID).toBe(multiples === 'wordpress');
    }
  });
});
