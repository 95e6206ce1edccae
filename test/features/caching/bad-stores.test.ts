import {
  HttpMethod,
  Cache,
  PublicAccess,
  RestCache,
  RestController,
  RestRoute,
} from 'nestjs-rest-routes';
import type { LoggerService } from '@nestjs/common';
import { Keyv } from 'keyv';
import { createRequire } from 'node:module';
import { describe, expect, test, vi } from 'vitest';
import { ADAPTERS, startRoutes } from '../../support/application.js';
import { until } from '../../support/until.js';
import { deferred } from '../../support/deferred.js';

const values = new Map<string, unknown>();
const STORES = {
  'that throws': {
    get: () => Promise.reject(new Error('down')),
    set: () => Promise.reject(new Error('down')),
    delete: () => Promise.reject(new Error('down')),
  },
  'that hangs': {
    get: () => new Promise(() => undefined),
    set: () => new Promise(() => undefined),
    delete: () => new Promise(() => undefined),
  },
  'that answers rubbish': {
    get: () => Promise.resolve('{"value":"rubbish"}'),
    set: () => Promise.resolve(true),
    delete: () => Promise.resolve(true),
  },
  'that forgets half of what it is given': {
    get: (key: string) => Promise.resolve(values.get(key)),
    set: (key: string, value: string) => {
      values.set(key, value.slice(0, value.length / 2));
      return Promise.resolve(true);
    },
    delete: (key: string) => Promise.resolve(values.delete(key)),
  },
};

describe.each(ADAPTERS)('a cache store on %s', (adapter) => {
  test.each(Object.entries(STORES))(
    '%s disables the cache and fails no request',
    async (_title, store) => {
      let runs = 0;
      @RestController('v1')
      class CountController {
        @Cache({ ttl: '1h' })
        @RestRoute('/count', HttpMethod.Get, new PublicAccess())
        count() {
          return { runs: ++runs };
        }
      }
      const lines: string[] = [];
      const write = (text: unknown) => void lines.push(String(text));
      const logger: LoggerService = { log: write, warn: write, error: write };
      const backend = { ...store, clear: () => Promise.resolve(), opts: {} };
      const cache = { store: backend, timeLimit: '50ms', rest: '1h' } as const;
      const app = await startRoutes([CountController], {
        adapter,
        rest: { cache },
        configure: (nest) => nest.useLogger(logger),
      });
      try {
        const answers = [];
        for (let n = 0; n < 5; n++) answers.push(await app.fetch('GET', '/api/acme/v1/count'));
        expect(answers.map(({ status, text }) => [status, text])).toEqual(
          [1, 2, 3, 4, 5].map((n) => [200, `{"runs":${n}}`]),
        );
        expect(lines.filter((line) => line.includes('cache store is unavailable'))).toHaveLength(1);
        expect(app.nest.get(RestCache).storeFailures).toBeGreaterThan(0);
      } finally {
        await app.close();
      }
    },
  );

  test.each(Object.entries(STORES))(
    '%s: a method runs once for 50 requests, and again for those that follow a purge',
    async (_title, store) => {
      const gates = [deferred<void>(), deferred<void>()];
      const running = [deferred<void>(), deferred<void>()];
      let runs = 0;
      @RestController('v1')
      class SlowController {
        @Cache({ ttl: '1h', tags: ['slow'] })
        @RestRoute('/slow', HttpMethod.Get, new PublicAccess())
        async slow() {
          const run = runs++;
          running[run]?.resolve();
          await gates[run]?.promise;
          return { run };
        }
      }
      const backend = { ...store, clear: () => Promise.resolve(), opts: {} };
      const cache = { store: backend, timeLimit: '50ms', rest: '1h' } as const;
      let arrived = 0;
      const app = await startRoutes([SlowController], {
        adapter,
        rest: { cache },
        configure: (nest) => {
          nest.use((_request: unknown, _response: unknown, next: () => void) => {
            arrived++;
            next();
          });
        },
      });
      const get = () => app.fetch('GET', '/api/acme/v1/slow');
      const bodies = async (sent: readonly ReturnType<typeof get>[]) =>
        new Set((await Promise.all(sent)).map(({ text }) => text));
      /** Sends 50 requests; all but the first find the method running. */
      const send = async (run: number) => {
        const sent = [get()];
        await running[run]?.promise;
        const before = arrived;
        for (let count = 1; count < 50; count++) sent.push(get());
        await until(() => arrived === before + 49);
        await app.fetch('GET', '/api/acme/v1/none');
        return sent;
      };
      try {
        const before = await send(0);
        expect(await app.nest.get(RestCache).purgeTags('slow')).toBe(false);
        const after = await send(1);
        gates.forEach(({ resolve }) => resolve());
        expect(await bodies(before)).toEqual(new Set(['{"run":0}']));
        expect(await bodies(after)).toEqual(new Set(['{"run":1}']));
        expect(runs).toBe(2);
      } finally {
        await app.close();
      }
    },
  );
});

describe.each(ADAPTERS)('an instance of Keyv on %s', (adapter) => {
  @RestController('v1')
  class TimesController {
    @Cache({ ttl: '1h' })
    @RestRoute('/times', HttpMethod.Get, new PublicAccess())
    times() {
      return [];
    }
  }

  const start = (store: object) =>
    startRoutes([TimesController], { adapter, rest: { cache: { store, timeLimit: '1m' } } });

  test('of another copy of the package than that of cache-manager is used as it is', async () => {
    // A folder of its own in node_modules has another class.
    const { Keyv: Other } = createRequire(import.meta.url)('keyv') as { Keyv: typeof Keyv };
    expect(Other).not.toBe(Keyv);
    const store = new Map<string, unknown>();
    const app = await start(new Other({ store, namespace: 'shop' }));
    try {
      await app.fetch('GET', '/api/acme/v1/times');
      const { headers } = await app.fetch('GET', '/api/acme/v1/times');
      expect(headers['cache-status']).toContain('hit');
      expect([...store.keys()].every((key) => key.startsWith('shop:'))).toBe(true);
    } finally {
      await app.close();
    }
  });

  test('of another version, such as the one that ESLint brings, stops the start', async () => {
    const common = {
      get: () => Promise.resolve(undefined),
      set: () => Promise.resolve(true),
      delete: () => Promise.resolve(true),
      clear: () => Promise.resolve(),
      on: () => undefined,
    };
    const of4 = { ...common, opts: { store: new Map() } };
    const of6 = { ...common, getMany: () => [], store: new Map(), stats: {} };
    for (const store of [of4, of6]) {
      await expect(start(store)).rejects.toThrow(
        /cache\.store is an instance of Keyv 5 or one of its stores.*not "a Keyv of another version"/,
      );
    }
  });
});
