import 'reflect-metadata';
import { describe, expect, test } from 'vitest';
import { methodRoutes } from '../../lib/decorators/metadata-accessor.js';
import { RestRoute } from '../../lib/decorators/controllers.js';
import { HttpMethod } from '../../lib/routes/declaration/route-declaration.js';
import { Capability, PublicAccess } from '../../lib/routes/declaration/permission.js';

const anyone = new PublicAccess();
const editors = new Capability('edit_items');

class ItemsController {
  @RestRoute('/{id}', HttpMethod.Get, anyone)
  @RestRoute('/by-id/{id}', HttpMethod.Put, editors, { hidden: true, batch: true })
  one(): void {}

  plain(): void {}
}

describe('RestRoute', () => {
  test('is listed once for each decorator, in the order of the source', () => {
    expect(methodRoutes(ItemsController.prototype, 'one')).toEqual([
      { path: '/{id}', methods: ['GET'], permission: anyone, options: {} },
      {
        path: '/by-id/{id}',
        methods: ['PUT'],
        permission: editors,
        options: { hidden: true, batch: true },
      },
    ]);
  });

  test('keeps the permission object that it was given', () => {
    expect(methodRoutes(ItemsController.prototype, 'one')[0]?.permission).toBe(anyone);
  });

  test('leaves other methods without routes', () => {
    expect(methodRoutes(ItemsController.prototype, 'plain')).toEqual([]);
  });

  test('does not reach the routes of an overriding method', () => {
    class Overriding extends ItemsController {
      override one(): void {}
    }
    expect(methodRoutes(Overriding.prototype, 'one')).toEqual([]);
  });
});
