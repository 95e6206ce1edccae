import {
  ClassSerializerInterceptor,
  Controller,
  Get,
  Injectable,
  Res,
  Sse,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type INestApplication,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Exclude } from 'class-transformer';
import { Cache, PublicAccess, RequirePermission, RestCacheInterceptor } from 'nestjs-rest-routes';
import type { FastifyInstance } from 'fastify';
import type { NextFunction, Request, Response } from 'express';
import { map, of } from 'rxjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type ApplicationOptions } from '../../support/application.js';

// Without the usual parts: a cache behind other guards and interceptors is private.

let calls = 0;
let outer = 0;
beforeEach(() => {
  calls = 0;
  outer = 0;
});

class User {
  readonly name = 'Ada';
  readonly password: string;
  constructor() {
    this.password = 'secret';
  }
}
Exclude()(User.prototype, 'password');

@Injectable()
class Wrap implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    const run = ++outer;
    return next.handle().pipe(
      map((data: object) => {
        const fresh = !('touched' in data);
        Object.assign(data, { touched: true });
        return { run, fresh, data };
      }),
    );
  }
}

const open = RequirePermission(new PublicAccess());

@Controller('inside')
@UseInterceptors(RestCacheInterceptor, ClassSerializerInterceptor)
@open
class InsideController {
  @Get()
  @Cache({ ttl: '5m' })
  one() {
    calls++;
    return [new User()];
  }
}

@Controller('outside')
@UseInterceptors(ClassSerializerInterceptor, RestCacheInterceptor)
@open
class OutsideController {
  @Get()
  @Cache({ ttl: '5m' })
  one() {
    calls++;
    return { users: [new User()] };
  }
}

@Controller('plain-data')
@UseInterceptors(Wrap, RestCacheInterceptor)
@open
class PlainDataController {
  @Get()
  @Cache({ ttl: '5m', vary: 'none' })
  one() {
    return { n: ++calls };
  }
}

@Controller('headers')
@UseInterceptors(RestCacheInterceptor)
@open
class HeadersController {
  @Get()
  @Cache({ ttl: '5m' })
  one() {
    return { n: ++calls };
  }

  @Get('replaced')
  @Cache({ ttl: '5m' })
  replaced(@Res({ passthrough: true }) response: { header(name: string, value: string): unknown }) {
    response.header('X-Request-Id', 'mine');
    return { n: ++calls };
  }

  @Get('sse')
  @Sse()
  @Cache({ ttl: '5m' })
  events() {
    calls++;
    return of({ data: 'one' });
  }
}

interface JsonResponse {
  json(payload: unknown): unknown;
}

class Person {
  readonly #name = 'Ada';

  toJSON() {
    return { name: this.#name };
  }
}

@Controller('values')
@UseInterceptors(RestCacheInterceptor)
@open
class ValuesController {
  @Get('instance')
  @Cache({ ttl: '5m' })
  instance() {
    return new Person();
  }

  @Get('list')
  @Cache({ ttl: '5m' })
  list() {
    return [1, null, 'a'];
  }

  @Get('text')
  @Cache({ ttl: '5m' })
  text() {
    return 'plain';
  }

  @Get('nothing')
  @Cache({ ttl: '5m' })
  nothing(): void {}

  @Get('bytes')
  @Cache({ ttl: '5m' })
  bytes() {
    return Buffer.from('bytes');
  }

  @Get('date')
  @Cache({ ttl: '5m' })
  date() {
    return new Date(0);
  }

  @Get('not-a-number')
  @Cache({ ttl: '5m' })
  notANumber() {
    return NaN;
  }
}

describe.each(ADAPTERS)('Interceptors and RestCacheInterceptor on %s', (adapter) => {
  async function withApp<T>(
    controller: new () => object,
    use: (
      get: (path: string, headers?: Record<string, string>) => Promise<CachedTestResponse>,
    ) => Promise<T>,
    more: Partial<ApplicationOptions> = {},
  ): Promise<{ result: T; warnings: string[] }> {
    const warnings: string[] = [];
    const nothing = () => undefined;
    const logger = { log: nothing, error: nothing, warn: (text: string) => warnings.push(text) };
    const app = await startRoutes([], {
      adapter,
      controllers: [controller],
      create: { logger },
      ...more,
    });
    try {
      const result = await use(async (path, headers = {}) => {
        const response = await app.fetch('GET', path, { headers });
        return { ...response, cache: String(response.headers['cache-status'] ?? '') };
      });
      return { result, warnings };
    } finally {
      await app.close();
    }
  }
  type CachedTestResponse = Awaited<
    ReturnType<Awaited<ReturnType<typeof startRoutes>>['fetch']>
  > & {
    cache: string;
  };
  const twice = (path: string) => async (get: (path: string) => Promise<CachedTestResponse>) => [
    await get(path),
    await get(path),
  ];

  test('a serializer after the cache is stored with what it leaves out', async () => {
    const { result } = await withApp(InsideController, twice('/inside'));
    expect(result.map(({ body }) => body)).toEqual([[{ name: 'Ada' }], [{ name: 'Ada' }]]);
    expect(result[1]?.cache).toContain('hit');
    expect(calls).toBe(1);
  });

  test('a serializer before the cache leaves out the same on each request, and a warning explains why nothing is cached', async () => {
    const { result, warnings } = await withApp(OutsideController, twice('/outside'));
    expect(result.map(({ body }) => body)).toEqual([
      { users: [{ name: 'Ada' }] },
      { users: [{ name: 'Ada' }] },
    ]);
    expect(calls).toBe(2);
    const [warning, ...others] = warnings.filter((text) => text.includes('not cached'));
    expect(warning).toMatch(
      /OutsideController\.one .+ ClassSerializerInterceptor.+ before interceptors/,
    );
    expect(others).toEqual([]);
  });

  test('a global serializer before the cache leaks nothing either', async () => {
    const configure = (app: INestApplication) => {
      app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector)));
    };
    const { result } = await withApp(InsideController, twice('/inside'), { configure });
    expect(result.map(({ text }) => text)).toEqual(['[{"name":"Ada"}]', '[{"name":"Ada"}]']);
  });

  test('an interceptor before the cache runs on each request, on data of its own', async () => {
    const { result } = await withApp(PlainDataController, async (get) => [
      await get('/plain-data'),
      await get('/plain-data'),
      await get('/plain-data'),
    ]);
    expect(result.map(({ body }) => body)).toEqual(
      [1, 2, 3].map((run) => ({ run, fresh: true, data: { n: 1, touched: true } })),
    );
    expect(result[2]?.cache).toContain('hit');
  });

  test('headers of middleware and CORS are of one request', async () => {
    let id = 0;
    const { result } = await withApp(
      HeadersController,
      async (get) => [
        await get('/headers', { origin: 'https://a.example' }),
        await get('/headers', { origin: 'https://b.example' }),
      ],
      {
        configure: (app) => {
          app.enableCors({ origin: true });
          app.use((_request: Request, response: Response, next: NextFunction) => {
            response.setHeader('X-Request-Id', String(++id));
            next();
          });
        },
      },
    );
    expect(result[1]?.cache).toContain('hit');
    expect(
      result.map(({ headers }) => [
        headers['x-request-id'],
        headers['access-control-allow-origin'],
      ]),
    ).toEqual([
      ['1', 'https://a.example'],
      ['2', 'https://b.example'],
    ]);
    expect(result.map(({ headers }) => headers['vary'])).toEqual(['Origin', 'Origin']);
  });

  test('a cookie of middleware is kept, and makes the response private', async () => {
    const { result } = await withApp(HeadersController, twice('/headers'), {
      configure: (app) => {
        app.use((_request: Request, response: Response, next: NextFunction) => {
          response.setHeader('Set-Cookie', 'session=1');
          next();
        });
      },
    });
    expect(result[1]?.cache).toContain('hit');
    expect(result.map(({ headers }) => [headers['set-cookie'], headers['cache-control']])).toEqual([
      [['session=1'], 'private, max-age=300'],
      [['session=1'], 'private, max-age=300'],
    ]);
  });

  test('a handler that replaces a header of middleware is not cached, and a warning explains it', async () => {
    const { result, warnings } = await withApp(HeadersController, twice('/headers/replaced'), {
      configure: (app) => {
        app.use((_request: Request, response: Response, next: NextFunction) => {
          response.setHeader('X-Request-Id', 'theirs');
          next();
        });
      },
    });
    expect(result.map(({ body }) => body)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(warnings.filter((text) => text.includes('x-request-id'))).toHaveLength(1);
  });

  test('events are not cached', async () => {
    await withApp(HeadersController, twice('/headers/sse'));
    expect(calls).toBe(2);
  });

  test('what the application does to every response holds for a hit', async () => {
    let runs = 0;
    const { result } = await withApp(HeadersController, twice('/headers'), {
      configure: (app) => {
        if (adapter === 'express') {
          app.use((_request: unknown, response: JsonResponse, next: () => void) => {
            const json = response.json.bind(response);
            response.json = (payload) => json({ run: ++runs, payload });
            next();
          });
          return;
        }
        const fastify = app.getHttpAdapter().getInstance() as FastifyInstance;
        fastify.addHook('preSerialization', async (_request, _reply, payload) => ({
          run: ++runs,
          payload,
        }));
      },
    });
    const wrapped = [1, 2].map((run) => ({ run, payload: { n: 1 } }));
    expect(result.map(({ body }) => body)).toEqual(wrapped);
    expect(result[1]?.cache).toContain('hit');
    expect(result[1]?.headers.etag).toMatch(/^W\//);
  });

  test.each([
    ['a class instance', '/values/instance', { name: 'Ada' }],
    ['a list', '/values/list', [1, null, 'a']],
    ['a text', '/values/text', 'plain'],
    ['nothing', '/values/nothing', ''],
  ])('%s is the same from the cache', async (_kind, path, expected) => {
    const { result } = await withApp(ValuesController, twice(path));
    const [fresh, hit] = result.map(({ status, headers, text }) => ({
      status,
      text,
      type: headers['content-type'],
    }));
    expect(hit).toEqual(fresh);
    expect(hit?.text).toBe(typeof expected === 'string' ? expected : JSON.stringify(expected));
    expect(result[1]?.cache).toContain('hit');
  });

  test.each(['/values/bytes', '/values/date', '/values/not-a-number'])(
    'what JSON does not keep is not cached, and one warning explains it (%s)',
    async (path) => {
      const { result, warnings } = await withApp(ValuesController, twice(path));
      expect(result[1]?.text).toBe(result[0]?.text);
      expect(result.map(({ cache }) => cache)).toEqual(Array(2).fill('rest-cache; fwd=miss'));
      expect(warnings.filter((text) => text.includes('written as JSON'))).toHaveLength(1);
    },
  );

  test('a hook that reads the class of a value sees the same on a miss and on a hit', async () => {
    const seen: unknown[] = [];
    const see = (payload: unknown) => {
      seen.push(payload instanceof Person);
      return payload;
    };
    const { result } = await withApp(ValuesController, twice('/values/instance'), {
      configure: (app) => {
        if (adapter === 'express') {
          app.use((_request: unknown, response: JsonResponse, next: () => void) => {
            const json = response.json.bind(response);
            response.json = (payload) => json(see(payload));
            next();
          });
          return;
        }
        const fastify = app.getHttpAdapter().getInstance() as FastifyInstance;
        fastify.addHook('preSerialization', async (_request, _reply, payload) => see(payload));
      },
    });
    expect(result[1]?.cache).toContain('hit');
    expect(seen).toEqual([false, false]);
  });
});
