import KeyvRedis, { createClient, type createCluster } from '@keyv/redis';
import { Keyv } from 'keyv';
import {
  Cache,
  PublicAccess,
  RestCache,
  RestController,
  RestRoute,
  type int,
  type RestCacheOptions,
} from 'nestjs-rest-routes';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../../support/application.js';
import { Proxy } from '../../support/proxy.mjs';
import { hasRedisServer, RedisServer } from '../../support/redis-server.js';
import { until } from '../../support/until.js';
import { loudly } from '../../support/skip-loudly.js';

const why = 'there is no redis-server on the path';
let runs = 0;

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('/{id}', 'GET', new PublicAccess())
  @Cache({ ttl: '1h', tags: ['items'] })
  one(id: int) {
    return { id, run: ++runs, text: 'x'.repeat(500) };
  }
}

const CSC = { ttl: 5000, maxEntries: 100 };
const URL = 'redis://127.0.0.1:1';
const SENTINEL = { name: 'main', sentinelRootNodes: [{ host: '127.0.0.1', port: 1 }] };

describe.each(ADAPTERS)('the memory in front of a store on %s', (adapter) => {
  const start = (cache: RestCacheOptions) =>
    startRoutes([ItemsController], { adapter, rest: { cache } });

  test.each<[string, () => object, object | undefined, RegExp]>([
    ['a Map', () => new Map(), {}, /needs a store that tells its clients.*KeyvRedis/],
    ['a Keyv with a Map', () => new Keyv(), {}, /needs a store that tells its clients/],
    [
      'a client of Sentinels',
      () => new KeyvRedis(SENTINEL),
      { maxEntries: 7 },
      /cannot be copied.*RESP: 3, clientSideCache: { ttl: 4900, maxEntries: 7 }/,
    ],
    [
      'a client with another limit',
      () => new KeyvRedis({ url: URL, RESP: 3, clientSideCache: CSC }),
      { maxEntries: 7 },
      /differ.*Leave memory out/,
    ],
    [
      'a client that would keep entries for ever',
      () => new KeyvRedis({ url: URL, RESP: 3, clientSideCache: { maxEntries: 9 } }),
      undefined,
      /State a ttl, such as clientSideCache: { ttl: 5000 }/,
    ],
  ])('%s stops the start, and the error says what to pass', async (_title, store, memory, text) => {
    const cache = { store: store(), ...(memory === undefined ? {} : { memory }) };
    await expect(start(cache)).rejects.toThrow(text);
  });

  test('a Cluster is given a client with client-side caching', async () => {
    const store = new KeyvRedis({ rootNodes: [{ url: URL }] });
    const app = await start({ store, memory: { maxEntries: 7 }, timeLimit: '50ms' });
    const { clientSideCache } = store.client as ReturnType<typeof createCluster>;
    expect(clientSideCache).toMatchObject({ ttl: 4950, maxEntries: 7 });
    await app.close();
  });

  describe.skipIf(loudly(!hasRedisServer, 'the memory in front of a Redis', why))(
    'with a Redis',
    () => {
      let redis: RedisServer;
      beforeAll(async () => {
        redis = await RedisServer.start();
      });
      afterAll(() => redis.stop());

      const open = async (store: KeyvRedis<unknown>, cache: RestCacheOptions) => {
        const app = await start({ store, timeLimit: '10s', ...cache });
        onTestFinished(async () => {
          await app.close();
          await store.disconnect(true);
        });
        return app;
      };
      const two = async (cache: RestCacheOptions): Promise<[TestApplication, TestApplication]> => {
        await redis.empty();
        return [
          await open(new KeyvRedis(redis.url), cache),
          await open(new KeyvRedis(redis.url), cache),
        ];
      };
      const get = (app: TestApplication, id = 1) => app.fetch('GET', `/api/acme/v1/items/${id}`);
      /** Requests an item until it is a hit: a response is sent before it is stored. */
      const kept = async (app: TestApplication, id = 1) => {
        let response = await get(app, id);
        await until(async () => {
          response = await get(app, id);
          return String(response.headers['cache-status']).includes('hit');
        });
        return response;
      };
      const renewed = (app: TestApplication, text: string) =>
        until(async () => (await get(app)).text !== text);

      test('a hit in memory asks the store nothing', async () => {
        const [app] = await two({ memory: { ttl: '1h' } });
        const { text } = await kept(app);
        await kept(app);
        const admin = createClient({ url: redis.url });
        await admin.connect();
        await admin.configResetStat();
        for (let count = 0; count < 20; count++) expect((await get(app)).text).toBe(text);
        expect(await admin.info('commandstats')).not.toContain('mget');
        admin.destroy();
      });

      test('the process that purges sends nothing older at once, others when the store tells them', async () => {
        const [one, other] = await two({ memory: { ttl: '1h' } });
        for (let round = 0; round < 20; round++) {
          const { text } = await kept(one);
          expect((await kept(other)).text).toBe(text);
          expect(await one.nest.get(RestCache).purgeTags('items')).toBe(true);
          expect((await get(one)).text).not.toBe(text);
          await renewed(other, text);
        }
      });

      test('without memory, no process sends anything older than a purge that has resolved', async () => {
        const [one, other] = await two({});
        for (let round = 0; round < 20; round++) {
          const { text } = await kept(one);
          expect((await kept(other)).text).toBe(text);
          expect(await one.nest.get(RestCache).purgeTags('items')).toBe(true);
          expect((await get(other)).text).not.toBe(text);
        }
      });

      test('two applications may share one store with memory', async () => {
        await redis.empty();
        const store = new KeyvRedis(redis.url);
        const memory = { ttl: '1h' } as const;
        const one = await open(store, { memory });
        const other = await open(store, { memory });
        const { text } = await kept(one);
        expect((await kept(other)).text).toBe(text);
        expect(await other.nest.get(RestCache).purgeAll()).toBe(true);
        expect((await get(one)).text).not.toBe(text);
      });

      test('a process whose connection is half open sends what it has no longer than ttl', async () => {
        await redis.empty();
        const proxy = await Proxy.start(redis.port);
        onTestFinished(() => proxy.stop());
        const memory = { ttl: '2s' } as const;
        const cut = await open(new KeyvRedis(`redis://127.0.0.1:${proxy.port}`), {
          memory,
          timeLimit: '200ms',
        });
        const other = await open(new KeyvRedis(redis.url), { memory });
        const { text } = await kept(cut);
        proxy.forget();
        // The purge does not wait for a process that hears of nothing.
        expect(await other.nest.get(RestCache).purgeAll()).toBe(true);
        expect((await get(other)).text).not.toBe(text);
        await renewed(cut, text);
      });

      test('memory holds no more than maxBytes', async () => {
        await redis.empty();
        const store = new KeyvRedis(redis.url);
        const app = await open(store, { memory: { ttl: '1h' }, maxBytes: 40_000 });
        for (let id = 0; id < 100; id++) await get(app, id);
        for (let id = 0; id < 100; id++) await kept(app, id);
        const { clientSideCache } = store.client as ReturnType<typeof createClient>;
        expect(clientSideCache?.size()).toBeGreaterThan(0);
        expect(clientSideCache?.size()).toBeLessThan(40);
      });
    },
  );
});
