import {
  Body,
  Controller,
  ForbiddenException,
  Get,
  Post,
  RawBody,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type MiddlewareConsumer,
  type NestModule,
} from '@nestjs/common';
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../support/application.js';

@Controller('plain')
class PlainController {
  @Post()
  echo(@Body() body: unknown) {
    return { body };
  }
  @Get('own')
  own() {
    return 'plain';
  }
}

@RestController('v1', '/n')
class RestNeighbour {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  post(title: string | undefined, @RawBody() raw: Buffer | undefined) {
    return { title: title ?? null, raw: raw?.toString() ?? null };
  }
}

/** Looks at the request as Nest's own guards do. */
class BodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{ body?: unknown; rawBody?: unknown }>();
    seenByGuard.push({ body: request.body, raw: String(request.rawBody) });
    request.body = { ...(request.body as object), replaced: true };
    seenByGuard.push({ body: request.body });
    return true;
  }
}
const seenByGuard: unknown[] = [];

@RestController('v1', '/guarded')
@UseGuards(BodyGuard)
class GuardedNeighbour {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  post(title: string, replaced = false) {
    return { title, replaced };
  }
}

class MiddlewareModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(
        (
          request: { headers: Record<string, string> },
          _response: unknown,
          next: (error?: unknown) => void,
        ) => {
          if (request.headers['x-stop'] === 'http') return next(new ForbiddenException('Stopped.'));
          if (request.headers['x-stop'] === 'error') return next(new Error('secret detail'));
          next();
        },
      )
      .forRoutes('*path');
  }
}

const json = { 'content-type': 'application/json' };

describe.each(ADAPTERS)('routes and plain controllers of one application on %s', (adapter) => {
  const app = useRoutes([RestNeighbour, GuardedNeighbour], {
    create: { rawBody: true },
    adapter,
    imports: [MiddlewareModule],
    controllers: [PlainController],
    cors: { origin: 'https://example.com' },
    configure: (nest: INestApplication) => {
      nest.setGlobalPrefix('api');
    },
  });

  test('a plain controller under the same prefix keeps its body parsers and its error format', async () => {
    const parsed = await app.fetch('POST', '/api/plain', { headers: json, body: '{"a":1}' });
    expect(parsed.body).toEqual({ body: { a: 1 } });
    const malformed = await app.fetch('POST', '/api/plain', { headers: json, body: '{"a":' });
    expect([malformed.status, malformed.body]).toMatchObject([400, { statusCode: 400 }]);
    expect((await app.fetch('GET', '/api/plain/own')).text).toBe('plain');
  });

  test("an unknown path has the library's error format below a namespace and Nest's elsewhere", async () => {
    for (const [method, path, body] of [
      ['GET', '/API/Acme/v1/nothing', ''],
      ['POST', '/api/acme/v1/nothing', '{"a":'],
    ] as const) {
      const answer = await app.fetch(method, path, {
        headers: json,
        ...(body === '' ? {} : { body }),
      });
      expect(answer.body).toMatchObject({ code: 'rest_no_route', data: { status: 404 } });
    }
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['POST', '/api/plain/nothing'],
      ['DELETE', '/api/plain'],
      ['GET', '/api/acme'],
      ['GET', '/api/acme/v2/n'],
    ] as const) {
      const { status, body } = await app.fetch(method, path);
      const message = `Cannot ${method} ${path}`;
      expect([status, body]).toEqual([404, { message, error: 'Not Found', statusCode: 404 }]);
    }
    const elsewhere = await app.fetch('GET', '/elsewhere');
    expect([elsewhere.status, elsewhere.text.includes('rest_no_route')]).toEqual([404, false]);
    const index = await app.fetch('GET', '/api');
    expect(index.body).toMatchObject({ namespaces: ['acme/v1'] });
  });

  test("an error of middleware before a route has the library's error format", async () => {
    const stopped = await app.fetch('POST', '/api/acme/v1/n', { headers: { 'x-stop': 'http' } });
    expect(stopped.body).toEqual({
      code: 'rest_forbidden',
      message: 'Stopped.',
      data: { status: 403 },
    });
    const failed = await app.fetch('POST', '/api/acme/v1/n', { headers: { 'x-stop': 'error' } });
    expect(failed.body).toMatchObject({ code: 'framework_internal_error', data: { status: 500 } });
    expect(failed.text).not.toContain('secret');
    const plain = await app.fetch('GET', '/api/plain/own', { headers: { 'x-stop': 'http' } });
    expect(plain.body).toMatchObject({ statusCode: 403 });
  });

  test('CORS handles preflights and adds its headers to responses', async () => {
    const headers = { origin: 'https://example.com', 'access-control-request-method': 'POST' };
    const preflight = await app.fetch('OPTIONS', '/api/acme/v1/n', { headers });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://example.com',
    ]);
    const answer = await app.fetch('POST', '/api/acme/v1/n', {
      headers: { origin: 'https://example.com' },
    });
    expect(answer.headers['access-control-allow-origin']).toBe('https://example.com');
  });

  test('a guard reads the body and its bytes, and the method gets the body that it sets', async () => {
    seenByGuard.length = 0;
    const body = JSON.stringify({ title: 'first' });
    const answer = await app.fetch('POST', '/api/acme/v1/guarded', { headers: json, body });
    expect(answer).toMatchObject({
      status: 200,
      body: { title: 'first', replaced: true },
    });
    expect(seenByGuard).toEqual([
      { body: { title: 'first' }, raw: body },
      { body: { title: 'first', replaced: true } },
    ]);
    // The next request has its own.
    await app.fetch('POST', '/api/acme/v1/guarded', { headers: json, body: '{"title":"second"}' });
    expect(seenByGuard[2]).toMatchObject({ body: { title: 'second' } });
  });

  test('the raw bytes of a body are available to check a signature', async () => {
    const answer = await app.fetch('POST', '/api/acme/v1/n', {
      headers: json,
      body: '{"title":"t" }',
    });
    expect(answer.body).toEqual({ title: 't', raw: '{"title":"t" }' });
  });
});

@Controller('acme/:version/n')
class PatternController {
  @Get('own')
  own(): string {
    return 'plain';
  }
}

@RestController('v1', '/n')
class RestOwn {
  @RestRoute('/{name}', HttpMethod.Get, new PublicAccess())
  one(name: string) {
    return { name };
  }
}

describe.each(ADAPTERS)('plain routes among the routes on %s', (adapter) => {
  test.each([
    ['a plain route elsewhere', [PlainController], { name: 'own' }],
    [
      'a plain route whose pattern reaches there goes first',
      [PlainController, PatternController],
      'plain',
    ],
  ])('%s', async (_title, controllers, expected) => {
    const app = await startRoutes([RestOwn], {
      adapter,
      controllers,
      configure: (nest) => {
        nest.setGlobalPrefix('api');
      },
    });
    const { body, text } = await app.fetch('GET', '/api/acme/v1/n/own');
    const other = await app.fetch('GET', '/api/acme/v1/n/other');
    await app.close();
    expect(body ?? text).toEqual(expected);
    expect(other.body).toEqual({ name: 'other' });
  });
});
