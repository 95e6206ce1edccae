import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CacheKeys, canonicalArguments } from '../../lib/caching/keys.js';

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
