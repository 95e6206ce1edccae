import {
  Controller,
  Get,
  Injectable,
  RequestMethod,
  type INestApplication,
  type MiddlewareConsumer,
  type NestMiddleware,
  type NestModule,
  type Type,
} from '@nestjs/common';
import {
  DeclarationException,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type AdapterName } from '../support/application.js';

const open = new PublicAccess();

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, open)
  list() {
    return [];
  }

  @RestRoute('', HttpMethod.Post, open)
  create() {
    return {};
  }

  @RestRoute('/{id}', HttpMethod.Get, open)
  one(id: int) {
    return { id };
  }
}

@Controller('plain')
class PlainController {
  @Get()
  list() {
    return [];
  }
}

/** Where the routes are, and where Nest mounts middleware. */
interface SetUp {
  readonly rest?: RestModuleOptions;
  readonly configure?: (nest: INestApplication) => void;
}

/** Binds one middleware; `watch` makes one that notes its requests under a name. */
type Bind = (consumer: MiddlewareConsumer, watch: (name: string) => Type<NestMiddleware>) => void;

interface Result {
  /** The requests that each middleware has seen. */
  readonly seen: Readonly<Record<string, readonly string[]>>;
  /** The diagnostics of the startup, which serves nothing then. */
  readonly diagnostics: readonly string[];
}

/** Starts an application with middleware of a module, and sends requests. */
async function start(
  adapter: AdapterName,
  { rest = {}, configure = () => undefined }: SetUp,
  bind: Bind,
  requests: readonly string[],
  listed: 'providers' | 'controllers' = 'providers',
): Promise<Result> {
  const seen: Record<string, string[]> = {};
  const watch = (name: string): Type<NestMiddleware> => {
    const noted: string[] = (seen[name] = []);
    @Injectable()
    class LogMiddleware implements NestMiddleware {
      use(request: { method: string; originalUrl: string }, _response: unknown, next: () => void) {
        noted.push(`${request.method} ${request.originalUrl}`);
        next();
      }
    }
    return LogMiddleware;
  };
  class LogModule implements NestModule {
    configure(consumer: MiddlewareConsumer) {
      bind(consumer, watch);
    }
  }
  const isListed = listed === 'controllers';
  const controllers = [PlainController, ...(isListed ? [ItemsController] : [])];
  const options = { adapter, rest, configure, imports: [LogModule], controllers };
  try {
    const app = await startRoutes(isListed ? [] : [ItemsController], options);
    for (const request of requests) {
      const [method = '', path = ''] = request.split(' ');
      const { status } = await app.fetch(method, path);
      expect([request, status]).toEqual([request, 200]);
    }
    await app.close();
    return { seen, diagnostics: [] };
  } catch (error) {
    if (!(error instanceof DeclarationException)) throw error;
    return { seen, diagnostics: error.message.split('\n').slice(1) };
  }
}

const global = (prefix: string, exclude?: readonly string[]): Pick<SetUp, 'configure'> => ({
  configure: (nest) =>
    void nest.setGlobalPrefix(
      prefix,
      exclude === undefined ? undefined : { exclude: [...exclude] },
    ),
});

/** By set-up: where the routes are, the path that `forRoutes` needs, and paths that miss the routes. */
const PLACES: readonly (readonly [
  title: string,
  setUp: SetUp,
  whole: string,
  right: string,
  wrong: readonly string[],
])[] = [
  ['nothing', {}, '/api', 'api/acme/v1', ['acme/v1']],
  [
    "forRoot({ prefix: 'rest' })",
    { rest: { prefix: 'rest' } },
    '/rest',
    'rest/acme/v1',
    ['acme/v1'],
  ],
  ["forRoot({ prefix: '' })", { rest: { prefix: '' } }, '', 'acme/v1', []],
  ["setGlobalPrefix('api')", global('api'), '/api', 'acme/v1', ['api/acme/v1']],
  [
    "setGlobalPrefix('api') and forRoot({ prefix: 'api/rest' })",
    { ...global('api'), rest: { prefix: 'api/rest' } },
    '/api/rest',
    'rest/acme/v1',
    ['acme/v1', 'api/rest/acme/v1'],
  ],
  [
    "setGlobalPrefix('v2', { exclude: ['api/{*path}'] }) and forRoot({ prefix: 'api' })",
    { ...global('v2', ['api/{*path}']), rest: { prefix: 'api' } },
    '/api',
    'api/acme/v1',
    ['acme/v1'],
  ],
];

/** Binds middleware in every form to the routes at a path. */
const inEveryForm =
  (base: string): Bind =>
  (consumer, watch) => {
    const items = `${base}/items`;
    const { GET } = RequestMethod;
    consumer.apply(watch('a text')).forRoutes(items);
    consumer.apply(watch('a text with slashes')).forRoutes(`/${items}/`);
    consumer.apply(watch('a wildcard')).forRoutes(`${base}/{*path}`);
    consumer.apply(watch('a parameter')).forRoutes(`${items}/:id`);
    consumer.apply(watch('a value of a parameter')).forRoutes(`${items}/5`);
    consumer.apply(watch('a path with a method')).forRoutes({ path: items, method: GET });
  };

const FORMS = 6;

describe.each(ADAPTERS)('middleware that is bound by path on %s', (adapter) => {
  test.each(PLACES)(
    'with %s, the path that the docs show reaches the routes',
    async (_title, setUp, whole, right) => {
      const items = `${whole}/acme/v1/items`;
      const list = `GET ${items}`;
      const one = `GET ${items}/5`;
      const { seen, diagnostics } = await start(adapter, setUp, inEveryForm(right), [list, one]);
      expect(diagnostics).toEqual([]);
      // Express binds a text to the paths below it too.
      const text = adapter === 'express' ? [list, one] : [list];
      expect(seen).toEqual({
        'a text': text,
        'a text with slashes': text,
        'a wildcard': [list, one],
        'a parameter': [one],
        'a value of a parameter': [one],
        'a path with a method': [list],
      });
    },
  );

  test.each(
    PLACES.flatMap(([title, setUp, whole, right, wrong]) =>
      wrong.map((base) => [title, base, setUp, whole, right] as const),
    ),
  )(
    'with %s, middleware bound to %s is a diagnostic that names the path to write',
    async (_title, base, setUp, whole, right) => {
      const { diagnostics } = await start(adapter, setUp, inEveryForm(base), []);
      expect(diagnostics).toHaveLength(FORMS);
      for (const diagnostic of diagnostics) {
        expect(diagnostic).toContain('RR1060');
        expect(diagnostic).toContain('(LogModule.configure)');
        expect(diagnostic).toMatch(new RegExp(`Expected forRoutes\\('${right}/.*?'\\)`));
        expect(diagnostic).toContain(`at ${whole}/acme/v1/items`);
        expect(diagnostic).toContain('of LogMiddleware');
      }
    },
  );

  test('routes outside of the global prefix have no path that middleware reaches, which is a diagnostic', async () => {
    const setUp = { ...global('v2'), rest: { prefix: 'api' } };
    for (const base of ['acme/v1', 'api/acme/v1']) {
      const { diagnostics } = await start(adapter, setUp, inEveryForm(base), []);
      expect(diagnostics).toHaveLength(FORMS);
      for (const diagnostic of diagnostics) {
        expect(diagnostic).toMatch(
          /Expected forRoutes\('api\/acme\/v1\/.*?'\) and setGlobalPrefix\('v2', \{ exclude: \['api\/\{\*path\}'\] \}\),/,
        );
      }
    }
    const everywhere: Bind = (consumer, watch) => {
      consumer.apply(watch('all')).forRoutes('{*path}');
      consumer.apply(watch('every')).forRoutes('*');
    };
    expect((await start(adapter, setUp, everywhere, [])).diagnostics).toHaveLength(2);
  });

  test.each(PLACES)(
    'with %s, a wildcard for all paths reaches the routes',
    async (_title, setUp, whole) => {
      const requests = [`GET ${whole}/acme/v1/items`, `GET ${whole}/acme/v1/items/5`];
      const everywhere: Bind = (consumer, watch) => {
        consumer.apply(watch('all')).forRoutes('{*path}');
      };
      const { seen } = await start(adapter, setUp, everywhere, requests);
      expect(seen).toEqual({ all: requests });
    },
  );

  test.each(['providers', 'controllers'] as const)(
    'a controller among the %s of a module is a diagnostic that names the paths to write',
    async (listed) => {
      const bind: Bind = (consumer, watch) =>
        void consumer.apply(watch('class')).forRoutes(ItemsController);
      for (const [setUp, base] of [
        [{}, 'api/acme/v1'],
        [global('api'), 'acme/v1'],
      ] as const) {
        const { diagnostics } = await start(adapter, setUp, bind, [], listed);
        expect(diagnostics).toEqual([
          expect.stringContaining(`Expected forRoutes('${base}/items', '${base}/items/:id') for`),
        ]);
        expect(diagnostics[0]).toContain('received forRoutes(ItemsController)');
      }
    },
  );

  test('middleware that a second binding brings to the routes is no diagnostic', async () => {
    const bind: Bind = (consumer, watch) => {
      const middleware = watch('both');
      consumer.apply(middleware).forRoutes('acme/v1/{*path}', ItemsController);
      consumer.apply(middleware).forRoutes('api/acme/v1/{*path}');
    };
    const requests = ['GET /api/acme/v1/items'];
    expect(await start(adapter, {}, bind, requests)).toEqual({
      seen: { both: requests },
      diagnostics: [],
    });
  });

  test('middleware for some methods is checked for those', async () => {
    const bind: Bind = (consumer, watch) => {
      const middleware = watch('post');
      const { GET, PUT, POST } = RequestMethod;
      consumer.apply(middleware).forRoutes({ path: 'api/acme/v1/items', method: GET });
      consumer.apply(middleware).forRoutes({ path: 'acme/v1/items', method: PUT });
      consumer.apply(middleware).forRoutes({ path: 'acme/v1/items', method: POST });
    };
    const { diagnostics } = await start(adapter, {}, bind, []);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toContain('ItemsController.create');
  });

  test('middleware for other paths is no diagnostic, nor is one that excludes the routes', async () => {
    const bind: Bind = (consumer, watch) => {
      consumer.apply(watch('plain')).forRoutes('plain', PlainController, 'acme/v2/items', '/');
      consumer
        .apply(watch('others'))
        .exclude('api/acme/v1/items', 'api/acme/v1/items/:id')
        .forRoutes('acme/v1/{*path}');
    };
    const { diagnostics } = await start(adapter, {}, bind, []);
    expect(diagnostics).toEqual([]);
  });

  test('an exclusion with another prefix is a diagnostic that names the path to write', async () => {
    const bind =
      (path: string): Bind =>
      (consumer, watch) =>
        void consumer.apply(watch('all')).exclude(path).forRoutes('{*path}');
    for (const [setUp, wrong, right] of [
      [{}, 'acme/v1/items/:id', 'api/acme/v1/items/:id'],
      [global('api'), 'api/acme/v1/items/:id', 'acme/v1/items/:id'],
    ] as const) {
      const { diagnostics } = await start(adapter, setUp, bind(wrong), []);
      expect(diagnostics).toEqual([expect.stringContaining(`Expected exclude('${right}') for`)]);
      const list = 'GET /api/acme/v1/items';
      const fixed = await start(adapter, setUp, bind(right), [list, `${list}/5`]);
      expect(fixed.seen).toEqual({ all: [list] });
    }
  });

  test.each([
    ['a text', 'acme/v1/items', ['list', 'create']],
    ['a path with a method', { path: 'acme/v1/items', method: RequestMethod.POST }, ['create']],
    ['a wildcard', 'acme/{*path}', ['list', 'create', 'one']],
    ['a parameter', 'acme/v1/items/:number', ['one']],
    ['a value of a parameter', 'acme/v1/items/5', ['one']],
    ['another path', 'acme/v1/items/other', []],
  ] as const)(
    'a global prefix that excludes a route by %s is a diagnostic',
    async (_title, excluded, methods) => {
      const configure = (nest: INestApplication): void =>
        void nest.setGlobalPrefix('api', { exclude: [excluded] });
      const { diagnostics } = await start(adapter, { configure }, () => undefined, []);
      expect(diagnostics).toEqual(
        methods.map((method) => expect.stringMatching(`RR1061.*\\(ItemsController\\.${method}\\)`)),
      );
      const stated = { configure, rest: { prefix: 'api' } };
      expect((await start(adapter, stated, () => undefined, [])).diagnostics).toEqual([]);
    },
  );

  test('middleware of an excluded path misses a route whose prefix is stated, which is a diagnostic', async () => {
    const setUp = { ...global('api', ['acme/v1/items']), rest: { prefix: 'api' } };
    const bind: Bind = (consumer, watch) =>
      void consumer.apply(watch('text')).forRoutes({
        path: 'acme/v1/items',
        method: RequestMethod.GET,
      });
    const { diagnostics } = await start(adapter, setUp, bind, []);
    expect(diagnostics).toEqual([
      expect.stringContaining(
        "forRoutes('acme/v1/items') and a global prefix that does not exclude it, for ItemsController.list",
      ),
    ]);
  });

  test.each([':tenant', 'api/:tenant', 'a b', 'é'])(
    'the prefix %s is a diagnostic, stated or global',
    async (prefix) => {
      for (const setUp of [{ rest: { prefix } }, global(prefix)]) {
        const { diagnostics } = await start(adapter, setUp, () => undefined, []);
        expect(diagnostics).toEqual([expect.stringContaining('RR1062')]);
        expect(diagnostics[0]).toContain(`received "/${prefix}"`);
      }
      for (const stated of ['{*path}', 'api/{tenant}', 'api?x']) {
        const setUp = { rest: { prefix: stated } };
        const { diagnostics } = await start(adapter, setUp, () => undefined, []);
        expect(diagnostics).toEqual([expect.stringContaining('RR1062')]);
      }
      const stated = { ...global('v2/:tenant'), rest: { prefix: 'api' } };
      expect((await start(adapter, stated, () => undefined, [])).diagnostics).toEqual([]);
    },
  );
});
