import {
  HttpMethod,
  Cache,
  PublicAccess,
  RestCache,
  RestController,
  RestRoute,
} from 'nestjs-rest-routes';
import type { LoggerService } from '@nestjs/common';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes } from '../support/application.js';

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
});
