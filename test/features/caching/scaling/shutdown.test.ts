import { StreamableFile } from '@nestjs/common';
import KeyvRedis, { createClient } from '@keyv/redis';
import { Cache, PublicAccess, RestController, RestRoute, UploadedFile } from 'nestjs-rest-routes';
import { once } from 'node:events';
import { request, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ADAPTERS, startRoutes, type RoutesOptions } from '../../../support/application.js';
import { deferred } from '../../../support/deferred.js';
import { hasRedisServer, RedisServer } from '../../../support/redis-server.js';
import { until } from '../../../support/until.js';
import { loudly } from '../../../support/skip-loudly.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', 'GET', new PublicAccess())
  @Cache({ ttl: '1m' })
  list() {
    return [];
  }
}

const why = 'there is no redis-server on the path';

describe.each(ADAPTERS)('a shutdown on %s', (adapter) => {
  afterEach(() => vi.useRealTimers());

  test('finishes requests, uploads and streams that are under way', async () => {
    const started = deferred<void>();
    const gate = deferred<void>();
    @RestController('v1', '/slow')
    class SlowController {
      @RestRoute('', 'GET', new PublicAccess())
      async slow() {
        started.resolve();
        await gate.promise;
        return { isDone: true };
      }
      @RestRoute('/stream', 'GET', new PublicAccess())
      stream() {
        async function* parts() {
          yield 'first,';
          await gate.promise;
          yield 'last';
        }
        return new StreamableFile(Readable.from(parts()));
      }
      @RestRoute('/upload', 'POST', new PublicAccess())
      async upload(file: UploadedFile) {
        return { size: file.size };
      }
    }
    const app = await startRoutes([SlowController], { adapter });
    const slow = app.fetch('GET', '/api/acme/v1/slow');
    await started.promise;
    const stream = request(`${app.url}/api/acme/v1/slow/stream`).end();
    const [response] = (await once(stream, 'response')) as [import('node:http').IncomingMessage];
    const [first] = (await once(response, 'data')) as [Buffer];
    const boundary = 'boundary';
    const upload = request(`${app.url}/api/acme/v1/slow/upload`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    upload.write(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf`,
    );
    // The server has the beginning of the upload once it has responded to a later request.
    await app.fetch('GET', '/api/acme/v1/none');
    const closing = app.close();
    upload.end(`-and-half\r\n--${boundary}--\r\n`);
    const [uploaded] = (await once(upload, 'response')) as [import('node:http').IncomingMessage];
    gate.resolve();
    const rest = Buffer.concat((await response.toArray()) as Buffer[]);
    expect(`${first.toString()}${rest.toString()}`).toBe('first,last');
    expect((await slow).body).toEqual({ isDone: true });
    expect(Buffer.concat((await uploaded.toArray()) as Buffer[]).toString()).toBe('{"size":13}');
    await closing;
  });

  test('closes what is still open after shutdownTimeout', async () => {
    @RestController('v1', '/endless')
    class EndlessController {
      @RestRoute('', 'GET', new PublicAccess())
      stream() {
        return new StreamableFile(endless());
      }
    }
    const app = await startRoutes([EndlessController], {
      adapter,
      rest: { shutdownTimeout: '50ms' },
    });
    const endlessRequest = request(`${app.url}/api/acme/v1/endless`).end();
    const [response] = (await once(endlessRequest, 'response')) as [
      import('node:http').IncomingMessage,
    ];
    response.resume();
    const closed = once(response, 'close').catch(() => undefined);
    response.on('error', () => undefined);
    await app.close();
    await closed;
    expect(response.complete).toBe(false);
  });

  test('waits until the store has the last response', async () => {
    const gate = deferred<void>();
    const writing = deferred<void>();
    const values = new Map<string, unknown>();
    const store = {
      get: (key: string) => Promise.resolve(values.get(key)),
      set: async (key: string, value: unknown) => {
        if (key.includes(':e1:')) {
          writing.resolve();
          await gate.promise;
        }
        values.set(key, value);
        return true;
      },
      delete: (key: string) => Promise.resolve(values.delete(key)),
      clear: () => Promise.resolve(),
      opts: {},
    };
    const rest = { cache: { store, timeLimit: '1m' } } as const;
    const app = await startRoutes([ItemsController], { adapter, rest });
    const { headers } = await app.fetch('GET', '/api/acme/v1/items');
    expect(headers['cache-status']).toContain('stored');
    await writing.promise;
    let isClosed = false;
    const closing = app.close().then(() => (isClosed = true));
    await until(() => (app.nest.getHttpServer() as Server).address() === null);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    gate.resolve();
    await closing;
    expect([...values.keys()].filter((key) => key.includes(':e1:'))).toHaveLength(1);
  });

  test.skipIf(loudly(!hasRedisServer, 'the last response of a shutdown', why))(
    'leaves the last response in the store',
    async () => {
      const redis = await RedisServer.start();
      const started = deferred<void>();
      const gate = deferred<void>();
      @RestController('v1', '/slow')
      class SlowController {
        @RestRoute('', 'GET', new PublicAccess())
        @Cache({ ttl: '1h' })
        async slow() {
          started.resolve();
          await gate.promise;
          return {};
        }
      }
      const admin = createClient({ url: redis.url });
      await admin.connect();
      const store = new KeyvRedis(redis.url);
      const rest = { cache: { store, timeLimit: '1m' } } as const;
      const app = await startRoutes([SlowController], { adapter, rest });
      const response = app.fetch('GET', '/api/acme/v1/slow');
      await started.promise;
      const closing = app.close();
      // As a process that ends: what is sent to the store after it is lost.
      const keys = closing.then(() => {
        void store.client.destroy();
        return admin.keys('*');
      });
      gate.resolve();
      expect((await response).headers['cache-status']).toContain('stored');
      expect((await keys).filter((key) => key.includes(':rest:e1'))).toHaveLength(1);
      admin.destroy();
      await redis.stop();
    },
  );

  test('ends after shutdownTimeout where a cached method does not', async () => {
    const started = deferred<void>();
    @RestController('v1', '/endless')
    class EndlessController {
      @RestRoute('', 'GET', new PublicAccess())
      @Cache({ ttl: '1h' })
      endless() {
        started.resolve();
        return new Promise<object>(() => {});
      }
    }
    const app = await startRoutes([EndlessController], {
      adapter,
      rest: { shutdownTimeout: '10s' },
    });
    const lost = app.fetch('GET', '/api/acme/v1/endless').catch(() => 'closed');
    await started.promise;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const closing = app.close();
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(10_000);
    await closing;
    expect(await lost).toBe('closed');
  });

  test.each(['0s', '10', 10, null])(
    '%o as shutdownTimeout is an error at startup',
    async (limit) => {
      const rest = { shutdownTimeout: limit } as unknown as NonNullable<RoutesOptions['rest']>;
      await expect(startRoutes([ItemsController], { adapter, rest })).rejects.toThrow(
        'RestModule: shutdownTimeout is',
      );
    },
  );
});

/** A stream that sends one byte and never ends. */
function endless(): Readable {
  const stream = new Readable({ read() {} });
  stream.push('a');
  return stream;
}
