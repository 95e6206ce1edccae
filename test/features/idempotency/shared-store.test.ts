import KeyvRedis from '@keyv/redis';
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  type TestApplication,
  type TestResponse,
} from '../../support/application.js';
import { deferred } from '../../support/deferred.js';
import { hasRedisServer, RedisServer } from '../../support/redis-server.js';
import { loudly } from '../../support/skip-loudly.js';

const orders: string[] = [];
let gate = deferred<void>();

@RestController('v1', '/orders')
class OrdersController {
  @RestRoute('', HttpMethod.Post, new PublicAccess(), { publicWrite: true, idempotent: true })
  async create(product: string): Promise<{ id: number }> {
    const id = orders.push(product);
    await gate.promise;
    return { id };
  }
}

const ran = (product: string) => orders.filter((one) => one === product).length;
const why = 'there is no redis-server on the path';

describe.skipIf(loudly(!hasRedisServer, 'idempotent routes on Redis', why)).each(ADAPTERS)(
  'idempotent routes of two applications over one Redis (%s)',
  (adapter) => {
    let redis: RedisServer;
    beforeAll(async () => {
      redis = await RedisServer.start();
    });
    afterAll(() => redis.stop());

    async function start(store = new KeyvRedis(redis.url)): Promise<TestApplication> {
      const app = await startRoutes([OrdersController], { adapter, rest: { cache: { store } } });
      onTestFinished(async () => {
        await app.close();
        await store.disconnect(true).catch(() => undefined);
      });
      return app;
    }

    function post(app: TestApplication, product: string, key?: string): Promise<TestResponse> {
      const sent = key === undefined ? {} : { 'idempotency-key': key };
      return app.fetch('POST', '/api/acme/v1/orders', {
        headers: { 'content-type': 'application/json', ...sent },
        body: JSON.stringify({ product }),
      });
    }

    test('a request runs in one of them, and the other one repeats its response', async () => {
      gate = deferred();
      const [one, two] = [await start(), await start()];
      const product = `${adapter} lamp`;
      const first = post(one, product, 'lamp');
      await expect.poll(() => ran(product)).toBe(1);
      expect(await post(two, product, 'lamp')).toMatchObject({ status: 409 });
      expect(await post(two, 'chair', 'lamp')).toMatchObject({ status: 422 });
      gate.resolve();
      const { status, text } = await first;
      const again = await post(two, product, 'lamp');
      expect(again).toMatchObject({ status, text });
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(ran(product)).toBe(1);
    });

    test('400 requests to both at the same time are executed once', async () => {
      gate = deferred();
      const apps = [await start(), await start()];
      const product = `${adapter} shelf`;
      const all = Promise.all(
        Array.from({ length: 200 }, () => apps.map((app) => post(app, product, 'shelf'))).flat(),
      );
      await expect.poll(() => ran(product)).toBe(1);
      gate.resolve();
      const statuses = (await all).map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
      expect(ran(product)).toBe(1);
    });

    test('the key of a running request ends by itself, for a process that is aborted', async () => {
      gate = deferred();
      const store = new KeyvRedis(redis.url);
      const app = await start(store);
      await redis.empty();
      const running = post(app, `${adapter} bed`, 'bed');
      await expect.poll(() => ran(`${adapter} bed`)).toBe(1);
      const client = await store.getClient();
      const [key = ''] = 'keys' in client ? await client.keys('*') : [];
      const left = 'pTTL' in client ? await client.pTTL(key) : 0;
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(30_000);
      gate.resolve();
      expect(await running).toMatchObject({ status: 200 });
    });

    test('without the store, a request with a key is not executed, and one without a key is', async () => {
      gate = deferred();
      gate.resolve();
      const app = await start();
      const product = `${adapter} desk`;
      await redis.kill();
      const rejected = await post(app, product, 'desk');
      expect(rejected).toMatchObject({
        status: 503,
        body: { code: 'rest_idempotency_unavailable' },
      });
      expect(rejected.headers['retry-after']).toBe('1');
      expect(ran(product)).toBe(0);
      expect(await post(app, product)).toMatchObject({ status: 200 });
      await redis.start();
      await expect.poll(async () => (await post(app, product, 'desk')).status).toBe(200);
      expect(ran(product)).toBe(2);
      expect((await post(app, product, 'desk')).headers['idempotency-replayed']).toBe('true');
    });
  },
);
