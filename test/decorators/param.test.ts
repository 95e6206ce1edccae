import 'reflect-metadata';
import { describe, expect, test } from 'vitest';
import { Callback } from '../../lib/routes/declaration/permission.js';
import { Param, ListOf } from '../../lib/decorators/parameters.js';
import {
  parameterDescriptions,
  propertyDescriptions,
} from '../../lib/decorators/metadata-accessor.js';

class Line {
  @Param({ type: 'string', minLength: 2 })
  sku = '';

  @Param({ required: false })
  @ListOf('integer', { maxItems: 3 })
  counts: readonly number[] = [];
}

class ItemsController {
  static mayEdit(@Param({ name: 'id', type: 'integer' }) id: number): boolean {
    return id > 0;
  }

  list(
    @Param({ name: 'page', minimum: 1 }) _page: number,
    _plain: string,
    @Param({ name: 'lines' }) @ListOf(Line, { minItems: 1 }) _lines: readonly Line[],
  ): void {}
}

describe('Param and ListOf', () => {
  test('describe the parameters of a method by position', () => {
    const descriptions = parameterDescriptions(ItemsController.prototype.list);
    expect([...descriptions.keys()].toSorted((a, b) => a - b)).toEqual([0, 2]);
    expect(descriptions.get(0)).toEqual({ options: { name: 'page', minimum: 1 } });
  });

  test('of one parameter are joined', () => {
    expect(parameterDescriptions(ItemsController.prototype.list).get(2)).toEqual({
      options: { name: 'lines' },
      list: {
        items: { kind: 'class', handle: { name: 'Line', ref: Line } },
        limits: { minItems: 1 },
      },
    });
  });

  test('describe the parameters of a static method, which a callback carries with it', () => {
    const { method } = new Callback(ItemsController.mayEdit as (...args: never[]) => boolean);
    expect(parameterDescriptions(method).get(0)).toEqual({
      options: { name: 'id', type: 'integer' },
    });
  });

  test('describe the properties of a value class by name', () => {
    expect(Object.fromEntries(propertyDescriptions(Line.prototype))).toEqual({
      sku: { options: { type: 'string', minLength: 2 } },
      counts: {
        options: { required: false },
        list: { items: { kind: 'integer' }, limits: { maxItems: 3 } },
      },
    });
  });

  test('of a subclass do not change those of its superclass', () => {
    class Special extends Line {
      @Param({ type: 'boolean' })
      gift = false;
    }
    expect([...propertyDescriptions(Special.prototype).keys()]).toEqual(['gift']);
    expect(propertyDescriptions(Line.prototype).has('gift')).toBe(false);
  });

  test('have no limits and no options by default', () => {
    class Defaults {
      list(@Param() @ListOf('string') _tags: readonly string[]): void {}
    }
    expect(parameterDescriptions(Defaults.prototype.list).get(0)).toEqual({
      options: {},
      list: { items: { kind: 'string' }, limits: {} },
    });
  });
});
