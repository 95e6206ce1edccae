import {
  CanActivate,
  Catch,
  Controller,
  ExecutionContext,
  Get,
  Injectable,
  Options,
  Scope,
  UnauthorizedException,
  UseFilters,
  UseGuards,
  type ArgumentsHost,
  type ExceptionFilter,
  type INestApplication,
  type NestApplicationOptions,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { afterEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';

// Without the usual parts: the tests state which guards and CORS options there are.

interface Request {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly method: string;
  user?: unknown;
}

const guardRuns: string[] = [];

/** Identifies users by a token, as Passport's guards do; rejects an invalid one. */
@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    guardRuns.push(`${request.method} ${context.getClass().name}.${context.getHandler().name}`);
    const { authorization } = request.headers;
    if (authorization === 'bad') throw new UnauthorizedException('The token is bad.');
    if (authorization === 'admin') request.user = { capabilities: ['edit', 'remove'] };
    if (authorization === 'editor') request.user = { capabilities: ['edit'] };
    return true;
  }
}

@Injectable({ scope: Scope.REQUEST })
class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest<Request>().headers.authorization === 'admin';
  }
}

class BrokenGuard implements CanActivate {
  canActivate(): boolean {
    throw new TypeError('broken');
  }
}

@Catch(UnauthorizedException)
class TeapotFilter implements ExceptionFilter {
  catch(_error: unknown, host: ArgumentsHost): void {
    host
      .switchToHttp()
      .getResponse<{ status(code: number): { send(body: unknown): void } }>()
      .status(418)
      .send({ teapot: true });
  }
}

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    return {};
  }
  @RestRoute('/{id}', HttpMethod.Put, new Capability('edit'))
  update(id: int, title: string) {
    return {};
  }
  @RestRoute('/{id}', HttpMethod.Delete, new PublicAccess())
  @UseGuards(AdminGuard)
  remove(id: int, force: boolean) {
    return {};
  }
}

@RestController('v1', '/secrets')
@UseGuards(AdminGuard)
class SecretsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  read(secret_argument?: string) {
    return {};
  }
}

@RestController('v1', '/hidden')
class HiddenController {
  @RestRoute('', HttpMethod.Get, new PublicAccess(), { hidden: true })
  @UseGuards(AdminGuard)
  read(hidden_argument?: string) {
    return {};
  }
  @RestRoute('/beside', HttpMethod.Get, new PublicAccess())
  beside() {
    return {};
  }
  @RestRoute('/beside', HttpMethod.Put, new PublicAccess(), { hidden: true })
  change(hidden_argument?: string) {
    return {};
  }
}

@RestController('v1', '/filtered')
@UseFilters(TeapotFilter)
class FilteredController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  read() {
    return {};
  }
}

@RestController('v1', '/half')
class HalfController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  read() {
    return {};
  }
  @RestRoute('', HttpMethod.Put, new PublicAccess())
  @UseGuards(BrokenGuard)
  write() {
    return {};
  }
}

@Controller('plain')
class PlainController {
  @Options('secrets')
  @UseGuards(AdminGuard)
  secrets() {
    return {};
  }
  @Options('items')
  @UseGuards(TokenGuard)
  items() {
    return {};
  }
  @Get('read')
  read() {
    return {};
  }
}

const PROVIDERS = [
  ItemsController,
  SecretsController,
  HiddenController,
  FilteredController,
  HalfController,
];
const ITEM = '/api/acme/v1/items/7';
const SECRETS = '/api/acme/v1/secrets';
const origin = 'https://shop.example';
const preflight = { origin, 'access-control-request-method': 'PUT' };

describe.each(ADAPTERS)('OPTIONS on %s', (adapter) => {
  let app: TestApplication;
  afterEach(() => app.close());

  const start = async (
    configure: (nest: INestApplication) => void | Promise<void> = () => undefined,
    guards: readonly unknown[] = [{ provide: APP_GUARD, useClass: TokenGuard }],
    create: NestApplicationOptions = {},
  ): Promise<void> => {
    guardRuns.length = 0;
    app = await startRoutes([...PROVIDERS, ...(guards as [])], {
      adapter,
      controllers: [PlainController],
      configure,
      create,
    });
  };
  const allowOf = async (headers: Record<string, string>): Promise<unknown> =>
    (await app.fetch('OPTIONS', ITEM, { headers })).headers.allow;

  test('OPTIONS runs guards, so Allow lists the methods that the user may call, also if a guard identifies the user', async () => {
    await start();
    expect(await allowOf({})).toBe('GET');
    expect(await allowOf({ authorization: 'editor' })).toBe('GET, PUT');
    expect(await allowOf({ authorization: 'admin' })).toBe('GET, PUT, DELETE');
  });

  test('OPTIONS runs the guards of each endpoint with its own execution context', async () => {
    await start();
    await allowOf({});
    expect(guardRuns).toEqual([
      'OPTIONS ItemsController.one',
      'OPTIONS ItemsController.update',
      'OPTIONS ItemsController.remove',
    ]);
  });

  test('OPTIONS describes no endpoint whose guards reject the caller', async () => {
    await start();
    const { body } = await app.fetch('OPTIONS', ITEM);
    expect(body).toMatchObject({ methods: ['GET', 'PUT'] });
    expect(JSON.stringify(body)).not.toContain('force');
    const admin = await app.fetch('OPTIONS', ITEM, { headers: { authorization: 'admin' } });
    expect(JSON.stringify(admin.body)).toContain('force');
  });

  test('OPTIONS discloses nothing of a hidden route', async () => {
    await start();
    const headers = { authorization: 'admin' };
    for (const sent of [{}, headers]) {
      const {
        status,
        body,
        headers: received,
      } = await app.fetch('OPTIONS', '/api/acme/v1/hidden', { headers: sent });
      expect([status, body, received.allow]).toMatchObject([
        404,
        { code: 'rest_no_route' },
        undefined,
      ]);
      const beside = await app.fetch('OPTIONS', '/api/acme/v1/hidden/beside', { headers: sent });
      expect([beside.status, beside.headers.allow]).toEqual([200, 'GET']);
      expect(beside.text).not.toMatch(/PUT|hidden_argument/);
    }
    expect(guardRuns).not.toContain('OPTIONS HiddenController.change');
    expect((await app.fetch('GET', '/api/acme/v1/hidden', { headers })).status).toBe(200);
  });

  test('OPTIONS discloses nothing of a route to a caller that all guards reject', async () => {
    await start();
    const refused = await app.fetch('OPTIONS', SECRETS);
    expect([refused.status, refused.body, refused.headers.allow]).toMatchObject([
      403,
      { code: 'rest_forbidden' },
      undefined,
    ]);
    expect(refused.text).not.toContain('secret_argument');
    const admin = await app.fetch('OPTIONS', SECRETS, { headers: { authorization: 'admin' } });
    expect([admin.status, admin.headers.allow]).toEqual([200, 'GET']);
    expect(admin.text).toContain('secret_argument');
  });

  test('OPTIONS rejected by a guard has the status that a plain controller responds with', async () => {
    await start();
    for (const [ours, plain, authorization] of [
      [SECRETS, '/plain/secrets', 'editor'],
      [SECRETS, '/plain/secrets', 'admin'],
      [ITEM, '/plain/items', 'bad'],
    ] as const) {
      const headers = { authorization };
      const [mine, theirs] = [
        await app.fetch('OPTIONS', ours, { headers }),
        await app.fetch('OPTIONS', plain, { headers }),
      ];
      expect([authorization, mine.status]).toEqual([authorization, theirs.status]);
    }
  });

  test('exception filters see what a guard throws on OPTIONS', async () => {
    await start();
    const path = '/api/acme/v1/filtered';
    const { status, body } = await app.fetch('OPTIONS', path, {
      headers: { authorization: 'bad' },
    });
    expect([status, body]).toEqual([418, { teapot: true }]);
  });

  test('if a guard fails, OPTIONS leaves out the endpoint of that guard, and no other', async () => {
    await start();
    const { status, headers, body } = await app.fetch('OPTIONS', '/api/acme/v1/half');
    expect([status, headers.allow, body]).toMatchObject([200, 'GET', { methods: ['GET'] }]);
  });

  test('A CORS preflight runs no guards, and discloses nothing about a route that has guards', async () => {
    await start();
    const { status, text, headers } = await app.fetch('OPTIONS', SECRETS, { headers: preflight });
    expect([status, text, headers.allow, guardRuns]).toEqual([204, '', undefined, []]);
  });

  test('without guards OPTIONS describes every endpoint, to a preflight too', async () => {
    await start(undefined, []);
    for (const headers of [{}, preflight]) {
      const { status, body } = await app.fetch('OPTIONS', '/api/acme/v1/filtered', { headers });
      expect([status, body]).toMatchObject([200, { methods: ['GET'] }]);
    }
  });

  describe('with enableCors()', () => {
    const settings: readonly (readonly [string, (nest: INestApplication) => void])[] = [
      ['defaults', (nest) => nest.enableCors()],
      ['origin: true', (nest) => nest.enableCors({ origin: true, credentials: true })],
      ['an origin', (nest) => nest.enableCors({ origin })],
      [
        'a function for the origin',
        (nest) =>
          nest.enableCors({
            origin: (_from: unknown, done: (error: null, allowed: boolean) => void) =>
              done(null, true),
          }),
      ],
      [
        'a function for the options',
        (nest) =>
          nest.enableCors((_request: unknown, done: (error: null, options: object) => void) =>
            done(null, { origin: true }),
          ),
      ],
      ['preflightContinue', (nest) => nest.enableCors({ preflightContinue: true })],
    ];

    test.each(settings)(
      'OPTIONS that is no preflight has Allow and the CORS headers of a simple request, with %s',
      async (_name, configure) => {
        await start(configure);
        const headers = { origin, authorization: 'editor' };
        const options = await app.fetch('OPTIONS', ITEM, { headers });
        const get = await app.fetch('GET', ITEM, { headers });
        expect([options.status, options.headers.allow]).toEqual([200, 'GET, PUT']);
        expect(corsHeadersOf(options.headers)).toEqual(corsHeadersOf(get.headers));
        expect(options.headers['access-control-allow-origin']).toBeDefined();
        expect(options.headers['access-control-allow-methods']).toBeUndefined();
      },
    );

    test('OPTIONS that is no preflight has Allow with `cors: true` of NestFactory.create', async () => {
      await start(undefined, [], { cors: true });
      const { status, headers } = await app.fetch('OPTIONS', ITEM, { headers: { origin } });
      expect([status, headers.allow]).toEqual([200, 'GET']);
      expect(headers['access-control-allow-origin']).toBe('*');
    });

    test('OPTIONS that is no preflight has Allow where CORS is enabled after init', async () => {
      await start(async (nest) => {
        await nest.init();
        nest.enableCors();
      });
      const options = await app.fetch('OPTIONS', ITEM, { headers: { origin } });
      const get = await app.fetch('GET', ITEM, { headers: { origin } });
      expect([options.status, options.headers.allow]).toEqual([200, 'GET']);
      expect(corsHeadersOf(options.headers)).toEqual(corsHeadersOf(get.headers));
    });

    test('OPTIONS without an Origin gets a response too', async () => {
      await start((nest) => nest.enableCors());
      const { status, headers } = await app.fetch('OPTIONS', ITEM);
      expect([status, headers.allow]).toEqual([200, 'GET']);
    });

    test('cORS responds to a preflight before guards run', async () => {
      await start((nest) => nest.enableCors());
      const { status, headers } = await app.fetch('OPTIONS', SECRETS, { headers: preflight });
      expect([status, headers['access-control-allow-origin']]).toEqual([204, '*']);
      expect(headers['access-control-allow-methods']).toContain('GET');
      expect(guardRuns).toEqual([]);
    });

    test('an origin that CORS does not allow gains nothing from the permission of another origin', async () => {
      await start((nest) => nest.enableCors({ origin: [origin] }));
      const { headers } = await app.fetch('OPTIONS', ITEM, {
        headers: { origin: 'https://evil.example' },
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers.vary).toContain('Origin');
    });

    test('OPTIONS of a plain controller has the same response as without the library', async () => {
      await start((nest) => nest.enableCors());
      const { status, headers } = await app.fetch('OPTIONS', '/plain/read', {
        headers: { origin },
      });
      expect([status, headers.allow]).toEqual([adapter === 'express' ? 204 : 400, undefined]);
    });
  });
});

function corsHeadersOf(headers: Readonly<Record<string, unknown>>): object {
  const names = Object.keys(headers).filter(
    (name) => name === 'vary' || name.startsWith('access-control-'),
  );
  return Object.fromEntries(names.toSorted().map((name) => [name, headers[name]]));
}
