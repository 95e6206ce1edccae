import { Body, Controller, Get, Param as PathParam, Post } from '@nestjs/common';
import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestRoute,
  RestRoutes,
  type int,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../support/application.js';

const OPEN = new PublicAccess();

/** Was `@Controller('users')`. */
@RestController('users')
class UsersController {
  @RestRoute('/{id}', HttpMethod.Get, OPEN)
  one(id: int) {
    return { id };
  }
  @RestRoute('', HttpMethod.Post, OPEN, { batch: true })
  create(name: string) {
    return { name };
  }
}

/** Was `@Controller()`, with handlers that have no segment in common. */
@RestController('')
class StatusController {
  @RestRoute('/live', HttpMethod.Get, OPEN)
  live() {
    return 'live';
  }
  @RestRoute('', HttpMethod.Get, OPEN)
  root() {
    return 'root';
  }
}

@Controller('posts')
class PostsController {
  @Get()
  list() {
    return ['plain'];
  }
}

/** In the same paths as routes. */
@Controller('users')
class AvatarsController {
  @Get(':id/avatar')
  avatar(@PathParam('id') id: string) {
    return { avatar: id };
  }
  @Post('import')
  import(@Body() body: unknown) {
    return { body };
  }
}

const ROOT: RestModuleOptions = { prefix: '', namespace: '' };
const JSON_TYPE = { 'content-type': 'application/json' };

const notFound = (method: string, path: string) => ({
  message: `Cannot ${method} ${path}`,
  error: 'Not Found',
  statusCode: 404,
});

describe.each(ADAPTERS)('routes without a prefix and a namespace on %s', (adapter) => {
  const app = useRoutes([UsersController, StatusController], {
    adapter,
    rest: ROOT,
    controllers: [PostsController, AvatarsController],
  });

  test.each([
    ['/users/7', { id: 7 }],
    ['/USERS/7', { id: 7 }],
    ['/live', 'live'],
    ['/', 'root'],
    ['/posts', ['plain']],
    ['/users/7/avatar', { avatar: '7' }],
  ])('GET %s is where it was', async (path, expected) => {
    const { status, body } = await app.fetch('GET', path);
    expect([status, body]).toEqual([200, expected]);
  });

  test('plain controllers below the same path keep their bodies', async () => {
    const body = '{"name":"Ada"}';
    const plain = await app.fetch('POST', '/users/import', { headers: JSON_TYPE, body });
    expect([plain.status, plain.body]).toEqual([201, { body: { name: 'Ada' } }]);
    const own = await app.fetch('POST', '/users', { headers: JSON_TYPE, body });
    expect([own.status, own.body]).toEqual([200, { name: 'Ada' }]);
  });

  test('no index appears, and no response links to one', async () => {
    for (const path of ['/users', '/live/nothing', '/posts/7', '/users/7/nothing', '/nothing']) {
      const { status, body } = await app.fetch('GET', path);
      expect([status, body]).toEqual([404, notFound('GET', path)]);
    }
    expect((await app.fetch('GET', '/users/7')).headers.link).toBeUndefined();
    expect((await app.fetch('POST', '/batch/v1', { headers: JSON_TYPE, body: '{}' })).status).toBe(
      404,
    );
  });

  test('the routes are listed, and reached in process, by their whole paths', async () => {
    const listed = await app.nest.get(RestRoutes).list();
    expect(listed.map(({ namespace, path }) => [namespace, path])).toEqual([
      ['', '/users/{id}'],
      ['', '/users'],
      ['', '/live'],
      ['', '/'],
    ]);
    const inner = await app.nest.get(RestDispatcher).request({ method: 'GET', path: '/users/7' });
    expect(inner.data).toEqual({ id: 7 });
  });
});

/** Was `@Controller()`, with a placeholder in the first segment. */
@RestController('')
class LinksController {
  @RestRoute('/{slug}', HttpMethod.Get, OPEN)
  follow(slug: string) {
    return { slug };
  }
}

describe.each(ADAPTERS)('a route whose first segment is a placeholder on %s', (adapter) => {
  const app = useRoutes([LinksController], {
    adapter,
    rest: ROOT,
    controllers: [PostsController],
  });

  test.each([
    ['/a-b', { slug: 'a-b' }],
    ['/posts', ['plain']],
  ])('GET %s goes to its handler', async (path, expected) => {
    const { status, body } = await app.fetch('GET', path);
    expect([status, body]).toEqual([200, expected]);
  });

  test('other paths stay with the application', async () => {
    for (const path of ['/', '/a/b', '/posts/a']) {
      const { status, body } = await app.fetch('GET', path);
      expect([status, body]).toEqual([404, notFound('GET', path)]);
    }
  });
});

describe.each(ADAPTERS)('the place of an index and of batches on %s', (adapter) => {
  const app = useRoutes([UsersController], {
    adapter,
    rest: { ...ROOT, discovery: { path: '/index', name: 'Shop' }, batch: true },
    controllers: [PostsController],
  });

  test('the index is where it is stated, and responses link to it', async () => {
    const index = await app.fetch('GET', '/index');
    expect(index.body).toMatchObject({ name: 'Shop', namespaces: [] });
    expect(Object.keys((index.body as { routes: object }).routes)).toEqual([
      '/batch/v1',
      '/users/(?P<id>\\d+)',
      '/users',
    ]);
    const { headers } = await app.fetch('GET', '/users/7');
    expect(headers.link).toBe(`<${app.url}/index/>; rel="https://api.w.org/"`);
    expect((await app.fetch('GET', '/index/')).status).toBe(200);
  });

  test('a batch is at /batch/v1', async () => {
    const requests = [{ path: '/users', body: { name: 'Ada' } }];
    const response = await app.fetch('POST', '/batch/v1', {
      headers: JSON_TYPE,
      body: JSON.stringify({ requests }),
    });
    expect([response.status, response.body]).toMatchObject([
      207,
      { responses: [{ status: 200, body: { name: 'Ada' } }] },
    ]);
  });
});

describe.each(ADAPTERS)('a namespace without a prefix on %s', (adapter) => {
  const app = useRoutes([UsersController], { adapter, rest: { prefix: '', namespace: 'acme' } });

  test('has its index, and no response links to an index of the root', async () => {
    expect((await app.fetch('GET', '/acme/users')).status).toBe(200);
    expect((await app.fetch('GET', '/acme/users/7')).headers.link).toBeUndefined();
    expect((await app.fetch('GET', '/')).status).toBe(404);
  });

  test('a malformed path is a 400', async () => {
    expect((await app.fetch('GET', '/acme/users/%E0%A4%A')).status).toBe(400);
  });
});

test('an empty namespace needs an empty prefix', async () => {
  for (const prefix of [undefined, 'api']) {
    const rest = { namespace: '', ...(prefix === undefined ? {} : { prefix }) };
    await expect(startRoutes([UsersController], { adapter: 'express', rest })).rejects.toThrow(
      /RR1025/,
    );
  }
});

test.each(['index', '/{id}', '/', 7 as unknown as string])(
  'the place of an index is no %s',
  async (path) => {
    const rest = { ...ROOT, discovery: { path } };
    await expect(startRoutes([UsersController], { adapter: 'express', rest })).rejects.toThrow(
      'discovery.path is a path without placeholders',
    );
  },
);
