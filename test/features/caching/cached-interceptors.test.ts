import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ClassSerializerInterceptor,
  Controller,
  Get,
  Inject,
  Injectable,
  Module,
  Scope,
  UseInterceptors,
  mixin,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Provider,
  type Type,
} from '@nestjs/common';
import { APP_INTERCEPTOR, REQUEST, Reflector } from '@nestjs/core';
import {
  Cache,
  Capability,
  HttpMethod,
  InvalidArgumentException,
  PublicAccess,
  RequirePermission,
  RestCacheInterceptor,
  RestController,
  RestRoute,
  RestRoutes,
  type CacheOptions,
  type RestCacheOptions,
} from 'nestjs-rest-routes';
import { Keyv } from 'keyv';
import { map, tap } from 'rxjs';
import { describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  type RoutesOptions,
  type TestApplication,
} from '../../support/application.js';
import { signedAs, signedUser, verify, type TestUser } from '../../support/fixture-user.js';

// Without the usual parts: the tests list which interceptors are uniform.

const open = new PublicAccess();
const ARTICLE = { title: 'Open', draft: 'for editors only' };
const EDITOR = signedAs({ id: 'ed', capabilities: ['read', 'edit'] });
const READER = signedAs({ id: 'rea', capabilities: ['read'] });
const CALLERS = [EDITOR, READER, {}];

interface Request {
  readonly user?: TestUser;
  readonly headers: { readonly authorization?: string; readonly 'x-tenant'?: string };
}

function seenBy({ user, headers }: Request, data: object): object {
  const isEditor = (user ?? verify(headers.authorization))?.capabilities?.includes('edit') === true;
  return isEditor ? data : { title: ARTICLE.title };
}

/** Leaves out what only editors may see. */
@Injectable()
class ByRole implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<object>) {
    const request = context.switchToHttp().getRequest<Request>();
    return next.handle().pipe(map((data) => seenBy(request, data)));
  }
}

@Injectable({ scope: Scope.REQUEST })
class ByRoleOfRequest implements NestInterceptor {
  constructor(@Inject(REQUEST) private readonly request: Request) {}

  intercept(_context: ExecutionContext, next: CallHandler<object>) {
    return next.handle().pipe(map((data) => seenBy(this.request, data)));
  }
}

@Injectable()
class Timing implements NestInterceptor {
  static passed = 0;

  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(tap(() => Timing.passed++));
  }
}

@Injectable({ scope: Scope.REQUEST })
class TimingOfRequest extends Timing {
  constructor(@Inject(REQUEST) readonly request: unknown) {
    super();
  }
}

/** Serves by the role of the caller, as a subclass of Nest's serializer does. */
@Injectable()
class GroupSerializer extends ClassSerializerInterceptor {}

@Injectable()
class OwnCacheInterceptor extends RestCacheInterceptor {}

/** As `ClsModule.forRoot({ middleware: { mount: true } })` makes one. */
const passes = (): NestInterceptor => ({ intercept: (_context, next) => next.handle() });

/** As those of `FileInterceptor`, which Nest gives a random name. */
const MixedTiming = mixin(class extends Timing {});

@Module({ providers: [{ provide: APP_INTERCEPTOR, useFactory: passes }] })
class ContextModule {}

type Interceptors = readonly (Type<NestInterceptor> | NestInterceptor)[];

interface Variant {
  readonly cache?: CacheOptions;
  readonly permission?: PublicAccess | Capability;
  readonly ofClass?: Interceptors;
  readonly ofMethod?: Interceptors;
}

function articles(variant: Variant): Type {
  const { cache = { ttl: '5m' }, permission = open, ofClass = [], ofMethod = [] } = variant;
  @RestController('v1', '/articles')
  @UseInterceptors(...ofClass)
  class ArticlesController {
    @Cache(cache)
    @UseInterceptors(...ofMethod)
    @RestRoute('', HttpMethod.Get, permission)
    one() {
      return ARTICLE;
    }
  }
  return ArticlesController;
}

function plainArticles(
  { cache = { ttl: '5m' }, permission = open, ofMethod = [] }: Variant,
  around: Interceptors,
): Type {
  @Controller('plain')
  @UseInterceptors(...around)
  @RequirePermission(permission)
  class PlainController {
    @Cache(cache)
    @UseInterceptors(...ofMethod)
    @Get()
    one() {
      return ARTICLE;
    }
  }
  return PlainController;
}

const ROUTE = '/api/acme/v1/articles';

/** The bodies for an editor, a reader and an anonymous user, one after the other, twice. */
async function bodiesOf(app: TestApplication, path = ROUTE): Promise<readonly unknown[]> {
  const bodies: unknown[] = [];
  for (const headers of [...CALLERS, ...CALLERS]) {
    bodies.push((await app.fetch('GET', path, { headers })).body);
  }
  return bodies;
}

const OPEN = { title: 'Open' };
const BY_ROLE = [ARTICLE, OPEN, OPEN, ARTICLE, OPEN, OPEN];

/** The diagnostic of a method inside of these interceptors. */
const refusal = (handler: string, ...names: readonly string[]) =>
  `(${handler}). Expected vary; received none, inside of ${names.join(', ')}.`;

const ofRoute = (...names: readonly string[]) => refusal('ArticlesController.one', ...names);

interface Declared extends Variant {
  readonly providers?: readonly Provider[];
  readonly imports?: RoutesOptions['imports'];
  readonly configure?: RoutesOptions['configure'];
}

/** The ways in which an application puts an interceptor around a route. */
const WAYS: Readonly<Record<string, (one: Type<NestInterceptor>) => Declared>> = {
  APP_INTERCEPTOR: (one) => ({ providers: [{ provide: APP_INTERCEPTOR, useClass: one }] }),
  'its class': (one) => ({ ofClass: [one] }),
  'its method': (one) => ({ ofMethod: [one] }),
};

const shared = passes();

/** An interceptor without a class of a known name: how it is registered, named by a diagnostic, and listed. */
const UNNAMED: Readonly<
  Record<string, Declared & { readonly name: string; readonly listed: readonly unknown[] }>
> = {
  useValue: {
    providers: [{ provide: APP_INTERCEPTOR, useValue: shared }],
    name: 'AppModule.APP_INTERCEPTOR',
    listed: [shared, 'AppModule.APP_INTERCEPTOR'],
  },
  useFactory: {
    providers: [{ provide: APP_INTERCEPTOR, useFactory: passes }],
    name: 'AppModule.APP_INTERCEPTOR',
    listed: ['AppModule.APP_INTERCEPTOR'],
  },
  'useFactory of a module that is imported': {
    imports: [ContextModule],
    name: 'ContextModule.APP_INTERCEPTOR',
    listed: ['ContextModule.APP_INTERCEPTOR'],
  },
  'useFactory for each request': {
    providers: [{ provide: APP_INTERCEPTOR, scope: Scope.REQUEST, useFactory: passes }],
    name: 'AppModule.APP_INTERCEPTOR',
    listed: ['AppModule.APP_INTERCEPTOR'],
  },
  'useExisting of an object': {
    providers: [
      { provide: 'passes', useFactory: passes },
      { provide: APP_INTERCEPTOR, useExisting: 'passes' },
    ],
    name: 'AppModule.APP_INTERCEPTOR',
    listed: ['AppModule.APP_INTERCEPTOR'],
  },
  'useClass of a mixin': {
    providers: [{ provide: APP_INTERCEPTOR, useClass: MixedTiming }],
    name: 'AppModule.APP_INTERCEPTOR',
    listed: [MixedTiming, 'AppModule.APP_INTERCEPTOR'],
  },
  useGlobalInterceptors: {
    configure: (nest) => void nest.useGlobalInterceptors(shared),
    name: 'an object of useGlobalInterceptors',
    listed: [shared],
  },
};

/** Of a decorator on a method. */
const UNNAMED_OF_METHOD: typeof UNNAMED = {
  'an object': {
    ofMethod: [shared],
    name: 'an object of @UseInterceptors',
    listed: [shared],
  },
  'a mixin': {
    ofMethod: [MixedTiming],
    name: 'a class without a name of @UseInterceptors',
    listed: [MixedTiming],
  },
};

describe.each(ADAPTERS)('interceptors around cached routes on %s', (adapter) => {
  const start = (
    { providers = [], imports, configure, ...variant }: Declared,
    options: Partial<RoutesOptions> = {},
  ) =>
    startRoutes([articles(variant), ...providers], {
      adapter,
      ...(configure && { configure }),
      ...(imports && { imports }),
      ...options,
    });

  describe.each(Object.entries(WAYS))('by %s', (_way, declared) => {
    test.each([ByRole, ByRoleOfRequest])(
      'An application does not start if interceptors run around a public cached route that does not state vary',
      async (interceptor) => {
        await expect(start(declared(interceptor))).rejects.toThrow(ofRoute(interceptor.name));
      },
    );

    test.each([ByRole, ByRoleOfRequest])(
      'Inside of an interceptor that leaves out what a caller may not see, a cached route that varies by user gives each caller its own response',
      async (interceptor) => {
        const cache: CacheOptions = { ttl: '5m', vary: 'user' };
        const rest = { user: signedUser };
        const app = await start({ ...declared(interceptor), cache }, { rest });
        expect(await bodiesOf(app)).toEqual(BY_ROLE);
        const { headers } = await app.fetch('GET', ROUTE, { headers: EDITOR });
        expect(headers['cache-status']).toContain('hit');
        expect(headers['cache-control']).toMatch(/^private/);
        await app.close();
      },
    );

    test.each([Timing, TimingOfRequest])(
      'an interceptor that the application lists as uniform needs no vary',
      async (interceptor) => {
        const rest = { cache: { uniform: [interceptor] } };
        const app = await start(declared(interceptor), { rest });
        await app.fetch('GET', ROUTE, { headers: EDITOR });
        const { body, headers } = await app.fetch('GET', ROUTE);
        expect(body).toEqual(ARTICLE);
        expect(headers['cache-status']).toContain('hit');
        expect(headers['cache-control']).toBe('public, max-age=300');
        await app.close();
      },
    );

    test('the class of an interceptor that is listed does not stand for its subclasses', async () => {
      const rest = { cache: { uniform: [Timing] } };
      await expect(start(declared(TimingOfRequest), { rest })).rejects.toThrow(
        ofRoute('TimingOfRequest'),
      );
    });
  });

  test('A cached route that is not public gives each caller its own response, whatever interceptors run around it', async () => {
    const permission = new Capability('read');
    const rest = { user: signedUser };
    const app = await start({ permission, ofMethod: [ByRole] }, { rest });
    const bodies = await bodiesOf(app);
    const refused = expect.objectContaining({ code: 'rest_forbidden' }) as unknown;
    expect(bodies).toEqual([ARTICLE, OPEN, refused, ARTICLE, OPEN, refused]);
    const { headers } = await app.fetch('GET', ROUTE, { headers: EDITOR });
    expect(headers['cache-status']).toContain('hit');
    expect(headers['cache-control']).toMatch(/^private/);
    await app.close();
  });

  test('a route that is not public states vary if each request has an interceptor of its own', async () => {
    const permission = new Capability('read');
    const starting = start({ permission, ofMethod: [Timing, TimingOfRequest] });
    await expect(starting).rejects.toThrow(ofRoute('TimingOfRequest'));
  });

  test('one diagnostic names all interceptors, global ones first', async () => {
    const starting = start({
      ofMethod: [new Timing(), ByRole],
      ofClass: [{ intercept: (_context, next) => next.handle() }],
      configure: (nest) => void nest.useGlobalInterceptors(new ByRole()),
    });
    await expect(starting).rejects.toThrow(
      ofRoute('ByRole', 'an object of @UseInterceptors', 'Timing'),
    );
  });

  test('an interceptor that main.ts registers after it has read the routes counts', async () => {
    const starting = start({
      configure: async (nest) => {
        await nest.get(RestRoutes).list();
        nest.useGlobalInterceptors(new ByRole());
      },
    });
    await expect(starting).rejects.toThrow(ofRoute('ByRole'));
  });

  test('An interceptor that is registered after startup runs around no route, as around no plain handler', async () => {
    @Controller('beside')
    class BesideController {
      @Get()
      one() {
        return ARTICLE;
      }
    }
    const app = await start(
      { ofMethod: [ClassSerializerInterceptor] },
      { controllers: [BesideController] },
    );
    app.nest.useGlobalInterceptors(new ByRole());
    for (const path of ['/beside', ROUTE]) {
      expect((await app.fetch('GET', path, { headers: READER })).body).toEqual(ARTICLE);
    }
    await app.close();
  });

  test("Nest's serializer and the cache itself do the same for every request, and their subclasses need vary", async () => {
    const configure: RoutesOptions['configure'] = (nest) => {
      nest.useGlobalInterceptors(new ClassSerializerInterceptor(nest.get(Reflector)));
    };
    const app = await start({ ofClass: [RestCacheInterceptor], configure });
    expect(await bodiesOf(app)).toEqual(Array.from({ length: 6 }, () => ARTICLE));
    await app.close();
    for (const one of [GroupSerializer, OwnCacheInterceptor]) {
      await expect(start({ ofMethod: [one] })).rejects.toThrow(ofRoute(one.name));
    }
  });

  describe.each(Object.entries({ ...UNNAMED, ...UNNAMED_OF_METHOD }))(
    'without a class of a known name, by %s',
    (_way, { name, listed, ...declared }) => {
      test('the diagnostic names the provider, or how the interceptor is registered', async () => {
        await expect(start(declared)).rejects.toThrow(ofRoute(name));
      });

      test('the interceptor is listed as uniform by what it is, or by the name in the diagnostic', async () => {
        for (const one of listed) {
          const rest = { cache: { uniform: [one] } as RestCacheOptions };
          const app = await start(declared, { rest });
          await app.fetch('GET', ROUTE, { headers: EDITOR });
          const { body, headers } = await app.fetch('GET', ROUTE);
          expect(body).toEqual(ARTICLE);
          expect(headers['cache-status']).toContain('hit');
          expect(headers['cache-control']).toBe('public, max-age=300');
          await app.close();
        }
      });
    },
  );

  test('an interceptor of the same module that is added later is not covered by the name of another', async () => {
    const one = { provide: APP_INTERCEPTOR, useFactory: passes };
    const rest = { cache: { uniform: ['AppModule.APP_INTERCEPTOR'] } as RestCacheOptions };
    await expect(start({ providers: [one, one] }, { rest })).rejects.toThrow(
      ofRoute('AppModule.APP_INTERCEPTOR#2'),
    );
    const both: RestCacheOptions = {
      uniform: ['AppModule.APP_INTERCEPTOR', 'AppModule.APP_INTERCEPTOR#2'],
    };
    await (await start({ providers: [one, one] }, { rest: { cache: both } })).close();
  });

  test('a factory that returns no interceptor adds none', async () => {
    const none = { provide: APP_INTERCEPTOR, useFactory: () => undefined };
    await (await start({ providers: [none] })).close();
  });

  test('an interceptor without a class is part of the version of an entry', async () => {
    const store = new Map<string, unknown>();
    const send = async (interceptor: NestInterceptor) => {
      const cache = {
        store: new Keyv({ store }),
        timeLimit: '1m',
        uniform: [interceptor],
      } as const;
      const app = await start({ ofMethod: [interceptor] }, { rest: { cache } });
      const { headers } = await app.fetch('GET', ROUTE);
      await app.close();
      return headers['cache-status'];
    };
    expect(await send(passes())).toContain('fwd=miss');
    expect(await send(passes())).toContain('hit');
    const other: NestInterceptor = { intercept: (_context, next) => next.handle().pipe(tap()) };
    expect(await send(other)).toContain('fwd=miss');
  });

  test.each([[[new Timing()]], [Timing], ['Timing'], [[null]], [['']], [[{}]], [[{ use: 1 }]]])(
    'cache.uniform %j is rejected at startup',
    async (stated) => {
      const rest = { cache: { uniform: stated as unknown as Type<NestInterceptor>[] } };
      await expect(start({}, { rest })).rejects.toThrow(InvalidArgumentException);
    },
  );
});

describe.each(ADAPTERS)(
  'interceptors around cached handlers of plain controllers on %s',
  (adapter) => {
    const ORDERS: Readonly<Record<string, (one: Type<NestInterceptor>) => Interceptors>> = {
      after: (one) => [RestCacheInterceptor, one],
      before: (one) => [one, RestCacheInterceptor],
    };

    async function started(
      controller: Type,
      {
        providers = [],
        ...options
      }: Partial<RoutesOptions> & { readonly providers?: readonly Provider[] } = {},
    ): Promise<{ readonly app: TestApplication; readonly warning: string }> {
      const warnings: string[] = [];
      const nothing = () => undefined;
      const logger = { log: nothing, error: nothing, warn: (text: string) => warnings.push(text) };
      const app = await startRoutes([...providers], {
        adapter,
        controllers: [controller],
        create: { logger },
        ...options,
      });
      return { app, warning: warnings.find((text) => text.startsWith('Plain controllers:')) ?? '' };
    }

    describe.each(Object.entries(ORDERS))('%s RestCacheInterceptor', (_order, around) => {
      test.each([ByRole, ByRoleOfRequest])(
        'A public handler of a plain controller is not cached inside of interceptors without vary, and a warning names them',
        async (interceptor) => {
          const { app, warning } = await started(plainArticles({}, around(interceptor)));
          expect(warning).toContain('RR1064');
          expect(warning).toContain(interceptor.name);
          expect(await bodiesOf(app, '/plain')).toEqual(BY_ROLE);
          const { headers } = await app.fetch('GET', '/plain', { headers: EDITOR });
          expect(headers['cache-control']).toBeUndefined();
          await app.close();
        },
      );

      test('with vary, or with an interceptor that the application lists as uniform, the handler is cached', async () => {
        const cache: CacheOptions = { ttl: '5m', vary: 'none' };
        const rest = { cache: { uniform: [Timing] } };
        for (const { app, warning } of [
          await started(plainArticles({ cache }, around(Timing))),
          await started(plainArticles({}, around(Timing)), { rest }),
        ]) {
          expect(warning).toBe('');
          await app.fetch('GET', '/plain', { headers: EDITOR });
          const { headers } = await app.fetch('GET', '/plain');
          expect(headers['cache-status']).toContain('hit');
          expect(headers['cache-control']).toBe('public, max-age=300');
          await app.close();
        }
      });

      test.each(Object.entries(UNNAMED))(
        'a warning names an interceptor without a class by %s, and the handler is cached once it is listed',
        async (_way, { name, listed, providers = [], imports = [], configure }) => {
          const parts = { providers, imports, ...(configure && { configure }) };
          const unlisted = await started(plainArticles({}, around(RestCacheInterceptor)), parts);
          expect(unlisted.warning).toContain(`inside of ${name}.`);
          await unlisted.app.close();
          for (const one of listed) {
            const rest = { cache: { uniform: [one] } as RestCacheOptions };
            const { app, warning } = await started(
              plainArticles({}, around(RestCacheInterceptor)),
              { ...parts, rest },
            );
            expect(warning).toBe('');
            await app.fetch('GET', '/plain');
            const { headers } = await app.fetch('GET', '/plain');
            expect(headers['cache-status']).toContain('hit');
            await app.close();
          }
        },
      );

      test('a handler that is not public gives each caller its own response', async () => {
        const permission = new Capability('read');
        const { app, warning } = await started(plainArticles({ permission }, around(ByRole)), {
          rest: { user: signedUser },
        });
        expect(warning).not.toContain('RR1064');
        expect(await bodiesOf(app, '/plain')).toEqual(BY_ROLE);
        const { headers } = await app.fetch('GET', '/plain', { headers: EDITOR });
        expect(headers['cache-status']).toContain('hit');
        await app.close();
      });
    });
  },
);

const tenants = new AsyncLocalStorage<string>();

/** Finds the tenant of the current request, as a service of an application with several tenants does. */
@Injectable()
class TenantService {
  title(): string {
    return `Open at ${tenants.getStore()}`;
  }
}

const BY_TENANT: Readonly<
  Record<string, { readonly vary: NonNullable<CacheOptions['vary']>; caching: string }>
> = {
  'the header of the tenant': {
    vary: { headers: ['X-Tenant'] },
    caching: 'public, max-age=300',
  },
  'a function that reads the context': {
    vary: () => tenants.getStore() ?? '',
    caching: 'private, no-cache',
  },
};

describe.each(ADAPTERS)('services that read an asynchronous context on %s', (adapter) => {
  test.each(Object.entries(BY_TENANT))(
    'A cached route whose service reads a tenant from an asynchronous context and that varies by it gives each tenant its own response',
    async (_name, { vary, caching }) => {
      @RestController('v1', '/articles')
      class TenantController {
        @Cache({ ttl: '5m', vary })
        @RestRoute('', HttpMethod.Get, open)
        one(service: TenantService) {
          return { title: service.title() };
        }
      }
      const app = await startRoutes([TenantController, TenantService], {
        adapter,
        configure: (nest) => {
          nest.use((request: Request, _response: unknown, next: () => void) =>
            tenants.run(String(request.headers['x-tenant']), next),
          );
        },
      });
      for (const tenant of ['one', 'two', 'one']) {
        const headers = { 'x-tenant': tenant };
        const response = await app.fetch('GET', ROUTE, { headers });
        expect(response.body).toEqual({ title: `Open at ${tenant}` });
        expect(response.headers['cache-control']).toBe(caching);
      }
      await app.close();
    },
  );
});
