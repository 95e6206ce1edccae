import { spawnSync } from 'node:child_process';
import { inspect } from 'node:util';
import KeyvRedis from '@keyv/redis';
import type { LoggerService } from '@nestjs/common';
import { Cache, PublicAccess, RestCache, RestController, RestRoute } from 'nestjs-rest-routes';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../../../support/application.js';
import { freePort } from '../../../support/free-port.mjs';
import { hasRedisServer, RedisServer } from '../../../support/redis-server.js';
import { loudly } from '../../../support/skip-loudly.js';
import { until } from '../../../support/until.js';

@RestController('v1', '/items')
class ItemsController {
  static runs = 0;
  @RestRoute('', 'GET', new PublicAccess())
  @Cache({ ttl: '1h', tags: ['items'] })
  list() {
    return { run: ++ItemsController.runs };
  }
}

const why = 'there is no redis-server on the path';

describe.skipIf(loudly(!hasRedisServer, 'a Redis that rejects its client', why)).each(ADAPTERS)(
  'a Redis that rejects its client (%s)',
  (adapter) => {
    let redis: RedisServer;
    const rules = (...texts: string[]) => {
      const args = ['-p', String(redis.port), 'ACL', 'SETUSER', 'app', 'reset', 'on', '>secret'];
      expect(spawnSync('redis-cli', [...args, ...texts]).status).toBe(0);
    };
    beforeAll(async () => {
      redis = await RedisServer.start();
    });
    afterAll(() => redis.stop());

    const start = async (
      address: string,
    ): Promise<{ app: TestApplication; warnings: string[] }> => {
      const warnings: string[] = [];
      const warn = (warning: unknown) => void warnings.push(inspect(warning));
      const logger: LoggerService = { log: () => undefined, warn, error: warn };
      const store = new KeyvRedis(address);
      const app = await startRoutes([ItemsController], {
        adapter,
        rest: { namespace: `rejecting-${adapter}`, cache: { store, memory: { ttl: '1h' } } },
        configure: (nest) => nest.useLogger(logger),
      });
      onTestFinished(async () => {
        await app.close();
        await store.disconnect(true).catch(() => undefined);
      });
      return { app, warnings };
    };
    const get = (app: TestApplication) => app.fetch('GET', `/api/rejecting-${adapter}/v1/items`);
    const asApp = (password = 'secret') => redis.url.replace('//', `//app:${password}@`);

    test('client-side caching: the warning names the command, and requests are served', async () => {
      rules('~*', '&*', '+@all', '-client|tracking');
      const { app, warnings } = await start(asApp());
      expect((await get(app)).status).toBe(200);
      expect(warnings).toEqual([
        expect.stringMatching(/store is unavailable.*NOPERM.*'client\|tracking'/s),
      ]);
    });

    test('channels: the cache does not need them', async () => {
      // What `ACL SETUSER` gives a new user of Redis 7: all keys and commands, and no channel.
      rules('~*', '+@all', 'resetchannels');
      const { app, warnings } = await start(asApp());
      const first = await get(app);
      await until(async () => String((await get(app)).headers['cache-status']).includes('hit'));
      expect(await app.nest.get(RestCache).purgeTags('items')).toBe(true);
      expect((await get(app)).text).not.toBe(first.text);
      expect(warnings).toEqual([]);
    });

    test('the password: the warning has the reason', async () => {
      rules('~*', '&*', '+@all');
      const { app, warnings } = await start(asApp('wrong'));
      expect((await get(app)).status).toBe(200);
      expect(warnings).toEqual([expect.stringMatching(/store is unavailable.*WRONGPASS/s)]);
    });

    test('writes: the warning has the reason, and the cache is as absent', async () => {
      await redis.empty();
      rules('~*', '&*', '+@all', '-@write');
      const { app, warnings } = await start(asApp());
      const texts = new Set<string>();
      for (let count = 0; count < 3; count++) texts.add((await get(app)).text);
      expect(texts.size).toBe(3);
      expect(warnings).toEqual([expect.stringMatching(/store is unavailable.*NOPERM.*'set'/s)]);
    });

    test('all connections: the warning has the reason', async () => {
      const { app, warnings } = await start(`redis://127.0.0.1:${await freePort()}`);
      expect((await get(app)).status).toBe(200);
      expect(warnings).toEqual([expect.stringMatching(/store is unavailable.*ECONNREFUSED/s)]);
    });
  },
);
