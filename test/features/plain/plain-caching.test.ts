import { describe, expect, it } from 'vitest';
import { isPlainData, ownHeadersOf } from '../../../lib/features/plain/plain-response.js';

describe('The headers of a handler', () => {
  const own = (before: object, after: object, declared: readonly string[] = []) =>
    ownHeadersOf({ ...before }, { ...after }, new Set(declared));

  it('are those that were set while it ran, and those of @Header', () => {
    const found = own({ a: '1', b: '2' }, { a: '1', b: '2', c: ['3', '4'] }, ['b']);
    const lines = [
      ['b', '2'],
      ['c', '3'],
      ['c', '4'],
    ];
    expect(found).toEqual({ lines, hasChanged: true, replaced: [] });
  });

  it('do not include those that something before it has set', () => {
    expect(own({ a: '1' }, { a: '1' })).toEqual({ lines: [], hasChanged: false, replaced: [] });
  });

  it('include the names that it adds to Vary', () => {
    const { lines } = own({ vary: 'Origin' }, { vary: 'Origin, Accept' });
    expect(lines).toEqual([['vary', 'Accept']]);
  });

  it('name those that it replaces and removes', () => {
    expect(own({ a: '1', b: '2' }, { a: '9' }).replaced).toEqual(['b', 'a']);
  });
});

describe('Plain data', () => {
  it.each([null, 'a', 1, true, [], {}, [{ a: [1, null] }], { a: undefined }, Object.create(null)])(
    'includes %j',
    (value) => {
      expect(isPlainData(value)).toBe(true);
    },
  );

  it.each([
    ['undefined', undefined],
    ['NaN', NaN],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a date', { at: new Date(0) }],
    ['a map', new Map()],
    ['an instance', [new (class Item {})()]],
    ['an undefined item', [undefined]],
    ['an object with toJSON', { toJSON: () => 1 }],
    ['an object with a symbol', { [Symbol('a')]: 1 }],
    ['a list with a class of its own', new (class List extends Array {})()],
  ])('does not include %s', (_title, value) => {
    expect(isPlainData(value)).toBe(false);
  });

  it('does not include a circular object', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    expect(isPlainData(circular)).toBe(false);
  });
});
