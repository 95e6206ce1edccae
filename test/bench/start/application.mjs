// One contender: node application.mjs <rest|nest> <express|fastify> <controllers>. Says when it had
// imported everything, when it answered, and what memory it takes.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { once } from 'node:events';
import { get } from 'node:http';

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
const [response] = await once(get(`${await app.getUrl()}/api/acme/v1/things0/7`), 'response');
const text = Buffer.concat(await response.toArray()).toString();
const answered = performance.now();
globalThis.gc?.();
const { heapUsed } = process.memoryUsage();
process.send({ status: response.statusCode, text, imported, answered, heapUsed });
await app.close();
process.disconnect();
