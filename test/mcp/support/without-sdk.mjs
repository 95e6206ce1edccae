// Starts an application with McpModule where the SDK is not installed, and writes why it does not start:
// node without-sdk.mjs express|fastify
import { register } from 'node:module';
import 'reflect-metadata';

const hook = `export async function resolve(specifier, context, next) {
  if (!specifier.startsWith('@modelcontextprotocol/')) return next(specifier, context);
  const error = new Error("Cannot find package '" + specifier + "'");
  throw Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' });
}`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

const { Module } = await import('@nestjs/common');
const { NestFactory } = await import('@nestjs/core');
const { ExpressAdapter } = await import('@nestjs/platform-express');
const { FastifyAdapter } = await import('@nestjs/platform-fastify');
const { RestModule } = await import('nestjs-rest-routes');
const { McpModule } = await import('nestjs-rest-routes/mcp');

class AppModule {}
Module({
  imports: [
    RestModule.forRoot({ namespace: 'acme' }),
    McpModule.forRoot({ name: 'catalogue', version: '1' }),
  ],
})(AppModule);

const adapter = process.argv[2] === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(AppModule, adapter, { logger: false });
try {
  await app.listen(0, '127.0.0.1');
  console.log('It has started.');
} catch (error) {
  console.log(error.message);
} finally {
  await app.close();
}
