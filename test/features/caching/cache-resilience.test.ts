import { Res, type NestInterceptor, UseInterceptors } from '@nestjs/common';
import type { CallHandler, ExecutionContext, LoggerService } from '@nestjs/common';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  type int,
  type RestCacheOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { deferred } from '../../support/deferred.js';
import { ADAPTERS, startRoutes, type AdapterName } from '../../support/application.js';

const open = new PublicAccess();

/** Sets a header as each platform does. */
interface PlatformResponse {
  header: (name: string, value: string) => void;
}

class SetsHeader implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    context.switchToHttp().getResponse<PlatformResponse>().header('X-From', 'interceptor');
    return next.handle();
  }
}

/** A controller whose calls are counted and can be held up. */
function setup() {
  const calls: string[] = [];
  const gates = [deferred<void>()];
  const started = [deferred<void>(), deferred<void>()];
  @RestController('v1', '/r')
  class Controller {
    @Cache({ ttl: '1h' })
    @RestRoute('/hangs', HttpMethod.Get, open)
    async hangs() {
      const at = calls.push('hangs') - 1;
      started[at]?.resolve();
      await gates[at]?.promise;
      return { call: at + 1 };
    }
    @Cache({ ttl: '1h', tags: ['a', 'b', 'c', 'd'] })
    @RestRoute('/small/{id}', HttpMethod.Get, open)
    small(id: int) {
      calls.push(`small ${id}`);
      return { item: id };
    }
    @Cache({ ttl: '1h', vary: 'none' })
    @RestRoute('/passthrough', HttpMethod.Get, open)
    passthrough(@Res({ passthrough: true }) response: PlatformResponse) {
      response.header('X-From', 'response');
      calls.push('passthrough');
      return { call: calls.length };
    }
    @Cache({ ttl: '1h', vary: 'none' })
    @UseInterceptors(SetsHeader)
    @RestRoute('/interceptor', HttpMethod.Get, open)
    intercepted() {
      calls.push('interceptor');
      return { call: calls.length };
    }
    @Cache({ ttl: '1h' })
    @RestRoute('/own', HttpMethod.Get, open)
    own() {
      calls.push('own');
      return new RestResponse({ call: calls.length }, 200, { 'X-From': 'RestResponse' });
    }
  }
  return { calls, gates, started, Controller };
}

async function start(
  adapter: AdapterName,
  Controller: new () => object,
  cache: RestCacheOptions,
  lines: string[] = [],
) {
  const write = (text: unknown) => void lines.push(String(text));
  const logger: LoggerService = { log: write, warn: write, error: write };
  const app = await startRoutes([Controller], {
    adapter,
    rest: { cache },
    configure: (nest) => nest.useLogger(logger),
  });
  const get = (path: string) => app.fetch('GET', `/api/acme/v1/r${path}`);
  return { app, get };
}

describe.each(ADAPTERS)('the cache on %s', (adapter) => {
  test('A method that hangs holds up other requests for no longer than flightTimeout', async () => {
    const { calls, gates, started, Controller } = setup();
    const { app, get } = await start(adapter, Controller, { flightTimeout: '50ms' });
    const first = get('/hangs');
    await started[0]?.promise;
    const others = await Promise.all([get('/hangs'), get('/hangs')]);
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    expect(calls.length).toBeGreaterThan(1);
    const hit = await get('/hangs');
    expect(hit.headers['cache-status']).toContain('hit');
    gates[0]?.resolve();
    expect((await first).body).toEqual({ call: 1 });
    expect((await get('/hangs')).text).toBe(hit.text);
    await app.close();
  });

  test.each([1, 3, 4])('A cache limited to %s entries keeps that many', async (maxEntries) => {
    const { calls, Controller } = setup();
    const { app, get } = await start(adapter, Controller, { maxEntries });
    const ids = Array.from({ length: maxEntries }, (_, at) => at);
    for (const _round of [1, 2, 3]) for (const item of ids) await get(`/small/${item}`);
    expect(calls).toEqual(ids.map((item) => `small ${item}`));
    for (const item of [98, 99, ...ids]) await get(`/small/${item}`);
    expect(calls.length).toBe(maxEntries * 2 + 2);
    await app.close();
  });

  test('A limit of the cache that is no whole number above zero, or no duration, is an error at startup', async () => {
    const { Controller } = setup();
    const wrong: readonly object[] = [
      ...[0, -1, 1.5, Number.NaN, Infinity, '3', null].flatMap((value) => [
        { maxEntries: value },
        { maxBytes: value },
        { maxEntryBytes: value },
      ]),
      ...['0s', '30', 30, null].map((flightTimeout) => ({ flightTimeout })),
      // Each names what to change: a wrong store, no store, a wrong limit, an unknown option.
      ...[null, 7, 'redis://:secret@127.0.0.1', {}, Map].map((store) => ({ store })),
      ...[{}, { maxEntries: 10 }, { ttl: '1s' }].map((memory) => ({ memory })),
      ...[
        null,
        7,
        'big',
        { maxEntries: -1 },
        { maxEntries: 0 },
        { ttl: '0s' },
        { ttl: 5 },
        { max: 9 },
      ].map((memory) => ({ memory, store: new Map() })),
    ];
    for (const cache of wrong) {
      await expect(start(adapter, Controller, cache), JSON.stringify(cache)).rejects.toThrow(
        `RestModule: cache.${Object.keys(cache)[0]}`,
      );
    }
  });

  describe('If headers are set on the response of the adapter, the response is not stored, and this is logged once', () => {
    test.each(['/passthrough', '/interceptor'])('%s', async (path) => {
      const lines: string[] = [];
      const { Controller } = setup();
      const { app, get } = await start(adapter, Controller, {}, lines);
      const responses = [await get(path), await get(path), await get(path)];
      expect(responses.map(({ body }) => body)).toEqual([{ call: 1 }, { call: 2 }, { call: 3 }]);
      for (const { headers } of responses) {
        expect(headers['x-from']).toBeDefined();
        expect(headers['cache-control']).toBe('private, no-cache');
        expect(headers['cache-status']).toBe('rest-cache; fwd=miss');
      }
      expect(lines.filter((line) => /is not cached: .* sets x-from/.test(line)).length).toBe(1);
      await app.close();
    });
  });

  test('A header of a RestResponse is on every hit', async () => {
    const { Controller } = setup();
    const { app, get } = await start(adapter, Controller, {});
    for (const _round of [1, 2]) {
      const { body, headers } = await get('/own');
      expect([body, headers['x-from']]).toEqual([{ call: 1 }, 'RestResponse']);
    }
    await app.close();
  });
});
