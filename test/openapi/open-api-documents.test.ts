import fastifyHelmet from '@fastify/helmet';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import helmet from 'helmet';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';
import { OpenApiModule } from 'nestjs-rest-routes/openapi';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ADAPTERS, type AdapterName } from '../support/application.js';

@RestController('v1', '/things')
class ThingsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [];
  }
}

@Module({
  imports: [RestModule.forRoot({ namespace: 'acme' }), OpenApiModule.forRoot()],
  providers: [ThingsController],
})
class AppModule {}

describe.each(ADAPTERS)('a document on %s', (adapter) => {
  test('An OpenAPI document has nosniff and a strict content security policy', async () => {
    const url = await start(adapter);
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await fetch(`${url}/reference/acme/v1.json`, { method });
      expect(status).toBe(200);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
    }
  });

  test('An OpenAPI document keeps the headers of helmet', async () => {
    const url = await start(adapter, async (app) => {
      if (adapter === 'express') app.use(helmet({ xContentTypeOptions: false }));
      else await app.register(fastifyHelmet);
    });
    const { headers } = await fetch(`${url}/reference/acme/v1.json`);
    expect(headers.get('content-security-policy')).toContain("style-src 'self' https:");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

async function start(
  adapter: AdapterName,
  configure?: (app: NestFastifyApplication) => Promise<void>,
): Promise<string> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule,
    adapter === 'express' ? new ExpressAdapter() : new FastifyAdapter(),
    { logger: false },
  );
  onTestFinished(() => app.close());
  await configure?.(app);
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}
