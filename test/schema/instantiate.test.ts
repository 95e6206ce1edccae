import { describe, expect, test } from 'vitest';
import { createInstantiator } from '../../lib/schema/engine/instantiate.js';

class Line {
  sku = 'none';
  quantity = 1;
  set doubled(value: number) {
    this.quantity = value * 2;
  }
}

describe('instances of a class', () => {
  const make = createInstantiator(Line, ['sku', 'quantity', 'doubled']);

  test('have the given properties and their own defaults for the others', () => {
    expect(make({ sku: 'a' })).toEqual(Object.assign(new Line(), { sku: 'a' }));
    expect(make({ sku: null, quantity: 0 })).toMatchObject({ sku: null, quantity: 0 });
    expect(make({})).toBeInstanceOf(Line);
  });

  test('have the property for each name, also if names are those of other properties', () => {
    const swapped = new Map([
      ['sku', 'quantity'],
      ['quantity', 'sku'],
    ]);
    const propertyOf = (name: string) => swapped.get(name) ?? name;
    const swap = createInstantiator(Line, ['sku', 'quantity'], propertyOf);
    expect(swap({ sku: 5, quantity: 'a' })).toEqual({ sku: 'a', quantity: 5 });
    const slow = createInstantiator(Line, ['sku', 'quantity', 'toString'], propertyOf);
    expect(slow({ sku: 5, quantity: 'a' })).toEqual({ sku: 'a', quantity: 5 });
  });

  test('are set through setters', () => {
    expect(make({ doubled: 3 })).toMatchObject({ quantity: 6 });
  });

  test('ignore inherited properties of the value', () => {
    class Named {}
    const named = createInstantiator(Named, ['toString', 'a']);
    expect(Object.keys(named({ a: 1 }) as object)).toEqual(['a']);
    expect(named({ toString: 'text' })).toMatchObject({ toString: 'text' });
  });

  test('may have properties of any name', () => {
    const names = ['"', "'];throw 1;//", 'a\nb', '${x}', '\u2028'];
    const hostile = createInstantiator(Line, names);
    const properties = Object.fromEntries(names.map((name, at) => [name, at]));
    expect(hostile(properties)).toMatchObject(properties);
  });
});
