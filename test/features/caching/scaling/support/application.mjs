// One process of applications that share a store, started by tests.
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

/** What an application counts, and what its slow methods wait for. */
class State {
  runs = 0;
  gate = Promise.resolve();
  openGate = () => {};
}

function controllerOf(state, app, version) {
  class ItemsController {
    async slow() {
      const run = ++state.runs;
      process.send({ event: 'running', run, app });
      await state.gate;
      return { run, process: process.pid };
    }
    async failing() {
      state.runs++;
      await state.gate;
      throw new Error('always');
    }
    one(id) {
      return { id, run: ++state.runs, process: process.pid };
    }
  }
  const { prototype } = ItemsController;
  // Another version of the same route: its method returns another shape.
  if (version === 2) {
    prototype.one = function one(id) {
      return { id, version, run: ++state.runs, process: process.pid };
    };
  }
  const decorate = (name, path, options) => {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
    Cache(options)(prototype, name, descriptor);
    RestRoute(path, 'GET', new PublicAccess())(prototype, name, descriptor);
  };
  Param({ name: 'id', type: 'integer' })(prototype, 'one', 0);
  decorate('one', '/{id}', { ttl: '1h', tags: ({ id }) => ['items', `item-${id}`] });
  decorate('slow', '/slow', { ttl: '1h', tags: ['slow'] });
  decorate('failing', '/failing', { ttl: '1h' });
  RestController('v1', '/items')(ItemsController);
  return ItemsController;
}

/** Memory of a client of Sentinels is stated with the client: the library cannot copy it. */
function openStore({ kind, url, urls }, { memory }) {
  const { maxEntries } = memory ?? {};
  switch (kind) {
    case 'redis':
      return new KeyvRedis(url);
    case 'cluster':
      return new KeyvRedis(createCluster({ rootNodes: urls.map((one) => ({ url: one })) }));
    case 'sentinel':
      return new KeyvRedis(
        createSentinel({
          name: 'main',
          sentinelRootNodes: urls.map((one) => nodeOf(one)),
          ...(memory === undefined
            ? {}
            : { RESP: 3, clientSideCache: { ttl: 3_600_000, maxEntries } }),
        }),
      );
    case 'none':
      return undefined;
    default:
      throw new Error(`Which store is ${kind}?`);
  }
}

function cacheOf(store, { memory, ...cache }) {
  const opened = openStore(store, { memory });
  return {
    // A machine that is slow is no outage of the store. The bound of memory contains this limit.
    timeLimit: memory === undefined ? '1m' : '2s',
    ...(opened === undefined ? {} : { store: opened }),
    ...(memory === undefined || store.kind === 'sentinel' ? {} : { memory }),
    ...cache,
  };
}

function nodeOf(url) {
  const { hostname: host, port } = new URL(url);
  return { host, port: Number(port) };
}

/** By their numbers: what a test may ask of an application. */
const applications = [];

/** Starts one more application in this process. `{ store, namespace, cache, adapter, version }`; see the tests. */
async function serve({ store, namespace, cache = {}, adapter = 'fastify', version = 1 }) {
  const state = new State();
  const number = applications.push(undefined) - 1;
  class AppModule {}
  Module({
    imports: [RestModule.forRoot({ namespace, cache: cacheOf(store, cache) })],
    providers: [controllerOf(state, number, version)],
  })(AppModule);
  const http = adapter === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
  const app = await NestFactory.create(AppModule, http, { logger: ['warn', 'error'] });
  const restCache = app.get(RestCache);
  applications[number] = {
    serve,
    purgeTags: (tags) => restCache.purgeTags(...tags),
    runs: () => state.runs,
    failures: () => restCache.storeFailures,
    close: () => {
      state.gate = new Promise((resolve) => (state.openGate = resolve));
    },
    open: () => state.openGate(),
    exit: () => process.disconnect(),
  };
  await app.listen(0, '127.0.0.1');
  return { app: number, url: await app.getUrl() };
}

process.on('message', async ({ id, app = 0, command, value }) => {
  process.send({ id, result: await applications[app][command](value) });
});
process.on('disconnect', () => process.exit(0));
process.send(await serve(JSON.parse(process.argv[2])));
