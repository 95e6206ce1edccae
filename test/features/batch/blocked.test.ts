import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';

const executed: string[] = [];

@RestController('v1', '/b')
class ItemsController {
  @RestRoute('/{name}', [HttpMethod.Get, HttpMethod.Post], new PublicAccess(), { batch: true })
  one(name: string): { readonly called: string } {
    executed.push(name);
    return { called: name };
  }

  @RestRoute('/pair/{name}', HttpMethod.Get, new PublicAccess())
  pair(name: string): RestResponse {
    const href = `/acme/v1/b/${name}`;
    return new RestResponse({ pair: true })
      .link('to', href, { embeddable: true })
      .link('to', `${href}2`, { embeddable: true });
  }
}

/** Middleware that lets one request after the other through, until the response of each has closed. */
class Mutex {
  #last = Promise.resolve();

  constructor(private readonly holds: (url: string) => boolean) {}

  readonly handle = ({ url = '' }: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (!this.holds(url)) return next();
    const before = this.#last;
    this.#last = new Promise((resolve) => response.once('close', () => resolve()));
    void before.then(next);
  };

  /** Once all requests that it has held are over. */
  get idle(): Promise<void> {
    return this.#last;
  }
}

const blocked = { code: 'rest_request_blocked', data: { status: 503 } };

describe.each(ADAPTERS)('middleware that holds requests on %s', (adapter) => {
  const inner = new Mutex((url) => url.includes('/b/held'));
  const outer = new Mutex((url) => url.includes('all'));
  const app = useRoutes([ItemsController], {
    adapter,
    rest: { batch: { maxWait: 50 }, embed: { maxWait: 50 } },
    configure: (nest) => {
      nest.use(inner.handle).use(outer.handle);
    },
  });
  beforeEach(() => {
    executed.splice(0);
  });
  const batch = async (names: readonly string[], validation: string, query = '') => {
    const requests = names.map((one) => ({ path: `/acme/v1/b/${one}` }));
    const { body } = await app.fetch('POST', `/api/batch/v1${query}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ validation, requests }),
    });
    return body;
  };

  test('A batch whose requests wait for one another fails with an error that names the cause, and executes nothing.', async () => {
    const names = ['free', 'held', 'held', 'other'];
    expect(await batch(names, 'require-all-validate')).toMatchObject({
      failed: 'validation',
      responses: [null, null, { body: blocked, status: 503 }, { body: blocked }],
    });
    await inner.idle;
    expect(executed).toEqual([]);
    expect(await batch(names, 'normal')).toMatchObject({
      responses: names.map((called) => ({ status: 200, body: { called } })),
    });
  });

  test('Requests that wait for the end of the batch fail, and are not executed after it.', async () => {
    for (const validation of ['normal', 'require-all-validate']) {
      const body = await batch(['all', 'free'], validation, '?for=all');
      expect(body).toMatchObject({ responses: [{ body: blocked }, { body: blocked }] });
      await outer.idle;
      expect(executed).toEqual([]);
    }
  });

  test('Links whose requests wait for the end of the outer one embed the error.', async () => {
    const { body } = await app.fetch('GET', '/api/acme/v1/b/pair/all?_embed');
    expect(body).toMatchObject({ pair: true, _embedded: { to: [blocked, blocked] } });
    await outer.idle;
    expect(executed).toEqual([]);
  });

  test('A wait that is no number of milliseconds stops the start.', async () => {
    for (const maxWait of [0, 1.5, 2 ** 31]) {
      const limits = [{ batch: { maxWait } }, { embed: { maxWait } }];
      for (const rest of limits) {
        const start = startRoutes([ItemsController], { adapter, rest });
        await expect(start).rejects.toThrow(/maxWait is a whole number/);
      }
    }
  });
});
