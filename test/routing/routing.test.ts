import { Module } from '@nestjs/common';
import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  startApplication,
  startRoutes,
  useRoutes,
  type TestApplication,
} from '../support/application.js';

const open = new PublicAccess();

abstract class Base {
  @RestRoute('/inherited', HttpMethod.Get, open)
  inherited() {
    return this.constructor.name;
  }
}

@RestController('v1', '/r')
class RoutesController extends Base {
  @RestRoute('/{slug}', HttpMethod.Get, open)
  slug(slug: string) {
    return `slug ${slug}`;
  }
  @RestRoute('/{id}', HttpMethod.Get, open)
  id(id: int) {
    return `id ${id}`;
  }
  @RestRoute('/{kind}', HttpMethod.Get, open)
  kind(kind: 'book' | 'film') {
    return `kind ${kind}`;
  }
  @RestRoute('/top', HttpMethod.Get, open)
  top() {
    return 'top';
  }
  @RestRoute('/{slug}', HttpMethod.Delete, open)
  remove(slug: string) {
    return `removed ${slug}`;
  }
  @RestRoute('/special/{b}', HttpMethod.Get, open)
  special(b: int) {
    return `special ${b}`;
  }
  @RestRoute('/{a}/x', HttpMethod.Get, open)
  x(a: string) {
    return `x of ${a}`;
  }
  @RestRoute('/{name}.json', HttpMethod.Get, open)
  json(name: string) {
    return `json ${name}`;
  }
  @RestRoute('/range/{from}-{to}', HttpMethod.Get, open)
  range(from: int, to: int) {
    return [from, to];
  }
  @RestRoute('/one', HttpMethod.Get, open)
  @RestRoute('/two', [HttpMethod.Get, HttpMethod.Post], open)
  twice(request: RestRequest) {
    return { route: request.route, path: request.path, method: request.method };
  }
  @RestRoute('/request/{id}', HttpMethod.Post, open)
  request(id: int, request: RestRequest) {
    const { method, path, route, query, body, params, headers } = request;
    return {
      method,
      path,
      route,
      query,
      body,
      params,
      arguments: request.arguments,
      type: headers['content-type'],
      values: ['id', 'undeclared', 'deep', '__proto__', 'toString'].map(
        (name) => request.get(name) ?? null,
      ),
      user: request.user ?? null,
      hasRaw: request.raw !== undefined,
    };
  }
}

@RestController('v1', '/r/ordered')
class OrderedController {
  @RestRoute('', HttpMethod.Post, open)
  post() {}
  @RestRoute('', [HttpMethod.Patch, HttpMethod.Put], open)
  change() {}
  @RestRoute('', HttpMethod.Get, open)
  get() {}
}

@RestController('v1', '/r')
class ShopController {
  @RestRoute('', HttpMethod.Get, open)
  get() {
    return 'shop';
  }
}

@Module({ imports: [RestModule.forFeature({ namespace: 'shop' })], providers: [ShopController] })
class ShopModule {}

describe.each(ADAPTERS)('routing on %s', (adapter) => {
  const app = useRoutes([RoutesController, OrderedController], { adapter, imports: [ShopModule] });

  test.each([
    ['GET', '/7', 'id 7'],
    ['GET', '/007', 'id 7'],
    ['GET', '/film', 'kind film'],
    ['GET', '/top', 'top'],
    ['GET', '/TOP/', 'top'],
    ['GET', '/%74op', 'slug top'],
    ['GET', '/a%2Db-c', 'slug a-b-c'],
    ['GET', '/read%20me.json', 'json read me'],
    ['GET', '/readme%2Ejson', 'slug readme.json'],
    ['GET', '/%37', 'id 7'],
    ['GET', '/chair', 'slug chair'],
    ['GET', '/a%20b', 'slug a b'],
    ['GET', '/a+b', 'slug a+b'],
    ['GET', '/caf%C3%A9', 'slug café'],
    ['GET', '/7.5', 'slug 7.5'],
    ['GET', '/-1', 'slug -1'],
    ['DELETE', '/top', 'removed top'],
    ['DELETE', '/7', 'removed 7'],
    ['GET', '/special/5', 'special 5'],
    ['GET', '/special/x', 'x of special'],
    ['GET', '/other/x', 'x of other'],
    ['GET', '/readme.json', 'json readme'],
    ['GET', '/range/3-9', [3, 9]],
    ['GET', '/inherited', 'RoutesController'],
    ['GET', '/one', { route: '/acme/v1/r/one', path: '/acme/v1/r/one', method: 'GET' }],
    ['POST', '/two', { route: '/acme/v1/r/two', path: '/acme/v1/r/two', method: 'POST' }],
  ])('%s %s', async (method, path, expected) => {
    expect((await app.fetch(method, `/api/acme/v1/r${path}`)).body).toEqual(expected);
  });

  test.each([
    ['POST', '/top'],
    ['GET', '/special/x/y'],
    ['GET', '//top'],
    ['GET', '/top//'],
    ['GET', '/top///'],
    ['GET', '/range/3%2D9'],
    ['GET', '/a%2Fb'],
    ['GET', '/range/3-x'],
    ['PUT', '/7'],
  ])('%s %s is 404', async (method, path) => {
    const answer = await app.fetch(method, `/api/acme/v1/r${path}`);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([404, 'rest_no_route']);
  });

  test('OPTIONS lists methods and endpoints in the order of their declarations, as WordPress does', async () => {
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/r/ordered');
    expect(body).toMatchObject({
      methods: ['POST', 'PATCH', 'PUT', 'GET'],
      endpoints: [{ methods: ['POST'] }, { methods: ['PATCH', 'PUT'] }, { methods: ['GET'] }],
    });
  });

  test('unknown namespaces and versions are 404', async () => {
    for (const path of ['/api/acme', '/api/other/v1', '/api/acme/v9/r']) {
      const answer = await app.fetch('GET', path);
      expect(answer.status).toBe(404);
    }
  });

  test('a module may have its own namespace', async () => {
    expect((await app.fetch('GET', '/api/shop/v1/r')).body).toBe('shop');
  });

  test('a RestRequest has the same content on both adapters', async () => {
    const answer = await app.fetch('POST', '/api/acme/v1/r/request/5?deep[a][]=1&id=6', {
      headers: { 'content-type': 'application/json' },
      body: '{"undeclared":1,"id":7}',
    });
    expect(answer.body).toEqual({
      method: 'POST',
      path: '/acme/v1/r/request/5',
      route: '/acme/v1/r/request/{id}',
      query: { deep: { a: ['1'] }, id: '6' },
      body: { undeclared: 1, id: 7 },
      params: { id: '5' },
      arguments: { id: 5 },
      type: 'application/json',
      values: [5, 1, { a: ['1'] }, null, null],
      user: null,
      hasRaw: true,
    });
  });
});

describe.each(ADAPTERS)('two applications in one process on %s', (adapter) => {
  @RestController('v1', '/who')
  class WhoController {
    @RestRoute('', HttpMethod.Get, open)
    get(request: RestRequest) {
      return { user: request.user, route: request.route };
    }
  }

  test('do not affect each other', async () => {
    const start = (namespace: string, prefix: string) =>
      startApplication(
        {
          imports: [RestModule.forRoot({ namespace, prefix, user: () => namespace })],
          providers: [WhoController],
        },
        { adapter },
      );
    const apps = await Promise.all([start('one', 'rest'), start('two', '/wp-json/')]);
    const [one, two] = apps;
    try {
      const ask = (app: TestApplication | undefined, path: string) => app?.fetch('GET', path);
      expect((await ask(one, '/rest/one/v1/who'))?.body).toEqual({
        user: 'one',
        route: '/one/v1/who',
      });
      expect((await ask(two, '/wp-json/two/v1/who'))?.body).toEqual({
        user: 'two',
        route: '/two/v1/who',
      });
      expect((await ask(one, '/rest/two/v1/who'))?.status).toBe(404);
      expect((await ask(two, '/rest/one/v1/who'))?.body).toMatchObject({ statusCode: 404 });
    } finally {
      await Promise.all(apps.map((app) => app.close()));
    }
  });
});

describe.each(ADAPTERS)('prefixes on %s', (adapter) => {
  @RestController('v1')
  class PingController {
    @RestRoute('/ping', HttpMethod.Get, open)
    ping() {
      return 'pong';
    }
  }

  test('the prefix defaults to the global prefix of the application', async () => {
    const app = await startRoutes([PingController], {
      adapter,
      configure: (nest) => void nest.setGlobalPrefix('backend/api'),
    });
    try {
      expect((await app.fetch('GET', '/backend/api/acme/v1/ping')).body).toBe('pong');
    } finally {
      await app.close();
    }
  });

  test('with an empty prefix, the library serves only paths of its namespaces', async () => {
    const app = await startApplication(
      {
        imports: [RestModule.forRoot({ namespace: 'acme', prefix: '' })],
        controllers: [PingController],
      },
      { adapter },
    );
    try {
      expect((await app.fetch('GET', '/acme/v1/ping')).body).toBe('pong');
      expect((await app.fetch('GET', '/acme/v1/nothing')).body).toMatchObject({
        code: 'rest_no_route',
      });
      expect((await app.fetch('GET', '/other')).body).toMatchObject({ statusCode: 404 });
    } finally {
      await app.close();
    }
  });

  test('options may come from a factory', async () => {
    const app = await startApplication(
      {
        imports: [
          RestModule.forRootAsync({
            inject: ['NAME'],
            imports: [
              {
                module: class {},
                providers: [{ provide: 'NAME', useValue: 'made' }],
                exports: ['NAME'],
              },
            ],
            useFactory: async (namespace: string) => ({ namespace }),
          }),
        ],
        providers: [PingController],
      },
      { adapter },
    );
    try {
      expect((await app.fetch('GET', '/api/made/v1/ping')).body).toBe('pong');
    } finally {
      await app.close();
    }
  });
});
