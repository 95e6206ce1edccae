// One contender: node application.mjs <rest|nest> <express|fastify>. Serves 100 objects, cached and not.
import 'reflect-metadata';
import { CacheInterceptor, CacheModule } from '@nestjs/cache-manager';
import { Controller, Get, Module, UseInterceptors } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Cache, PublicAccess, RestController, RestModule, RestRoute } from 'nestjs-rest-routes';

const [, , contender, adapter] = process.argv;
const ITEMS = Array.from({ length: 100 }, (_, id) => ({
  id,
  title: `Item ${id}`,
  price: id * 1.5,
  isActive: id % 2 === 0,
  tags: ['new', 'sale'],
}));

class ItemsController {
  fresh() {
    return ITEMS;
  }
  cached() {
    return ITEMS;
  }
}
const { prototype } = ItemsController;
const descriptor = (name) => Object.getOwnPropertyDescriptor(prototype, name);
class AppModule {}

if (contender === 'rest') {
  for (const name of ['fresh', 'cached']) {
    if (name === 'cached') Cache({ ttl: '1h' })(prototype, name, descriptor(name));
    RestRoute(`/${name}`, 'GET', new PublicAccess())(prototype, name, descriptor(name));
  }
  RestController('v1', '/items')(ItemsController);
  Module({ imports: [RestModule.forRoot({ namespace: 'acme' })], providers: [ItemsController] })(
    AppModule,
  );
} else {
  for (const name of ['fresh', 'cached']) Get(name)(prototype, name, descriptor(name));
  UseInterceptors(CacheInterceptor)(prototype, 'cached', descriptor('cached'));
  Controller('api/acme/v1/items')(ItemsController);
  Module({ imports: [CacheModule.register({ ttl: 3_600_000 })], controllers: [ItemsController] })(
    AppModule,
  );
}

const http = adapter === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(AppModule, http, { logger: false });
await app.listen(0, '127.0.0.1');
process.send(await app.getUrl());
process.on('disconnect', () => process.exit(0));
