/**
 * Starts each built example on an adapter, sends the requests of its page, and prints what came back.
 * An example that fails has its error in the place of its responses.
 */
export const SERVE = `import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';

const [adapter, plan] = process.argv.slice(2);

async function serve(module, exchanges) {
  const { AppModule } = await import(module);
  const app = await NestFactory.create(
    AppModule,
    adapter === 'fastify' ? new FastifyAdapter() : new ExpressAdapter(),
    { logger: false, abortOnError: false },
  );
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const received = [];
  for (const { method, path, headers, body } of exchanges) {
    const response = await fetch(url + path, { method, headers, body });
    received.push({
      status: response.status,
      body: await response.text(),
      headers: Object.fromEntries(response.headers),
    });
  }
  await app.close();
  return received;
}

const results = {};
for (const { module, exchanges } of JSON.parse(plan)) {
  results[module] = await serve(module, exchanges).catch((error) => String(error.stack));
}
console.log(JSON.stringify(results));
`;
