// One process of an application that shares a Redis: started by the test, twice.
import 'reflect-metadata';
import KeyvRedis from '@keyv/redis';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  Cache,
  Param,
  PublicAccess,
  RestCache,
  RestController,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';

const [, , redisUrl, namespace, timeLimit] = process.argv;
let runs = 0;

class ItemsController {
  async slow() {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { runs: ++runs, process: process.pid };
  }
  one(id) {
    return { id, runs: ++runs, process: process.pid };
  }
}

const decorate = (name, path, options) => {
  const { prototype } = ItemsController;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  Cache(options)(prototype, name, descriptor);
  RestRoute(path, 'GET', new PublicAccess())(prototype, name, descriptor);
};
Param({ name: 'id', type: 'integer' })(ItemsController.prototype, 'one', 0);
decorate('one', '/{id}', { ttl: '1h', tags: ['items'] });
decorate('slow', '/slow', { ttl: '1h' });
RestController('v1', '/items')(ItemsController);

class AppModule {}
Module({
  imports: [
    RestModule.forRoot({
      namespace,
      cache: { store: new KeyvRedis(redisUrl), rest: '300ms', timeLimit },
    }),
  ],
  providers: [ItemsController],
})(AppModule);

const app = await NestFactory.create(AppModule, new FastifyAdapter(), {
  logger: ['warn', 'log', 'error'],
});
const cache = app.get(RestCache);
process.on('message', async ({ id, purgeTags }) => {
  process.send({
    id,
    result: purgeTags
      ? await cache.purgeTags(...purgeTags)
      : { runs, failures: cache.storeFailures },
  });
});
process.on('disconnect', () => process.exit(0));
await app.listen(0, '127.0.0.1');
process.send({ url: await app.getUrl() });
