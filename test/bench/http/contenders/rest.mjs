// This library, declared by hand as any toolchain can.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import {
  Cache,
  Capability,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestResponse,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { ITEMS, MORE_ROUTES, userOf } from '../data.mjs';
import { itemsToCache } from '../serving.mjs';
import { isUsual } from '../usual.mjs';
import { decorateMethod, serve } from './nest-application.mjs';

class Line {}
Param({ type: 'string', minLength: 1 })(Line.prototype, 'sku');
Param({ type: 'integer', minimum: 1, maximum: 99 })(Line.prototype, 'qty');
ValueClass()(Line);

class ItemsController {
  one(id, variant) {
    return { id, variant };
  }
  list() {
    return ITEMS;
  }
  cached() {
    return itemsToCache();
  }
  order(email, lines) {
    return new RestResponse({ email, count: lines.length }, 201);
  }
  remove() {}
}
const { prototype } = ItemsController;
const permission = isUsual ? new Capability('use') : new PublicAccess();
const isBatched = process.env.BATCH !== undefined;
const route = (name, path, method, permission) =>
  decorateMethod(
    prototype,
    name,
    RestRoute(path, method, permission, isBatched && method === 'POST' ? { batch: true } : {}),
  );
Param({ name: 'id', type: 'integer' })(prototype, 'one', 0);
Param({ name: 'variant', enum: ['full', 'teaser'], default: 'full' })(prototype, 'one', 1);
Param({ name: 'email', type: 'string', format: 'email' })(prototype, 'order', 0);
Param({ name: 'lines' })(prototype, 'order', 1);
ListOf(Line, { minItems: 1, maxItems: 20 })(prototype, 'order', 1);
Param({ name: 'id', type: 'integer' })(prototype, 'remove', 0);
route('one', '/{id}', 'GET', permission);
route('list', '', 'GET', permission);
route('cached', '/cached', 'GET', permission);
decorateMethod(prototype, 'cached', Cache({ ttl: '1h' }));
route('order', '', 'POST', permission);
route('remove', '/{id}', 'DELETE', new Capability('delete_items'));
RestController('v1', '/items')(ItemsController);

/** With `DECLARED`, what leaves is what these types declare; a compiler would read them. */
const isDeclared = process.env.DECLARED !== undefined;
const object = (properties) => ({
  kind: 'object',
  properties: Object.entries(properties).map(([name, type]) => ({ name, type })),
});
const string = { kind: 'string' };
const ITEM_LIST = {
  kind: 'array',
  items: object({
    id: { kind: 'integer' },
    title: string,
    price: { kind: 'number' },
    isActive: { kind: 'boolean' },
    tags: { kind: 'array', items: string },
  }),
};
const returned = {
  one: object({ id: { kind: 'integer' }, variant: { kind: 'enum', values: ['full', 'teaser'] } }),
  list: ITEM_LIST,
  cached: ITEM_LIST,
};
if (isDeclared) {
  const methods = Object.entries(returned).map(([name, returns]) => [
    name,
    { parameters: [], returns },
  ]);
  ItemsController[Symbol.for('nestjs-rest-routes.signature')] = {
    signature: { format: 3, className: 'ItemsController', methods: Object.fromEntries(methods) },
    references: {},
  };
}

class ThingsController {}
for (let n = 0; n < MORE_ROUTES; n++) {
  const name = `thing${n}`;
  ThingsController.prototype[name] = (id) => ({ id });
  Param({ name: 'id', type: 'integer' })(ThingsController.prototype, name, 0);
  decorateMethod(
    ThingsController.prototype,
    name,
    RestRoute(`/${n}/{id}`, 'GET', new PublicAccess()),
  );
}
RestController('v1', '/things')(ThingsController);
class AppModule {}
Module({
  imports: [
    RestModule.forRoot({
      namespace: 'acme',
      ...(isBatched ? { batch: true } : {}),
      ...(isDeclared ? { responses: 'declared' } : {}),
      ...(isUsual ? {} : { user: ({ headers }) => userOf(headers.authorization) }),
    }),
  ],
  providers: [ItemsController, ThingsController],
})(AppModule);
await serve(AppModule);
