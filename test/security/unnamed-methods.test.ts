import {
  Catch,
  Controller,
  ForbiddenException,
  Get,
  HttpException,
  Injectable,
  Patch,
  UseGuards,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
} from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import {
  Callback,
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes, type TestApplication } from '../support/application.js';
import { signedAs, signedUser, type TestUser } from '../support/fixture-user.js';

// Without the usual parts: the tests state which guards there are.

const guardRuns: string[] = [];
const permissionRuns: string[] = [];

@Injectable()
class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    guardRuns.push(context.getHandler().name);
    const { headers } = context
      .switchToHttp()
      .getRequest<{ headers: Readonly<Record<string, string>> }>();
    if (headers['x-admin'] === undefined) throw new ForbiddenException('Admins only.');
    return true;
  }
}

@RestController('v1', '/docs')
class DocsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    return new RestResponse({ id }).link('self', `/acme/v1/docs/${id}`);
  }

  @RestRoute('/{id}', HttpMethod.Put, new Capability('edit'), { batch: true })
  replace(id: int, secret_title: string) {
    return { id };
  }

  @RestRoute('/{id}', HttpMethod.Patch, new PublicAccess(), { hidden: true })
  change(id: int, hidden_argument: string = '') {
    return { changed: id };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new PublicAccess())
  @UseGuards(AdminGuard)
  remove(id: int, secret_force: boolean = false) {
    return { removed: id };
  }

  @RestRoute('/{id}', HttpMethod.Post, new Callback(DocsController.isOfSeven))
  answer(id: int) {
    return { answered: id };
  }

  static isOfSeven(id: int): boolean {
    permissionRuns.push('isOfSeven');
    return id === 7;
  }
}

@RestController('v1', '/pages')
class PagesController {
  @RestRoute('/{slug}', [HttpMethod.Get, HttpMethod.Delete], new PublicAccess())
  one(slug: string) {
    return { slug };
  }

  @RestRoute('/secret', HttpMethod.Get, new PublicAccess(), { hidden: true })
  secret(hidden_argument: string = '') {
    return { secret: true };
  }
}

@RestController('v1', '/hidden')
class HiddenController {
  @RestRoute('', HttpMethod.Post, new PublicAccess(), { hidden: true })
  post(hidden_argument: string = '') {
    return { posted: true };
  }
}

@RestController('v1', '/closed')
class ClosedController {
  @RestRoute('', [HttpMethod.Post, HttpMethod.Put], new Capability('close'))
  post(secret_argument: string = '') {
    return { posted: true };
  }
}

@RestController('v1', '/guarded')
@UseGuards(AdminGuard)
class GuardedController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  post(secret_argument: string = '') {
    return { posted: true };
  }
}

@RestController('v1', '/mixed')
class MixedController {
  @RestRoute('', HttpMethod.Post, new Capability('close'))
  post() {
    return { posted: true };
  }
}

@Controller('api/acme/v1/mixed')
class PlainController {
  @Patch()
  patch() {
    return { by: 'the plain controller' };
  }

  @Get('only')
  @UseGuards(AdminGuard)
  only() {
    return { by: 'the plain controller' };
  }
}

@Catch(HttpException)
class OwnFilter implements ExceptionFilter {
  catch(error: HttpException, host: ArgumentsHost): void {
    const response = host
      .switchToHttp()
      .getResponse<{ status(code: number): { send(body: object): void } }>();
    response.status(error.getStatus()).send({ filtered: true });
  }
}

const PROVIDERS = [
  DocsController,
  PagesController,
  HiddenController,
  ClosedController,
  GuardedController,
  MixedController,
];

const USERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  anonymous: {},
  editor: signedAs({ name: 'ada', capabilities: ['edit'] } satisfies TestUser),
  closer: signedAs({ name: 'bob', capabilities: ['close'] } satisfies TestUser),
  admin: { 'x-admin': 'yes' },
};

describe.each(ADAPTERS)(
  "methods that a caller may not use, with style: 'nest' on %s",
  (adapter) => {
    const options = { adapter, controllers: [PlainController] };
    const rest = { style: 'nest', batch: true, user: signedUser } as const;
    const app = useRoutes(PROVIDERS, { ...options, rest });
    const alone = useRoutes(PROVIDERS, { adapter, rest });
    const others = useRoutes(PROVIDERS, { ...options, rest: { ...rest, errors: 'problem' } });
    const filtered = useRoutes([...PROVIDERS, { provide: APP_FILTER, useClass: OwnFilter }], {
      adapter,
      rest,
    });
    beforeEach(() => {
      guardRuns.length = permissionRuns.length = 0;
    });

    const send = (method: string, path: string, user = 'anonymous', on: TestApplication = app) =>
      on.fetch(method, `/api/acme/v1${path}`, { headers: USERS[user] ?? {} });
    const allowOf = async (method: string, path: string, user = 'anonymous') => {
      const { status, headers } = await send(method, path, user);
      return [status, headers.allow];
    };

    describe("With style: 'nest', a 405 and OPTIONS name only methods that the caller may use", () => {
      test.each([
        ['/docs/1', 'anonymous', 'GET'],
        ['/docs/7', 'anonymous', 'GET, POST'],
        ['/docs/1', 'editor', 'GET, PUT'],
        ['/docs/7', 'admin', 'GET, POST, DELETE'],
        ['/DOCS/1', 'anonymous', 'GET'],
        ['/closed', 'closer', 'POST, PUT'],
        ['/guarded', 'admin', 'POST'],
        ['/pages/any', 'anonymous', 'GET, DELETE'],
      ])('%s for %s: %s', async (path, user, allow) => {
        expect(await allowOf('PROPFIND', path, user)).toEqual([405, allow]);
        const { status, headers, body, text } = await send('OPTIONS', path, user);
        expect([status, headers.allow]).toEqual([200, allow]);
        const { methods, endpoints } = body as {
          readonly methods: readonly string[];
          readonly endpoints: readonly { readonly methods: readonly string[] }[];
        };
        expect(methods.toSorted()).toEqual(allow.split(', ').toSorted());
        expect(endpoints.flatMap((one) => one.methods).toSorted()).toEqual(methods.toSorted());
        expect(text.includes('secret_title')).toBe(
          methods.includes('PUT') && path.includes('docs'),
        );
        expect(text.includes('secret_force')).toBe(
          methods.includes('DELETE') && path.includes('docs'),
        );
      });
    });

    test('A path whose methods a caller may not use is like a path without a route', async () => {
      const shown = (
        { status, headers, body }: Awaited<ReturnType<typeof send>>,
        path: string,
      ) => ({
        status,
        names: Object.keys(headers).toSorted(),
        body: JSON.parse(JSON.stringify(body).replaceAll(path, '/unknown')) as unknown,
      });
      for (const on of [app, alone, others]) {
        for (const [path, methods] of [
          ['/hidden', ['GET', 'PUT', 'PROPFIND', 'OPTIONS']],
          ['/closed', ['GET', 'DELETE', 'OPTIONS']],
          ['/guarded', ['GET', 'PUT']],
        ] as const) {
          for (const method of methods) {
            const unknown = shown(await send(method, '/unknown', 'anonymous', on), '/unknown');
            const found = shown(await send(method, path, 'anonymous', on), path);
            expect(unknown.status).toBe(404);
            expect([path, method, found]).toEqual([path, method, unknown]);
          }
        }
      }
    });

    test('OPTIONS that a guard rejects has the response of the guard', async () => {
      const { status, body, headers } = await send('OPTIONS', '/guarded');
      expect([status, headers.allow, body]).toMatchObject([
        403,
        undefined,
        { message: 'Admins only.' },
      ]);
    });

    test('No response but its own names a hidden route', async () => {
      expect(await allowOf('GET', '/docs/1')).toEqual([200, 'GET, DELETE']);
      expect(await allowOf('PATCH', '/docs/1')).toEqual([200, 'GET, PATCH, DELETE']);
      expect(await allowOf('GET', '/pages/secret')).toEqual([200, 'GET']);
      expect(await allowOf('POST', '/hidden')).toEqual([201, 'POST']);
      for (const user of Object.keys(USERS)) {
        const { text } = await send('OPTIONS', '/docs/1', user);
        expect(text).not.toMatch(/PATCH|hidden_argument/);
      }
    });

    test('A hidden route at a path that another route has too is not seen there', async () => {
      for (const method of ['PUT', 'PROPFIND', 'OPTIONS']) {
        const { status, headers, text } = await send(method, '/pages/secret');
        const other = await send(method, '/pages/other');
        expect([method, status, headers.allow]).toEqual([method, other.status, 'GET, DELETE']);
        expect(text.replaceAll('secret', 'other')).toBe(other.text);
      }
      expect((await send('GET', '/pages/secret')).body).toEqual({ secret: true });
    });

    test('HEAD is served with GET, and otherwise is a method that the path does not have', async () => {
      expect(await allowOf('HEAD', '/docs/1')).toEqual([200, 'GET, DELETE']);
      expect(await allowOf('HEAD', '/closed', 'closer')).toEqual([405, 'POST, PUT']);
      expect(await allowOf('HEAD', '/closed')).toEqual([404, undefined]);
      expect(await allowOf('HEAD', '/hidden')).toEqual([404, undefined]);
    });

    test('No cache keeps a 405, also if a filter of the application makes its body', async () => {
      for (const on of [app, filtered]) {
        const { status, headers, body } = await send('PROPFIND', '/docs/1', 'editor', on);
        expect([status, headers.allow, headers['cache-control']]).toEqual([
          405,
          'GET, PUT',
          'no-store',
        ]);
        expect(body).toEqual(on === filtered ? { filtered: true } : expect.anything());
      }
    });

    test('Each guard and each permission runs at most once', async () => {
      await send('PROPFIND', '/docs/7', 'admin');
      expect([guardRuns, permissionRuns]).toEqual([['remove'], ['isOfSeven']]);
      await send('OPTIONS', '/docs/7', 'admin');
      expect([guardRuns, permissionRuns]).toEqual([
        ['remove', 'remove'],
        ['isOfSeven', 'isOfSeven'],
      ]);
      await send('PROPFIND', '/hidden');
      expect(guardRuns).toHaveLength(2);
    });

    test('The methods of plain controllers are listed beside those that the caller may use', async () => {
      expect(await allowOf('DELETE', '/mixed')).toEqual([405, 'PATCH']);
      expect(await allowOf('DELETE', '/mixed', 'closer')).toEqual([405, 'POST, PATCH']);
      expect((await send('PATCH', '/mixed')).body).toEqual({ by: 'the plain controller' });
    });

    test('A preflight of a hidden or forbidden path succeeds, and names nothing', async () => {
      const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
      for (const path of ['/hidden', '/closed', '/guarded']) {
        const {
          status,
          text,
          headers: sent,
        } = await app.fetch('OPTIONS', `/api/acme/v1${path}`, {
          headers,
        });
        expect([path, status, text, sent.allow || undefined]).toEqual([path, 204, '', undefined]);
      }
    });

    test('The same holds in process, for the user of the request, and in a batch', async () => {
      const request = async (path: string, as?: object) => {
        const { status, headers } = await app.nest
          .get(RestDispatcher)
          .request({ method: 'DELETE', path: `/acme/v1${path}` }, { as });
        return [status, headers['allow']];
      };
      expect(await request('/closed')).toEqual([404, undefined]);
      expect(await request('/closed', { capabilities: ['close'] })).toEqual([405, 'POST, PUT']);
      expect(await request('/mixed')).toEqual([404, undefined]);
      expect(await request('/hidden')).toEqual([404, undefined]);
      const batch = async (user: string) => {
        const { body } = await app.fetch('POST', '/api/batch/v1', {
          headers: { 'content-type': 'application/json', ...USERS[user] },
          body: JSON.stringify({
            requests: ['/closed', '/mixed', '/hidden', '/mixed/only'].map((path) => ({
              method: 'DELETE',
              path: `/acme/v1${path}`,
            })),
          }),
        });
        const { responses } = body as {
          responses: { status: number; headers: Record<string, string> }[];
        };
        return responses.map(({ status, headers }) => [status, headers['Allow']]);
      };
      const none = [404, undefined];
      expect(await batch('anonymous')).toEqual([none, none, none, none]);
      expect(await batch('closer')).toEqual([[405, 'POST, PUT'], [405, 'POST'], none, none]);
    });
  },
);

describe.each(ADAPTERS)(
  'methods that a caller may not use, in an application that describes itself on %s',
  (adapter) => {
    test.each(['nest', 'wordpress'] as const)(
      "OPTIONS describes all routes but hidden ones, with style: '%s'",
      async (style) => {
        const app = await startRoutes(PROVIDERS, {
          adapter,
          rest: { style, discovery: true, links: { targetHints: true }, user: signedUser },
        });
        const { body, headers, text } = await app.fetch('OPTIONS', '/api/acme/v1/docs/1');
        expect([body, headers.allow]).toMatchObject([{ methods: ['GET', 'PUT', 'POST'] }, 'GET']);
        expect(text).not.toMatch(/hidden_argument|PATCH/);
        const closed = await app.fetch('OPTIONS', '/api/acme/v1/closed');
        expect(closed.body).toMatchObject({ methods: ['POST', 'PUT'] });
        expect((await app.fetch('OPTIONS', '/api/acme/v1/hidden')).status).toBe(404);
        const { text: index } = await app.fetch('GET', '/api/acme/v1');
        expect(index).toContain('/closed');
        expect(index).not.toMatch(/hidden|PATCH/);
        const one = await app.fetch('GET', '/api/acme/v1/docs/1');
        expect(one.body).toMatchObject({
          _links: { self: [{ targetHints: { allow: ['GET', 'DELETE'] } }] },
        });
        await app.close();
      },
    );
  },
);
