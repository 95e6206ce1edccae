import 'reflect-metadata';
import { expect, test } from 'vitest';
import { Cache } from '../../lib/decorators/controllers.js';
import { methodCache } from '../../lib/decorators/metadata-accessor.js';

test('Cache writes the options object itself on the method', () => {
  const options = { ttl: '5m', tags: ['items'] } as const;
  class ItemsController {
    @Cache(options)
    list(): void {}

    one(): void {}
  }
  expect(methodCache(ItemsController.prototype, 'list')).toBe(options);
  expect(methodCache(ItemsController.prototype, 'one')).toBeUndefined();
});
