/**
 * Sends requests with a million different keys through a cached route, and prints the memory of the process.
 *
 *   node --expose-gc test/bench/scaling/keys.mjs
 *   node --expose-gc test/bench/scaling/keys.mjs redis
 */
import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import KeyvRedis from '@keyv/redis';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  Cache,
  Param,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';
import { RedisNodes } from '../../soak/servers.mjs';

const KEYS = 1_000_000;

class ItemsController {
  one(id) {
    return { id, title: `Item ${id}`, text: 'x'.repeat(500) };
  }
}
const { prototype } = ItemsController;
const descriptor = Object.getOwnPropertyDescriptor(prototype, 'one');
Param({ name: 'id', type: 'integer' })(prototype, 'one', 0);
Cache({ ttl: '1h', tags: ({ id }) => [`item-${String(id)}`] })(prototype, 'one', descriptor);
RestRoute('/{id}', 'GET', new PublicAccess())(prototype, 'one', descriptor);
RestController('v1', '/items')(ItemsController);

/** With `redis`: memory in front of a Redis, which drops old entries itself. */
const redis = process.argv[2] === 'redis' ? await RedisNodes.start('redis') : undefined;
const [url] = redis?.urls ?? [];
if (url !== undefined) {
  const { port } = new URL(url);
  for (const [name, value] of [
    ['maxmemory', '200mb'],
    ['maxmemory-policy', 'allkeys-lru'],
  ])
    execFileSync('redis-cli', ['-p', port, 'config', 'set', name, value]);
}
const cache = url === undefined ? {} : { store: new KeyvRedis(url), memory: { ttl: '1h' } };

class AppModule {}
Module({
  imports: [RestModule.forRoot({ namespace: 'acme', cache })],
  providers: [ItemsController],
})(AppModule);

const app = await NestFactory.create(AppModule, new FastifyAdapter(), { logger: false });
await app.init();
const dispatcher = app.get(RestDispatcher);
const print = (keys) => {
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  const mebibytes = (bytes) => `${Math.round(bytes / 1_048_576)} MiB`;
  console.log(`${keys} keys: heap ${mebibytes(heapUsed)}, resident ${mebibytes(rss)}`);
};
print(0);
const AT_ONCE = 100;
const get = (id) => dispatcher.request({ path: `/acme/v1/items/${id}` });
for (let key = 0; key < KEYS; key += AT_ONCE) {
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => get(key + at)));
  if ((key + AT_ONCE) % (KEYS / 5) === 0) print(key + AT_ONCE);
}
await app.close();
await redis?.stop();
process.exit();
