import {
  Catch,
  Controller,
  ForbiddenException,
  Get,
  Header,
  HttpCode,
  Injectable,
  Res,
  ServiceUnavailableException,
  UseInterceptors,
  type ArgumentsHost,
  type CallHandler,
  type ExceptionFilter,
  type ExecutionContext,
  type INestApplication,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RequirePermission,
  RestCacheInterceptor,
  RestController,
  RestExceptionFilter,
  RestRoute,
  type CacheOptions,
} from 'nestjs-rest-routes';
import { lastValueFrom, map, mergeMap, of } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type RoutesOptions,
  type TestApplication,
  type TestResponse,
} from '../../support/application.js';

const open = new PublicAccess();
const NEWS = { title: 'Good data' };
const CACHE: CacheOptions = { ttl: '5m', vary: { headers: ['Accept-Language'] } };

/** The requests that fail on their way out: the others have the same path, and share the entry. */
const FAILING = { 'x-fail': 'yes' };

function fails({ headers }: { readonly headers: object }): boolean {
  return 'x-fail' in headers;
}

@Controller('plain')
@UseInterceptors(RestCacheInterceptor)
@RequirePermission(open)
class PlainController {
  @Cache(CACHE)
  @Header('X-Declared', 'yes')
  @HttpCode(203)
  @Get()
  list(@Res({ passthrough: true }) response: { header(name: string, value: string): unknown }) {
    response.header('X-Own', 'yes');
    return NEWS;
  }
}

@RestController('v1', '/news')
class NewsController {
  @Cache(CACHE)
  @RestRoute('', HttpMethod.Get, open)
  list() {
    return NEWS;
  }
}

const PATHS = { 'a route': '/api/acme/v1/news', 'a plain handler': '/plain' } as const;

/** The headers that say of one response how to keep it, and which one it is. */
const OF_CACHES = ['cache-control', 'etag', 'cache-status', 'age', 'vary', 'x-own'] as const;

type Configure = (nest: INestApplication) => void | Promise<void>;

/** What the application does to each response, and with which it fails. */
const EXPRESS: Readonly<Record<string, Configure>> = {
  'a wrapper of res.json': wrapping((response) => {
    const { json } = response;
    response.json = function (this: Response, data: unknown) {
      failOnce(response);
      return json.call(this, data);
    };
  }),
  'an asynchronous wrapper of res.json': wrapping((response) => {
    const { json } = response;
    response.json = async function (this: Response, data: unknown) {
      await Promise.resolve();
      failOnce(response);
      return json.call(this, data);
    } as unknown as Response['json'];
  }),
  'a wrapper of res.send': wrapping((response) => {
    const { send } = response;
    response.send = function (this: Response, data: unknown) {
      failOnce(response);
      return send.call(this, data);
    };
  }),
  'json replacer': (nest) => {
    let current: Request | undefined;
    nest.use((request: Request, _response: Response, next: NextFunction) => {
      current = request;
      next();
    });
    const express = nest.getHttpAdapter().getInstance() as { set(name: string, to: unknown): void };
    express.set('json replacer', (_name: string, value: unknown) => {
      if (current !== undefined) failOnce({ req: current });
      return value;
    });
  },
};

const FASTIFY: Readonly<Record<string, Configure>> = {
  preSerialization: hooking((fastify) => {
    fastify.addHook('preSerialization', (request, _reply, payload, done) => {
      const error = failureOf(request);
      if (error === null) done(null, payload);
      else done(error);
    });
  }),
  'an asynchronous preSerialization': hooking((fastify) => {
    fastify.addHook('preSerialization', async (request, _reply, payload) => {
      await Promise.resolve();
      const error = failureOf(request);
      if (error !== null) throw error;
      return payload;
    });
  }),
  onSend: hooking((fastify) => {
    fastify.addHook('onSend', (request, _reply, payload, done) => {
      const error = failureOf(request);
      if (error === null) done(null, payload);
      else done(error);
    });
  }),
  'a serializer': hooking((fastify) => {
    fastify.addHook('onRequest', (request, reply, done) => {
      reply.serializer((payload: unknown) => {
        const error = failureOf(request);
        if (error !== null) throw error;
        return JSON.stringify(payload);
      });
      done();
    });
  }),
};

/** Requests that have failed: their error leaves. */
const failed = new WeakSet<object>();

function failOnce({ req }: { readonly req: Request }): void {
  if (!fails(req) || failed.has(req)) return;
  failed.add(req);
  throw new Error('the way out fails');
}

function failureOf(request: FastifyRequest): Error | null {
  if (!fails(request) || failed.has(request)) return null;
  failed.add(request);
  return new Error('the way out fails');
}

function wrapping(wrap: (response: Response) => void): Configure {
  return (nest) => {
    nest.use((_request: Request, response: Response, next: NextFunction) => {
      wrap(response);
      next();
    });
  };
}

function hooking(hook: (fastify: FastifyInstance) => void): Configure {
  return (nest) => hook(nest.getHttpAdapter().getInstance() as FastifyInstance);
}

/** An application whose errors all are 200, by the methods of the response. */
@Catch()
class AlwaysOkFilter implements ExceptionFilter {
  catch(_error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response & FastifyReply>();
    const body = { code: 1 };
    if ('json' in response) (response as Response).json(body);
    else (response as FastifyReply).send(body);
  }
}

/** The same by the adapter, as Nest's documentation shows it. */
@Catch()
class OkByAdapterFilter implements ExceptionFilter {
  constructor(private readonly host: HttpAdapterHost) {}

  catch(_error: unknown, host: ArgumentsHost): void {
    const response: unknown = host.switchToHttp().getResponse();
    this.host.httpAdapter.reply(response, { code: 1 }, 200);
  }
}

const FILTERS: Readonly<Record<string, (nest: INestApplication) => ExceptionFilter | undefined>> = {
  "Nest's own filter": () => undefined,
  'a filter that sends 200': () => new AlwaysOkFilter(),
  'a filter that sends 200 by the adapter': (nest) =>
    new OkByAdapterFilter(nest.get(HttpAdapterHost)),
  RestExceptionFilter: () => new RestExceptionFilter(),
};

/** Interceptors before the cache that fail, or make another response of the result. */
const OUTER: Readonly<Record<string, (context: ExecutionContext, next: CallHandler) => unknown>> = {
  'throws 403': (_context, next) =>
    next.handle().pipe(
      map(() => {
        throw new ForbiddenException();
      }),
    ),
  'throws 503 after a wait': (_context, next) =>
    next.handle().pipe(
      mergeMap(async () => {
        await Promise.resolve();
        throw new ServiceUnavailableException();
      }),
    ),
  'awaits the result and throws 403': async (_context, next) => {
    await lastValueFrom(next.handle());
    throw new ForbiddenException();
  },
  'sets the status 503': (context, next) =>
    next.handle().pipe(
      map(() => {
        const response = context.switchToHttp().getResponse<Response>();
        response.status(503);
        return { closed: true };
      }),
    ),
  'sets the status 403 after a wait': (context, next) =>
    next.handle().pipe(
      mergeMap((data: unknown) => {
        context.switchToHttp().getResponse<Response>().status(403);
        return of(data);
      }),
    ),
};

function outer(act: (context: ExecutionContext, next: CallHandler) => unknown): NestInterceptor {
  return {
    intercept: (context, next) =>
      (fails(context.switchToHttp().getRequest<Request>())
        ? act(context, next)
        : next.handle()) as ReturnType<NestInterceptor['intercept']>,
  };
}

/** What the application does to the status of a response that it sends. */
const OTHER_STATUS: Readonly<Record<AdapterName, Readonly<Record<string, Configure>>>> = {
  express: {
    'a wrapper of res.json': wrapping((response) => {
      const { json } = response;
      response.json = function (this: Response, data: unknown) {
        if (fails(response.req)) response.status(503);
        return json.call(this, data);
      };
    }),
    'a wrapper of res.end': wrapping((response) => {
      const { end } = response;
      response.end = function (this: Response, ...args: unknown[]) {
        if (fails(response.req)) response.statusCode = 503;
        return Reflect.apply(end, this, args) as Response;
      } as Response['end'];
    }),
  },
  fastify: {
    onSend: hooking((fastify) => {
      fastify.addHook('onSend', (request, reply, _payload, done) => {
        if (!fails(request)) return done(null, _payload);
        reply.code(503);
        done(null, '{"closed":true}');
      });
    }),
    preSerialization: hooking((fastify) => {
      fastify.addHook('preSerialization', (request, reply, payload, done) => {
        if (fails(request)) reply.code(503);
        done(null, payload);
      });
    }),
  },
};

describe.each(ADAPTERS)('the headers of cached responses on %s', (adapter) => {
  let app: TestApplication | undefined;
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  async function start(configure: Configure, options: Partial<RoutesOptions> = {}) {
    app = await startRoutes([NewsController], {
      adapter,
      bare: 'the parts of the test are all that there are',
      controllers: [PlainController],
      cors: { origin: true },
      ...options,
      configure,
    });
    return (path: string, headers: Readonly<Record<string, string>> = {}) =>
      running().fetch('GET', path, { headers: { ...headers, origin: 'https://a.example' } });
  }

  function running(): TestApplication {
    if (app === undefined) throw new Error('It runs only during a test.');
    return app;
  }

  /** Sends a request that fails on a miss, one that does not, and one that fails on a hit. */
  async function missAndHit(
    path: string,
    configure: Configure,
    options?: Partial<RoutesOptions>,
  ): Promise<readonly TestResponse[]> {
    const get = await start(configure, options);
    const onMiss = await get(path, FAILING);
    const good = await get(path);
    expect(good.body).toEqual(NEWS);
    expect(good.headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'cache-status': expect.stringContaining('rest-cache') as unknown,
      vary: path === '/plain' ? expect.stringContaining('Accept-Language') : expect.anything(),
    });
    return [onMiss, await get(path, FAILING)];
  }

  function expectNone({ headers }: TestResponse, status: 'error' | 'ok'): void {
    expect(headers['cache-control'] ?? 'no-store').toBe('no-store');
    if (status === 'ok') expect(headers['cache-control']).toBeUndefined();
    for (const name of ['cache-status', 'age'])
      expect([name, headers[name]]).toEqual([name, undefined]);
    expect(headers.vary ?? 'Origin').toBe('Origin');
    // Express adds a tag of its own.
    if (adapter === 'fastify') expect(headers.etag).toBeUndefined();
  }

  const ways = adapter === 'express' ? EXPRESS : FASTIFY;

  describe.each(Object.keys(PATHS) as (keyof typeof PATHS)[])('of %s', (kind) => {
    const path = PATHS[kind];

    describe.each(Object.keys(ways))('if %s fails', (way) => {
      test.each(Object.values(FILTERS))(
        'The headers of a cached response leave only with that response, on a miss and on a hit',
        async (filter) => {
          const tags = new Set<string | undefined>();
          const responses = await missAndHit(path, async (nest) => {
            await ways[way]?.(nest);
            const used = filter(nest);
            if (used !== undefined) nest.useGlobalFilters(used);
          });
          for (const response of responses) {
            const isOk = response.status < 300;
            expect(isOk ? response.body : response.status).toEqual(isOk ? { code: 1 } : 500);
            expectNone(response, isOk ? 'ok' : 'error');
            tags.add(response.headers.etag);
          }
          const { headers } = await running().fetch('GET', path);
          expect(tags.has(headers.etag)).toBe(false);
        },
      );
    });

    test.each(Object.values(OTHER_STATUS[adapter]))(
      'The headers of a cached response do not leave with a status that a hook or a wrapper has set',
      async (configure) => {
        const responses = await missAndHit(path, configure);
        for (const response of responses) {
          expect(response.status).toBe(503);
          expect(response.headers['cache-control']).toBe('no-store');
          for (const name of ['cache-status', 'age', 'etag']) {
            expect([name, response.headers[name]]).toEqual([name, undefined]);
          }
          expect(response.headers.vary).toBe('Origin');
        }
      },
    );

    test('a Cache-Control that the application sets with another status stays', async () => {
      const configure: Configure =
        adapter === 'express'
          ? wrapping((response) => {
              const { json } = response;
              response.json = function (this: Response, data: unknown) {
                if (fails(response.req)) {
                  response.status(404).setHeader('Cache-Control', 'public, max-age=5');
                }
                return json.call(this, data);
              };
            })
          : hooking((fastify) => {
              fastify.addHook('onSend', (request, reply, payload, done) => {
                if (fails(request)) reply.code(404).header('Cache-Control', 'public, max-age=5');
                done(null, payload);
              });
            });
      for (const { headers } of await missAndHit(path, configure)) {
        expect(headers['cache-control']).toBe('public, max-age=5');
        expect(headers['cache-status']).toBeUndefined();
      }
    });
  });

  describe.each(Object.keys(OUTER))(
    'of a plain handler inside of an interceptor that %s',
    (act) => {
      test.each(Object.values(FILTERS))(
        'The headers of a cached response leave only with that response, on a miss and on a hit',
        async (filter) => {
          const [onMiss, onHit] = await missAndHit('/plain', (nest) => {
            nest.useGlobalInterceptors(outer(OUTER[act] ?? (() => undefined)));
            const used = filter(nest);
            if (used !== undefined) nest.useGlobalFilters(used);
          });
          for (const response of [onMiss, onHit]) {
            if (response === undefined) throw new Error('There are two.');
            expectNone(response, response.status < 300 ? 'ok' : 'error');
            expect(response.status).not.toBe(500);
          }
          expect(onHit?.status).toBe(onMiss?.status);
          expect(onHit?.body).toEqual(onMiss?.body);
        },
      );
    },
  );

  test('a 304 of a plain handler that cannot be sent is an error with its own status and content', async () => {
    const way = adapter === 'express' ? 'a wrapper of res.send' : 'onSend';
    const get = await start(async (nest) => {
      await ways[way]?.(nest);
      nest.useGlobalFilters(new AlwaysOkFilter());
    });
    const tag = String((await get('/plain')).headers.etag);
    const known = { 'if-none-match': tag };
    expect((await get('/plain', known)).status).toBe(304);
    const replaced = await get('/plain', { ...known, ...FAILING });
    expect([replaced.status, replaced.body]).toEqual([203, { code: 1 }]);
    expect(replaced.headers['content-type']).toContain('application/json');
    expectNone(replaced, 'ok');
  });

  test('a hit of a plain handler has the headers of the handler, as a miss has', async () => {
    const get = await start(() => undefined);
    const [miss, hit] = [await get('/plain'), await get('/plain')];
    expect(hit.headers['cache-status']).toContain('hit');
    for (const { status, headers } of [miss, hit]) {
      expect([status, headers['x-own'], headers['x-declared']]).toEqual([203, 'yes', 'yes']);
      expect(headers.vary?.split(', ').toSorted()).toEqual(['Accept-Language', 'Origin']);
    }
  });

  test('a header that an interceptor before the cache sets counts as one of middleware', async () => {
    const cookie: NestInterceptor = {
      intercept: (context, next) =>
        next.handle().pipe(
          map((data: unknown) => {
            const response = context.switchToHttp().getResponse<Response>();
            const { headers } = context.switchToHttp().getRequest<Request>();
            if ('x-cookie' in headers) void response.header('Set-Cookie', 'session=1');
            if ('x-private' in headers) void response.header('Cache-Control', 'no-store');
            return data;
          }),
        ),
    };
    const get = await start((nest) => void nest.useGlobalInterceptors(cookie));
    const caching = async (headers: Readonly<Record<string, string>>) =>
      (await get('/plain', headers)).headers['cache-control'];
    for (const _round of ['miss', 'hit']) {
      expect(await caching({ 'x-cookie': '1' })).toBe('private, max-age=300');
      expect(await caching({ 'x-private': '1' })).toBe('no-store');
      expect(await caching({})).toBe('public, max-age=300');
    }
  });

  test('a cookie that is set while the response of a plain handler is written makes it private', async () => {
    const configure: Configure =
      adapter === 'express'
        ? wrapping((response) => {
            const { writeHead } = response;
            response.writeHead = function (this: Response, ...args: unknown[]) {
              this.setHeader('Set-Cookie', 'session=1');
              return Reflect.apply(writeHead, this, args) as Response;
            } as Response['writeHead'];
          })
        : hooking((fastify) => {
            fastify.addHook('onSend', (_request, reply, payload, done) => {
              reply.header('Set-Cookie', 'session=1');
              done(null, payload);
            });
          });
    const get = await start(configure);
    for (const _round of ['miss', 'hit']) {
      const { headers } = await get('/plain');
      expect([headers['cache-control'], headers['set-cookie']]).toEqual([
        'private, max-age=300',
        ['session=1'],
      ]);
    }
  });

  test('an application with plain handlers only keeps to it', async () => {
    const way = adapter === 'express' ? 'a wrapper of res.json' : 'onSend';
    app = await startRoutes([], {
      adapter,
      bare: 'the parts of the test are all that there are',
      controllers: [PlainController as Type],
      configure: (nest) => OTHER_STATUS[adapter][way]?.(nest),
    });
    const { headers } = await app.fetch('GET', '/plain', { headers: FAILING });
    expect(headers['cache-control']).toBe('no-store');
    for (const name of OF_CACHES.slice(2, 4)) expect(headers[name]).toBeUndefined();
  });
});
