import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { canonicalArguments } from '../../lib/caching/keys.js';

class Line {
  constructor(
    readonly sku: string,
    readonly qty: number,
  ) {}
}

const values = fc.object({
  withDate: true,
  withBigInt: true,
  withSparseArray: false,
  withNullPrototype: false,
  maxDepth: 3,
  // An argument that is undefined is absent; a hidden prototype is no argument.
  key: fc.string().filter((name) => name !== '__proto__' && name !== 'toJSON'),
});

const withoutUndefined = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value === 'number') return value + 0;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutUndefined(item)]));
};

describe('The canonical text of arguments', () => {
  it('does not depend on the order of names, at any depth', () => {
    expect(canonicalArguments({ a: 1, b: { c: [2], d: null } })).toBe(
      canonicalArguments({ b: { d: null, c: [2] }, a: 1 }),
    );
  });

  it.each([
    ['an argument that is undefined', {}, { page: undefined }],
    ['negative zero', { n: 0 }, { n: -0 }],
    ['an instance', { line: { qty: 1, sku: 'a' } }, { line: new Line('a', 1) }],
    ['a record without a prototype', { a: 1 }, Object.assign(Object.create(null), { a: 1 })],
    ['equal dates', { day: new Date(5) }, { day: new Date(5) }],
  ])('is the same for %s', (_, one, other) => {
    expect(canonicalArguments(one)).toBe(canonicalArguments(other));
    expect(canonicalArguments(one)).toBeTypeOf('string');
  });

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ n: 1 }, { n: '1' }],
    [{ n: 1 }, { n: 1n }],
    [{ n: null }, { n: 'null' }],
    [{ n: null }, {}],
    [{ n: NaN }, { n: null }],
    [{ n: true }, { n: 'true' }],
    [{ n: [] }, { n: {} }],
    [{ n: ['a', 'b'] }, { n: ['a,b'] }],
    [{ n: ['a"', 'b'] }, { n: ['a', '"b'] }],
    [{ n: [[1], 2] }, { n: [[1, 2]] }],
    [{ n: [undefined] }, { n: [null] }],
    [{ n: new Date(0) }, { n: new Date(0).toISOString() }],
    [{ n: new Date(0) }, { n: 0 }],
    [{ n: new Date(NaN) }, { n: new Date(0) }],
    [{ a: 'x', b: 'y' }, { a: 'x","b":"y' }],
    [{ n: '\ud800' }, { n: '\ud801' }],
    [{ n: '\ud800' }, { n: '\ufffd' }],
    [{ n: 'é' }, { n: 'e\u0301' }],
    [{ n: new URL('http://a/') }, { n: new URL('http://b/') }],
    [{ n: Buffer.from('a') }, { n: Buffer.from('b') }],
    [{ n: new Uint8Array([1]) }, { n: new Uint8Array([2]) }],
  ])('tells %o from %o', (one, other) => {
    expect(canonicalArguments(one)).toBeTypeOf('string');
    expect(canonicalArguments(one)).not.toBe(canonicalArguments(other));
  });

  it('is the same for equal arguments only', () => {
    fc.assert(
      fc.property(values, values, (one, other) => {
        const areEqual = isDeepStrictEqual(withoutUndefined(one), withoutUndefined(other));
        return (canonicalArguments(one) === canonicalArguments(other)) === areEqual;
      }),
      { numRuns: 2000 },
    );
  });

  it('changes with every single part of the arguments', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.nat(), fc.string(), (texts, at, text) => {
        const other = [...texts];
        if (texts.length === 0) return true;
        other[at % texts.length] = text;
        const areEqual = isDeepStrictEqual(texts, other);
        return (
          (canonicalArguments({ texts }) === canonicalArguments({ texts: other })) === areEqual
        );
      }),
      { numRuns: 2000 },
    );
  });

  class Hidden {
    readonly #secret: number;
    constructor(secret: number) {
      this.#secret = secret;
    }
    read(): number {
      return this.#secret;
    }
  }
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;

  it.each<[string, unknown]>([
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a Map', new Map([[1, 2]])],
    ['a Set', new Set([1])],
    ['a RegExp', /a/],
    ['a promise', Promise.resolve(1)],
    ['an instance with private fields alone', new Hidden(1)],
    ['a circle', circle],
    [
      'a toJSON that throws',
      {
        toJSON: () => {
          throw new Error('no');
        },
      },
    ],
  ])('does not exist for %s, which is not cached then', (_, value) => {
    expect(canonicalArguments({ value })).toBeUndefined();
  });
});
