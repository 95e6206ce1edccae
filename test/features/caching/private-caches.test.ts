import { AsyncLocalStorage } from 'node:async_hooks';
import {
  Controller,
  Get,
  Injectable,
  UseGuards,
  UseInterceptors,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type Type,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  Cache,
  Capability,
  HttpMethod,
  InvalidArgumentException,
  PermissionGuard,
  RequirePermission,
  RestCacheInterceptor,
  RestController,
  RestRequest,
  RestRoute,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type RoutesOptions,
  type TestApplication,
  type TestResponse,
} from '../../support/application.js';

interface Person {
  readonly id: string;
}

const person = (id: unknown): Person | undefined =>
  typeof id === 'string' && id !== '' ? { id } : undefined;
const current = new AsyncLocalStorage<string>();

@RestController('v1', '/mine')
class MineController {
  @Cache({ ttl: '5m', vary: 'user' })
  @RestRoute('', HttpMethod.Get, new Capability('read'))
  mine({ user }: RestRequest<Person>) {
    return { id: user.id };
  }

  @Cache({ ttl: '5m', vary: 'none' })
  @RestRoute('/shared', HttpMethod.Get, new Capability('read'))
  shared() {
    return { secret: 'for readers' };
  }

  @Cache({ ttl: '5m', vary: { headers: ['Accept-Language'] } })
  @RestRoute('/headers', HttpMethod.Get, new Capability('read'))
  headers() {
    return { secret: 'for readers' };
  }
}

@Controller('plain')
@UseGuards(PermissionGuard)
@UseInterceptors(RestCacheInterceptor)
@RequirePermission(new Capability('read'))
class PlainController {
  @Get('mine')
  @Cache({ ttl: '5m' })
  mine() {
    return { id: current.getStore() ?? 'someone' };
  }

  @Get('shared')
  @Cache({ ttl: '5m', vary: 'none' })
  shared() {
    return { secret: 'for readers' };
  }
}

/** A guard that finds the caller by a header. */
function guardBy(header: string): Type<CanActivate> {
  @Injectable()
  class HeaderGuard implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      const request = context.switchToHttp().getRequest<{
        user?: unknown;
        headers: Record<string, string | undefined>;
      }>();
      request.user = person(request.headers[header]);
      return true;
    }
  }
  return HeaderGuard;
}

const PATHS = [
  '/api/acme/v1/mine',
  '/api/acme/v1/mine/shared',
  '/api/acme/v1/mine/headers',
  '/plain/mine',
  '/plain/shared',
];

type Options = RestModuleOptions<Person>;
type Setup = Pick<Options, 'user' | 'cache' | 'securitySchemes'> & {
  /** The header by which a guard finds the caller. */
  readonly guardedBy?: string;
};

const REVALIDATED = 'private, no-cache';
const KEPT = 'private, max-age=300';
const byKey: Options['user'] = ({ headers }) => person(headers['x-key']);

/** How an application identifies callers, and what other caches may do with the response of one. */
const WAYS: Readonly<Record<string, Setup & { readonly caching: string; readonly vary?: string }>> =
  {
    'a function of a header': { user: byKey, caching: REVALIDATED },
    'a function of the raw request': {
      user: ({ raw }) => person((raw as { headers: Record<string, unknown> }).headers['x-key']),
      caching: REVALIDATED,
    },
    'a function of the asynchronous context': {
      user: () => person(current.getStore()),
      caching: REVALIDATED,
    },
    'a function, and the header is stated': {
      user: byKey,
      cache: { callerHeaders: ['X-Key'] },
      caching: KEPT,
      vary: 'X-Key',
    },
    'a guard by Authorization': {
      guardedBy: 'authorization',
      caching: KEPT,
      vary: 'Authorization, Cookie',
    },
    'a guard by Cookie': { guardedBy: 'cookie', caching: KEPT, vary: 'Authorization, Cookie' },
    'a guard by another header, which is stated': {
      guardedBy: 'x-key',
      cache: { callerHeaders: ['X-Key'] },
      caching: KEPT,
      vary: 'X-Key',
    },
    'a guard, and cache.caller': {
      guardedBy: 'x-key',
      cache: { caller: ({ headers }) => String(headers['x-key']) },
      caching: REVALIDATED,
    },
    'a security scheme with a key': {
      guardedBy: 'x-key',
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
      caching: KEPT,
      vary: 'X-Key',
    },
    'two security schemes': {
      user: byKey,
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        login: { type: 'oauth2' },
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
      },
      caching: KEPT,
      vary: 'X-Key, Authorization, Cookie',
    },
    'a certificate': {
      guardedBy: 'x-key',
      securitySchemes: { certificate: { type: 'mutualTLS' }, login: { type: 'oauth2' } },
      caching: REVALIDATED,
    },
  };

function start(adapter: AdapterName, { guardedBy, ...setup }: Setup, more = {}) {
  const rest: Options = { can: () => true, ...setup };
  const options: RoutesOptions = {
    adapter,
    rest: rest as RestModuleOptions,
    controllers: [PlainController],
    configure: (nest: INestApplication) => {
      nest.use(
        (request: { headers: Record<string, string> }, _response: unknown, next: () => void) =>
          current.run(request.headers['x-key'] ?? '', next),
      );
    },
    ...more,
  };
  const guards =
    guardedBy === undefined ? [] : [{ provide: APP_GUARD, useClass: guardBy(guardedBy) }];
  return startRoutes([MineController, ...guards], options);
}

/** A cache of one browser, which several people use. */
class Browser {
  readonly #kept: { path: string; sent: Record<string, string>; response: TestResponse }[] = [];

  constructor(private readonly app: TestApplication) {}

  async get(path: string, headers: Record<string, string>): Promise<TestResponse> {
    const reused = this.#kept.find((one) => one.path === path && isReusable(one, headers));
    if (reused !== undefined) return reused.response;
    const response = await this.app.fetch('GET', path, { headers });
    this.#kept.push({ path, sent: headers, response });
    return response;
  }
}

function isReusable(
  { sent, response }: { sent: Record<string, string>; response: TestResponse },
  headers: Record<string, string>,
): boolean {
  const { 'cache-control': caching = '', vary = '' } = response.headers;
  const names = vary.toLowerCase().split(/,\s*/);
  return caching.includes('max-age') && names.every((name) => sent[name] === headers[name]);
}

describe.each(ADAPTERS)('private caches on %s', (adapter) => {
  describe.each(Object.entries(WAYS))('with callers that are identified by %s', (_way, way) => {
    const { caching, vary, ...setup } = way;
    const { guardedBy: header = 'x-key' } = setup;

    test('Unless a guard identifies callers by a header that the application does not state, the cache of a browser gives no caller the response of another caller', async () => {
      const app = await start(adapter, setup);
      const browser = new Browser(app);
      for (const path of PATHS) {
        for (const key of ['ada', 'bob', 'ada', '']) {
          const sent: Record<string, string> = key === '' ? {} : { [header]: key };
          const fresh = await app.fetch('GET', path, { headers: sent });
          const shown = await browser.get(path, sent);
          expect({ path, key, status: shown.status, body: shown.body }).toEqual({
            path,
            key,
            status: fresh.status,
            body: fresh.body,
          });
        }
      }
      await app.close();
    });

    test('A response to one user may be kept only if it is known which headers identify users', async () => {
      const app = await start(adapter, setup);
      const headers = { [header]: 'ada' };
      const { headers: told } = await app.fetch('GET', '/api/acme/v1/mine', { headers });
      expect(told['cache-control']).toBe(caching);
      if (vary !== undefined) expect(told.vary?.toLowerCase()).toBe(vary.toLowerCase());
      const again = { ...headers, 'if-none-match': String(told.etag) };
      expect((await app.fetch('GET', '/api/acme/v1/mine', { headers: again })).status).toBe(304);
      const other = { ...again, [header]: 'bob' };
      expect((await app.fetch('GET', '/api/acme/v1/mine', { headers: other })).body).toEqual({
        id: 'bob',
      });
      await app.close();
    });
  });

  test.each([['X-Key'], [['a b']], [[1]], ['']])(
    'cache.callerHeaders %j is rejected at startup',
    async (callerHeaders) => {
      const cache = { callerHeaders: callerHeaders as unknown as string[] };
      await expect(start(adapter, { user: byKey, cache })).rejects.toThrow(
        InvalidArgumentException,
      );
    },
  );
});
