import { ThrottlerStorageRedisService } from '@nest-lab/throttler-storage-redis';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule, ThrottlerStorage } from '@nestjs/throttler';
import { PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes } from '../../support/application.js';
import { hasRedisServer, RedisServer } from '../../support/redis-server.js';
import { loudly } from '../../support/skip-loudly.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', 'GET', new PublicAccess())
  list() {
    return [];
  }
  @RestRoute('', 'POST', new PublicAccess(), { batch: true })
  create() {
    return { isCreated: true };
  }
}

const why = 'there is no redis-server on the path';

describe.skipIf(loudly(!hasRedisServer, 'limits in Redis', why))('limits between processes', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis.stop());

  /** Two applications with storages of their own, as two processes have. */
  const pair = async (adapter: (typeof ADAPTERS)[number]) => {
    await redis.empty();
    const storages: ThrottlerStorageRedisService[] = [];
    const start = () => {
      const storage = new ThrottlerStorageRedisService(redis.url);
      storages.push(storage);
      const throttlers = [{ ttl: 60_000, limit: 5 }];
      return startRoutes([ItemsController, { provide: APP_GUARD, useClass: ThrottlerGuard }], {
        adapter,
        rest: { batch: true },
        imports: [ThrottlerModule.forRoot({ throttlers, storage: storage as ThrottlerStorage })],
      });
    };
    const apps = [await start(), await start()] as const;
    const close = async () => {
      for (const app of apps) await app.close();
      for (const { redis: client } of storages) client.disconnect();
    };
    return { apps, close };
  };

  test.each(ADAPTERS)('requests to all processes count together (%s)', async (adapter) => {
    const { apps, close } = await pair(adapter);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) {
      const app = apps[n % 2] ?? apps[0];
      statuses.push((await app.fetch('GET', '/api/acme/v1/items')).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    await close();
  });

  test.each(ADAPTERS)('each request of a batch counts (%s)', async (adapter) => {
    const { apps, close } = await pair(adapter);
    const item = { method: 'POST', path: '/acme/v1/items', body: {} };
    const { body } = await apps[0].fetch('POST', '/api/batch/v1', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requests: Array.from({ length: 8 }, () => item) }),
    });
    const { responses } = body as { responses: readonly { status: number }[] };
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect((await apps[1].fetch('POST', '/api/acme/v1/items')).status).toBe(429);
    await close();
  });
});
