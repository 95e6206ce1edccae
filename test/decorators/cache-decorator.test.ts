import 'reflect-metadata';
import { expect, test } from 'vitest';
import { Cache } from '../../lib/decorators/cache.decorator.js';
import { cacheMetadata } from '../../lib/decorators/metadata-accessor.js';

test('Cache writes the options object itself on the method', () => {
  const options = { ttl: '5m', tags: ['items'] } as const;
  class ItemsController {
    @Cache(options)
    list(): void {}

    one(): void {}
  }
  expect(cacheMetadata(ItemsController.prototype.list)).toBe(options);
  expect(cacheMetadata(ItemsController.prototype.one)).toBeUndefined();
});

test('a value that is no method has no cache options', () => {
  expect(cacheMetadata(undefined)).toBeUndefined();
  expect(cacheMetadata({})).toBeUndefined();
});
