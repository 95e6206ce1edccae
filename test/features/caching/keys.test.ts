import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  CacheKeys,
  cachePartition,
  canonicalArguments,
} from '../../../lib/features/caching/engine/keys.js';
import { policyOf } from './support/setup.js';

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

const keys = new CacheKeys('acme');
const args = canonicalArguments({ id: 7 }) ?? '';

describe('The key of an entry', () => {
  it('is readable where it is short', () => {
    expect(keys.entry('GET:/acme/v1/items/{id}', args, 'public')).toBe(
      'acme:rest:e1:"GET:/acme/v1/items/{id}"{"id":7}"public"',
    );
  });

  it('is printable and of limited length for any request', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ maxLength: 5000 }), (route, text) => {
        const canonical = canonicalArguments({ text }) ?? '';
        const key = keys.entry(route, canonical, `vary:${text}`);
        expect(key).toMatch(/^[\x21-\x7e]{1,200}$/);
      }),
    );
    expect(
      keys.entry('GET:/x', canonicalArguments({ q: 'a'.repeat(1e6) }) ?? '', 'public'),
    ).toHaveLength('acme:rest:e1:#'.length + 43);
  });

  it('differs where any part differs, also by where a part ends', () => {
    const parts = fc.tuple(fc.string(), fc.dictionary(fc.string(), fc.string()), fc.string());
    const keyOf = ([route, values, caller]: [string, Record<string, string>, string]) =>
      keys.entry(route, canonicalArguments(values) ?? '', caller);
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const isSame =
          one[0] === other[0] &&
          one[2] === other[2] &&
          canonicalArguments(one[1]) === canonicalArguments(other[1]);
        return (keyOf(one) === keyOf(other)) === isSame;
      }),
      { numRuns: 2000 },
    );
    expect(keys.entry('a', '{}', '"{}"b')).not.toBe(keys.entry('a"{}"', '{}', 'b'));
  });

  it('is different for two callers, and for a caller and a vary text', () => {
    const callers = [
      'public',
      'user:1',
      'user#1',
      'user:2',
      'vary:1',
      'vary:user:1',
      'user:public',
    ];
    expect(new Set(callers.map((caller) => keys.entry('r', '{}', caller))).size).toBe(
      callers.length,
    );
  });

  it('is different for callers that differ only in their bytes', () => {
    expect(keys.entry('r', '{}', 'user:\ud800')).not.toBe(keys.entry('r', '{}', 'user:\ud801'));
  });
});

describe('Two applications with one store', () => {
  it.each([
    ['acme', 'acme2'],
    ['acme', 'acme:rest'],
    ['a', 'a:rest:e1'],
    ['a'.repeat(100), 'a'.repeat(101)],
    ['ä', 'a'],
  ])('do not meet: %s and %s', (one, other) => {
    const of = (namespace: string) => {
      const own = new CacheKeys(namespace);
      return [
        own.all,
        own.route('r'),
        own.args('r', '{}'),
        own.tag('t'),
        own.entry('r', '{}', 'public'),
        own.probe('p'),
      ];
    };
    const all = [...of(one), ...of(other)];
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('The keys of generations', () => {
  it('differ from keys of entries, and from each other', () => {
    const all = [
      keys.all,
      keys.route('x'),
      keys.tag('x'),
      keys.args('x', 'x'),
      keys.tag('*'),
      keys.route('*'),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('of arguments are at most 1024 for a route', () => {
    const groups = new Set(
      Array.from({ length: 20_000 }, (_, id) => keys.args('r', `{"id":${id}}`)),
    );
    expect(groups.size).toBeGreaterThan(1000);
    expect(groups.size).toBeLessThanOrEqual(1024);
  });

  it('of long tags are of limited length as well', () => {
    expect(keys.tag('x'.repeat(5000)).length).toBeLessThan(100);
    expect(keys.tag('x'.repeat(5000))).not.toBe(keys.tag('x'.repeat(5001)));
  });
});

const PUBLIC = { isPublic: true };
const PRIVATE = { isPublic: false };

describe('The cache partition', () => {
  const noCaller = () => undefined;

  it('is shared by all on a public route, and is the caller on any other route', () => {
    expect(cachePartition(policyOf({}, PUBLIC), () => 1, {})).toBe('public');
    expect(cachePartition(policyOf({}, PRIVATE), () => 'ada', {})).toBe('user:ada');
  });

  it('is shared by all with vary none, and is the caller with vary user', () => {
    expect(cachePartition(policyOf({ vary: 'none' }, PRIVATE), noCaller, {})).toBe('public');
    expect(cachePartition(policyOf({ vary: 'user' }, PUBLIC), () => 'ada', {})).toBe('user:ada');
  });

  it('is the text of a vary function', () => {
    const policy = policyOf<{ language: string }>({ vary: ({ language }) => language }, PRIVATE);
    expect(cachePartition(policy, noCaller, { language: 'de' })).toBe('vary:de');
    expect(cachePartition(policy, noCaller, { language: '' })).toBe('vary:');
  });

  it.each([
    ['an anonymous user', undefined],
    ['null', null],
    ['an empty id', ''],
    ['NaN', NaN],
    ['a user instead of an id', { name: 'ada' }],
    ['yes', true],
    ['an object whose text is empty', { toJSON: () => '' }],
  ])('cannot be said for %s', (_, id) => {
    expect(cachePartition(policyOf({ vary: 'user' }), () => id, {})).toBeUndefined();
  });

  it('is undefined where a vary function returns no string', async () => {
    const policy = policyOf({ vary: (() => Promise.resolve(5)) as never });
    expect(await cachePartition(policy, () => 'ada', {})).toBeUndefined();
    expect(cachePartition(policyOf({ vary: (() => 5) as never }), () => 'ada', {})).toBeUndefined();
  });

  it('is the values of the declared headers', () => {
    const policy = policyOf({ vary: { headers: ['B', 'A'] } });
    const share = (headers: Record<string, string>) =>
      cachePartition(policy, noCaller, {}, headers);
    expect(share({ a: '1', b: '2', c: '3' })).toBe(share({ b: '2', a: '1' }));
    const others = [{}, { a: '' }, { a: 'null' }, { b: '' }, { a: '1' }, { a: '1', b: '2' }];
    expect(new Set(others.map((headers) => share(headers as never))).size).toBe(others.length);
    const other = policyOf({ vary: { headers: ['A', 'C'] } });
    expect(cachePartition(other, noCaller, {}, { a: '1' })).not.toBe(share({ a: '1' }));
  });

  it('is different for callers with different ids', () => {
    const policy = policyOf({ vary: 'user' });
    const ids = [1, '1', 1n, '1n', '#1', { toJSON: () => '1' }, '@1'];
    expect(new Set(ids.map((id) => cachePartition(policy, () => id, {}))).size).toBe(
      ids.length - 1,
    );
    expect(cachePartition(policy, () => 1, {})).toBe(cachePartition(policy, () => 1n, {}));
  });
});
