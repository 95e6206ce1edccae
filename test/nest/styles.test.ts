import { readFileSync } from 'node:fs';
import { All, Controller, Delete, Get, HttpCode, Module, Patch, Post, Put } from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestModule,
  RestResponse,
  RestRoute,
  RestRoutes,
  type int,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  startApplication,
  startRoutes,
  useApplication,
  useRoutes,
  type AdapterName,
  type TestApplication,
  type TestResponse,
} from '../support/application.js';

type Style = NonNullable<RestModuleOptions['style']>;

/** The options that a style sets, and their values. */
const STYLES = {
  wordpress: {
    errors: 'wordpress',
    headers: 'wordpress',
    statuses: 'rest',
    checks: 'wordpress',
    unknownArguments: 'ignore',
    methodNotAllowed: false,
    methodOverride: true,
    globalParameters: 'wordpress',
    discovery: true,
    batch: false,
    values: 'wordpress',
  },
  nest: {
    errors: 'nest',
    headers: 'neutral',
    statuses: 'nest',
    checks: 'nest',
    unknownArguments: 'refuse',
    methodNotAllowed: true,
    methodOverride: false,
    globalParameters: [],
    discovery: false,
    batch: false,
    values: 'typed',
  },
} as const satisfies Record<Style, RestModuleOptions>;

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(page: int = 1) {
    return new RestResponse(['a']).paged(3, { page, per_page: 1 });
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess(), { batch: true })
  create(title: string = 'Emil') {
    return { created: title };
  }

  @RestRoute('', HttpMethod.Delete, new PublicAccess())
  clear() {
    return { cleared: true };
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    return new RestResponse({ id, title: 'Momo' }).link('next', '/acme/v1/items/8', {
      embeddable: true,
    });
  }

  @RestRoute('/nothing', HttpMethod.Patch, new PublicAccess())
  touch(): void {}

  @RestRoute('/closed', HttpMethod.Post, new Capability('edit_items'))
  close(title: string): void {}

  @RestRoute('/wrong', HttpMethod.Get, new PublicAccess())
  wrong(title: string, pages: int): void {}

  @RestRoute('/{id}', HttpMethod.Put, new PublicAccess(), { batch: true })
  update(id: int) {
    return { updated: id };
  }
}

const ITEMS = '/api/acme/v1/items';
const JSON_BODY = { headers: { 'content-type': 'application/json' }, body: '{"title":"Momo"}' };

/** A client's view of one habit: what an application of a style does, and what its option makes of the other one. */
interface Habit {
  readonly option: keyof (typeof STYLES)['wordpress'];
  readonly see: (app: TestApplication) => Promise<unknown>;
  readonly wordpress: unknown;
  readonly nest: unknown;
}

/** The arguments that an error names, in either format. */
const detailsOf = ({ text }: TestResponse) =>
  ['pages', 'title'].filter((name) => text.includes(name));

const bodyOf = ({ status, body }: TestResponse) => ({ status, body });

const HABITS: readonly Habit[] = [
  {
    option: 'errors',
    see: async (app) => bodyOf(await app.fetch('GET', '/api/acme/v1/nothing')),
    wordpress: {
      status: 404,
      body: {
        code: 'rest_no_route',
        message: 'No route matches this path and method.',
        data: { status: 404 },
      },
    },
    nest: {
      status: 404,
      body: { message: 'Cannot GET /api/acme/v1/nothing', error: 'Not Found', statusCode: 404 },
    },
  },
  {
    option: 'headers',
    see: async (app) => {
      const { headers } = await app.fetch('GET', `${ITEMS}?page=2`);
      const links = String(headers.link).matchAll(/\?page=(\d)>; rel="(\w+)"/g);
      return {
        pages: Object.fromEntries([...links].map(([, page, rel]) => [rel, page])),
        names: Object.keys(headers)
          .filter((name) => /total|robots/.test(name))
          .toSorted(),
        total: headers['x-wp-total'] ?? headers['x-total-count'],
      };
    },
    wordpress: {
      pages: { prev: '1', next: '3' },
      names: ['x-robots-tag', 'x-wp-total', 'x-wp-totalpages'],
      total: '3',
    },
    nest: {
      pages: { prev: '1', next: '3', first: '1', last: '3' },
      names: ['x-total-count'],
      total: '3',
    },
  },
  {
    option: 'statuses',
    see: async (app) => ({
      created: (await app.fetch('POST', ITEMS)).status,
      nothing: bodyOf(await app.fetch('PATCH', `${ITEMS}/nothing`)),
    }),
    wordpress: { created: 200, nothing: { status: 204, body: undefined } },
    nest: { created: 201, nothing: { status: 200, body: undefined } },
  },
  {
    option: 'checks',
    see: async (app) => ({
      closed: (await app.fetch('POST', `${ITEMS}/closed`)).status,
      wrong: detailsOf(await app.fetch('GET', `${ITEMS}/wrong?pages=many`)),
    }),
    wordpress: { closed: 400, wrong: ['title'] },
    nest: { closed: 401, wrong: ['pages', 'title'] },
  },
  {
    option: 'unknownArguments',
    see: async (app) => (await app.fetch('GET', `${ITEMS}?genre=novel`)).status,
    wordpress: 200,
    nest: 400,
  },
  {
    option: 'methodNotAllowed',
    see: async (app) => {
      const { status, headers } = await app.fetch('PATCH', ITEMS);
      return { status, allow: headers.allow };
    },
    wordpress: { status: 404, allow: undefined },
    nest: { status: 405, allow: 'GET, POST, DELETE' },
  },
  {
    option: 'methodOverride',
    see: async (app) => {
      const headers = { 'x-http-method-override': 'DELETE' };
      const { body } = await app.fetch('POST', ITEMS, { headers });
      const inQuery = await app.fetch('POST', `${ITEMS}?_method=DELETE`);
      const isCleared = JSON.stringify(inQuery.body) === '{"cleared":true}';
      return { byHeader: body, inQuery: isCleared };
    },
    wordpress: { byHeader: { cleared: true }, inQuery: true },
    nest: { byHeader: { created: 'Emil' }, inQuery: false },
  },
  {
    option: 'globalParameters',
    see: async (app) => {
      const has = async (query: string, expected: RegExp) =>
        expected.test((await app.fetch('GET', `${ITEMS}/7?${query}`)).text);
      return {
        _fields: await has('_fields=id', /^\{"id":7,"_links"/),
        _embed: await has('_embed', /"_embedded":\{"next":\[\{"id":8/),
        _envelope: await has('_envelope', /^\{"body":/),
      };
    },
    wordpress: { _fields: true, _embed: true, _envelope: true },
    nest: { _fields: false, _embed: false, _envelope: false },
  },
  {
    option: 'discovery',
    see: async (app) => {
      const { body } = await app.fetch('OPTIONS', ITEMS);
      return {
        index: (await app.fetch('GET', '/api')).status,
        namespace: (await app.fetch('GET', '/api/acme/v1')).status,
        links: Object.hasOwn(Object(body) as object, '_links'),
      };
    },
    wordpress: { index: 200, namespace: 200, links: true },
    nest: { index: 404, namespace: 404, links: false },
  },
];

const BOTH: readonly Style[] = ['wordpress', 'nest'];
const otherOf = (style: Style): Style => (style === 'nest' ? 'wordpress' : 'nest');

const started = (adapter: AdapterName, rest: RestModuleOptions) =>
  startRoutes([ItemsController], { adapter, rest });

describe.each(ADAPTERS)('the table of styles on %s', (adapter) => {
  describe.each(BOTH)("style: '%s'", (style) => {
    const app = useRoutes([ItemsController], { adapter, rest: { style } });

    test.each(HABITS)('has its own $option', async ({ see, ...seen }) => {
      expect(await see(app)).toEqual(seen[style]);
    });

    test.each(HABITS)('has the other $option if the option states it', async (habit) => {
      const { option, see, ...seen } = habit;
      const other = otherOf(style);
      const stated = { style, [option]: STYLES[other][option] };
      const changed = await started(adapter, stated);
      try {
        expect(await see(changed)).toEqual(seen[other]);
      } finally {
        await changed.close();
      }
    });

    test('serves batches only if it states them', async () => {
      const body = '{"requests":[{"method":"POST","path":"/acme/v1/items","body":{"title":"x"}}]}';
      const batch = (one: TestApplication) =>
        one.fetch('POST', '/api/batch/v1', { ...JSON_BODY, body });
      expect((await batch(app)).status).toBe(404);
      const serving = await started(adapter, { style, batch: true });
      try {
        const { status, text } = await batch(serving);
        expect([status, text]).toEqual([207, expect.stringContaining('"created":"x"')]);
      } finally {
        await serving.close();
      }
    });
  });

  test("is that of WordPress by default, and forRootAsync may make it 'nest'", async () => {
    const [habit] = HABITS;
    const plain = await started(adapter, {});
    expect(await habit?.see(plain)).toEqual(habit?.wordpress);
    await plain.close();
    const useFactory = () => ({ namespace: 'acme', style: 'nest' as const });
    const nest = await startApplication(
      { imports: [RestModule.forRootAsync({ useFactory })], providers: [ItemsController] },
      { adapter },
    );
    expect(await habit?.see(nest)).toEqual(habit?.nest);
    await nest.close();
  });

  test('a list of global parameters has those that it names, and rejects others', async () => {
    const app = await started(adapter, { style: 'nest', globalParameters: ['_fields'] });
    const get = (query: string) => app.fetch('GET', `${ITEMS}/7?${query}`);
    expect((await get('_fields=title')).body).toMatchObject({ title: 'Momo' });
    expect((await get('_envelope')).status).toBe(400);
    expect((await get('_locale=user')).status).toBe(400);
    await app.close();
  });
});

/** A row of the table: a habit, its option, and what begins the cell of each style. */
const ROW = /^\| [^|]+ \| `(\w+)` +\| `([^`|]+)`[^|]* \| `([^`|]+)`[^|]* \|$/gm;

test('docs/configuration.md states the values of both styles', () => {
  const page = readFileSync('docs/configuration.md', 'utf8');
  const rows = [...page.matchAll(ROW)];
  const stated = rows.map(([, option, nest, wordpress]) => [option, { wordpress, nest }]);
  const written = (value: unknown) => JSON.stringify(value).replaceAll('"', "'");
  const expected = Object.keys(STYLES.wordpress).map((option) => {
    const name = option as keyof (typeof STYLES)['wordpress'];
    const { wordpress, nest } = STYLES;
    return [name, { wordpress: written(wordpress[name]), nest: written(nest[name]) }];
  });
  expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(expected));
});

@Controller('api/acme/v1/items')
class PlainItemsController {
  @Delete(':id')
  remove() {
    return { by: 'the plain controller' };
  }

  @Patch()
  patch() {
    return { by: 'the plain controller' };
  }

  @Get('plain/only')
  only() {
    return { by: 'the plain controller' };
  }
}

@Module({ controllers: [PlainItemsController] })
class PlainModule {}

describe.each(ADAPTERS)('a 405 on %s', (adapter) => {
  const app = useApplication(() =>
    startApplication(
      {
        imports: [
          PlainModule,
          RestModule.forRoot({ namespace: 'acme', style: 'nest', batch: true }),
        ],
        providers: [ItemsController],
      },
      { adapter },
    ),
  );

  test('is not the response to requests of plain controllers at the same path', async () => {
    for (const [method, path] of [
      ['DELETE', `${ITEMS}/7`],
      ['PATCH', ITEMS],
      ['GET', `${ITEMS}/plain/only`],
    ] as const) {
      expect([path, (await app.fetch(method, path)).body]).toEqual([
        path,
        { by: 'the plain controller' },
      ]);
    }
  });

  test('lists their methods too, in the exception and in the header', async () => {
    const { status, headers, body } = await app.fetch('POST', `${ITEMS}/7`);
    expect(status).toBe(405);
    expect(String(headers.allow).split(', ').toSorted()).toEqual(['DELETE', 'GET', 'PUT']);
    expect(body).toEqual({
      message: 'The path does not have the method POST.',
      error: 'Method Not Allowed',
      statusCode: 405,
    });
  });

  test('is for known paths only: others are the 404 of the application', async () => {
    const { status, headers, body } = await app.fetch('POST', `${ITEMS}/7/pages`);
    expect([status, headers.allow]).toEqual([404, undefined]);
    expect(body).toMatchObject({ message: `Cannot POST ${ITEMS}/7/pages` });
  });

  test('is also for methods that no route has', async () => {
    const { status, headers } = await app.fetch('PROPFIND', ITEMS);
    expect([status, headers.allow]).toEqual([405, 'GET, POST, DELETE, PATCH']);
  });

  test('is also the response in process and in a batch, where plain controllers respond to nothing', async () => {
    const { status, headers } = await app.nest
      .get(RestDispatcher)
      .request({ method: 'DELETE', path: '/acme/v1/items/7' });
    expect([status, headers['allow']]).toEqual([405, 'GET, PUT']);
    const requests = [
      { method: 'DELETE', path: '/acme/v1/items/7' },
      { method: 'PATCH', path: '/acme/v1/items' },
    ];
    const batch = await app.fetch('POST', '/api/batch/v1', {
      ...JSON_BODY,
      body: JSON.stringify({ requests }),
    });
    expect(batch.body).toMatchObject({
      responses: [
        { status: 405, headers: { Allow: 'GET, PUT' } },
        { status: 405, headers: { Allow: 'GET, POST, DELETE' } },
      ],
    });
  });
});

test.each<[RestModuleOptions, string]>([
  [{ style: 'rest' as 'nest' }, "style is 'wordpress' or 'nest', not \"rest\""],
  [
    { errors: 'jsonapi' as 'nest' },
    "errors is 'wordpress' or 'problem' or 'nest', not \"jsonapi\"",
  ],
  [{ methodOverride: 'no' as never }, 'methodOverride is true or false, not "no"'],
  [{ methodNotAllowed: 405 as never }, 'methodNotAllowed is true or false, not 405'],
  [
    { globalParameters: ['_field' as '_fields'] },
    "globalParameters is 'wordpress' or a list of '_fields', '_embed', '_envelope', not [\"_field\"]",
  ],
  [
    { style: 'nest', embed: { maxRequests: 10 } },
    "embed has no effect, because globalParameters does not list '_embed', as in style 'nest'. Add '_embed' to globalParameters, or remove embed",
  ],
  [
    { globalParameters: ['_fields'], embed: {} },
    "embed has no effect, because globalParameters does not list '_embed'. Add",
  ],
])('startup rejects %j', async (rest, message) => {
  await expect(started('express', rest)).rejects.toThrow(`RestModule: ${message}`);
});

/** The methods of a controller whose responses state a status, or none. */
class Stating {
  create() {
    return { created: true };
  }

  createNothing(): void {}

  remove(): void {}

  read(): undefined {
    return undefined;
  }

  replace() {
    return { replaced: true };
  }

  accept() {
    return { accepted: true };
  }

  any() {
    return { any: true };
  }
}

@RestController('v1', '/statuses')
class StatusesController extends Stating {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  override create() {
    return super.create();
  }

  @RestRoute('/nothing', HttpMethod.Post, new PublicAccess())
  override createNothing(): void {}

  @RestRoute('', HttpMethod.Delete, new PublicAccess())
  override remove(): void {}

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  override read(): undefined {
    return undefined;
  }

  @RestRoute('', HttpMethod.Put, new PublicAccess())
  override replace() {
    return super.replace();
  }

  @RestRoute('/accepted', HttpMethod.Post, new PublicAccess())
  @HttpCode(202)
  override accept() {
    return super.accept();
  }

  @RestRoute('/any', [HttpMethod.Post, HttpMethod.Put], new PublicAccess())
  override any() {
    return super.any();
  }
}

@Controller('plain/statuses')
class PlainStatusesController extends Stating {
  @Post()
  override create() {
    return super.create();
  }

  @Post('nothing')
  override createNothing(): void {}

  @Delete()
  override remove(): void {}

  @Get()
  override read(): undefined {
    return undefined;
  }

  @Put()
  override replace() {
    return super.replace();
  }

  @Post('accepted')
  @HttpCode(202)
  override accept() {
    return super.accept();
  }

  @All('any')
  override any() {
    return super.any();
  }
}

describe.each(ADAPTERS)("statuses: 'nest' on %s", (adapter) => {
  const app = useRoutes([StatusesController], {
    adapter,
    controllers: [PlainStatusesController],
    rest: { style: 'nest' },
  });

  const cors = useRoutes([StatusesController], {
    adapter,
    controllers: [PlainStatusesController],
    cors: { origin: 'https://a.example' },
    configure: (nest) => void nest.useGlobalGuards({ canActivate: () => false }),
    rest: { style: 'nest' },
  });

  test.each([
    ['POST', '', 201],
    ['POST', '/nothing', 201],
    ['DELETE', '', 200],
    ['GET', '', 200],
    ['HEAD', '', 200],
    ['PUT', '', 200],
    ['POST', '/accepted', 202],
    ['POST', '/any', 200],
    ['PUT', '/any', 200],
  ])('%s %s responds as a plain controller: %i', async (method, path, status) => {
    const route = await app.fetch(method, `/api/acme/v1/statuses${path}`);
    const plain = await app.fetch(method, `/plain/statuses${path}`);
    const seen = (response: TestResponse) => [
      response.status,
      response.text,
      response.headers['content-length'],
      response.headers['content-type'],
    ];
    expect(route.status).toBe(status);
    expect(seen(route)).toEqual(seen(plain));
  });

  test.each([
    ['of a page of another origin', { origin: 'https://a.example' }],
    ['of no page', {}],
    [
      'before another request',
      { origin: 'https://a.example', 'access-control-request-method': 'POST' },
    ],
  ])('OPTIONS %s has the response of CORS, as on a plain controller', async (_name, headers) => {
    const seen = async (path: string) => {
      const response = await cors.fetch('OPTIONS', path, { headers });
      const names = Object.keys(response.headers).filter((name) => /^(access-|allow)/.test(name));
      return [response.status, response.text, names.map((name) => response.headers[name])];
    };
    expect(await seen('/api/acme/v1/statuses')).toEqual(await seen('/plain/statuses'));
  });

  test('documents have the same statuses', async () => {
    const routes = await app.nest.get(RestRoutes).list();
    const { paths } = openApiDocument(routes);
    const statusOf = (method: string, path: string) =>
      Object.keys(paths[`/api/acme/v1/statuses${path}`]?.[method]?.responses ?? {})[0];
    expect(statusOf('post', '')).toBe('201');
    expect(statusOf('post', '/nothing')).toBe('201');
    expect(statusOf('delete', '')).toBe('200');
    expect(statusOf('post', '/accepted')).toBe('202');
    expect(statusOf('post', '/any')).toBe('200');
  });
});
