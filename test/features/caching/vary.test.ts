import { AsyncLocalStorage } from 'node:async_hooks';
import { Controller, Get, Inject, Injectable, Query, Scope, UseInterceptors } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import {
  Cache,
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestCacheInterceptor,
  RestController,
  RestRequest,
  RestRoute,
  type CacheOptions,
} from 'nestjs-rest-routes';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../../support/application.js';

type VaryFunction = (request: RestRequest) => string;

const tenant = new AsyncLocalStorage<string>();
let secret = 'a';

/** What functions can read of a request, of its surroundings, or of nothing at all. */
const FUNCTIONS: Readonly<Record<string, VaryFunction>> = {
  'a header by name': ({ headers }) => String(headers['x-tenant']),
  'a header with in': ({ headers }) => String('x-tenant' in headers),
  'a header with Object.hasOwn': ({ headers }) => String(Object.hasOwn(headers, 'x-tenant')),
  'Object.keys of the headers': ({ headers }) => Object.keys(headers).join(),
  'a spread of the headers': ({ headers }) => String({ ...headers }['x-tenant']),
  'the headers as JSON': ({ headers }) => JSON.stringify(headers),
  'a destructured header': ({ headers: { 'x-tenant': found } }) => String(found),
  'the query': ({ query }) => String(query['tenant']),
  'the user': ({ user }) => String(user),
  'the raw request': ({ raw }) => String((raw as { url: string }).url),
  'the asynchronous context': () => String(tenant.getStore()),
  'the asynchronous context and a header': ({ headers }) =>
    `${headers['accept-language']} ${tenant.getStore()}`,
  'a variable': () => secret,
  'the clock': () => String(new Date().getFullYear()),
  nothing: () => 'all',
};

@RestController('v1', '/functions')
class FunctionsController {}
@RestController('v1', '/headers')
class HeadersController {
  @Cache({ ttl: '5m', vary: { headers: ['Accept-Language', 'X-Country'] } })
  @RestRoute('/public', HttpMethod.Get, new PublicAccess())
  open({ headers }: RestRequest) {
    return seenBy(headers);
  }
  @Cache({ ttl: '5m', vary: { headers: ['Accept-Language', 'X-Country'] } })
  @RestRoute('/private', HttpMethod.Get, new Capability('read'))
  closed({ headers }: RestRequest) {
    return seenBy(headers);
  }
  @Cache({ ttl: '5m', vary: { headers: ['cookie'] } })
  @RestRoute('/cookie', HttpMethod.Get, new PublicAccess())
  cookie({ headers }: RestRequest) {
    return { cookie: headers.cookie ?? null };
  }
}

function seenBy(headers: RestRequest['headers']): object {
  return { language: headers['accept-language'] ?? null, country: headers['x-country'] ?? null };
}

/** Declared by hand, as a decorator on a method would be. */
function declare(name: string, path: string, options: CacheOptions): void {
  const { prototype } = FunctionsController;
  Object.defineProperty(prototype, name, {
    configurable: true,
    writable: true,
    value: () => ({ tenant: tenant.getStore() ?? null }),
  });
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  if (descriptor === undefined) throw new Error(`${name} is not there.`);
  Cache(options)(prototype, name, descriptor);
  RestRoute(path, HttpMethod.Get, new PublicAccess())(prototype, name, descriptor);
}
for (const [at, vary] of Object.values(FUNCTIONS).entries()) {
  declare(`f${at}`, `/${at}`, { ttl: '5m', vary });
}

describe.each(ADAPTERS)('what shared caches see on %s', (adapter) => {
  let app: TestApplication;
  beforeAll(async () => {
    const user = ({ headers }: RestRequest) =>
      headers['x-user'] === undefined ? undefined : { id: 1, capabilities: ['read'] };
    app = await startRoutes([FunctionsController, HeadersController], {
      adapter,
      rest: { user, cache: { callerHeaders: ['Authorization', 'Cookie', 'X-User'] } },
      configure: (nest) => {
        nest.use((request: { headers: Record<string, string> }, _: unknown, next: () => void) =>
          tenant.run(request.headers['x-tenant'] ?? 'none', next),
        );
      },
    });
  });
  afterAll(() => app.close());
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.fetch('GET', `/api/acme/v1${path}`, { headers });

  describe('A response that varies by a function is always private and revalidated', () => {
    test.each(Object.keys(FUNCTIONS).map((name, at) => [name, at] as const))(
      '%s',
      async (_name, at) => {
        for (const headers of [{}, { 'x-tenant': 'b' }, { 'x-tenant': 'b' }]) {
          secret = `${secret}a`;
          const { headers: told, status } = await get(`/functions/${at}`, headers);
          expect([status, told['cache-control']]).toEqual([200, 'private, no-cache']);
        }
      },
    );
  });

  test('If a public route varies by headers, its responses are public, and Vary names the headers', async () => {
    for (const headers of [{}, {}, { 'accept-language': 'de' }]) {
      const { headers: told } = await get('/headers/public', headers);
      expect(told['cache-control']).toBe('public, max-age=300');
      expect(told.vary?.split(', ')).toEqual(
        expect.arrayContaining(['Accept-Language', 'X-Country']),
      );
    }
  });

  test('A route that names its headers and is not public is private', async () => {
    const { headers } = await get('/headers/private', { 'x-user': 'ada' });
    expect(headers['cache-control']).toBe('private, max-age=300');
    expect(headers.vary?.split(', ')).toEqual(
      expect.arrayContaining(['Accept-Language', 'X-Country', 'Authorization', 'Cookie']),
    );
    expect((await get('/headers/private')).status).toBe(401);
  });

  test('If a public route varies by Cookie or Authorization, its responses are private', async () => {
    const ada = await get('/headers/cookie', { cookie: 'user=ada' });
    const bob = await get('/headers/cookie', { cookie: 'user=bob' });
    expect([ada.body, bob.body]).toEqual([{ cookie: 'user=ada' }, { cookie: 'user=bob' }]);
    expect(ada.headers['cache-control']).toBe('private, max-age=300');
    expect(ada.headers.vary).toMatch(/\bcookie\b/i);
  });

  test('Requests with different values in the named headers never share an entry', async () => {
    const value = fc.option(fc.constantFrom('', 'de', 'de,fr', 'null', '"', '\\', 'a'), {
      nil: undefined,
    });
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(value, value, value, async (language, country, other) => {
        const headers = {
          ...(language === undefined ? {} : { 'accept-language': language }),
          ...(country === undefined ? {} : { 'x-country': country }),
          ...(other === undefined ? {} : { 'x-other': other }),
        };
        const response = await get('/headers/public', headers);
        if (response.headers['cache-status']?.includes('hit') === true) hits++;
        expect(response.body).toEqual({ language: language ?? null, country: country ?? null });
      }),
      { numRuns: 150 },
    );
    expect(hits).toBeGreaterThan(40);
  });

  test('An envelope has the caching headers of the response inside', async () => {
    const open = await get('/headers/public?_envelope');
    expect(open.headers['cache-control']).toBe('public, max-age=300');
    expect(open.headers.vary).toMatch(/accept-language/i);
    const closed = await get('/headers/private?_envelope', { 'x-user': 'ada' });
    expect(closed.headers['cache-control']).toBe('private, max-age=300');
    const refused = await get('/headers/private?_envelope');
    expect([refused.status, refused.body]).toEqual([200, expect.objectContaining({ status: 401 })]);
    expect(refused.headers['cache-control']).toBe('no-store');
  });
});

@Injectable({ scope: Scope.REQUEST })
class Caller {
  constructor(@Inject(REQUEST) private readonly request: { headers: RestRequest['headers'] }) {}
  name(): string {
    return String(this.request.headers['x-caller']);
  }
}

@Injectable()
class OfCaller {
  constructor(@Inject(Caller) readonly caller: Caller) {}
}

@Injectable({ scope: Scope.TRANSIENT })
class TransientOfCaller extends OfCaller {}

@Injectable({ scope: Scope.TRANSIENT })
class Transient {}

@Injectable()
class Plain {}

describe.each(ADAPTERS)('services of cached methods on %s', (adapter) => {
  const services = [Caller, OfCaller, TransientOfCaller, Transient, Plain];
  type Service = (typeof services)[number];

  const inMethod = (service: Service, options: CacheOptions) => {
    @RestController('v1', '/served')
    class MethodController {
      @Cache(options)
      @RestRoute('', HttpMethod.Get, new PublicAccess())
      one(@Param({ inject: service }) served: object) {
        return { caller: served instanceof Caller ? served.name() : null };
      }
    }
    return MethodController;
  };
  const inConstructor = (service: Service, options: CacheOptions) => {
    @RestController('v1', '/served')
    class ConstructorController {
      constructor(@Inject(service) readonly served: object) {}
      @Cache(options)
      @RestRoute('', HttpMethod.Get, new PublicAccess())
      one() {
        return { caller: null };
      }
    }
    return ConstructorController;
  };

  test.each([inMethod, inConstructor])(
    'a service that each request has one of needs vary, as a parameter and in the constructor (%o)',
    async (controller) => {
      for (const service of services) {
        const start = (options: CacheOptions) =>
          startRoutes([controller(service, options), ...services], { adapter });
        if (service === Transient || service === Plain) await (await start({ ttl: '5m' })).close();
        else await expect(start({ ttl: '5m' })).rejects.toThrow('RR1022');
        await (await start({ ttl: '5m', vary: 'none' })).close();
      }
    },
  );

  test('a service of each request is created for each response that is made', async () => {
    const controller = inMethod(Caller, { ttl: '5m', vary: { headers: ['X-Caller'] } });
    const app = await startRoutes([controller, ...services], { adapter });
    for (const caller of ['ann', 'bob', 'ann']) {
      const { body } = await app.fetch('GET', '/api/acme/v1/served', {
        headers: { 'x-caller': caller },
      });
      expect(body).toEqual({ caller });
    }
    await app.close();
  });

  test('a handler of a plain controller with such a service in the constructor is not cached', async () => {
    @Controller('plain')
    @UseInterceptors(RestCacheInterceptor)
    class PlainController {
      constructor(@Inject(OfCaller) private readonly served: OfCaller) {}
      @Cache({ ttl: '5m' })
      @Get()
      one(@Query('any') _any: string) {
        return { caller: this.served.caller.name() };
      }
    }
    const app = await startRoutes(services, { adapter, controllers: [PlainController] });
    for (const caller of ['ann', 'bob']) {
      const { body } = await app.fetch('GET', '/plain', { headers: { 'x-caller': caller } });
      expect(body).toEqual({ caller });
    }
    await app.close();
  });

  test('a cached method that reads the raw request is cached', async () => {
    @RestController('v1', '/raw')
    class RawController {
      @Cache({ ttl: '5m', vary: { headers: ['X-Caller'] } })
      @RestRoute('', HttpMethod.Get, new PublicAccess())
      one({ raw }: RestRequest) {
        return { caller: (raw as Pick<RestRequest, 'headers'>).headers['x-caller'] };
      }
    }
    const app = await startRoutes([RawController], {
      adapter,
      bare: 'helmet takes X-Powered-By away',
    });
    for (const stored of ['stored', 'hit']) {
      const { headers, body } = await app.fetch('GET', '/api/acme/v1/raw', {
        headers: { 'x-caller': 'ann' },
      });
      expect(headers['cache-status']).toContain(stored);
      expect(headers['x-powered-by']).toBe(adapter === 'express' ? 'Express' : undefined);
      expect(body).toEqual({ caller: 'ann' });
    }
    await app.close();
  });
});
