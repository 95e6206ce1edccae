// One contender: node application.mjs <rest|nest> <express|fastify> <controllers>. Says when it had
// imported everything, when it answered, what memory it takes, and what its routes answer.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { once } from 'node:events';
import { request } from 'node:http';
import { ASKED } from './asked.mjs';

const [, , contender, adapter, count] = process.argv;
const { moduleOf } = await import(`./${contender}.mjs`);
const Adapter =
  adapter === 'fastify'
    ? (await import('@nestjs/platform-fastify')).FastifyAdapter
    : (await import('@nestjs/platform-express')).ExpressAdapter;
// Ours loads these when a list holds instances of a class; what is loaded late is an import all the same.
await import('class-validator');
await import('class-transformer');
const imported = performance.now();

const app = await NestFactory.create(moduleOf(Number(count)), new Adapter(), { logger: false });
await app.listen(0, '127.0.0.1');
const url = await app.getUrl();
const answers = [await ask(ASKED[0])];
const answered = performance.now();

globalThis.gc();
const { heapUsed, rss: resident } = process.memoryUsage();
for (const asked of ASKED.slice(1)) answers.push(await ask(asked));
process.send({ answers, imported, answered, heapUsed, resident });
await app.close();
process.disconnect();

/** The status, and the body where it is not a refusal: each words those by itself. */
async function ask({ path, method, body }) {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = request(`${url}/api/acme/v1/things${path}`, { method, headers, agent: false });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const text = Buffer.concat(await response.toArray()).toString();
  return [response.statusCode, response.statusCode < 400 ? text : ''];
}
