import {
  ArgumentMetadata,
  Body,
  CallHandler,
  CanActivate,
  Catch,
  ConflictException,
  Controller,
  createParamDecorator,
  ExceptionFilter,
  ExecutionContext,
  Get,
  Header,
  Headers,
  HttpCode,
  Inject,
  Injectable,
  NestInterceptor,
  ParseIntPipe,
  PipeTransform,
  Query,
  Req,
  Res,
  Scope,
  SetMetadata,
  StreamableFile,
  UnauthorizedException,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type ArgumentsHost,
  type MiddlewareConsumer,
  type NestModule,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, Reflector } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { map, of, tap, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

const CurrentUser = createParamDecorator((data: string | undefined, context: ExecutionContext) => {
  const { user } = context.switchToHttp().getRequest<{ user?: Record<string, unknown> }>();
  return data === undefined ? user : user?.[data];
});

class Outage extends Error {}

@Catch(Outage)
class OutageFilter implements ExceptionFilter {
  catch(error: Outage, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<{
      status(code: number): { send(body: unknown): void };
    }>();
    response.status(503).send({ outage: error.message });
  }
}

@Injectable()
class Prices {
  readonly currency: string = 'EUR';
}

@Injectable()
class TokenGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{
      headers: Record<string, string>;
      params: Record<string, string>;
      user?: unknown;
    }>();
    const token = request.headers['authorization'];
    if (token === 'bad') throw new UnauthorizedException('The token is bad.');
    if (token !== undefined) request.user = { id: 7, name: token, capabilities: ['read'] };
    return this.reflector.get<boolean>('closed', context.getHandler()) !== true;
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedGuard implements CanActivate {
  static created = 0;
  constructor() {
    ScopedGuard.created++;
  }
  canActivate(context: ExecutionContext): boolean {
    return (
      context.switchToHttp().getRequest<{ params: Record<string, string> }>().params['id'] !== '13'
    );
  }
}

@Injectable()
class Wrap implements NestInterceptor {
  constructor(@Inject(Prices) private readonly prices: Prices) {}
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const handler = `${context.getClass().name}.${context.getHandler().name}`;
    return next
      .handle()
      .pipe(map((data: unknown) => ({ handler, currency: this.prices.currency, data })));
  }
}

class Double implements PipeTransform<number, number> {
  transform(value: number, _metadata: ArgumentMetadata): number {
    return value * 2;
  }
}

const seen: string[] = [];

@Injectable()
class Journal implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(tap(() => seen.push(context.getHandler().name)));
  }
}

@RestController('v1', '/things')
@UseFilters(OutageFilter)
class ThingsController {
  @RestRoute('/me', HttpMethod.Get, new Capability('read'))
  me(@CurrentUser('name') name: string, @CurrentUser() user: unknown) {
    return { name, user };
  }

  @SetMetadata('closed', true)
  @RestRoute('/closed', HttpMethod.Get, new PublicAccess())
  closed() {
    return 'never';
  }

  @UseInterceptors(Wrap)
  @RestRoute('/wrapped/{id}', HttpMethod.Get, new PublicAccess())
  wrapped(id: int) {
    return of(id);
  }

  @UseGuards(ScopedGuard)
  @RestRoute('/scoped/{id}', HttpMethod.Get, new PublicAccess())
  scoped(id: int) {
    return id;
  }

  @RestRoute('/headers', HttpMethod.Get, new PublicAccess())
  headers(
    @Headers('x-a') a: string,
    @Query('n', ParseIntPipe, Double) n: number,
    @Param({ name: 'n' }) typed: int,
  ) {
    return { a, n, typed };
  }

  @RestRoute('/body', HttpMethod.Post, new PublicAccess())
  body(@Body() whole: unknown, @Body('a') a: unknown, @Req() request: { readonly method: string }) {
    return { whole, a, method: request.method };
  }

  @RestRoute('/own-answer', HttpMethod.Get, new PublicAccess())
  ownAnswer(@Res() response: { status(code: number): { send(body: string): void } }): void {
    response.status(299).send('mine');
  }

  @HttpCode(202)
  @Header('X-Made-By', 'nest')
  @RestRoute('/accepted', HttpMethod.Post, new PublicAccess())
  accepted() {
    return { accepted: true };
  }

  @RestRoute('/outage', HttpMethod.Get, new PublicAccess())
  outage(): never {
    throw new Outage('No power.');
  }

  @RestRoute('/conflict', HttpMethod.Get, new PublicAccess())
  conflict(): never {
    throw new ConflictException('Taken.');
  }

  @RestRoute('/teapot', HttpMethod.Get, new PublicAccess())
  teapot(): never {
    throw new RestException('teapot', 'I am one.', 418, { short: true });
  }

  @RestRoute('/crash', HttpMethod.Get, new PublicAccess())
  crash(): never {
    throw new TypeError('secret detail');
  }

  @RestRoute('/file', HttpMethod.Get, new PublicAccess())
  file() {
    return new StreamableFile(Buffer.from('a,b\n'), { type: 'text/csv' });
  }

  @RestRoute('/links', HttpMethod.Get, new PublicAccess())
  links() {
    return new RestResponse([1], 203, { 'X-Total': '1' })
      .linkHeader('next', '/p2')
      .linkHeader('prev', '/p0');
  }

  @RestRoute('/nothing', HttpMethod.Get, new PublicAccess())
  nothing() {
    return null;
  }

  @RestRoute('/later', HttpMethod.Get, new PublicAccess())
  async later() {
    return Promise.resolve(undefined);
  }
}

@Controller('plain')
class PlainController {
  @Get('conflict')
  conflict(): never {
    throw new ConflictException('Taken.');
  }
}

class PluginModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(
        (request: { headers: Record<string, string> }, _response: unknown, next: () => void) => {
          if (request.headers['x-middleware'] !== undefined)
            request.headers['authorization'] = 'mid';
          next();
        },
      )
      .forRoutes('*path');
  }
}

describe.each(ADAPTERS)("Nest's enhancers on %s", (adapter) => {
  const app = useRoutes(
    [
      ThingsController,
      Prices,
      { provide: APP_GUARD, useClass: TokenGuard },
      { provide: APP_INTERCEPTOR, useClass: Journal },
    ],
    {
      adapter,
      imports: [PluginModule],
      controllers: [PlainController],
      override: (builder) => builder.overrideProvider(Prices).useValue({ currency: 'CHF' }),
    },
  );

  const get = (path: string, headers = {}) =>
    app.fetch('GET', `/api/acme/v1/things${path}`, { headers });

  test("a global guard authenticates, and Nest's parameter decorators receive their values", async () => {
    const { status, body } = await get('/me', { authorization: 'ada' });
    expect(status).toBe(200);
    expect(body).toEqual({ name: 'ada', user: { id: 7, name: 'ada', capabilities: ['read'] } });
  });

  test('an anonymous request without permission gets 401', async () => {
    expect((await get('/me')).body).toMatchObject({
      code: 'rest_forbidden',
      data: { status: 401 },
    });
  });

  test('middleware runs before guards', async () => {
    expect((await get('/me', { 'x-middleware': '1' })).body).toMatchObject({ name: 'mid' });
  });

  test('an exception of a guard and a guard that returns false have the same error format', async () => {
    expect((await get('/me', { authorization: 'bad' })).body).toEqual({
      code: 'rest_unauthorized',
      message: 'The token is bad.',
      data: { status: 401 },
    });
    const closed = await get('/closed');
    expect(closed.body).toMatchObject({ code: 'rest_forbidden', data: { status: 403 } });
    expect(closed.headers.allow).toBeUndefined();
  });

  test('interceptors wrap the method, receive overridden providers and know the class and the method', async () => {
    expect((await get('/wrapped/5')).body).toEqual({
      handler: 'ThingsController.wrapped',
      currency: 'CHF',
      data: 5,
    });
  });

  test('a global interceptor runs on every route', async () => {
    seen.length = 0;
    await get('/nothing');
    expect(seen).toEqual(['nothing']);
  });

  test('request-scoped guards are created for each request and read the values of the path', async () => {
    const before = ScopedGuard.created;
    expect((await get('/scoped/12')).status).toBe(200);
    expect((await get('/scoped/13')).status).toBe(403);
    expect(ScopedGuard.created - before).toBe(2);
  });

  test("pipes run on parameters with Nest's decorators and not on arguments of the library", async () => {
    expect((await get('/headers?n=4', { 'x-a': 'A' })).body).toEqual({ a: 'A', n: 8, typed: 4 });
  });

  test('the request has its body where Nest puts it', async () => {
    const answer = await app.fetch('POST', '/api/acme/v1/things/body', {
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(answer.body).toEqual({ whole: { a: 1 }, a: 1, method: 'POST' });
  });

  test('a method that injects the response sends it itself', async () => {
    const answer = await get('/own-answer');
    expect([answer.status, answer.text]).toEqual([299, 'mine']);
  });

  test('@HttpCode and @Header have the effect that they have in Nest', async () => {
    const answer = await app.fetch('POST', '/api/acme/v1/things/accepted');
    expect([answer.status, answer.headers['x-made-by']]).toEqual([202, 'nest']);
  });

  test('a filter of the application handles an exception of the application', async () => {
    const answer = await get('/outage');
    expect([answer.status, answer.body]).toEqual([503, { outage: 'No power.' }]);
  });

  test('every exception becomes the same error format', async () => {
    expect((await get('/conflict')).body).toEqual({
      code: 'rest_conflict',
      message: 'Taken.',
      data: { status: 409 },
    });
    expect((await get('/teapot')).body).toEqual({
      code: 'teapot',
      message: 'I am one.',
      data: { status: 418, short: true },
    });
  });

  test('an unexpected error reveals nothing to the client', async () => {
    const { status, text, body } = await get('/crash');
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: 'framework_internal_error', data: { status: 500 } });
    expect(text).not.toContain('secret');
  });

  test("plain Nest controllers keep Nest's own error format", async () => {
    expect((await app.fetch('GET', '/plain/conflict')).body).toEqual({
      message: 'Taken.',
      error: 'Conflict',
      statusCode: 409,
    });
    expect((await app.fetch('GET', '/nowhere')).body).toMatchObject({ statusCode: 404 });
  });

  test('a StreamableFile is streamed', async () => {
    const answer = await get('/file');
    expect([answer.text, answer.headers['content-type']]).toEqual(['a,b\n', 'text/csv']);
  });

  test('a RestResponse has its own status, headers and links', async () => {
    const { status, headers, body } = await get('/links');
    expect([status, headers['x-total'], headers.link, body]).toEqual([
      203,
      '1',
      expect.stringMatching(/^<\/p2>; rel="next", <\/p0>; rel="prev", <[^,]*\/api\/>; rel=/),
      [1],
    ]);
  });

  test('null is sent as JSON, and undefined is 204', async () => {
    const nothing = await get('/nothing');
    expect([nothing.status, nothing.text]).toEqual([200, 'null']);
    const later = await get('/later');
    expect([later.status, later.text, later.headers['content-type']]).toEqual([204, '', undefined]);
  });
});

describe.each(ADAPTERS)('with a throttler and a global filter on %s', (adapter) => {
  @Catch(Outage)
  class GlobalOutageFilter extends OutageFilter {}

  const app = useRoutes(
    [
      ThingsController,
      Prices,
      { provide: APP_GUARD, useClass: ThrottlerGuard },
      { provide: APP_FILTER, useClass: GlobalOutageFilter },
    ],
    {
      adapter,
      rest: { debug: true },
      imports: [ThrottlerModule.forRoot([{ ttl: 60_000, limit: 2 }])],
    },
  );

  test('the third request is 429 in the error format of the library', async () => {
    const calls = [];
    for (let n = 0; n < 3; n++) calls.push(await app.fetch('GET', '/api/acme/v1/things/nothing'));
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(calls[2]?.body).toMatchObject({ code: 'rest_too_many_requests', data: { status: 429 } });
  });

  test('with debug, the response has the stack of an unexpected error', async () => {
    const { body } = await app.fetch('GET', '/api/acme/v1/things/crash');
    expect(body).toMatchObject({
      code: 'framework_internal_error',
      data: { status: 500, class: 'TypeError', message: 'secret detail', line: expect.any(Number) },
    });
    expect((body as { data: { file: string } }).data.file).toContain('enhancers.test.ts');
  });
});

describe.each(ADAPTERS)('with middleware that throws on %s', (adapter) => {
  const app = useRoutes([ThingsController, Prices], {
    adapter,
    rest: { debug: true },
    configure: (application) => {
      application.use((): void => {
        throw new TypeError('secret detail');
      });
    },
  });

  test('with debug, the response has the stack of its error too', async () => {
    const { body } = await app.fetch('GET', '/api/acme/v1/things/crash');
    expect(body).toMatchObject({
      code: 'framework_internal_error',
      data: { status: 500, class: 'TypeError', message: 'secret detail', line: expect.any(Number) },
    });
  });
});
