import {
  Catch,
  Controller,
  Get,
  Header,
  HttpCode,
  Injectable,
  Redirect,
  Res,
  UnauthorizedException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import {
  Arguments,
  Cache,
  Capability,
  HttpMethod,
  InvalidArgumentException,
  Param,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestModule,
  RestRequest,
  RestResponse,
  RestRoute,
  RestRoutes,
  type int,
  type Paging,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, startRoutes, useRoutes } from '../support/application.js';
import { signedAs, signedUser, type TestUser } from '../support/fixture-user.js';

/** The members of the response of either adapter that the tests use. */
interface PlatformResponse {
  status(status: number): PlatformResponse;
  header(name: string, value: string): PlatformResponse;
  send(body?: unknown): unknown;
}

/** What a method may state as `Location`. */
const LOCATIONS = {
  relative: '/acme/v1/items/7',
  encoded: '/acme/v1/items/a%2Fb?x=%C3%A9#end',
  root: '/',
  prefixed: '/api/acme/v1/items/7',
  host: '//evil.example.com/items/7',
  whole: 'https://other.example.com/items/7',
  query: '?page=2',
  segment: 'items/7',
} as const;

type LocationKind = keyof typeof LOCATIONS;

@Controller('plain')
class PlainController {
  @Get('redirected')
  @Redirect('/login', 302)
  redirected() {
    return undefined;
  }

  @Get('decorated')
  @HttpCode(302)
  @Header('Location', '/login')
  decorated() {
    return {};
  }

  @Get('passed')
  passed(@Res({ passthrough: true }) response: PlatformResponse) {
    response.status(302).header('Location', '/login');
    return {};
  }

  @Get('filtered')
  filtered() {
    throw new UnauthorizedException();
  }
}

@Catch(UnauthorizedException)
class LoginFilter implements ExceptionFilter {
  catch(_error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<PlatformResponse>();
    response.status(302).header('Location', '/login').send('');
  }
}

@RestController('v1', '/items')
class ItemsController {
  constructor(private readonly routes: RestRoutes) {}

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@Arguments() paging: Paging, genre: string | null = null) {
    return new RestResponse([paging, genre]).paged(45, paging);
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess(), { batch: true })
  create(title: string): RestResponse<{ title: string }, 201> {
    return RestResponse.created({ title }, this.routes.path(ItemsController, 'one', { id: 7 }));
  }

  @RestRoute('/elsewhere', HttpMethod.Post, new PublicAccess())
  elsewhere() {
    return RestResponse.created(null, 'https://other.example.com/items/7');
  }

  @RestRoute('/at/{kind}', HttpMethod.Post, new PublicAccess(), { batch: true })
  at(kind: LocationKind, status: int = 202) {
    return new RestResponse({ id: 7 }, status).header('Location', LOCATIONS[kind]);
  }

  @RestRoute('/given', HttpMethod.Post, new PublicAccess())
  given() {
    return new RestResponse({ id: 7 }, 202, { Location: '/acme/v1/items/7' });
  }

  @RestRoute('/latest', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m', vary: 'none' })
  latest() {
    return new RestResponse(undefined, 302).header('Location', '/acme/v1/items/7');
  }

  @RestRoute('/decorated', HttpMethod.Get, new PublicAccess())
  @HttpCode(302)
  @Header('Location', '/login')
  decorated() {
    return {};
  }

  @RestRoute('/passed', HttpMethod.Get, new PublicAccess())
  passed(@Res({ passthrough: true }) response: PlatformResponse) {
    response.status(302).header('Location', '/login');
    return {};
  }

  @RestRoute('/filtered', HttpMethod.Get, new PublicAccess())
  filtered() {
    throw new UnauthorizedException();
  }

  @RestRoute('/nowhere', HttpMethod.Post, new PublicAccess())
  nowhere() {
    return RestResponse.created({ id: 7 });
  }

  @RestRoute('/mine', HttpMethod.Post, new Capability('edit'))
  mine(request: RestRequest<TestUser | undefined>) {
    return { by: request.requireUser().name };
  }

  @RestRoute('/whose', HttpMethod.Post, new PublicAccess())
  whose(request: RestRequest<TestUser | undefined>) {
    return { by: request.requireUser().name };
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    return { id };
  }

  @RestRoute('/files/{path}', HttpMethod.Get, new PublicAccess())
  file(@Param({ match: '[\\w/-]+' }) path: string, tags: string[] = []) {
    return { path, tags };
  }

  @RestRoute('/by/{author}/{id}', HttpMethod.Get, new PublicAccess())
  @RestRoute('/all/{id}', HttpMethod.Get, new PublicAccess())
  several(id: string, author: string) {
    return { id, author };
  }
}

@Injectable()
class OtherService {
  helped() {
    return true;
  }
}

const POST = { headers: { 'content-type': 'application/json' }, body: '{"title":"Momo"}' };

describe.each(ADAPTERS)('RestResponse.created on %s', (adapter) => {
  const filter = { provide: APP_FILTER, useClass: LoginFilter };
  const app = useRoutes([ItemsController, OtherService, filter], {
    adapter,
    controllers: [PlainController],
    rest: { batch: true, user: signedUser },
  });
  const items = (path: string, options = {}) =>
    app.fetch('POST', `/api/acme/v1/items${path}`, options);

  test('is a 201 with the URL of a route for its arguments', async () => {
    const { status, headers, body } = await items('', POST);
    expect([status, body]).toEqual([201, { title: 'Momo' }]);
    expect(headers.location).toBe(`${app.url}/api/acme/v1/items/7`);
    const created = await app.fetch('GET', new URL(String(headers.location)).pathname);
    expect(created.body).toEqual({ id: 7 });
  });

  test('keeps another URL as it is, and needs none', async () => {
    const elsewhere = await items('/elsewhere');
    expect([elsewhere.status, elsewhere.headers.location]).toEqual([
      201,
      'https://other.example.com/items/7',
    ]);
    const nowhere = await items('/nowhere');
    expect([nowhere.status, nowhere.headers.location]).toEqual([201, undefined]);
  });

  test('a Location that begins with one slash is relative to the API at every status, and no other is', async () => {
    const api = `${app.url}/api`;
    const expected: Readonly<Record<LocationKind, string>> = {
      ...LOCATIONS,
      relative: `${api}${LOCATIONS.relative}`,
      encoded: `${api}${LOCATIONS.encoded}`,
      root: `${api}/`,
      prefixed: `${api}${LOCATIONS.prefixed}`,
    };
    for (const [kind, location] of Object.entries(expected)) {
      for (const status of [200, 201, 202, 301, 302, 303, 307, 308, 409, 503]) {
        const { headers } = await items(`/at/${kind}`, {
          headers: POST.headers,
          body: JSON.stringify({ status }),
        });
        expect([kind, status, headers.location]).toEqual([kind, status, location]);
      }
    }
    const given = await items('/given');
    expect([given.status, given.headers.location]).toEqual([202, `${api}/acme/v1/items/7`]);
    const followed = await app.fetch('GET', new URL(String(given.headers.location)).pathname);
    expect(followed.body).toEqual({ id: 7 });
  });

  test('a Location of a cached response has the origin of each request', async () => {
    const latest = '/api/acme/v1/items/latest';
    for (const [at, host] of ['one.example.com', 'two.example.com', 'one.example.com'].entries()) {
      const location = `http://${host}/api/acme/v1/items/7`;
      const { status, headers } = await app.fetch('GET', latest, { headers: { host } });
      expect([status, headers.location]).toEqual([302, location]);
      expect(headers['cache-status']).toContain(at === 0 ? 'stored' : 'hit');
      const { body } = await app.fetch('GET', `${latest}?_envelope`, { headers: { host } });
      expect(body).toMatchObject({ status: 302, headers: { Location: location } });
    }
  });

  test('a Location of @Header, of the response of the adapter and of a filter is as on a plain controller', async () => {
    const { headers } = await app.fetch('GET', '/plain/redirected');
    expect(headers.location).toBe('/login');
    for (const name of ['decorated', 'passed', 'filtered']) {
      const plain = await app.fetch('GET', `/plain/${name}`);
      const route = await app.fetch('GET', `/api/acme/v1/items/${name}`);
      expect([name, plain.status, plain.headers.location]).toEqual([name, 302, '/login']);
      expect([name, route.status, route.headers.location]).toEqual([name, 302, '/login']);
    }
  });

  test('has its Location in a batch and in process too', async () => {
    const body = '{"requests":[{"path":"/acme/v1/items","body":{"title":"x"}}]}';
    const batch = await app.fetch('POST', '/api/batch/v1', { ...POST, body });
    expect(batch.body).toMatchObject({
      responses: [{ status: 201, headers: { Location: `${app.url}/api/acme/v1/items/7` } }],
    });
    const { headers } = await app.nest
      .get(RestDispatcher)
      .request({ method: 'POST', path: '/acme/v1/items', body: { title: 'x' } });
    expect(headers['location']).toBe('/api/acme/v1/items/7');
  });

  test('an exported Paging has the arguments of a page, and .paged takes it', async () => {
    const { headers, body } = await app.fetch('GET', '/api/acme/v1/items?page=2&genre=novel');
    expect(body).toEqual([{ page: 2, per_page: 10 }, 'novel']);
    expect([headers['x-wp-total'], headers['x-wp-totalpages']]).toEqual(['45', '5']);
    expect(headers.link).toContain('?genre=novel&page=3>; rel="next"');
    for (const query of ['page=0', 'per_page=0', 'per_page=101', 'page=x']) {
      const { status } = await app.fetch('GET', `/api/acme/v1/items?${query}`);
      expect([query, status]).toEqual([query, 400]);
    }
  });

  test('behind a capability there is a user, and requireUser rejects anonymous requests', async () => {
    const ada = { headers: signedAs({ name: 'ada', capabilities: ['edit'] }) };
    expect((await items('/mine', ada)).body).toEqual({ by: 'ada' });
    expect((await items('/whose', ada)).body).toEqual({ by: 'ada' });
    const { status, body } = await items('/whose');
    expect([status, body]).toMatchObject([401, { code: 'rest_forbidden' }]);
  });

  test('the path of a route has its arguments, encoded, and others in the query', async () => {
    const routes = app.nest.get(RestRoutes);
    const path = routes.path(ItemsController, 'file', { path: 'a/b-c', tags: ['x y', 'z'] });
    expect(path).toBe('/acme/v1/items/files/a/b-c?tags%5B%5D=x%20y&tags%5B%5D=z');
    const { body } = await app.fetch('GET', `/api${path}`);
    expect(body).toEqual({ path: 'a/b-c', tags: ['x y', 'z'] });
    expect(routes.path(ItemsController, 'several', { id: 'a b' })).toBe('/acme/v1/items/all/a%20b');
    expect(() => routes.path(ItemsController, 'several', { id: 'a/b' })).toThrow('id has a slash');
    const both = routes.path(ItemsController, 'several', { id: 1, author: 'é' });
    expect(both).toBe('/acme/v1/items/by/%C3%A9/1');
    for (const args of [{}, { id: '' }, { id: '\ud800' }, { id: [1] }]) {
      expect(() => routes.path(ItemsController, 'one', args)).toThrow(InvalidArgumentException);
    }
    expect(() => routes.path(OtherService, 'helped')).toThrow('has no route');
  });
});

test('Location has the origin that the application states', async () => {
  const app = await startRoutes([ItemsController], {
    adapter: 'express',
    rest: { discovery: { url: 'https://example.com' } },
  });
  const { headers } = await app.fetch('POST', '/api/acme/v1/items', POST);
  expect(headers.location).toBe('https://example.com/api/acme/v1/items/7');
  await app.close();
});

test('RestRoutes has no paths before the application is initialised', async () => {
  @Injectable()
  class EarlyService {
    constructor(routes: RestRoutes) {
      routes.path(ItemsController, 'one', { id: 7 });
    }
  }
  const starting = startApplication(
    {
      imports: [RestModule.forRoot({ namespace: 'acme' })],
      providers: [ItemsController, EarlyService],
    },
    { adapter: 'express', create: { abortOnError: false } },
  );
  await expect(starting).rejects.toThrow('initialised');
});

test('a Location that a header cannot have is an error at once', () => {
  expect(() => RestResponse.created({}, '/a\r\nb')).toThrow(InvalidArgumentException);
});
