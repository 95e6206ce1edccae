// One process of an application that shares a store, started by tests.
import 'reflect-metadata';
import KeyvRedis, { createCluster, createSentinel } from '@keyv/redis';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
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

/** `{ store, namespace, cache, adapter, version }`; see the tests. */
const settings = JSON.parse(process.argv[2]);
const { store, namespace, cache = {}, adapter = 'fastify', version = 1 } = settings;

let runs = 0;
let gate = Promise.resolve();
let openGate = () => {};

class ItemsController {
  async slow() {
    const run = ++runs;
    process.send({ event: 'running', run });
    await gate;
    return { run, process: process.pid };
  }
  async failing() {
    runs++;
    await gate;
    throw new Error('always');
  }
  one(id) {
    return { id, run: ++runs, process: process.pid };
  }
}

// Another version of the same route: its method returns another shape.
if (version === 2) {
  ItemsController.prototype.one = function one(id) {
    return { id, version, run: ++runs, process: process.pid };
  };
}

function decorate(name, path, options) {
  const { prototype } = ItemsController;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  Cache(options)(prototype, name, descriptor);
  RestRoute(path, 'GET', new PublicAccess())(prototype, name, descriptor);
}
Param({ name: 'id', type: 'integer' })(ItemsController.prototype, 'one', 0);
decorate('one', '/{id}', { ttl: '1h', tags: ({ id }) => ['items', `item-${id}`] });
decorate('slow', '/slow', { ttl: '1h', tags: ['slow'] });
decorate('failing', '/failing', { ttl: '1h' });
RestController('v1', '/items')(ItemsController);

function openStore({ kind, url, urls }) {
  switch (kind) {
    case 'redis':
      return new KeyvRedis(url);
    case 'cluster':
      return new KeyvRedis(createCluster({ rootNodes: urls.map((one) => ({ url: one })) }));
    case 'sentinel':
      return new KeyvRedis(
        createSentinel({ name: 'main', sentinelRootNodes: urls.map((one) => nodeOf(one)) }),
      );
    case 'none':
      return undefined;
    default:
      throw new Error(`Which store is ${kind}?`);
  }
}

function storeOf(opened) {
  return opened === undefined ? {} : { store: opened };
}

function nodeOf(url) {
  const { hostname: host, port } = new URL(url);
  return { host, port: Number(port) };
}

class AppModule {}
Module({
  imports: [RestModule.forRoot({ namespace, cache: { ...storeOf(openStore(store)), ...cache } })],
  providers: [ItemsController],
})(AppModule);

const http = adapter === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(AppModule, http, { logger: ['warn', 'error'] });
const restCache = app.get(RestCache);

/** What a test may ask of the process. */
const commands = {
  purgeTags: (tags) => restCache.purgeTags(...tags),
  runs: () => runs,
  /** Microseconds of CPU time. */
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  failures: () => restCache.storeFailures,
  close: () => {
    gate = new Promise((resolve) => (openGate = resolve));
  },
  open: () => openGate(),
  exit: () => process.disconnect(),
};
process.on('message', async ({ id, command, value }) => {
  process.send({ id, result: await commands[command](value) });
});
process.on('disconnect', () => process.exit(0));
await app.listen(0, '127.0.0.1');
process.send({ url: await app.getUrl() });
