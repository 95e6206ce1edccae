import {
  Catch,
  ConflictException,
  Header,
  HttpCode,
  Res,
  UseFilters,
  UseInterceptors,
  type ArgumentsHost,
  type CallHandler,
  type ExceptionFilter,
  type ExecutionContext,
  type INestApplication,
  type NestInterceptor,
} from '@nestjs/common';
import { BaseExceptionFilter, HttpAdapterHost } from '@nestjs/core';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import type { ServerResponse } from 'node:http';
import { map, tap, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { isNest11 } from '../../support/nest-versions.js';
import { At, plainTwin } from '../../support/plain-twin.js';

const IS_NEST_11 = isNest11('the media type of an error', 'it is always application/json');

/** The response of Express and of Fastify. */
interface PlatformResponse {
  readonly statusCode: number;
  header(name: string, value: string): this;
  send(text: string): unknown;
  getHeader(name: string): unknown;
  removeHeader(name: string): unknown;
}

const responseOf = (context: ExecutionContext | ArgumentsHost): PlatformResponse =>
  context.switchToHttp().getResponse<PlatformResponse>();

/** Adds what it finds on the response before the method is called, and after it. */
class Noting implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = responseOf(context);
    const seen = () => ({ tag: response.getHeader('x-tag'), status: response.statusCode });
    const before = seen();
    return next.handle().pipe(map((data) => ({ before, after: seen(), data })));
  }
}

class ReplacingBefore implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    responseOf(context).header('X-Tag', 'of the interceptor');
    return next.handle();
  }
}

class ReplacingAfter implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(tap(() => responseOf(context).header('X-Tag', 'of the interceptor')));
  }
}

class Removing implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    responseOf(context).removeHeader('X-Tag');
    return next.handle();
  }
}

const statuses: unknown[] = [];

class NotingStatus implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(tap(() => statuses.push(responseOf(context).statusCode)));
  }
}

@Catch()
class Telling implements ExceptionFilter {
  constructor(private readonly host: HttpAdapterHost) {}

  catch(_error: unknown, host: ArgumentsHost): void {
    const response = responseOf(host);
    const body = { tag: response.getHeader('x-tag') };
    this.host.httpAdapter.reply(response, body, 409);
  }
}

let calls = 0;

@RestController('v1', '/both')
class BothController {
  @At('Get', 'sends')
  @Header('X-Tag', 'declared')
  @Header('Content-Type', 'text/csv')
  @HttpCode(203)
  sends(@Res() response: PlatformResponse) {
    response.send('a,b');
  }
  @At('Get', 'sends-later')
  @Header('X-Tag', 'declared')
  @HttpCode(203)
  @UseInterceptors(NotingStatus)
  sendsLater(@Res() response: PlatformResponse) {
    setImmediate(() => response.send('later'));
  }
  @At('Get', 'noted')
  @Header('X-Tag', 'declared')
  @UseInterceptors(Noting)
  noted() {
    return { id: 1 };
  }
  @At('Get', 'passed')
  @Header('X-Tag', 'declared')
  passed(@Res({ passthrough: true }) response: PlatformResponse) {
    return { tag: response.getHeader('x-tag') };
  }
  @At('Get', 'set')
  @Header('X-Tag', 'declared')
  set(@Res({ passthrough: true }) response: PlatformResponse) {
    response.header('X-Tag', 'of the method');
    return { id: 1 };
  }
  @At('Get', 'replaced-before')
  @Header('X-Tag', 'declared')
  @UseInterceptors(ReplacingBefore)
  replacedBefore() {
    return { id: 1 };
  }
  @At('Get', 'replaced-after')
  @Header('X-Tag', 'declared')
  @UseInterceptors(ReplacingAfter)
  replacedAfter() {
    return { id: 1 };
  }
  @At('Get', 'removed')
  @Header('X-Tag', 'declared')
  @UseInterceptors(Removing)
  removed() {
    return { id: 1 };
  }
  @At('Get', 'replaced-and-fails')
  @Header('X-Tag', 'declared')
  @UseFilters(Telling)
  replacedAndFails(@Res({ passthrough: true }) response: PlatformResponse) {
    response.header('X-Tag', 'of the method');
    throw new Error('of the method');
  }
  @At('Get', 'fails-as-json')
  @Header('Content-Type', 'application/vnd.acme+json')
  @Header('X-Set', 'declared')
  failsAsJson() {
    throw new ConflictException();
  }
  @At('Get', 'fails-as-text')
  @Header('Content-Type', 'text/plain')
  @Header('X-Set', 'declared')
  failsAsText() {
    throw new ConflictException();
  }
  @At('Get', 'fails-for-a-filter')
  @Header('Content-Type', 'application/vnd.acme+json')
  @Header('X-Set', 'declared')
  @UseFilters(Telling)
  failsForAFilter() {
    throw new ConflictException();
  }
  @At('Get', 'computed')
  @Header('X-Tag', () => `call ${++calls}`)
  computed() {
    return { id: 1 };
  }
  @At('Get', 'compute-fails')
  @Header('X-Tag', () => {
    throw new Error('of @Header');
  })
  @Header('X-Other', 'yes')
  computeFails() {
    return { id: 1 };
  }
}

@RestController('v1', '/stated')
class StatedController {
  @RestRoute('/response', HttpMethod.Get, new PublicAccess())
  @Header('X-Tag', 'declared')
  @UseInterceptors(ReplacingBefore)
  response() {
    return new RestResponse({ id: 1 }).header('X-Tag', 'of the response');
  }
  @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1h', vary: 'none' })
  @Header('X-Tag', () => `call ${++calls}`)
  cached() {
    return { id: 1 };
  }
}

describe.each(ADAPTERS)('the headers of @Header on %s', (adapter) => {
  const app = useRoutes([BothController, StatedController], {
    adapter,
    controllers: [plainTwin('plain', BothController)],
    configure: (nest) => {
      nest.use((_request: unknown, response: ServerResponse, next: () => void) => {
        response.setHeader('X-Set', 'of middleware');
        next();
      });
    },
  });
  const get = async (path: string) => {
    const { status, headers, body } = await app.fetch('GET', path);
    return { status, tag: headers['x-tag'], type: headers['content-type'], body };
  };
  const both = async (path: string) => {
    const plain = await get(`/plain/${path}`);
    const route = await get(`/api/acme/v1/both/${path}`);
    return { plain, route };
  };

  test.each([
    ['fails-as-json', 'application/vnd.acme+json; charset=utf-8'],
    ['fails-as-text', 'application/json; charset=utf-8'],
    ['fails-for-a-filter', 'application/vnd.acme+json; charset=utf-8'],
  ])('the error of /%s has them, and their media type if it is one of JSON', async (path, type) => {
    const plain = await app.fetch('GET', `/plain/${path}`);
    const route = await app.fetch('GET', `/api/acme/v1/both/${path}`);
    const seen = ({ status, headers }: typeof plain) => [status, headers['x-set']];
    expect([...seen(route), route.headers['content-type']]).toEqual([409, 'declared', type]);
    expect(seen(route)).toEqual(seen(plain));
    // Nest 11 sends application/json in place of each other media type.
    if (!IS_NEST_11) expect(plain.headers['content-type']).toBe(type);
  });

  test.each(['sends', 'sends-later'])(
    'a method that sends the response itself, at /%s, sends them, and the status of @HttpCode',
    async (path) => {
      const { plain, route } = await both(path);
      expect(plain).toMatchObject({ status: 203, tag: 'declared' });
      expect(route).toEqual(plain);
    },
  );

  test('interceptors do not find another status behind a method that sends the response later', async () => {
    statuses.length = 0;
    await both('sends-later');
    expect(statuses).toEqual([203, 203]);
  });

  test.each(['noted', 'passed'])(
    'are on the response before the method of /%s runs',
    async (path) => {
      const { plain, route } = await both(path);
      expect(JSON.stringify(plain.body)).toContain('declared');
      expect(route).toEqual(plain);
    },
  );

  test.each([
    ['set', 'of the method'],
    ['replaced-before', 'of the interceptor'],
    ['replaced-after', 'of the interceptor'],
    ['removed', undefined],
  ])('a value that the application sets at /%s is sent in their place', async (path, tag) => {
    const { plain, route } = await both(path);
    expect(plain.tag).toBe(tag);
    expect(route).toEqual(plain);
  });

  test('a value that the method has set in their place stays on the response of its error', async () => {
    const { plain, route } = await both('replaced-and-fails');
    expect(plain).toMatchObject({
      status: 409,
      tag: 'of the method',
      body: { tag: 'of the method' },
    });
    expect(route).toEqual(plain);
  });

  test('a function is called once for each request', async () => {
    calls = 0;
    const { plain, route } = await both('computed');
    const { plain: other, route: last } = await both('computed');
    expect([plain.tag, route.tag, other.tag, last.tag]).toEqual([
      'call 1',
      'call 2',
      'call 3',
      'call 4',
    ]);
  });

  test('a function that throws is a 500 with the other headers', async () => {
    for (const path of ['/plain/compute-fails', '/api/acme/v1/both/compute-fails']) {
      const { status, headers } = await app.fetch('GET', path);
      expect([status, headers['x-other'], headers['x-tag']]).toEqual([500, 'yes', undefined]);
    }
  });

  test('a header of a RestResponse takes precedence over that of @Header and of an interceptor', async () => {
    expect((await get('/api/acme/v1/stated/response')).tag).toBe('of the response');
  });

  test('a cached response has the value of the call that has made it', async () => {
    const first = await get('/api/acme/v1/stated/cached');
    const second = await get('/api/acme/v1/stated/cached');
    expect(first.tag).toMatch(/^call \d+$/);
    expect(second.tag).toBe(first.tag);
  });
});

@Catch()
class PassingOn extends BaseExceptionFilter {}

@RestController('v1', '/lists')
class ListsController {
  @At('Get', 'responds')
  @Header('Vary', 'X-Tag')
  @Header('Link', '</next>; rel="next"')
  @Header('Set-Cookie', 'of=decorator')
  @UseFilters(Telling)
  responds() {
    throw new Error('of the method');
  }
  @At('Get', 'passes-on')
  @Header('Vary', 'X-Tag')
  @Header('Link', '</next>; rel="next"')
  @Header('Set-Cookie', 'of=decorator')
  @UseFilters(PassingOn)
  passesOn() {
    throw new ConflictException();
  }
  @At('Get', 'fails')
  @Header('Vary', 'X-Tag')
  @Header('Link', '</next>; rel="next"')
  @Header('Set-Cookie', 'of=decorator')
  fails() {
    throw new ConflictException();
  }
}

describe.each(ADAPTERS)('the lists of @Header on %s, beside those of middleware', (adapter) => {
  const app = useRoutes([ListsController], {
    adapter,
    controllers: [plainTwin('plain-lists', ListsController)],
    rest: { discovery: false },
    configure: (nest: INestApplication) =>
      void nest.use((_request: unknown, response: ServerResponse, next: () => void) => {
        response.setHeader('Vary', 'Origin');
        response.setHeader('Link', '</style.css>; rel="preload"');
        response.setHeader('Set-Cookie', 'seen=1');
        next();
      }),
  });

  test.each(['responds', 'passes-on', 'fails'])(
    'an error at /%s has each value once, and those that a plain controller has',
    async (path) => {
      const { headers: plain } = await app.fetch('GET', `/plain-lists/${path}`);
      const { headers: route } = await app.fetch('GET', `/api/acme/v1/lists/${path}`);
      for (const name of ['vary', 'link', 'set-cookie'])
        expect(String(route[name]), name).toContain([plain[name]].flat().at(-1));
      expect([route['vary'], route['link'], [route['set-cookie']].flat()]).toEqual([
        'Origin, X-Tag',
        '</style.css>; rel="preload", </next>; rel="next"',
        ['seen=1', 'of=decorator'],
      ]);
    },
  );
});
