import {
  ClassSerializerInterceptor,
  Controller,
  Get,
  Injectable,
  UnauthorizedException,
  UseGuards,
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type NestInterceptor,
} from '@nestjs/common';
import { APP_INTERCEPTOR, Reflector } from '@nestjs/core';
import { Expose } from 'class-transformer';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  type RestModuleOptions,
  RestRoute,
  withLinks,
} from 'nestjs-rest-routes';
import { map, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

/** As applications wrap all their responses. */
@Injectable()
class WrappingInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

class Book {
  constructor(readonly id: number) {}
  @Expose()
  get label(): string {
    return `Book ${this.id}`;
  }
}

const OPEN = new PublicAccess();

@RestController('v1', '/books')
class BooksController {
  @RestRoute('', HttpMethod.Get, OPEN)
  list() {
    return new RestResponse([{ id: 1 }]).paged(7, { page: 1, per_page: 1 });
  }
  @RestRoute('', HttpMethod.Post, OPEN)
  create() {
    return new RestResponse({ id: 2 }, 201).header('Location', '/books/2');
  }
  @RestRoute('/plain', HttpMethod.Get, OPEN)
  plain() {
    return { id: 3 };
  }
  @RestRoute('/removed', HttpMethod.Delete, OPEN)
  remove() {
    return new RestResponse(undefined, 204, { 'X-Removed': 'yes' });
  }
  @Cache({ ttl: '1h', vary: 'none' })
  @RestRoute('/cached', HttpMethod.Get, OPEN)
  cached() {
    return new RestResponse([new Book(4)], 203, { 'X-Kept': 'yes' });
  }
  @RestRoute('/linked', HttpMethod.Get, OPEN)
  linked() {
    return new RestResponse([withLinks(new Book(5), { self: '/books/5' })], 200);
  }
}

@Controller('plain')
class PlainController {
  @Get()
  show() {
    return { id: 1 };
  }
}

describe.each(ADAPTERS)('interceptors of the whole application on %s', (adapter) => {
  const app = useRoutes(
    [BooksController, { provide: APP_INTERCEPTOR, useClass: WrappingInterceptor }],
    {
      adapter,
      controllers: [PlainController],
    },
  );

  test('they see the data of a RestResponse, and its status and headers stay', async () => {
    const list = await app.fetch('GET', '/api/acme/v1/books');
    expect([list.status, list.body]).toEqual([200, { data: [{ id: 1 }] }]);
    expect(list.headers).toMatchObject({ 'x-wp-total': '7', 'x-wp-totalpages': '7' });
    expect(list.headers.link).toContain('rel="next"');
    const created = await app.fetch('POST', '/api/acme/v1/books');
    expect([created.status, created.body]).toEqual([201, { data: { id: 2 } }]);
    expect(created.headers.location).toBe(`${app.url}/api/books/2`);
    expect((await app.fetch('GET', '/api/acme/v1/books/plain')).body).toEqual({ data: { id: 3 } });
    expect((await app.fetch('GET', '/plain')).body).toEqual({ data: { id: 1 } });
  });

  test('a response without content stays one', async () => {
    const removed = await app.fetch('DELETE', '/api/acme/v1/books/removed');
    expect([removed.status, removed.text, removed.headers['x-removed']]).toEqual([204, '', 'yes']);
  });

  test('a response of the cache has the status and the headers too', async () => {
    for (const outcome of ['miss', 'hit']) {
      const { status, headers, body } = await app.fetch('GET', '/api/acme/v1/books/cached');
      expect([outcome, status, headers['x-kept'], body]).toEqual([
        outcome,
        203,
        'yes',
        { data: [{ id: 4 }] },
      ]);
    }
  });
});

describe.each(ADAPTERS)('a serializer and a wrapper together on %s', (adapter) => {
  const app = useRoutes([BooksController], {
    adapter,
    configure: (nest: INestApplication) => {
      const serializer = new ClassSerializerInterceptor(nest.get(Reflector));
      nest.useGlobalInterceptors(new WrappingInterceptor(), serializer);
    },
  });

  test('the serializer sees instances, the wrapper what it makes of them', async () => {
    const { body } = await app.fetch('GET', '/api/acme/v1/books/linked');
    expect(body).toMatchObject({ data: [{ id: 5, label: 'Book 5' }] });
  });
});

describe.each(ADAPTERS)('an application without routes on %s', (adapter) => {
  const app = useRoutes([], {
    adapter,
    controllers: [PlainController],
    configure: (nest: INestApplication) => void nest.setGlobalPrefix('api'),
  });

  test('it is served as without the library', async () => {
    expect((await app.fetch('GET', '/api/plain')).body).toEqual({ id: 1 });
    for (const path of ['/api', '/api/nothing', '/api/plain/nothing']) {
      const { status, body } = await app.fetch('GET', path);
      const message = `Cannot GET ${path}`;
      expect([status, body]).toEqual([404, { message, error: 'Not Found', statusCode: 404 }]);
    }
  });
});

@Controller('v1/plain')
class NeighborController {
  @Get(':id')
  show() {
    return { id: 1 };
  }
}

describe.each(ADAPTERS)('a namespace that plain controllers have paths in, on %s', (adapter) => {
  const withChoice = (rest: RestModuleOptions) =>
    useRoutes([BooksController], {
      adapter,
      rest: { prefix: '', namespace: 'api', ...rest },
      controllers: [NeighborController],
      configure: (nest: INestApplication) => void nest.setGlobalPrefix('api'),
    });
  const apps = [
    withChoice({}),
    withChoice({ notFound: 'nest' }),
    withChoice({ notFound: 'rest' }),
  ] as const;

  test('its routes are served, and other paths keep the 404 of the application', async () => {
    for (const app of apps.slice(0, 2)) {
      expect((await app.fetch('GET', '/api/v1/plain/1')).body).toEqual({ id: 1 });
      expect((await app.fetch('GET', '/api/v1/books')).status).toBe(200);
      for (const path of ['/api/nothing', '/api/v1/nothing', '/API/V1/nothing', '/api/v1/plain']) {
        const { status, body } = await app.fetch('GET', path);
        const message = `Cannot GET ${path}`;
        expect([status, body]).toEqual([404, { message, error: 'Not Found', statusCode: 404 }]);
      }
    }
  });

  test('a method that a path of a route does not have keeps it too', async () => {
    const { status, text } = await apps[0].fetch('PUT', '/api/v1/books');
    expect([status, text]).toEqual([404, expect.stringContaining('Cannot PUT /api/v1/books')]);
  });

  test("notFound: 'rest' makes them the library's", async () => {
    const { status, body } = await apps[2].fetch('GET', '/api/v1/nothing');
    expect([status, body]).toMatchObject([404, { code: 'rest_no_route' }]);
  });
});

describe.each(ADAPTERS)('whose 404 it is on %s', (adapter) => {
  const withChoice = (notFound?: 'rest' | 'nest') =>
    useRoutes([BooksController], {
      adapter,
      rest: notFound === undefined ? {} : { notFound },
      controllers: notFound === 'nest' ? [] : [PlainController],
      configure: (nest: INestApplication) => void nest.setGlobalPrefix('api'),
    });
  const apps = { shared: withChoice(), rest: withChoice('rest'), nest: withChoice('nest') };

  test.each([
    ['shared', '/api/nothing', 'Cannot'],
    ['shared', '/api/acme/v1/nothing', 'rest_no_route'],
    ['rest', '/api/nothing', 'rest_no_route'],
    ['nest', '/api/nothing', 'Cannot'],
    ['nest', '/api/acme/v1/nothing', 'rest_no_route'],
  ] as const)('%s: %s is %s', async (name, path, text) => {
    const response = await apps[name].fetch('GET', path);
    expect(response.status).toBe(404);
    expect(response.text).toContain(text);
  });

  test('a body that cannot be read is the error of the path that it is sent to', async () => {
    const send = (path: string) =>
      apps.shared.fetch('POST', path, {
        headers: { 'content-type': 'application/json' },
        body: '{',
      });
    expect((await send('/api/acme/v1/nothing')).body).toMatchObject({ code: 'rest_no_route' });
    expect((await send('/api/nothing')).text).not.toContain('rest_');
  });
});

@Injectable()
class RejectingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context
      .switchToHttp()
      .getRequest<{ headers: { authorization?: string } }>();
    if (headers.authorization === undefined) throw new UnauthorizedException();
    return true;
  }
}

@UseGuards(RejectingGuard)
@RestController('v1', '')
class NamespaceController {
  @RestRoute('', HttpMethod.Get, OPEN)
  list() {
    return [];
  }
}

describe.each(ADAPTERS)("a guarded route at its namespace's own path on %s", (adapter) => {
  const app = useRoutes([NamespaceController], { adapter });

  test('OPTIONS has the response of the route, not that of the index', async () => {
    const anonymous = await app.fetch('OPTIONS', '/api/acme/v1');
    expect([anonymous.status, anonymous.body]).toMatchObject([401, { code: 'rest_unauthorized' }]);
    const headers = { authorization: 'yes' };
    const known = await app.fetch('OPTIONS', '/api/acme/v1', { headers });
    expect([known.status, known.body]).toMatchObject([200, { methods: ['GET'] }]);
  });
});
