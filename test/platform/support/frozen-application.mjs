// Starts an application, freezes the globals that code of requests might write to, and prints what
// requests get. A process of its own: nothing can thaw them again.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';

class ItemsController {
  list(page) {
    return [{ id: page }];
  }
}
RestController('v1', '/items')(ItemsController);
Param({ name: 'page', type: 'integer', default: 1, required: false })(
  ItemsController.prototype,
  'list',
  0,
);
RestRoute('', HttpMethod.Get, new PublicAccess())(
  ItemsController.prototype,
  'list',
  Object.getOwnPropertyDescriptor(ItemsController.prototype, 'list'),
);

class AppModule {}
Module({ imports: [RestModule.forRoot({ namespace: 'acme' })], providers: [ItemsController] })(
  AppModule,
);

const adapter = process.argv[2] === 'express' ? new ExpressAdapter() : new FastifyAdapter();
const app = await NestFactory.create(AppModule, adapter, { logger: false });
await app.listen(0, '127.0.0.1');
const url = await app.getUrl();

for (const value of [Error, Object, Array, Function, Promise]) Object.freeze(value);
for (const { prototype } of [Object, Array, Function, Promise]) Object.freeze(prototype);

const outcomes = [];
for (const path of ['items', 'nothing', 'items?page=two']) {
  const response = await fetch(`${url}/api/acme/v1/${path}`);
  const body = await response.json();
  outcomes.push([response.status, body.code ?? JSON.stringify(body)]);
}
console.log(JSON.stringify(outcomes));
process.exit(0);
