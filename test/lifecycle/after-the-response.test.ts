import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';
import { until } from '../support/until.js';
import { deferred } from '../support/deferred.js';

/** Settled by a test after it has the response. */
let received = deferred<void>();
let audited = deferred<unknown>();
const context = new AsyncLocalStorage<string>();
/** Of each call of a cached method: whether it is a renewal, and its user. */
let calls: { readonly url: string | undefined; readonly user: string | undefined }[] = [];

type RawRequest = IncomingMessage | { readonly raw: IncomingMessage };

function readRaw(raw: unknown): IncomingMessage {
  const request = raw as RawRequest;
  return 'raw' in request ? request.raw : request;
}

/** Of one request: its provider needs the request. */
@Injectable({ scope: Scope.REQUEST })
class Caller {
  constructor(@Inject(REQUEST) private readonly request: RawRequest) {}

  get url(): string | undefined {
    return readRaw(this.request).url;
  }
}

const open = new PublicAccess();
const CACHED = { ttl: '1m', staleWhileRevalidate: '1h', vary: 'none' } as const;
const note = (url: string | undefined) => {
  calls.push({ url, user: context.getStore() });
  return { call: calls.length };
};

@RestController('v1', '/audited')
class AuditedController {
  @RestRoute('', [HttpMethod.Get, HttpMethod.Post], open)
  save(request: RestRequest) {
    void this.#audit(request);
    return { saved: true };
  }

  /** Nothing waits for it, and nothing handles its errors. */
  async #audit(request: RestRequest): Promise<void> {
    await received.promise;
    const { url, headers } = readRaw(request.raw);
    audited.resolve({ url, type: headers['content-type'], body: request.body });
  }
}

@RestController('v1', '/cached')
class CachedController {
  @RestRoute('/raw', HttpMethod.Get, open)
  @Cache(CACHED)
  raw({ raw }: RestRequest) {
    return note(readRaw(raw).url);
  }
}

@RestController('v1', '/scoped')
class ScopedController {
  constructor(@Inject(Caller) private readonly caller: Caller) {}

  @RestRoute('', HttpMethod.Get, open)
  @Cache(CACHED)
  scoped() {
    return note(this.caller.url);
  }
}

describe.each(ADAPTERS)('after a response on %s', (adapter) => {
  let app: TestApplication;
  beforeEach(async () => {
    received = deferred();
    audited = deferred();
    calls = [];
    const providers = [AuditedController, CachedController, ScopedController, Caller];
    app = await startRoutes(providers, {
      adapter,
      configure: (nest) => {
        const server = nest.getHttpServer() as { emit(...args: unknown[]): boolean };
        const emit = server.emit.bind(server);
        server.emit = (name, ...args) => {
          if (name !== 'request') return emit(name, ...args);
          const user = String((args[0] as IncomingMessage).headers['x-user']);
          return context.run(user, () => emit(name, ...args));
        };
      },
    });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await app.close();
  });

  test.each([
    ['GET', undefined],
    ['POST', '{"title":"Momo"}'],
  ])('a method may read the raw request of %s for the first time', async (method, body) => {
    const path = '/api/acme/v1/audited';
    const sent =
      body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body };
    expect((await app.fetch(method, path, sent)).body).toEqual({ saved: true });
    received.resolve();
    expect(await audited.promise).toEqual({
      url: path,
      type: sent.headers?.['content-type'],
      body: body === undefined ? undefined : { title: 'Momo' },
    });
    expect((await app.fetch(method, path, sent)).status).toBe(200);
  });

  test.each([
    ['reads the raw request', '/cached/raw'],
    ['needs a provider of the request', '/scoped'],
  ])('a route that %s is renewed in the context of the request', async (_title, route) => {
    const path = `/api/acme/v1${route}`;
    const get = async (user: string) => {
      const { body } = await app.fetch('GET', path, { headers: { 'x-user': user } });
      return body;
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await get('ada')).toEqual({ call: 1 });
    vi.setSystemTime(Date.now() + 120_000);
    expect(await get('bob')).toEqual({ call: 1 });
    await until(() => calls.length === 2);
    await until(async () => JSON.stringify(await get('cyd')) === '{"call":2}');
    expect(calls).toEqual([
      { url: path, user: 'ada' },
      { url: path, user: 'bob' },
    ]);
  });
});
