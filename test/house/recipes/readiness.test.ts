import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import KeyvRedis, { createClient } from '@keyv/redis';
import { Module, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { TerminusModule } from '@nestjs/terminus';
import { Cache, PublicAccess, RestController, RestModule, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, type AdapterName, type RoutesOptions } from '../../support/application.js';
import { deferred } from '../../support/deferred.js';
import { hasRedisServer, RedisServer } from '../../support/redis-server.js';
import { loudly } from '../../support/skip-loudly.js';
import { until } from '../../support/until.js';
import { HealthController, REDIS } from './readiness.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', 'GET', new PublicAccess())
  @Cache({ ttl: '1m' })
  list() {
    return [];
  }
}

const why = 'there is no redis-server on the path';

describe.each(ADAPTERS)('a readiness probe with terminus on %s', (adapter) => {
  test('is up with the number of routes', async () => {
    const { app, ready } = await start(adapter, { isReady: true }, [ItemsController]);
    const rest = { status: 'up', routes: 1, store: 'up' };
    expect(await ready()).toMatchObject({ status: 200, body: { details: { rest } } });
    await app.close();
  });

  test('is down if no route is mounted', async () => {
    const { app, ready } = await start(adapter, { isReady: true }, []);
    const rest = { status: 'down', routes: 0, store: 'up' };
    expect(await ready()).toMatchObject({ status: 503, body: { error: { rest } } });
    await app.close();
  });

  test('is down while the application shuts down', async () => {
    const shuttingDown = deferred<void>();
    const gate = deferred<void>();
    const beforeApplicationShutdown = () => {
      shuttingDown.resolve();
      return gate.promise;
    };
    // Nest calls the hooks of a module before those of the modules that it imports.
    @Module({ providers: [{ provide: 'last', useValue: { beforeApplicationShutdown } }] })
    class LastModule {}
    @Module({ imports: [LastModule] })
    class MiddleModule {}
    const { app, ready } = await start(adapter, { isReady: true }, [ItemsController], {
      imports: [MiddleModule],
    });
    const closing = app.close();
    await shuttingDown.promise;
    expect(await ready()).toMatchObject({ status: 503, body: { status: 'shutting_down' } });
    gate.resolve();
    await closing;
  });

  test.skipIf(loudly(!hasRedisServer, 'the readiness of an application with a store', why))(
    'is up without the store, says so, and says that the store is back',
    async () => {
      const redis = await RedisServer.start();
      const client = createClient({ url: redis.url });
      const cache = { store: new KeyvRedis(client) };
      await client.connect();
      const { app, url, ready } = await start(adapter, client, [ItemsController], {
        rest: { cache },
      });
      const isStore = async (store: 'up' | 'down') => {
        const { status, body } = await ready();
        expect(status).toBe(200);
        return body.details.rest.store === store;
      };
      expect(await isStore('up')).toBe(true);
      await redis.kill();
      await until(() => isStore('down'));
      expect((await fetch(`${url}/api/acme/v1/items`)).status).toBe(200);
      await redis.start();
      await until(() => isStore('up'));
      await app.close();
      client.destroy();
      await redis.stop();
    },
  );
});

test('docs/scaling.md shows this recipe', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
  expect(read('../../../docs/scaling.md')).toContain(read('readiness.ts').trimEnd());
});

async function start(
  adapter: AdapterName,
  redis: { readonly isReady: boolean },
  providers: Provider[],
  { rest, imports = [] }: Pick<RoutesOptions, 'rest' | 'imports'> = {},
) {
  @Module({
    imports: [
      RestModule.forRoot({ namespace: 'acme', ...rest }),
      ...imports,
      TerminusModule.forRoot({ logger: false }),
    ],
    controllers: [HealthController],
    providers: [...providers, { provide: REDIS, useValue: redis }],
  })
  class AppModule {}
  const app = await NestFactory.create(
    AppModule,
    adapter === 'express' ? new ExpressAdapter() : new FastifyAdapter(),
    { logger: false },
  );
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const ready = async () => {
    const response = await fetch(`${url}/health/ready`);
    const body = (await response.json()) as { details: { rest: { store: string } } };
    return { status: response.status, body };
  };
  return { app, url, ready };
}
