// One process of the soak: an application whose database is in the parent process.
import 'reflect-metadata';
import { chmodSync, readFileSync, readdirSync } from 'node:fs';
import KeyvRedis from '@keyv/redis';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  Cache,
  Capability,
  Param,
  PublicAccess,
  RestCache,
  RestController,
  RestModule,
  RestRequest,
  RestResponse,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';

const { socket, urls, nodeAddressMap, name, hasMemory, version, skewMs, folder, adapter } =
  JSON.parse(process.argv[2]);

// Also where the parent ends while this process starts.
process.on('disconnect', () => process.exit(0));
if (!process.connected) process.exit(0);

if (skewMs !== 0) {
  const now = Date.now.bind(Date);
  Date.now = () => now() + skewMs;
}

const waiting = new Map();
let lastId = 0;

/** The database has one number for each key: how often it was written. */
function database(operation, key, writer) {
  const id = ++lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    process.send({ id, operation, key, writer });
  });
}

/** The cache of the application, which starts after its controller is made. */
const services = {};
const source = readFileSync(new URL('./controller.mjs', import.meta.url), 'utf8');
const built = version === 1 ? source : source.replaceAll('build: 1', 'build: 2, isNew: true');
const module = await import(`data:text/javascript,${encodeURIComponent(built)}`);
const SoakController = module.controllerOf({
  database,
  purgeTags: (...tags) => services.cache.purgeTags(...tags),
  respond: (data) => new RestResponse(data),
});
const { pageOf } = module;

const TTL = { ttl: '30s', staleWhileRevalidate: '10s' };
const itemTags = (ids) => ids.map((id) => `item-${id}`);
const ROUTES = [
  ['one', '/items/{id}', 'GET', new PublicAccess(), { ...TTL, tags: ({ id }) => itemTags([id]) }],
  ['list', '/items', 'GET', new PublicAccess(), { ...TTL, tags: (a) => itemTags(pageOf(a.page)) }],
  [
    'category',
    '/categories/{id}',
    'GET',
    new PublicAccess(),
    { ...TTL, tags: ({ id }) => [`category-${id}`] },
  ],
  ['mine', '/mine', 'GET', new Capability('read'), { ...TTL, vary: 'user', tags: mineTags() }],
  ['admin', '/admin', 'GET', new Capability('admin'), { ...TTL, vary: 'none' }],
  ['write', '/items/{id}', 'PUT', new Capability('edit')],
  ['writeCategory', '/categories/{id}', 'PUT', new Capability('edit')],
  ['writeMine', '/mine', 'PUT', new Capability('read')],
  ['upload', '/uploads', 'POST', new PublicAccess()],
];

function mineTags() {
  return ['1', '2', '3'].map((user) => `mine-${user}`);
}

const { prototype } = SoakController;
for (const name of ['one', 'write', 'category', 'writeCategory'])
  Param({ name: 'id', type: 'integer' })(prototype, name, 0);
for (const name of ['mine', 'writeMine']) Param({ inject: RestRequest })(prototype, name, 0);
for (const name of ['write', 'writeCategory', 'writeMine'])
  Param({ name: 'writer', type: 'string' })(prototype, name, 1);
Param({ name: 'page', type: 'integer', default: 0 })(prototype, 'list', 0);
Param({ name: 'file', type: UploadedFile })(prototype, 'upload', 0);
for (const [name, path, method, permission, options] of ROUTES) {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  if (options !== undefined) Cache(options)(prototype, name, descriptor);
  const batch = method === 'PUT' ? { batch: true } : {};
  RestRoute(path, method, permission, batch)(prototype, name, descriptor);
}
RestController('v1', '')(SoakController);

const CAPABILITIES = { 1: ['admin', 'edit', 'read'], 2: ['edit', 'read'], 3: ['read'] };

const store = new KeyvRedis(
  urls.length > 1 ? { rootNodes: urls.map((url) => ({ url })), nodeAddressMap } : urls[0],
);
const rest = RestModule.forRoot({
  namespace: 'soak',
  prefix: 'api',
  user: ({ headers }) => (headers['x-user'] === undefined ? undefined : { id: headers['x-user'] }),
  can: (user, capability) => CAPABILITIES[user.id]?.includes(capability) === true,
  batch: { headers: ['x-user'] },
  uploads: { memoryLimit: '16 KiB', folder },
  shutdownTimeout: '5s',
  cache: {
    store,
    ...(hasMemory ? { memory: { maxEntries: 200, ttl: '5s' } } : {}),
    callerHeaders: ['X-User'],
    rest: '500ms',
  },
});

class AppModule {}
Module({ imports: [rest], providers: [SoakController] })(AppModule);

const http = adapter === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(AppModule, http, { logger: ['error'] });
app.use((_request, response, next) => {
  response.setHeader('x-build', String(version));
  response.setHeader('x-process', name);
  response.setHeader('x-memory', hasMemory ? 'yes' : 'no');
  next();
});
services.cache = app.get(RestCache);

/** What a process holds: descriptors, timers, and memory after a collection. */
function holdings() {
  globalThis.gc?.();
  const resources = {};
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1;
  return {
    descriptors: readdirSync('/proc/self/fd').length,
    timers: resources.Timeout ?? 0,
    heap: process.memoryUsage().heapUsed,
    rss: process.memoryUsage().rss,
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
  };
}

process.on('message', ({ id, value, ask }) => {
  if (ask !== undefined) {
    process.send({ held: ask, holdings: holdings() });
    return;
  }
  waiting.get(id)?.(value);
  waiting.delete(id);
});
// A socket, because another program may take a port while a process is replaced.
await app.listen(socket);
// The workers of nginx run as another user.
chmodSync(socket, 0o777);
process.send({ isReady: true });
