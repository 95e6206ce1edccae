import {
  Controller,
  Get,
  Global,
  Injectable,
  Inject,
  Module,
  Param,
  Scope,
  UnauthorizedException,
  UseGuards,
  UseInterceptors,
  VersioningType,
  mixin,
  type CanActivate,
  type ExecutionContext,
  type PipeTransform,
  type Provider,
  type Type,
  type VersioningOptions,
} from '@nestjs/common';
import { APP_GUARD, REQUEST } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import {
  Cache,
  Capability,
  HttpMethod,
  InvalidArgumentException,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestCacheInterceptor,
  RestController,
  RestResponse,
  RestRoute,
  RestRoutes,
  type CacheOptions,
  type RestCacheOptions,
} from 'nestjs-rest-routes';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  sendRequest,
  startRoutes,
  type RoutesOptions,
  type TestApplication,
} from '../../support/application.js';
import { signedAs, signedUser } from '../../support/fixture-user.js';
import { hasProxy, startProxy, type RunningProxy } from '../../support/proxy-process.js';
import { loudly } from '../../support/skip-loudly.js';

const open = new PublicAccess();
const MEMBER = signedAs({ id: 'mia', capabilities: ['read'] });
const ROUTE = '/api/acme/v1/articles';
const PLAIN = '/plain';
const NEWS = { title: 'For members' };

interface SentRequest {
  readonly headers: { readonly authorization?: string; readonly 'x-api-key'?: string };
}

function admit(request: SentRequest): true {
  if (request.headers.authorization === undefined) throw new UnauthorizedException();
  return true;
}

/** Admits members, however the application has found them. */
@Injectable()
class Members implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return admit(context.switchToHttp().getRequest<SentRequest>());
  }
}

@Injectable({ scope: Scope.REQUEST })
class MembersOfRequest implements CanActivate {
  constructor(@Inject(REQUEST) private readonly request: SentRequest) {}

  canActivate(): boolean {
    return admit(this.request);
  }
}

@Injectable()
class SomeMembers extends Members {}

const membersObject = (): CanActivate => ({
  canActivate: (context) => admit(context.switchToHttp().getRequest<SentRequest>()),
});

/** As `AuthGuard('jwt')` of Passport. */
const MixedMembers = mixin(class extends Members {});

/** As the guard of @nestjs/passport with anonymous users: it finds the user, and lets everyone pass. */
@Injectable()
class FindsUser implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{ user?: unknown }>();
    request.user = signedUser({ headers: (request as SentRequest).headers, raw: request });
    return true;
  }
}

type Guards = readonly (Type<CanActivate> | CanActivate)[];

interface Declared {
  readonly cache?: CacheOptions;
  readonly ofClass?: Guards;
  readonly ofMethod?: Guards;
  readonly providers?: readonly Provider[];
  readonly imports?: RoutesOptions['imports'];
  readonly configure?: RoutesOptions['configure'];
}

let calls = 0;

function articles({ cache = { ttl: '5m' }, ofClass = [], ofMethod = [] }: Declared): Type {
  @RestController('v1', '/articles')
  @UseGuards(...ofClass)
  class ArticlesController {
    @Cache(cache)
    @UseGuards(...ofMethod)
    @RestRoute('', HttpMethod.Get, open)
    list() {
      calls++;
      return NEWS;
    }

    @RestRoute('/linked', [HttpMethod.Get, HttpMethod.Post], open, { batch: true })
    linked() {
      return new RestResponse({ id: 1 })
        .header('Cache-Control', 'public, max-age=60')
        .link('related', '/acme/v1/articles', { embeddable: true });
    }
  }
  return ArticlesController;
}

function plainArticles({ cache = { ttl: '5m' }, ofClass = [], ofMethod = [] }: Declared): Type {
  @Controller('plain')
  @UseGuards(...ofClass)
  @UseInterceptors(RestCacheInterceptor)
  @RequirePermission(open)
  class PlainController {
    @Cache(cache)
    @UseGuards(...ofMethod)
    @Get()
    list() {
      calls++;
      return NEWS;
    }
  }
  return PlainController;
}

@Injectable({ scope: Scope.REQUEST })
class MembersPipe implements PipeTransform {
  constructor(@Inject(REQUEST) private readonly request: SentRequest) {}

  transform(value: unknown): unknown {
    admit(this.request);
    return value;
  }
}

function pipedArticles(cache: CacheOptions): Type {
  @Controller('piped')
  @UseInterceptors(RestCacheInterceptor)
  @RequirePermission(open)
  class PipedController {
    @Cache(cache)
    @Get(':id')
    one(@Param('id', MembersPipe) id: string) {
      return { id };
    }
  }
  return PipedController;
}

@Global()
@Module({ providers: [{ provide: APP_GUARD, useClass: Members }] })
class MembersModule {}

/** The ways in which an application puts a guard around a method, and the names by which the library knows it. */
const WAYS: Readonly<Record<string, Declared & { readonly named: readonly unknown[] }>> = {
  'the method': { ofMethod: [Members], named: [Members] },
  'the class': { ofClass: [Members], named: [Members] },
  'an object on the method': named(membersObject(), (one) => ({ ofMethod: [one] })),
  'an object on the class': named(membersObject(), (one) => ({ ofClass: [one] })),
  'a mixin on the method': { ofMethod: [MixedMembers], named: [MixedMembers] },
  useGlobalGuards: {
    configure: (nest) => void nest.useGlobalGuards(new Members()),
    named: [Members],
  },
  'useGlobalGuards with an object': named(membersObject(), (one) => ({
    configure: (nest) => void nest.useGlobalGuards(one),
  })),
  'APP_GUARD by class': {
    providers: [{ provide: APP_GUARD, useClass: Members }],
    named: [Members],
  },
  'APP_GUARD by an existing provider': {
    providers: [Members, { provide: APP_GUARD, useExisting: Members }],
    named: [Members, 'AppModule.APP_GUARD'],
  },
  'APP_GUARD by a factory of a class': {
    providers: [{ provide: APP_GUARD, useFactory: () => new Members() }],
    named: [Members, 'AppModule.APP_GUARD'],
  },
  'APP_GUARD by a factory': {
    providers: [{ provide: APP_GUARD, useFactory: membersObject }],
    named: ['AppModule.APP_GUARD'],
  },
  'APP_GUARD by value': named(membersObject(), (one) => ({
    providers: [{ provide: APP_GUARD, useValue: one }],
  })),
  'APP_GUARD by a mixin': {
    providers: [{ provide: APP_GUARD, useClass: MixedMembers }],
    named: [MixedMembers, 'AppModule.APP_GUARD'],
  },
  'a request-scoped APP_GUARD': {
    providers: [{ provide: APP_GUARD, useClass: MembersOfRequest }],
    named: [MembersOfRequest],
  },
  'a request-scoped factory': {
    providers: [
      { provide: APP_GUARD, scope: Scope.REQUEST, useFactory: membersObject, inject: [REQUEST] },
    ],
    named: ['AppModule.APP_GUARD'],
  },
  'a request-scoped guard of the method': {
    ofMethod: [MembersOfRequest],
    named: [MembersOfRequest],
  },
  'a global module': { imports: [MembersModule], named: [Members] },
};

function named(
  guard: CanActivate,
  declare: (guard: CanActivate) => Declared,
): Declared & { readonly named: readonly unknown[] } {
  return { ...declare(guard), named: [guard] };
}

const KINDS: Readonly<
  Record<string, { readonly path: string; readonly parts: (one: Declared) => Partial<Parts> }>
> = {
  'a route': { path: ROUTE, parts: (one) => ({ routes: [articles(one)] }) },
  'a plain handler': { path: PLAIN, parts: (one) => ({ controllers: [plainArticles(one)] }) },
};

interface Parts {
  readonly routes: readonly Provider[];
  readonly controllers: RoutesOptions['controllers'];
}

describe.each(ADAPTERS)('shared caches on %s', (adapter) => {
  let app: TestApplication | undefined;
  afterEach(async () => {
    await app?.close();
    app = undefined;
    calls = 0;
  });

  async function start(
    { providers = [], imports, configure, ...declared }: Declared,
    kind: string = 'a route',
    options: Partial<RoutesOptions> = {},
  ): Promise<TestApplication> {
    const { routes = [], controllers } = KINDS[kind]?.parts(declared) ?? {};
    app = await startRoutes([...routes, ...providers], {
      adapter,
      bare: 'the guards of the test are all that there are',
      ...(controllers && { controllers }),
      ...(imports && { imports }),
      ...(configure && { configure }),
      ...options,
    });
    return app;
  }

  describe.each(Object.keys(KINDS))('of %s', (kind) => {
    const path = KINDS[kind]?.path ?? '';

    describe.each(Object.keys(WAYS))('inside of a guard by %s', (way) => {
      const { named: names = [], ...declared } = WAYS[way] ?? {};

      test('If guards of the application decide who may call a public method, its responses are private, and Vary names the headers that identify callers', async () => {
        const { fetch } = await start(declared, kind);
        expect((await fetch('GET', path)).status).toBe(401);
        for (const expected of ['fwd=miss; stored', 'hit']) {
          const { headers, body } = await fetch('GET', path, { headers: MEMBER });
          expect(body).toEqual(NEWS);
          expect(headers['cache-status']).toContain(expected);
          expect(headers['cache-control']).toBe('private, max-age=300');
          expect(headers.vary).toBe('Authorization, Cookie');
        }
        const refused = await fetch('GET', path);
        expect(refused.status).toBe(401);
        expect(refused.headers['cache-control'] ?? 'no-store').toBe('no-store');
      });

      test('A guard that the application lists as uniform leaves the responses of a public method public', async () => {
        for (const name of names) {
          const rest = { cache: { uniform: [name] } as RestCacheOptions };
          const { fetch } = await start(declared, kind, { rest });
          const { headers } = await fetch('GET', path, { headers: MEMBER });
          expect([name, headers['cache-control'], headers.vary]).toEqual([
            name,
            'public, max-age=300',
            undefined,
          ]);
          await app?.close();
          app = undefined;
        }
      });
    });

    test.each<CacheOptions['vary']>(['none', { headers: ['Accept-Language'] }])(
      'If a public method inside of guards states vary %j, its responses are what it states',
      async (vary) => {
        const { fetch } = await start(
          { ofMethod: [Members], cache: { ttl: '5m', ...(vary && { vary }) } },
          kind,
        );
        const { headers } = await fetch('GET', path, { headers: MEMBER });
        expect(headers['cache-control']).toBe('public, max-age=300');
        expect(headers.vary).toBe(vary === 'none' ? undefined : 'Accept-Language');
      },
    );

    test('If it is not known which headers identify callers, a public method inside of guards is revalidated each time', async () => {
      const rest = { user: signedUser };
      const { fetch } = await start({ ofMethod: [Members] }, kind, { rest });
      const { headers } = await fetch('GET', path, { headers: MEMBER });
      expect(headers['cache-control']).toBe('private, no-cache');
      expect(headers.vary).toBeUndefined();
    });

    test('the headers that the application states are in Vary of a public method inside of guards', async () => {
      const rest = { user: signedUser, cache: { callerHeaders: ['X-Api-Key'] } };
      const { fetch } = await start({ ofMethod: [Members] }, kind, { rest });
      const { headers } = await fetch('GET', path, { headers: MEMBER });
      expect([headers['cache-control'], headers.vary]).toEqual([
        'private, max-age=300',
        'X-Api-Key',
      ]);
    });

    test('the store has one entry of a public method for all callers, and guards check each request', async () => {
      const { fetch } = await start({ ofMethod: [Members] }, kind);
      const other = signedAs({ id: 'max' });
      for (const headers of [MEMBER, other, MEMBER]) await fetch('GET', path, { headers });
      expect(calls).toBe(1);
      expect((await fetch('GET', path)).status).toBe(401);
    });

    test('304, HEAD and a stale response say the same of shared caches as a fresh response', async () => {
      const cache = { ttl: '1ms', staleWhileRevalidate: '1h' } as const;
      const { fetch } = await start({ ofMethod: [Members], cache }, kind);
      const caching = 'private, max-age=0, stale-while-revalidate=3600';
      const first = await fetch('GET', path, { headers: MEMBER });
      const tag = String(first.headers.etag);
      const known = await fetch('GET', path, { headers: { ...MEMBER, 'if-none-match': tag } });
      const head = await fetch('HEAD', path, { headers: MEMBER });
      expect([first.status, known.status, head.status]).toEqual([200, 304, 200]);
      for (const { headers } of [first, known, head]) {
        expect([headers['cache-control'], headers.vary]).toEqual([
          caching,
          'Authorization, Cookie',
        ]);
      }
    });

    test('a guard of the class that is listed does not stand for its subclass', async () => {
      const rest = { cache: { uniform: [Members] } };
      const { fetch } = await start({ ofMethod: [SomeMembers] }, kind, { rest });
      const { headers } = await fetch('GET', path, { headers: MEMBER });
      expect(headers['cache-control']).toBe('private, max-age=300');
    });

    test('one guard that is not listed among others that are keeps responses private', async () => {
      const rest = { cache: { uniform: [FindsUser] } };
      const { fetch } = await start({ ofClass: [FindsUser], ofMethod: [Members] }, kind, { rest });
      const { headers } = await fetch('GET', path, { headers: MEMBER });
      expect(headers['cache-control']).toBe('private, max-age=300');
    });

    test('ThrottlerGuard and a guard that only finds the user are listed in one line', async () => {
      const { fetch } = await start(
        {
          imports: [ThrottlerModule.forRoot([{ ttl: 60_000, limit: 100 }])],
          providers: [
            { provide: APP_GUARD, useClass: FindsUser },
            { provide: APP_GUARD, useClass: ThrottlerGuard },
          ],
        },
        kind,
        { rest: { cache: { uniform: [FindsUser, ThrottlerGuard] } } },
      );
      const { headers } = await fetch('GET', path, { headers: MEMBER });
      expect(headers['cache-control']).toBe('public, max-age=300');
    });

    test.each(['wordpress', 'nest'] as const)(
      'with style %s, responses inside of guards are private',
      async (style) => {
        const { fetch } = await start({ ofMethod: [Members] }, kind, { rest: { style } });
        const { headers } = await fetch('GET', path, { headers: MEMBER });
        expect(headers['cache-control']).toBe('private, max-age=300');
      },
    );

    test("the library's own guard decides about no caller of a public method", async () => {
      const { fetch } = await start({ ofClass: [PermissionGuard] }, kind);
      const { headers } = await fetch('GET', path, { headers: MEMBER });
      expect(headers['cache-control']).toBe('public, max-age=300');
    });

    test('a replacement of the guard or of the cache of the library may decide about any caller', async () => {
      const value = membersObject();
      const { fetch } = await start({ ofClass: [PermissionGuard] }, kind, {
        override: (builder) => builder.overrideGuard(PermissionGuard).useValue(value),
      });
      const { headers } = await fetch('GET', path, { headers: MEMBER });
      expect(headers['cache-control']).toBe('private, max-age=300');
      expect((await fetch('GET', path)).status).toBeGreaterThanOrEqual(401);
    });

    test('a replaced guard counts as the guard that it replaces', async () => {
      const override: RoutesOptions['override'] = (builder) =>
        builder.overrideGuard(Members).useValue({ canActivate: () => true });
      const { fetch } = await start({ ofMethod: [Members] }, kind, { override });
      const { headers } = await fetch('GET', path);
      expect(headers['cache-control']).toBe('private, max-age=300');
    });

    test.skipIf(loudly(!hasProxy('nginx'), 'a cache of nginx', 'nginx is not installed'))(
      'Behind a proxy that keeps responses, an anonymous client is rejected before a member has called a guarded method, and after',
      async () => {
        const { url } = await start({ ofMethod: [Members] }, kind);
        const proxy = await sharedCache(url);
        const get = (headers = {}) => sendRequest(proxy.port, 'GET', path, { headers });
        try {
          expect((await get()).status).toBe(401);
          expect(await get(MEMBER)).toMatchObject({ status: 200, body: NEWS });
          expect(await get(MEMBER)).toMatchObject({ status: 200, body: NEWS });
          expect((await get()).status).toBe(401);
          expect(calls).toBe(1);
        } finally {
          await proxy.stop();
        }
      },
    );

    test.skipIf(loudly(!hasProxy('nginx'), 'a cache of nginx', 'nginx is not installed'))(
      'behind a proxy that keeps responses, a public method inside of uniform guards is kept',
      async () => {
        const rest = { cache: { uniform: [FindsUser] } };
        const { url } = await start({ ofMethod: [FindsUser] }, kind, { rest });
        const proxy = await sharedCache(url);
        const get = (headers = {}) => sendRequest(proxy.port, 'GET', path, { headers });
        try {
          await get(MEMBER);
          const { headers, body } = await get();
          expect([headers['x-proxy'], body]).toEqual(['HIT', NEWS]);
        } finally {
          await proxy.stop();
        }
      },
    );
  });

  test('an envelope says the same of shared caches as the response inside', async () => {
    const { fetch } = await start({ ofMethod: [Members] });
    const { headers } = await fetch('GET', `${ROUTE}?_envelope`, { headers: MEMBER });
    expect([headers['cache-control'], headers.vary]).toEqual([
      'private, max-age=300',
      'Authorization, Cookie',
    ]);
  });

  test('a batch is not for shared caches, whatever the responses in it are', async () => {
    const { fetch } = await start({ ofMethod: [Members] }, 'a route', { rest: { batch: true } });
    const { status, headers, body } = await fetch('POST', '/api/batch/v1', {
      headers: { ...MEMBER, 'content-type': 'application/json' },
      body: JSON.stringify({ requests: [{ method: 'POST', path: '/acme/v1/articles/linked' }] }),
    });
    const inside = { status: 200, headers: { 'Cache-Control': 'public, max-age=60' } };
    expect([status, body]).toMatchObject([207, { responses: [inside] }]);
    expect(headers['cache-control'] ?? 'none').not.toMatch(/public|max-age/);
  });

  test('a public response that embeds one of a guarded method is private', async () => {
    const { fetch } = await start({ ofMethod: [Members] });
    const path = `${ROUTE}/linked`;
    expect((await fetch('GET', path)).headers['cache-control']).toBe('public, max-age=60');
    const { headers, body } = await fetch('GET', `${path}?_embed`, { headers: MEMBER });
    expect(body).toMatchObject({ _embedded: { related: [NEWS] } });
    expect(headers['cache-control']).toBe('private, max-age=60');
    expect(headers.vary).toBe('Authorization, Cookie');
  });

  test('Allow of a method inside of guards is that of the caller', async () => {
    @RestController('v1', '/things')
    class ThingsController {
      @Cache({ ttl: '5m' })
      @UseGuards(Members)
      @RestRoute('', HttpMethod.Get, open)
      list() {
        return NEWS;
      }

      @RestRoute('', HttpMethod.Post, new Capability('read'))
      create() {
        return NEWS;
      }
    }
    app = await startRoutes([ThingsController], {
      adapter,
      bare: 'the guards of the test are all that there are',
      rest: { user: signedUser, cache: { callerHeaders: ['Authorization'] } },
    });
    const { headers } = await app.fetch('GET', '/api/acme/v1/things', { headers: MEMBER });
    expect([headers['cache-control'], headers.allow]).toEqual([
      'private, max-age=300',
      'GET, POST',
    ]);
  });

  describe.each(Object.keys(KINDS))(
    'of %s behind middleware or a hook that rejects callers',
    (kind) => {
      const path = KINDS[kind]?.path ?? '';
      const rejects: RoutesOptions['configure'] = (nest) => {
        nest.use((request: SentRequest, response: ServerResponse, next: () => void) => {
          if (request.headers.authorization !== undefined) return next();
          response.statusCode = 401;
          response.end();
        });
      };

      test('the library does not see it, so that responses are public unless the method states vary', async () => {
        const unseen = await start({ configure: rejects }, kind);
        expect((await unseen.fetch('GET', path)).status).toBe(401);
        const { headers } = await unseen.fetch('GET', path, { headers: MEMBER });
        expect(headers['cache-control']).toBe('public, max-age=300');
        await unseen.close();
        const cache: CacheOptions = { ttl: '5m', vary: 'user' };
        const { fetch } = await start({ configure: rejects, cache }, kind);
        const stated = await fetch('GET', path, { headers: MEMBER });
        expect(stated.headers['cache-control']).toMatch(/^private/);
      });

      test('a Cache-Control that it sets takes precedence', async () => {
        const { fetch } = await start(
          {
            configure: async (nest) => {
              await rejects(nest);
              nest.use((_request: unknown, response: ServerResponse, next: () => void) => {
                response.setHeader('Cache-Control', 'private');
                next();
              });
            },
          },
          kind,
        );
        for (const expected of ['fwd=miss', 'hit']) {
          const { headers } = await fetch('GET', path, { headers: MEMBER });
          expect(headers['cache-status']).toContain(expected);
          expect(headers['cache-control']).toBe('private');
        }
      });
    },
  );

  test('a pipe of a plain handler that each request has one of may reject callers, so that the handler states vary', async () => {
    const get = async (declared: { readonly cache?: CacheOptions }) => {
      const controllers = [pipedArticles(declared.cache ?? { ttl: '5m' })];
      app = await startRoutes([], { adapter, bare: 'the pipe is all that there is', controllers });
      const responses = [];
      for (const headers of [{}, MEMBER, {}]) {
        responses.push(await app.fetch('GET', '/piped/7', { headers }));
      }
      await app.close();
      app = undefined;
      return responses.map(({ status, headers }) => [status, headers['cache-control']]);
    };
    expect(await get({})).toEqual([
      [401, undefined],
      [200, undefined],
      [401, undefined],
    ]);
    const cache: CacheOptions = { ttl: '5m', vary: { headers: ['Authorization'] } };
    expect(await get({ cache })).toEqual([
      [401, undefined],
      [200, 'private, max-age=300'],
      [401, undefined],
    ]);
  });

  test.each<readonly [VersioningOptions, string, string | undefined]>([
    [{ type: VersioningType.HEADER, header: 'X-Version' }, 'public, max-age=300', 'X-Version'],
    [{ type: VersioningType.MEDIA_TYPE, key: 'v=' }, 'public, max-age=300', 'Accept'],
    [{ type: VersioningType.CUSTOM, extractor: () => '1' }, 'private, no-cache', undefined],
    [{ type: VersioningType.URI }, 'public, max-age=300', undefined],
  ])(
    'the headers by which Nest chooses the version of a plain handler are in Vary (%j)',
    async (versioning, caching, vary) => {
      @Controller({ path: 'versions', version: '1' })
      @UseInterceptors(RestCacheInterceptor)
      @RequirePermission(open)
      class VersionController {
        @Cache({ ttl: '5m' })
        @Get()
        one() {
          return NEWS;
        }
      }
      app = await startRoutes([], {
        adapter,
        bare: 'the version is all that there is',
        controllers: [VersionController],
        configure: (nest) => void nest.enableVersioning(versioning),
      });
      const path = versioning.type === VersioningType.URI ? '/v1/versions' : '/versions';
      const { body, headers } = await app.fetch('GET', path, {
        headers: { 'x-version': '1', accept: 'application/json;v=1' },
      });
      expect([body, headers['cache-control'], headers.vary]).toEqual([NEWS, caching, vary]);
    },
  );

  test('a description of routes says which of them shared caches may keep, and which guards prevent it', async () => {
    const found = async (declared: Declared, rest: RoutesOptions['rest'] = {}) => {
      const { nest } = await start(declared, 'a route', { rest });
      const [route] = await nest.get(RestRoutes).list();
      await app?.close();
      app = undefined;
      return [route?.cache?.isPublic, route?.cache?.guardedBy];
    };
    expect(await found({})).toEqual([true, []]);
    expect(await found({ ofMethod: [Members] })).toEqual([false, ['Members']]);
    expect(await found({ ofMethod: [MixedMembers] })).toEqual([
      false,
      ['a class without a name of @UseGuards'],
    ]);
    const global: Declared = {
      providers: [{ provide: APP_GUARD, useFactory: membersObject }],
      configure: (nest) => void nest.useGlobalGuards(membersObject()),
    };
    expect(await found(global)).toEqual([
      false,
      ['AppModule.APP_GUARD', 'an object of useGlobalGuards'],
    ]);
    expect(await found({ ofMethod: [Members] }, { cache: { uniform: [Members] } })).toEqual([
      true,
      [],
    ]);
    const cache: CacheOptions = { ttl: '5m', vary: 'none' };
    expect(await found({ ofMethod: [Members], cache })).toEqual([true, []]);
    expect(await found({ ofMethod: [Members], cache: { ttl: '5m', vary: 'user' } })).toEqual([
      false,
      [],
    ]);
  });

  test('a name in cache.uniform that no provider has is rejected at startup, with the names that there are', async () => {
    const providers = [
      { provide: APP_GUARD, useFactory: membersObject },
      { provide: APP_GUARD, useFactory: membersObject },
    ];
    const rest = { cache: { uniform: ['ClsRootModule.APP_GUARD'] } } as RoutesOptions['rest'];
    const starting = start({ providers }, 'a route', { rest: rest ?? {} });
    await expect(starting).rejects.toThrow(InvalidArgumentException);
    await expect(start({ providers }, 'a route', { rest: rest ?? {} })).rejects.toThrow(
      '"AppModule.APP_GUARD", "AppModule.APP_GUARD#2"',
    );
  });
});

/** nginx with a cache in front of an application. */
function sharedCache(url: string): Promise<RunningProxy> {
  return startProxy(
    'nginx',
    (port, folder) => `
      proxy_cache_path ${folder}/cache keys_zone=shared:1m;
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass ${url};
          proxy_cache shared;
          add_header X-Proxy $upstream_cache_status always;
        }
      }`,
  );
}
