// An application whose optimisations the environment switches: node server.mjs.
import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';

const { HttpMethod, PublicAccess, RestController, RestModule, RestRoute } =
  await import('nestjs-rest-routes');

class ItemsController {
  list() {
    return [{ id: 1, title: 'One' }];
  }
}
RestController('v1', '/items')(ItemsController);
RestRoute('', HttpMethod.Get, new PublicAccess())(
  ItemsController.prototype,
  'list',
  Object.getOwnPropertyDescriptor(ItemsController.prototype, 'list'),
);

class AppModule {}
Module({
  imports: [RestModule.forRoot({ namespace: 'acme', discovery: false })],
  providers: [ItemsController],
})(AppModule);

const adapter = new ExpressAdapter();
const app = await NestFactory.create(AppModule, adapter, { logger: false });
await app.init();
await app.listen(0, '127.0.0.1');
await delay(100);
process.send(await app.getUrl());
process.on('disconnect', () => process.exit(0));
