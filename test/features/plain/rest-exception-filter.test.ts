import { gunzipSync } from 'node:zlib';
import {
  BadRequestException,
  Body,
  ConflictException,
  Controller,
  createParamDecorator,
  ForbiddenException,
  Get,
  Header,
  HttpException,
  Injectable,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Req,
  Res,
  UnauthorizedException,
  UseFilters,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type MiddlewareConsumer,
  type NestInterceptor,
  type NestMiddleware,
  type NestModule,
} from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { IsString } from 'class-validator';
import type { ServerResponse } from 'node:http';
import { throwError, type Observable } from 'rxjs';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  PublicAccess,
  RestController,
  RestException,
  RestExceptionFilter,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';
import {
  BOTH_ADAPTERS,
  startApplication,
  useApplication,
  type AdapterName,
  type ApplicationOptions,
  type TestApplication,
} from '../../support/application.js';
import { isCauseLost } from '../../support/lost-causes.js';

const Failing = createParamDecorator(() => {
  throw new ConflictException('A parameter decorator threw.');
});

@Injectable()
class ClosedGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

@Injectable()
class FailingInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, _next: CallHandler): Observable<unknown> {
    return throwError(() => new ConflictException('An interceptor threw.'));
  }
}

@Controller('plain')
class PlainController {
  @Get('own')
  own(): never {
    throw new RestException('item_locked', 'The item is locked.', 409, { by: 'ada' });
  }

  @Get('conflict')
  conflict(): never {
    throw new ConflictException('Taken.');
  }

  @Get('unknown')
  unknown(): never {
    throw new TypeError('postgres://user:secret@db');
  }

  @Get('compressed')
  compressed(): Buffer {
    return gunzipSync(Buffer.from('no bytes of gzip'));
  }

  @Get('missing')
  missing(): never {
    throw new NotFoundException('Cannot GET the item');
  }

  @Get('login')
  login(): never {
    throw new UnauthorizedException('Log in.');
  }

  @Get('basic')
  basic(@Res({ passthrough: true }) response: Headers): never {
    response.header('WWW-Authenticate', 'Basic realm="acme"');
    throw new UnauthorizedException('Log in.');
  }

  @Get('csv')
  @Header('Content-Type', 'text/csv')
  csv(@Res({ passthrough: true }) response: Headers): never {
    response.header('Content-Type', 'text/csv');
    response.header('Cache-Control', 'max-age=60');
    throw new ConflictException('Taken.');
  }

  @Get('begun')
  begun(@Res() response: object): never {
    const raw = 'raw' in response ? (response.raw as ServerResponse) : (response as ServerResponse);
    raw.writeHead(200, { 'content-type': 'text/plain' });
    raw.write('begun');
    throw new ConflictException('Too late.');
  }

  @Get('circular')
  circular(): never {
    const data: Record<string, unknown> = {};
    data['itself'] = data;
    throw new RestException('circular', 'The data has no JSON.', 409, data as never);
  }

  @Get('number/:id')
  number(@Param('id', ParseIntPipe) id: number): number {
    return id;
  }

  @Get('closed')
  @UseGuards(ClosedGuard)
  closed(): string {
    return 'open';
  }

  @Get('intercepted')
  @UseInterceptors(FailingInterceptor)
  intercepted(): string {
    return 'through';
  }

  @Get('decorated')
  decorated(@Failing() value: unknown): unknown {
    return value;
  }

  @Post('body')
  body(@Body() body: unknown): unknown {
    return body;
  }

  @Get('exposed')
  exposed(): never {
    throw Object.assign(new Error('Too many.'), { statusCode: 429, status: 429, expose: true });
  }

  @Get('not-modified')
  notModified(): never {
    throw new HttpException('Not Modified', 304);
  }

  @Get('see-other')
  seeOther(@Res({ passthrough: true }) response: Headers): never {
    response.header('Location', '/plain/url');
    throw new HttpException({ see: '/plain/url' }, 303);
  }

  @Get('url')
  url(@Req() request: { readonly url: string }): string {
    return request.url;
  }
}

@UseFilters(RestExceptionFilter)
class FilteredController extends PlainController {}
Controller('filtered')(FilteredController);

interface Headers {
  header(name: string, value: string): unknown;
}

@Injectable()
class FailingMiddleware implements NestMiddleware {
  use(): void {
    throw new ForbiddenException('A class of middleware threw.');
  }
}

class MiddlewareModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(FailingMiddleware).forRoutes('plain/middleware/class');
    consumer
      .apply((_request: unknown, _response: unknown, next: (error: unknown) => void) =>
        next(new ForbiddenException('A function passed an error on.')),
      )
      .forRoutes('plain/middleware/function');
  }
}

function body(code: string, message: string, status: number, data: object = {}): object {
  return { code, message, data: { status, ...data } };
}

const NO_ROUTE = body('rest_no_route', 'No route matches this path and method.', 404);
const INTERNAL = body('framework_internal_error', 'The request could not be processed.', 500);

const REGISTRATIONS: Record<string, (adapter: AdapterName) => Promise<TestApplication>> = {
  'as APP_FILTER, with RestModule': (adapter) => start({ adapter }, [RestModule.forRoot({})], true),
  'as APP_FILTER, without RestModule': (adapter) => start({ adapter }, [], true),
  'by useGlobalFilters, without RestModule': (adapter) =>
    start({ adapter, configure: (app) => void app.useGlobalFilters(new RestExceptionFilter()) }),
};

function start(
  options: ApplicationOptions,
  imports: object[] = [],
  isAppFilter = false,
): Promise<TestApplication> {
  return startApplication(
    {
      imports: [...imports, MiddlewareModule] as never,
      controllers: [PlainController],
      providers: isAppFilter ? [{ provide: APP_FILTER, useClass: RestExceptionFilter }] : [],
    },
    options,
  );
}

function failInMiddleware(app: INestApplication): void {
  app.use('/plain/middleware/used', () => {
    throw new ForbiddenException('A function threw.');
  });
}

describe.each(BOTH_ADAPTERS)('RestExceptionFilter on %s', (adapter) => {
  describe.each(Object.entries(REGISTRATIONS))('%s', (_title, register) => {
    const app = useApplication(() => register(adapter));

    test.each([
      ['own', body('item_locked', 'The item is locked.', 409, { by: 'ada' })],
      ['conflict', body('rest_conflict', 'Taken.', 409)],
      ['unknown', INTERNAL],
      ['compressed', INTERNAL],
      ['missing', body('rest_not_found', 'Cannot GET the item', 404)],
      ['exposed', body('rest_too_many_requests', 'Too many.', 429)],
      ['circular', INTERNAL],
      ['number/x', body('rest_bad_request', 'Validation failed (numeric string is expected)', 400)],
      ['closed', body('rest_forbidden', 'Forbidden resource', 403)],
      ['intercepted', body('rest_conflict', 'An interceptor threw.', 409)],
      ['decorated', body('rest_conflict', 'A parameter decorator threw.', 409)],
      ['middleware/class', body('rest_forbidden', 'A class of middleware threw.', 403)],
      ['middleware/function', body('rest_forbidden', 'A function passed an error on.', 403)],
    ])('The error of /plain/%s has the one format', async (path, expected) => {
      const response = await app.fetch('GET', `/plain/${path}`);
      expect(response.body).toEqual(expected);
      expect(response.status).toBe((expected as { data: { status: number } }).data.status);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(response.headers['content-length']).toBe(String(response.text.length));
    });

    test.each([
      ['GET', '/nowhere'],
      ['GET', '/nowhere?with=query&and=%20more'],
      ['DELETE', '/plain/conflict'],
      ['PROPFIND', '/nowhere'],
    ])('%s %s gets the error of a path without a route', async (method, path) => {
      const response = await app.fetch(method, path);
      expect(response.status).toBe(404);
      expect(response.body).toEqual(NO_ROUTE);
      expect(response.headers['cache-control']).toBe('no-store');
    });

    test('A 401 has a challenge, and an own challenge stays', async () => {
      const { status, headers } = await app.fetch('GET', '/plain/login');
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe('Bearer');
      const own = await app.fetch('GET', '/plain/basic');
      expect(own.headers['www-authenticate']).toBe('Basic realm="acme"');
    });

    test('An error has neither Allow nor the link to the API', async () => {
      const { headers } = await app.fetch('GET', '/plain/conflict');
      expect(headers).not.toHaveProperty('allow');
      expect(headers).not.toHaveProperty('link');
    });

    test('An exception with a status that is no error is sent as Nest sends it', async () => {
      const unchanged = await app.fetch('GET', '/plain/not-modified');
      expect([unchanged.status, unchanged.text]).toEqual([304, '']);
      const other = await app.fetch('GET', '/plain/see-other');
      expect(other.status).toBe(303);
      expect(other.body).toEqual({ see: '/plain/url' });
      expect(other.headers.location).toBe('/plain/url');
    });

    test('An error replaces the media type of the handler and keeps its other headers', async () => {
      const { headers, body: error } = await app.fetch('GET', '/plain/csv');
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['cache-control']).toBe('max-age=60');
      expect(error).toEqual(body('rest_conflict', 'Taken.', 409));
    });

    test('HEAD gets the headers of the error without its body', async () => {
      const [head, get] = [
        await app.fetch('HEAD', '/plain/conflict'),
        await app.fetch('GET', '/plain/conflict'),
      ];
      expect(head.status).toBe(409);
      expect(head.text).toBe('');
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    });

    test('A response whose beginning was sent is ended as it is', async () => {
      const { status, text } = await app.fetch('GET', '/plain/begun');
      expect(status).toBe(200);
      expect(text).toBe('begun');
    });

    test('A malformed JSON body is rest_invalid_json, before Nest 12.3 rest_bad_request', async () => {
      const response = await app.fetch('POST', '/plain/body', {
        headers: { 'content-type': 'application/json' },
        body: '{"title": ',
      });
      expect(response.status).toBe(400);
      const code = isCauseLost(adapter) ? 'rest_bad_request' : 'rest_invalid_json';
      expect(response.body).toMatchObject({ code, data: { status: 400 } });
    });

    test('A body that is too large is rest_content_too_large', async () => {
      const response = await app.fetch('POST', '/plain/body', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'x'.repeat(2_000_000) }),
      });
      expect(response.status).toBe(413);
      const isLost = adapter === 'fastify' && isCauseLost(adapter);
      const code = isLost ? 'rest_payload_too_large' : 'rest_content_too_large';
      expect(response.body).toMatchObject({ code });
      expect(response.text).toMatch(isLost ? /too large/ : /more than \d+ bytes/);
    });

    test('A body that no parser reads has the error of a route', async () => {
      const isExpress = adapter === 'express';
      const { status, body: error } = await app.fetch('POST', '/plain/body', {
        headers: isExpress
          ? { 'content-type': 'application/json', 'content-encoding': 'unknown' }
          : { 'content-type': 'application/x-unknown' },
        body: '{}',
      });
      expect(status).toBe(415);
      const message = isExpress ? 'content encoding "unknown"' : 'Unsupported Media Type';
      expect(error).toMatchObject(
        isCauseLost(adapter)
          ? { code: 'rest_unsupported_media_type' }
          : {
              code: 'rest_unsupported_media_type',
              message: `The body could not be read: ${message}.`,
            },
      );
    });
  });

  describe('by @UseFilters on a controller', () => {
    const app = useApplication(() =>
      startApplication(
        { imports: [RestModule.forRoot({ debug: true })], controllers: [FilteredController] },
        { adapter },
      ),
    );

    test('Errors of its methods have the one format', async () => {
      expect((await app.fetch('GET', '/filtered/own')).body).toEqual(
        body('item_locked', 'The item is locked.', 409, { by: 'ada' }),
      );
    });

    test('Details of unknown errors are shown with debug', async () => {
      const response = await app.fetch('GET', '/filtered/unknown');
      expect(response.status).toBe(500);
      expect(response.body).toMatchObject({
        code: 'framework_internal_error',
        data: { class: 'TypeError', message: 'postgres://user:secret@db' },
      });
    });

    test('Errors elsewhere keep the format of Nest', async () => {
      expect((await app.fetch('GET', '/nowhere')).body).toMatchObject({ statusCode: 404 });
    });
  });

  test('Options of the constructor apply without RestModule', async () => {
    const filter = new RestExceptionFilter({
      debug: true,
      challenge: 'Basic realm="acme"',
      protectiveHeaders: false,
    });
    const app = await start({ adapter, configure: (nest) => void nest.useGlobalFilters(filter) });
    const { headers } = await app.fetch('GET', '/plain/login');
    expect(headers['www-authenticate']).toBe('Basic realm="acme"');
    expect(headers).not.toHaveProperty('x-robots-tag');
    expect((await app.fetch('GET', '/plain/unknown')).body).toMatchObject({
      data: { class: 'TypeError' },
    });
    await app.close();
  });

  test('Errors of functions given to app.use() have the one format', async () => {
    const app = await start({
      adapter,
      configure: (nest) => {
        failInMiddleware(nest);
        nest.useGlobalFilters(new RestExceptionFilter());
      },
    });
    expect((await app.fetch('GET', '/plain/middleware/used')).body).toEqual(
      body('rest_forbidden', 'A function threw.', 403),
    );
    await app.close();
  });

  test('The errors of ValidationPipe are listed by property', async () => {
    class CreateDto {
      @IsString() title!: string;
    }
    @Controller('books')
    class BooksController {
      @Post()
      create(@Body() dto: CreateDto): string {
        return dto.title;
      }
    }
    Reflect.defineMetadata('design:paramtypes', [CreateDto], BooksController.prototype, 'create');
    const app = await startApplication(
      {
        controllers: [BooksController],
        providers: [{ provide: APP_FILTER, useClass: RestExceptionFilter }],
      },
      { adapter, configure: (nest) => void nest.useGlobalPipes(new ValidationPipe()) },
    );
    const response = await app.fetch('POST', '/books', {
      headers: { 'content-type': 'application/json' },
      body: '{"title":7}',
    });
    expect(response.status).toBe(400);
    expect(response.body).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid arguments: title.',
      data: {
        status: 400,
        params: { title: 'title must be a string' },
        details: {
          title: { code: 'rest_invalid_param', message: 'title must be a string', data: null },
        },
        messages: ['title must be a string'],
      },
    });
    await app.close();
  });

  test.each<[title: string, make: () => HttpException, message: string, messages: unknown]>([
    [
      'a list of objects',
      () => new BadRequestException([{ field: 'title', rule: 'short' }]),
      'Bad Request',
      [{ field: 'title', rule: 'short' }],
    ],
    [
      'a list of objects as its message',
      () => new HttpException({ message: [{ rule: 'short' }], hint: 'a' }, 422),
      'Unprocessable Entity',
      [{ rule: 'short' }],
    ],
    [
      'a list of texts and objects',
      () => new ConflictException(['Taken.', { id: 7 }]),
      'Conflict',
      ['Taken.', { id: 7 }],
    ],
    [
      'an object as its message',
      () => new ConflictException({ message: { en: 'Taken.' } }),
      'Conflict',
      [{ en: 'Taken.' }],
    ],
    ['an empty list', () => new BadRequestException([]), 'Bad Request', []],
  ])(
    'The message of an exception with %s is the title of its status, and data has what it held',
    async (_title, make, message, messages) => {
      @Controller('list')
      class ListController {
        @Get()
        list(): never {
          throw make();
        }
      }
      @RestController('v1')
      class ListRoutes {
        @RestRoute('/list', 'GET', new PublicAccess())
        list(): never {
          throw make();
        }
      }
      const app = await startApplication(
        {
          imports: [RestModule.forRoot({ namespace: 'acme' })],
          controllers: [ListController],
          providers: [ListRoutes, { provide: APP_FILTER, useClass: RestExceptionFilter }],
        },
        { adapter },
      );
      onTestFinished(() => app.close());
      for (const path of ['/list', '/api/acme/v1/list']) {
        const { body } = await app.fetch('GET', path);
        expect([path, body]).toMatchObject([path, { message, data: { messages } }]);
      }
    },
  );

  test('A validation error keeps its list of messages', async () => {
    @Controller('list')
    class ListController {
      @Get()
      list(): never {
        throw new BadRequestException(['One thing is wrong.', 'Another is.']);
      }
    }
    const app = await startApplication(
      {
        controllers: [ListController],
        providers: [{ provide: APP_FILTER, useClass: RestExceptionFilter }],
      },
      { adapter },
    );
    expect((await app.fetch('GET', '/list')).body).toMatchObject({
      code: 'rest_bad_request',
      data: { status: 400, messages: ['One thing is wrong.', 'Another is.'] },
    });
    await app.close();
  });
});

test('On Fastify the status of a rate limit stays, where the response says when to try again', async () => {
  const app = await start({
    adapter: 'fastify',
    configure: (nest) => {
      const fastify = nest.getHttpAdapter().getInstance() as {
        addHook(name: string, hook: (request: Request, reply: Headers) => Promise<void>): void;
      };
      interface Request {
        readonly url: string;
      }
      fastify.addHook('onRequest', ({ url }, reply) => {
        if (url.includes('limited')) reply.header('retry-after', '10');
        return Promise.reject(Object.assign(new Error('internal'), { statusCode: 429 }));
      });
      nest.useGlobalFilters(new RestExceptionFilter());
    },
  });
  const limited = await app.fetch('GET', '/plain/limited');
  expect(limited.body).toEqual(body('rest_too_many_requests', 'Too Many Requests', 429));
  expect((await app.fetch('GET', '/plain/url')).body).toEqual(INTERNAL);
  await app.close();
});

test('On Express a malformed path is rest_invalid_url, before Nest 12.3 rest_bad_request', async () => {
  const app = await start({ adapter: 'express' }, [], true);
  const response = await app.fetch('GET', '/plain/number/%E0%A4%A');
  expect(response.status).toBe(400);
  const code = isCauseLost('express') ? 'rest_bad_request' : 'rest_invalid_url';
  expect(response.body).toMatchObject({ code, data: { status: 400 } });
  await app.close();
});

test('On Fastify the error of a hook has the one format', async () => {
  const app = await start({
    adapter: 'fastify',
    configure: (nest) => {
      const fastify = nest.getHttpAdapter().getInstance() as {
        addHook(name: string, hook: () => Promise<never>): void;
      };
      fastify.addHook('preHandler', () => Promise.reject(new ForbiddenException('A hook threw.')));
      nest.useGlobalFilters(new RestExceptionFilter());
    },
  });
  expect((await app.fetch('GET', '/plain/url')).body).toEqual(
    body('rest_forbidden', 'A hook threw.', 403),
  );
  await app.close();
});
