import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { OpenApiDocuments } from 'nestjs-rest-routes/openapi';
import { AppModule } from './app.module.js';

/** `ADAPTER=fastify` serves the same application on Fastify. */
const adapter = process.env['ADAPTER'] === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
// The webhook verifies a signature of the bytes of the body.
const app = await NestFactory.create(AppModule, adapter, { rawBody: true });
app.enableShutdownHooks();
SwaggerModule.setup('reference', app, () => app.get(OpenApiDocuments).document());
await app.listen(Number(process.env['PORT'] ?? 3000), process.env['HOST'] ?? '127.0.0.1');
const url = await app.getUrl();
console.log(
  `The shop is served at ${url}/api/shop/v1/products, its API reference at ${url}/reference`,
);
