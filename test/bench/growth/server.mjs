// One application that grows with SIZE in one direction: routes, items, arguments or body.
// node server.mjs ours|fastify DIRECTION
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Param, PublicAccess, RestController, RestModule, RestRoute } from 'nestjs-rest-routes';
import { decorateMethod } from '../http/contenders/nest-application.mjs';
import { listening } from '../http/serving.mjs';

const [, , side, direction] = process.argv;
const size = Number(process.env.SIZE);
const items = Array.from({ length: size }, (_, id) => ({ id, title: `Item ${id}`, price: 1.5 }));
const names = Array.from({ length: direction === 'arguments' ? size : 0 }, (_, n) => `a${n}`);
const routes = direction === 'routes' ? size : 1;
/** Larger than any body here. */
const BODY_LIMIT = 4_000_000;

const list = () => items;
const text = (title) => ({ length: title.length });
const many = (...values) => ({ count: values.length });

if (side === 'ours') await serveOurs();
else await serveFastify();

async function serveOurs() {
  class Controller {}
  const { prototype } = Controller;
  const route = (name, path, method, run) => {
    prototype[name] = run;
    return () => decorateMethod(prototype, name, RestRoute(path, method, new PublicAccess()));
  };
  const declare = [];
  for (let n = 0; n < routes; n++) {
    declare.push(route(`one${n}`, `/things/${n}/{id}`, 'GET', (id) => ({ id })));
    Param({ name: 'id', type: 'integer' })(prototype, `one${n}`, 0);
  }
  declare.push(route('list', '/items', 'GET', list), route('text', '/text', 'POST', text));
  Param({ name: 'title', type: 'string' })(prototype, 'text', 0);
  declare.push(route('many', '/many', 'POST', many));
  names.forEach((name, at) => Param({ name, type: 'integer', minimum: 0 })(prototype, 'many', at));
  for (const one of declare) one();
  RestController('v1', '')(Controller);
  class AppModule {}
  Module({
    imports: [RestModule.forRoot({ namespace: 'acme', discovery: false })],
    providers: [Controller],
  })(AppModule);
  const adapter = new FastifyAdapter({ bodyLimit: BODY_LIMIT });
  const app = await NestFactory.create(AppModule, adapter, { logger: false });
  await app.listen(0, '127.0.0.1');
  listening(await app.getUrl());
}

async function serveFastify() {
  // The very Fastify that Nest's adapter uses.
  const require = createRequire(createRequire(import.meta.url).resolve('@nestjs/platform-fastify'));
  const app = require('fastify')({ bodyLimit: BODY_LIMIT });
  const integer = { type: 'integer', minimum: 0 };
  const object = (properties) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
  });
  const base = '/api/acme/v1';
  for (let n = 0; n < routes; n++)
    app.get(
      `${base}/things/${n}/:id`,
      {
        schema: {
          params: object({ id: { type: 'integer' } }),
          response: { 200: object({ id: { type: 'integer' } }) },
        },
      },
      async ({ params }) => ({ id: params.id }),
    );
  const item = object({
    id: { type: 'integer' },
    title: { type: 'string' },
    price: { type: 'number' },
  });
  const listed = { schema: { response: { 200: { type: 'array', items: item } } } };
  app.get(`${base}/items`, listed, async () => list());
  const bodyOf = (properties) => ({ schema: { body: object(properties) } });
  app.post(`${base}/text`, bodyOf({ title: { type: 'string' } }), async ({ body }, reply) => {
    reply.code(200);
    return text(body.title);
  });
  const properties = Object.fromEntries(names.map((name) => [name, integer]));
  app.post(`${base}/many`, bodyOf(properties), async ({ body }) => many(...Object.values(body)));
  listening(await app.listen({ port: 0, host: '127.0.0.1' }));
}
