// This library, declared by hand: five routes a controller, one of them with value objects.
import { Module } from '@nestjs/common';
import {
  Capability,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';

export function moduleOf(count) {
  const providers = Array.from({ length: count }, (_, n) => controllerOf(n));
  class AppModule {}
  Module({ imports: [RestModule.forRoot({ namespace: 'acme' })], providers })(AppModule);
  return AppModule;
}

function controllerOf(n) {
  class Line {}
  Param({ type: 'string', minLength: 1 })(Line.prototype, 'sku');
  Param({ type: 'integer', minimum: 1, maximum: 99 })(Line.prototype, 'qty');
  ValueClass()(Line);
  class ThingsController {
    list(page) {
      return { page };
    }
    one(id) {
      return { id };
    }
    create(title, lines) {
      return { title, count: lines.length };
    }
    update(id, title) {
      return { id, title };
    }
    remove() {}
  }
  const { prototype } = ThingsController;
  const id = Param({ name: 'id', type: 'integer' });
  const title = Param({ name: 'title', type: 'string', minLength: 2, maxLength: 40 });
  Param({ name: 'page', type: 'integer', minimum: 1, default: 1 })(prototype, 'list', 0);
  id(prototype, 'one', 0);
  title(prototype, 'create', 0);
  Param({ name: 'lines' })(prototype, 'create', 1);
  ListOf(Line, { minItems: 1, maxItems: 20 })(prototype, 'create', 1);
  id(prototype, 'update', 0);
  title(prototype, 'update', 1);
  id(prototype, 'remove', 0);
  const route = (name, path, method, permission) =>
    RestRoute(path, method, permission)(
      prototype,
      name,
      Object.getOwnPropertyDescriptor(prototype, name),
    );
  route('list', '', 'GET', new PublicAccess());
  route('one', '/{id}', 'GET', new PublicAccess());
  route('create', '', 'POST', new Capability('edit'));
  route('update', '/{id}', 'PUT', new Capability('edit'));
  route('remove', '/{id}', 'DELETE', new Capability('delete'));
  RestController('v1', `/things${n}`)(ThingsController);
  return ThingsController;
}
