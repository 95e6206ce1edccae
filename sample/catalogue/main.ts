import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { OpenApiDocuments } from 'nestjs-rest-routes/openapi';
import { AppModule } from './app.module.js';
import { corsOptions } from './cors-options.js';

/** `ADAPTER=fastify` serves the same application on Fastify; `PORT` is 3000 by default. */
const adapter = process.env['ADAPTER'] === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(AppModule, adapter, { cors: corsOptions() });
app.enableShutdownHooks();
SwaggerModule.setup('reference', app, () => app.get(OpenApiDocuments).document('acme/v1'));
await app.listen(Number(process.env['PORT'] ?? 3000), process.env['HOST'] ?? '127.0.0.1');
const url = await app.getUrl();
console.log(`The catalogue is served at ${url}/api/acme/v1/items, its API reference at ${url}/`);
