import { gunzipSync } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import type { INestApplication } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import compression from 'compression';
import helmet from 'helmet';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import { get } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type TestApplication,
} from '../../support/application.js';

// Without the usual parts: the recipe states which headers the application adds.

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    const items = Array.from({ length: 500 }, (_, id) => ({ id, title: `Item ${id}` }));
    return new RestResponse(items).paged(1_000, { page: 1, per_page: 500 });
  }
}

async function secureAndCompress(adapter: AdapterName, app: INestApplication): Promise<void> {
  if (adapter === 'express') {
    app.use(helmet(), compression());
    return;
  }
  const fastify = app as NestFastifyApplication;
  await fastify.register(fastifyHelmet);
  await fastify.register(fastifyCompress);
}

describe.each(ADAPTERS)('third-party middleware on %s', (adapter) => {
  let app: TestApplication;
  afterEach(() => app.close());

  const start = async (
    configure: (nest: INestApplication) => void | Promise<void>,
    guarded = false,
  ): Promise<void> => {
    app = await startRoutes(
      [ItemsController, ...(guarded ? [{ provide: APP_GUARD, useClass: ThrottlerGuard }] : [])],
      {
        adapter,
        imports: guarded ? [ThrottlerModule.forRoot([{ ttl: 60_000, limit: 2 }])] : [],
        configure,
      },
    );
  };

  test('helmet and compression process every response', async () => {
    await start((nest) => secureAndCompress(adapter, nest));
    const request = get(`${app.url}/api/acme/v1/items`, { headers: { 'accept-encoding': 'gzip' } });
    const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
    const bytes = Buffer.concat((await response.toArray()) as Buffer[]);
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.headers['x-wp-totalpages']).toBe('2');
    expect(JSON.parse(gunzipSync(bytes).toString())).toHaveLength(500);
    const missing = await app.fetch('GET', '/api/acme/v1/none');
    expect(missing.headers['x-content-type-options']).toBe('nosniff');
  });

  test("a throttled client gets 429 in the library's error format", async () => {
    await start(() => undefined, true);
    const answers = [];
    for (let count = 0; count < 3; count += 1) {
      answers.push(await app.fetch('GET', '/api/acme/v1/items'));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    const last = answers.at(-1);
    expect(last?.body).toMatchObject({ code: 'rest_too_many_requests', data: { status: 429 } });
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect(last?.headers.allow).toBeUndefined();
  });

  test('CORS handles the preflight and exposes the paging headers', async () => {
    await start((nest) => nest.enableCors({ origin: 'https://shop.example', credentials: true }));
    const origin = 'https://shop.example';
    const preflight = await app.fetch('OPTIONS', '/api/acme/v1/items', {
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toContain('POST');
    const answer = await app.fetch('GET', '/api/acme/v1/items', { headers: { origin } });
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect(answer.headers['access-control-expose-headers']).toContain('X-WP-TotalPages');
  });
});
