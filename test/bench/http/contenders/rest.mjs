import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
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
import { ITEMS, listening } from '../data.mjs';

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
  order(email, lines) {
    return new RestResponse({ email, count: lines.length }, 201);
  }
  remove() {}
}
const { prototype } = ItemsController;
const route = (name, path, method, permission) =>
  RestRoute(path, method, permission)(
    prototype,
    name,
    Object.getOwnPropertyDescriptor(prototype, name),
  );
Param({ name: 'id', type: 'integer' })(prototype, 'one', 0);
Param({ name: 'variant', enum: ['full', 'teaser'], default: 'full' })(prototype, 'one', 1);
Param({ name: 'email', type: 'string', format: 'email' })(prototype, 'order', 0);
Param({ name: 'lines' })(prototype, 'order', 1);
ListOf(Line, { minItems: 1, maxItems: 20 })(prototype, 'order', 1);
Param({ name: 'id', type: 'integer' })(prototype, 'remove', 0);
route('one', '/{id}', 'GET', new PublicAccess());
route('list', '', 'GET', new PublicAccess());
route('order', '', 'POST', new PublicAccess());
// A path of its own: a capability beside public routes would cost them their constant Allow.
route('remove', '/{id}/denied', 'DELETE', new Capability('delete_items'));
RestController('v1', '/items')(ItemsController);
class AppModule {}
Module({ imports: [RestModule.forRoot({ namespace: 'acme' })], providers: [ItemsController] })(
  AppModule,
);

const adapter = process.argv[2] === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(AppModule, adapter, { logger: false });
await app.listen(0, '127.0.0.1');
listening(await app.getUrl());
