/**
 * A script for a built application: serves it on each adapter, and writes its index to `express.json` and
 * `fastify.json`. With a path, it prints the status of a request to it.
 */
export function writeIndexes(path?: string): string {
  const request = `console.log(name, (await fetch((await app.getUrl()) + ${JSON.stringify(path)})).status);`;
  return `import { writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
const { AppModule } = await import('./dist/app.module.js');
for (const [name, adapter] of [['express', new ExpressAdapter()], ['fastify', new FastifyAdapter()]]) {
  const app = await NestFactory.create(AppModule, adapter, { logger: false, abortOnError: false });
  await app.listen(0, '127.0.0.1');
  const response = await fetch((await app.getUrl()) + '/api/');
  writeFileSync(name + '.json', await response.text());
  ${path === undefined ? '' : request}
  await app.close();
}
`;
}
