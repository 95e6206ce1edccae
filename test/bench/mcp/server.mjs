// An application with one route, which is also a tool: node server.mjs express|fastify
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Param, PublicAccess, RestController, RestModule, RestRoute } from 'nestjs-rest-routes';
import { McpModule } from 'nestjs-rest-routes/mcp';
import { decorateMethod } from '../http/contenders/nest-application.mjs';
import { listening } from '../http/serving.mjs';

class ItemsController {
  one(id) {
    return { id, title: 'Chair', price: 49.5 };
  }
}
const { prototype } = ItemsController;
Param({ name: 'id', type: 'integer' })(prototype, 'one', 0);
decorateMethod(
  prototype,
  'one',
  RestRoute('/items/{id}', 'GET', new PublicAccess(), { tool: true }),
);
RestController('v1', '')(ItemsController);

class AppModule {}
Module({
  imports: [
    RestModule.forRoot({ namespace: 'acme' }),
    McpModule.forRoot({ name: 'bench', version: '1' }),
  ],
  providers: [ItemsController],
})(AppModule);

const adapter = process.argv[2] === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(AppModule, adapter, { logger: false });
await app.listen(0, '127.0.0.1');
listening(await app.getUrl());
