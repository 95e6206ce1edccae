// Requests in process beside the same requests over HTTP, one after the other on a kept connection, and what one
// embedded response costs. npm run bench -- in-process; ROUNDS chooses.
import assert from 'node:assert/strict';
import { Agent, request as send } from 'node:http';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestModule,
  RestRoute,
  withLinks,
} from '../../../dist/index.js';
import { describeRun } from '../harness/machine.mjs';
import { rounds } from '../harness/settings.mjs';
import { head, median, row } from '../harness/statistics.mjs';

const REQUESTS = 5000;
const WARM_UP = 2000;

class AuthorsController {
  one(id) {
    return { id, name: `Author ${id}` };
  }
}

class BooksController {
  list() {
    return Array.from({ length: 100 }, (_, at) =>
      withLinks({ at }, { author: { href: `/acme/v1/authors/${(at % 2) + 1}`, embeddable: true } }),
    );
  }
}

function route(type, base, name, path) {
  const { prototype } = type;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  RestRoute(path, HttpMethod.Get, new PublicAccess())(prototype, name, descriptor);
  RestController('v1', base)(type);
}
Param({ name: 'id', type: 'integer' })(AuthorsController.prototype, 'one', 0);
route(AuthorsController, '/authors', 'one', '/{id}');
route(BooksController, '/books', 'list', '');

class AppModule {}
const module = {
  module: AppModule,
  imports: [RestModule.forRoot({ namespace: 'acme' })],
  providers: [AuthorsController, BooksController],
};

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function overHttp(port, path) {
  return new Promise((resolve, reject) => {
    const request = send({ host: '127.0.0.1', port, path: `/api${path}`, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (text += part));
      response.on('end', () => resolve(JSON.parse(text)));
    });
    request.on('error', reject);
    request.end();
  });
}

/** Microseconds for one request, one after the other. */
async function time(work, count = REQUESTS) {
  for (let at = 0; at < WARM_UP; at++) await work();
  const since = performance.now();
  for (let at = 0; at < count; at++) await work();
  return ((performance.now() - since) * 1000) / count;
}

console.log(describeRun(`${rounds} rounds of ${REQUESTS} requests, one after the other`));
console.log(
  head(['adapter', 'over HTTP', 'in process', 'times as fast', 'list of 100', 'with _embed']),
);
for (const [name, adapter] of [
  ['Express', new ExpressAdapter()],
  ['Fastify', new FastifyAdapter()],
]) {
  const app = await NestFactory.create(module, adapter, { logger: false });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address();
  const dispatcher = app.get(RestDispatcher);
  const author = '/acme/v1/authors/1';
  assert.deepEqual((await dispatcher.request({ path: author })).data, await overHttp(port, author));
  const [embedded] = await overHttp(port, '/acme/v1/books?_embed');
  assert.deepEqual(embedded._embedded.author, [{ id: 1, name: 'Author 1' }]);
  const runs = { http: [], inside: [], list: [], embed: [] };
  for (let round = 0; round < rounds; round++) {
    runs.http.push(await time(() => overHttp(port, author)));
    runs.inside.push(await time(() => dispatcher.request({ path: author })));
    runs.list.push(await time(() => overHttp(port, '/acme/v1/books'), 500));
    runs.embed.push(await time(() => overHttp(port, '/acme/v1/books?_embed'), 500));
  }
  const [http, inside, list, embed] = Object.values(runs).map(median);
  const times = (http / inside).toFixed(1);
  const microseconds = (value) => `${value.toFixed(1)} µs`;
  console.log(
    row([
      name,
      microseconds(http),
      microseconds(inside),
      times,
      microseconds(list),
      microseconds(embed),
    ]),
  );
  await app.close();
}
agent.destroy();
