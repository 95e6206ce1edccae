import {
  Catch,
  ConflictException,
  ForbiddenException,
  Inject,
  Injectable,
  Scope,
  StreamableFile,
  UseFilters,
  UseGuards,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
  type INestApplication,
  type Provider,
} from '@nestjs/common';
import { APP_FILTER, HttpAdapterHost, REQUEST } from '@nestjs/core';
import type { TestingModuleBuilder } from '@nestjs/testing';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestExceptionFilter,
  RestRoute,
} from 'nestjs-rest-routes';
import {
  ADAPTERS,
  startApplication,
  startRoutes,
  useApplication,
  type AdapterName,
  type RequestOptions,
  type TestApplication,
} from '../../support/application.js';
import { fixtureModule } from '../../support/fixture.js';
import { readLines, type Exchange } from '../../conformance/recordings.js';
import { signedAsUser } from '../../support/fixture-user.js';

// Without the usual parts: the tests state which middleware, guards and CORS options there are.

@Injectable()
class ClosedGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

@RestController('v1', '/things')
class ThingsController {
  @RestRoute('/own', HttpMethod.Get, new PublicAccess())
  own(): never {
    throw new RestException('thing_locked', 'The thing is locked.', 409);
  }

  @RestRoute('/crash', HttpMethod.Get, new PublicAccess())
  crash(): never {
    throw new TypeError('secret');
  }

  @RestRoute('/private', HttpMethod.Get, new Capability('read_things'))
  private(): string {
    return 'private';
  }

  @RestRoute('/closed', HttpMethod.Get, new PublicAccess())
  @UseGuards(ClosedGuard)
  closed(): string {
    return 'closed';
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(title: string): string {
    return title;
  }

  @RestRoute('/stream', HttpMethod.Get, new PublicAccess())
  stream(): StreamableFile {
    const failing = new Readable({ read: () => void failing.destroy(new Error('broken')) });
    return new StreamableFile(failing);
  }

  @RestRoute('/fine', HttpMethod.Get, new PublicAccess())
  fine(): string {
    return 'fine';
  }
}

type Asked = readonly [method: string, path: string, options?: RequestOptions];

const JSON_TYPE = { 'content-type': 'application/json' };

/** A request for each way in which a request below the prefix fails. */
const FAILING: Readonly<Record<string, Asked>> = {
  'an error of the method': ['GET', '/api/acme/v1/things/own'],
  'an unexpected error': ['GET', '/api/acme/v1/things/crash'],
  'a missing permission': ['GET', '/api/acme/v1/things/private'],
  'a guard of Nest': ['GET', '/api/acme/v1/things/closed'],
  'a guard on OPTIONS': ['OPTIONS', '/api/acme/v1/things/closed'],
  'a missing argument': ['POST', '/api/acme/v1/things'],
  'an invalid argument': [
    'POST',
    '/api/acme/v1/things',
    { headers: JSON_TYPE, body: '{"title":[1]}' },
  ],
  'malformed JSON': ['POST', '/api/acme/v1/things', { headers: JSON_TYPE, body: '{"title":' }],
  'a body that is too large': [
    'POST',
    '/api/acme/v1/things',
    { headers: JSON_TYPE, body: JSON.stringify({ title: 'x'.repeat(2_000_000) }) },
  ],
  'a body in an unknown format': [
    'POST',
    '/api/acme/v1/things?title=x',
    { headers: { 'content-type': 'application/xml' }, body: '<title/>' },
  ],
  'an unknown path': ['GET', '/api/acme/v1/nowhere'],
  'an unknown method': ['PROPFIND', '/api/acme/v1/things/fine'],
  'a malformed URL': ['GET', '/api/acme/v1/%E0%A4%A'],
  'a malformed query': ['POST', '/api/acme/v1/things?title=%E0%A4%A'],
  'fields beyond the limit': ['GET', `/api/acme/v1/things/fine?_fields=${'a.'.repeat(3000)}a`],
  'a stream that fails at once': ['GET', '/api/acme/v1/things/stream'],
  'middleware on a route': ['GET', '/api/acme/v1/things/fine', { headers: { 'x-fail': '1' } }],
  'middleware on an unknown path': ['GET', '/api/acme/v1/none', { headers: { 'x-fail': '1' } }],
};

function failOnHeader(app: INestApplication): void {
  app.use(
    (
      request: { readonly headers: Readonly<Record<string, unknown>> },
      _response: unknown,
      next: (error?: unknown) => void,
    ) =>
      next(
        request.headers['x-fail'] === undefined ? undefined : new ConflictException('Middleware.'),
      ),
  );
}

/** Any application of the tests: the routes that fail, and what each adds. */
function startFailing(
  adapter: AdapterName,
  providers: Provider[] = [],
  override?: (builder: TestingModuleBuilder) => TestingModuleBuilder,
): Promise<TestApplication> {
  return startRoutes([ThingsController, ...providers], {
    adapter,
    configure: failOnHeader,
    ...(override === undefined ? {} : { override }),
  });
}

/** Responds by itself, on both adapters. */
class Teapot implements ExceptionFilter {
  readonly seen: unknown[] = [];

  catch(exception: unknown, host: ArgumentsHost): void {
    this.seen.push(exception);
    host
      .switchToHttp()
      .getResponse<{ status(code: number): { send(body: unknown): void } }>()
      .status(418)
      .send({ teapot: true });
  }
}

@Catch()
class PassingFilter extends RestExceptionFilter {
  override catch(exception: unknown, host: ArgumentsHost): unknown {
    return super.catch(exception, host);
  }
}

@Catch()
class LateFilter extends RestExceptionFilter {
  override async catch(exception: unknown, host: ArgumentsHost): Promise<void> {
    await Promise.resolve();
    super.catch(exception, host);
  }
}

@Catch()
class MuchLaterFilter extends RestExceptionFilter {
  override catch(exception: unknown, host: ArgumentsHost): void {
    setImmediate(() => super.catch(exception, host));
  }
}

@Catch()
@Injectable({ scope: Scope.REQUEST })
class ScopedFilter extends RestExceptionFilter {
  constructor(@Inject(REQUEST) readonly request: object) {
    super();
  }
}

/** What a client sees, without what differs between any two responses. */
async function shown(app: TestApplication, asked: Asked): Promise<unknown> {
  const [method, path, options] = asked;
  // One origin for all applications, as links and the entity tags of Express depend on it.
  const sent = { ...options?.headers, host: 'api.example' };
  const { status, headers, text } = await app.fetch(method, path, { ...options, headers: sent });
  const { date: _date, ...others } = headers;
  return { status, headers: others, text };
}

describe.each(ADAPTERS)('On routes of the library on %s', (adapter) => {
  describe('a replacement that responds itself', () => {
    const own = new Teapot();
    const replacements: Record<string, (builder: TestingModuleBuilder) => TestingModuleBuilder> = {
      'overrideFilter().useValue': (builder) =>
        builder.overrideFilter(RestExceptionFilter).useValue(own),
      'overrideFilter().useFactory': (builder) =>
        builder.overrideFilter(RestExceptionFilter).useFactory({ factory: () => own }),
      'overrideProvider().useValue': (builder) =>
        builder.overrideProvider(RestExceptionFilter).useValue(own),
    };

    describe.each(Object.entries(replacements))('by %s', (_title, override) => {
      const app = useApplication(() => startFailing(adapter, [], override));

      // Fastify itself rejects a malformed URL, before any filter.
      const causes = Object.entries(FAILING).filter(
        ([cause]) => adapter === 'express' || cause !== 'a malformed URL',
      );
      test.each(causes)('gets %s', async (_cause, asked) => {
        own.seen.length = 0;
        const response = await app.fetch(...asked);
        expect(response.status).toBe(418);
        expect(own.seen).toHaveLength(1);
        if (asked[0] !== 'HEAD') expect(response.body).toEqual({ teapot: true });
      });

      test('gets nothing of a request that succeeds', async () => {
        own.seen.length = 0;
        expect((await app.fetch('GET', '/api/acme/v1/things/fine')).body).toBe('fine');
        expect((await app.fetch('OPTIONS', '/api/acme/v1/things/fine')).status).toBe(200);
        expect(own.seen).toEqual([]);
      });
    });

    test('by overrideFilter().useClass is a class that the container creates', async () => {
      @Injectable()
      class Replacement extends Teapot {}
      const app = await startFailing(adapter, [], (builder) =>
        builder.overrideFilter(RestExceptionFilter).useClass(Replacement),
      );
      expect((await app.fetch('GET', '/api/acme/v1/nowhere')).status).toBe(418);
      await app.close();
    });

    test('of some exceptions leaves the others to the library', async () => {
      @Catch(TypeError)
      class OfTypeErrors extends Teapot {}
      const app = await startFailing(adapter, [], (builder) =>
        builder.overrideFilter(RestExceptionFilter).useValue(new OfTypeErrors()),
      );
      expect((await app.fetch('GET', '/api/acme/v1/things/crash')).status).toBe(418);
      expect((await app.fetch('GET', '/api/acme/v1/things/own')).status).toBe(409);
      expect((await app.fetch('GET', '/api/acme/v1/nowhere')).status).toBe(404);
      await app.close();
    });

    test('comes after the filters of the route', async () => {
      @Catch(TypeError)
      class Nearer implements ExceptionFilter {
        catch(_exception: unknown, host: ArgumentsHost): void {
          host
            .switchToHttp()
            .getResponse<{ status(code: number): { send(body: unknown): void } }>()
            .status(420)
            .send({});
        }
      }
      const app = await startFailing(
        adapter,
        [{ provide: APP_FILTER, useClass: Nearer }],
        (builder) => builder.overrideFilter(RestExceptionFilter).useValue(own),
      );
      expect((await app.fetch('GET', '/api/acme/v1/things/crash')).status).toBe(420);
      expect((await app.fetch('GET', '/api/acme/v1/things/own')).status).toBe(418);
      await app.close();
    });

    test('that throws is a 500 of the library', async () => {
      const failing = {
        catch(): never {
          throw new Error('The filter failed.');
        },
      };
      const app = await startFailing(adapter, [], (builder) =>
        builder.overrideFilter(RestExceptionFilter).useValue(failing),
      );
      for (const path of ['things/own', 'things/private', 'nowhere']) {
        expect((await app.fetch('GET', `/api/acme/v1/${path}`)).body).toMatchObject({
          code: 'framework_internal_error',
        });
      }
      await app.close();
    });
  });

  describe('super.catch gives exactly the response of the library', () => {
    const library = useApplication(() => startFailing(adapter));
    const filters: Record<string, () => Promise<TestApplication>> = {
      'in APP_FILTER': () =>
        startFailing(adapter, [{ provide: APP_FILTER, useClass: PassingFilter }]),
      'in APP_FILTER, later': () =>
        startFailing(adapter, [{ provide: APP_FILTER, useClass: LateFilter }]),
      'in APP_FILTER, after catch has returned': () =>
        startFailing(adapter, [{ provide: APP_FILTER, useClass: MuchLaterFilter }]),
      'in overrideFilter': () =>
        startFailing(adapter, [], (builder) =>
          builder.overrideFilter(RestExceptionFilter).useClass(PassingFilter),
        ),
      'in overrideProvider': () =>
        startFailing(adapter, [], (builder) =>
          builder.overrideProvider(RestExceptionFilter).useClass(PassingFilter),
        ),
      'in a filter created for each request': () =>
        startFailing(adapter, [{ provide: APP_FILTER, useClass: ScopedFilter }]),
      'in an override created for each request': () =>
        startFailing(adapter, [], (builder) =>
          builder.overrideFilter(RestExceptionFilter).useClass(ScopedFilter),
        ),
    };

    describe.each(Object.entries(filters))('%s', (_title, start) => {
      const app = useApplication(start);

      test.each(Object.entries(FAILING))('to %s', async (_cause, asked) => {
        expect(await shown(app, asked)).toEqual(await shown(library, asked));
      });
    });
  });

  test('A subclass in @UseFilters gets the rejections of its own routes only', async () => {
    const seen: unknown[] = [];
    @Catch()
    class SeeingFilter extends RestExceptionFilter {
      override catch(exception: unknown, host: ArgumentsHost): unknown {
        seen.push(exception);
        return super.catch(exception, host);
      }
    }
    @RestController('v1', '/seen')
    @UseFilters(SeeingFilter)
    class SeenController {
      @RestRoute('', HttpMethod.Get, new Capability('read_things'))
      list(): string {
        return 'seen';
      }
    }
    const app = await startFailing(adapter, [SeenController]);
    expect((await app.fetch('GET', '/api/acme/v1/seen')).status).toBe(401);
    expect(seen).toHaveLength(1);
    expect((await app.fetch('GET', '/api/acme/v1/things/private')).status).toBe(401);
    expect((await app.fetch('GET', '/api/acme/v1/nowhere')).status).toBe(404);
    expect(seen).toHaveLength(1);
    await app.close();
  });

  describe.each([Scope.DEFAULT, Scope.REQUEST])(
    'A filter that names RestException, in scope %s,',
    (scope) => {
      @Injectable({ scope })
      @Catch(RestException)
      class NamingFilter implements ExceptionFilter {
        @Inject() private readonly adapterHost!: HttpAdapterHost;

        catch({ code }: RestException, host: ArgumentsHost): void {
          const { httpAdapter } = this.adapterHost;
          httpAdapter.reply(host.switchToHttp().getResponse(), { own: code }, 418);
        }
      }

      test('gets the errors of the library where it is global', async () => {
        const app = await startFailing(adapter, [{ provide: APP_FILTER, useClass: NamingFilter }]);
        const expected = {
          '/api/acme/v1/things/own': [418, { own: 'thing_locked' }],
          '/api/acme/v1/things/private': [418, { own: 'rest_forbidden' }],
          '/api/acme/v1/things/fine': [200, 'fine'],
        };
        for (const [path, response] of Object.entries(expected)) {
          const { status, body } = await app.fetch('GET', path);
          expect([status, body]).toEqual(response);
        }
        const missing = await app.fetch('POST', '/api/acme/v1/things');
        expect([missing.status, missing.body]).toEqual([
          418,
          { own: 'rest_missing_callback_param' },
        ]);
        const crash = await app.fetch('GET', '/api/acme/v1/things/crash');
        expect([crash.status, crash.body]).toMatchObject([
          500,
          { code: 'framework_internal_error' },
        ]);
        await app.close();
      });

      test('gets those of its own routes in @UseFilters', async () => {
        @RestController('v1', '/named')
        @UseFilters(NamingFilter)
        class NamedController {
          @RestRoute('', HttpMethod.Get, new Capability('read_things'))
          list(): string {
            return 'named';
          }
        }
        const app = await startFailing(adapter, [NamedController]);
        const named = await app.fetch('GET', '/api/acme/v1/named');
        expect([named.status, named.body]).toEqual([418, { own: 'rest_forbidden' }]);
        expect((await app.fetch('GET', '/api/acme/v1/things/private')).status).toBe(401);
        await app.close();
      });
    },
  );

  test('super.catch with another exception gives the response of that one', async () => {
    @Catch()
    class RenamingFilter extends RestExceptionFilter {
      override catch(_exception: unknown, host: ArgumentsHost): unknown {
        return super.catch(new ForbiddenException('Renamed.'), host);
      }
    }
    const app = await startFailing(adapter, [{ provide: APP_FILTER, useClass: RenamingFilter }]);
    for (const path of ['things/own', 'things/private', 'nowhere']) {
      const { status, body } = await app.fetch('GET', `/api/acme/v1/${path}`);
      expect(status).toBe(403);
      expect(body).toMatchObject({ message: 'Renamed.' });
    }
    await app.close();
  });

  describe('RestExceptionFilter as APP_FILTER leaves every response as it is', () => {
    const library = useApplication(() => startFailing(adapter));
    const filtered = useApplication(() =>
      startFailing(adapter, [{ provide: APP_FILTER, useClass: RestExceptionFilter }]),
    );

    test.each(Object.entries(FAILING))('to %s', async (_cause, asked) => {
      // As text: the order of the headers is the same too.
      expect(JSON.stringify(await shown(filtered, asked))).toBe(
        JSON.stringify(await shown(library, asked)),
      );
    });
  });

  describe('the recorded exchanges are the same with a filter', () => {
    const exchanges = readLines<Exchange>('./http.jsonl');
    const library = useApplication(() => startApplication(fixtureModule, { adapter }));
    const withFilter = (useClass: typeof RestExceptionFilter): Promise<TestApplication> =>
      startApplication(
        {
          ...fixtureModule,
          providers: [...(fixtureModule.providers ?? []), { provide: APP_FILTER, useClass }],
        },
        { adapter },
      );
    const same = useApplication(() => withFilter(RestExceptionFilter));
    const passing = useApplication(() => withFilter(PassingFilter));

    test('of the library, and with one that extends it', async () => {
      expect(exchanges.length).toBeGreaterThan(100);
      for (const { method, path, user, headers, body } of exchanges) {
        const options = {
          headers: { ...headers, ...signedAsUser(user) },
          ...(body === undefined ? {} : { body }),
        };
        const asked: Asked = [method, `/api${path}`, options];
        const expected = await shown(library, asked);
        expect(await shown(same, asked), `${method} ${path}`).toEqual(expected);
        expect(await shown(passing, asked), `${method} ${path}`).toEqual(expected);
      }
    });
  });
});
