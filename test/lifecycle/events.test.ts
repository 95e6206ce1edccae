import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ForbiddenException, Logger, UseGuards, type CanActivate } from '@nestjs/common';
import {
  Cache,
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  type int,
  type ResponseEvent,
  type RestHooks,
  type RouteEvent,
} from 'nestjs-rest-routes';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';

class RefusingGuard implements CanActivate {
  canActivate(): boolean {
    throw new ForbiddenException('ada@example.com may not.');
  }
}

@RestController('v1', '/things')
class ThingsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    if (id === 500) throw new Error('The disk is full.');
    if (id === 410) throw new RestException('thing_gone', 'It is gone.', 410);
    return { id };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete'))
  remove(id: int): void {}

  @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m' })
  cached() {
    return 1;
  }

  @RestRoute('/guarded', HttpMethod.Get, new PublicAccess())
  @UseGuards(RefusingGuard)
  guarded() {
    return 1;
  }

  @RestRoute('/list', HttpMethod.Get, new PublicAccess())
  list(page: int = 1) {
    return page;
  }
}

const NAMES = ['matched', 'denied', 'invalid', 'cached', 'failed', 'responded'] as const;
type Seen = [string, RouteEvent | ResponseEvent];

/** What hooks heard, and what the channels said. */
function listen(): { hooks: RestHooks; hooked: Seen[]; published: Seen[]; stop(): void } {
  const hooked: Seen[] = [];
  const published: Seen[] = [];
  const hear = (name: string) => (event: RouteEvent) => void hooked.push([name, event]);
  const subscriptions = NAMES.map((name) => {
    const topic = `nestjs-rest-routes:${name}`;
    const subscriber = (event: unknown) => void published.push([name, event as RouteEvent]);
    subscribe(topic, subscriber);
    return () => unsubscribe(topic, subscriber);
  });
  return {
    hooks: {
      onMatched: hear('matched'),
      onDenied: hear('denied'),
      onInvalid: hear('invalid'),
      onCached: hear('cached'),
      onFailed: hear('failed'),
      onResponse: hear('responded'),
    },
    hooked,
    published,
    stop: () => subscriptions.forEach((unsubscribe) => unsubscribe()),
  };
}

describe.each(ADAPTERS)('events of requests on %s', (adapter) => {
  let app: TestApplication | undefined;
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  const start = async (hooks: RestHooks): Promise<TestApplication> => {
    app = await startRoutes([ThingsController], { adapter, rest: { hooks } });
    return app;
  };

  const ONE = { route: '/api/acme/v1/things/{id}', handler: 'ThingsController.one' };

  test.each([
    ['GET', '/things/7', ['matched', 'responded'], { ...ONE, status: 200, code: undefined }],
    ['HEAD', '/things/7', ['matched', 'responded'], { ...ONE, method: 'HEAD', status: 200 }],
    ['OPTIONS', '/things/7', ['matched', 'responded'], { method: 'OPTIONS', status: 200 }],
    [
      'DELETE',
      '/things/7',
      ['matched', 'denied', 'responded'],
      { handler: 'ThingsController.remove', status: 401, code: 'rest_forbidden' },
    ],
    [
      'POST',
      '/things/7?_method=DELETE',
      ['matched', 'denied', 'responded'],
      { method: 'DELETE', status: 401 },
    ],
    ['GET', '/things/guarded', ['matched', 'denied', 'responded'], { status: 403 }],
    [
      'GET',
      '/things/list?page=x',
      ['matched', 'invalid', 'responded'],
      { status: 400, code: 'rest_invalid_param' },
    ],
    [
      'GET',
      '/things/500',
      ['matched', 'failed', 'responded'],
      { ...ONE, status: 500, code: 'framework_internal_error' },
    ],
    ['GET', '/things/410', ['matched', 'responded'], { status: 410, code: 'thing_gone' }],
    [
      'GET',
      '/nothing',
      ['responded'],
      { route: undefined, handler: undefined, status: 404, code: 'rest_no_route' },
    ],
  ])('%s %s: %j', async (method, path, names, last) => {
    const seen = listen();
    const { fetch } = await start(seen.hooks);
    await fetch(method, `/api/acme/v1${path}`);
    seen.stop();
    expect(seen.hooked.map(([name]) => name)).toEqual(names);
    expect(seen.published).toEqual(seen.hooked);
    const event = seen.hooked.at(-1)?.[1] as ResponseEvent;
    expect(event).toMatchObject({ method, ...last });
    expect(event.duration).toBeGreaterThanOrEqual(0);
    expect(Object.isFrozen(event)).toBe(true);
  });

  test('a response from the cache has an event that says so', async () => {
    const seen = listen();
    const { fetch } = await start(seen.hooks);
    const fresh = await fetch('GET', '/api/acme/v1/things/cached');
    await fetch('GET', '/api/acme/v1/things/cached');
    const headers = { 'if-none-match': String(fresh.headers.etag) };
    expect((await fetch('GET', '/api/acme/v1/things/cached', { headers })).status).toBe(304);
    seen.stop();
    expect(seen.hooked.map(([name]) => name)).toEqual([
      'matched',
      'responded',
      'matched',
      'cached',
      'responded',
      'matched',
      'cached',
      'responded',
    ]);
  });

  test('no event contains data of the request', async () => {
    const seen = listen();
    const { fetch } = await start(seen.hooks);
    await fetch('GET', '/api/acme/v1/things/list?page=secret', {
      headers: { authorization: 'Bearer secret', cookie: 'secret=1' },
    });
    await fetch('GET', '/api/acme/v1/things/guarded');
    await fetch('GET', '/api/secret');
    seen.stop();
    expect(seen.hooked.length).toBeGreaterThan(5);
    expect(JSON.stringify(seen.hooked)).not.toMatch(/secret|ada@|127\.0\.0\.1/);
  });

  test('a hook that throws changes no response and is logged once', async () => {
    const error = vi.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const { fetch } = await start({
      onResponse: () => {
        throw new Error('The collector is down.');
      },
    });
    for (let count = 0; count < 3; count += 1) {
      expect((await fetch('GET', '/api/acme/v1/things/7')).body).toEqual({ id: 7 });
    }
    expect(error.mock.calls).toEqual([
      [
        new Error('The hook of "responded" threw.', {
          cause: new Error('The collector is down.'),
        }),
      ],
    ]);
    error.mockRestore();
  });

  test('a failure is one log entry with the route, not the path, and the error', async () => {
    const logged: unknown[][] = [];
    const error = vi.spyOn(Logger.prototype, 'error').mockImplementation(function log(
      this: Logger,
      ...args: unknown[]
    ) {
      logged.push([Reflect.get(this, 'context'), ...args]);
    });
    const { fetch } = await start({});
    await fetch('GET', '/api/acme/v1/things/500?secret=1');
    await fetch('GET', '/api/acme/v1/things/410');
    await fetch('GET', '/api/acme/v1/things/list?page=x');
    await fetch('DELETE', '/api/acme/v1/things/7');
    expect(logged).toEqual([
      ['ThingsController.one (GET /acme/v1/things/{id})', new Error('The disk is full.')],
    ]);
    error.mockRestore();
  });
});
