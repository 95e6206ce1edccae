import 'reflect-metadata';
import {
  Catch,
  Controller,
  Get,
  StreamableFile,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type CallHandler,
  type ExceptionFilter,
  type ExecutionContext,
  type INestApplication,
  type MiddlewareConsumer,
  type NestModule,
} from '@nestjs/common';
import type { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestRequest,
  RestResponse,
  RestRoute,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type RoutesOptions,
  type TestApplication,
} from '../support/application.js';
import { sendRaw } from '../security/support/raw-request.js';

const ITEMS = '/api/acme/v1/items';
const JSON_TYPE = { 'content-type': 'application/json' };

const passing = { canActivate: () => true };
const through = { intercept: (_context: ExecutionContext, next: CallHandler) => next.handle() };

@Catch(RangeError)
class RangeFilter implements ExceptionFilter {
  catch(error: unknown): void {
    throw error;
  }
}

interface Raw {
  readonly url: string;
  readonly params: unknown;
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(@Param({ name: 'id', type: 'integer' }) id: number) {
    return { id };
  }

  @RestRoute('/{id}', HttpMethod.Put, new PublicAccess())
  update(
    @Param({ name: 'id', type: 'integer' }) id: number,
    @Param({ name: 'title', type: 'string' }) title: string,
  ) {
    return { id, title };
  }

  @RestRoute('/{id}/raw', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  raw(
    @Param({ name: 'id', type: 'integer' }) _id: number,
    @Param({ inject: RestRequest }) request: RestRequest<unknown, Raw>,
  ) {
    const { url, params, body, headers } = request.raw;
    return { url, params, body: body ?? null, type: headers['content-type'] ?? null };
  }

  @RestRoute('/file', HttpMethod.Get, new PublicAccess())
  file() {
    return new StreamableFile(Buffer.from('bytes'), { type: 'text/plain' });
  }

  @RestRoute('/stream', HttpMethod.Get, new PublicAccess())
  stream() {
    return new StreamableFile(Readable.from(['bytes']), { type: 'text/plain' });
  }

  @RestRoute('/copied', HttpMethod.Get, new PublicAccess())
  copied() {
    return new RestResponse({ id: 1 }, 200, { 'Content-Length': '3', 'X-Powered-By': 'Other' });
  }

  @RestRoute('/broken', HttpMethod.Get, new PublicAccess())
  broken() {
    return new RestResponse({}, 200, { 'x-broken': 'a\nb' });
  }

  @RestRoute('/empty', HttpMethod.Get, new PublicAccess())
  empty() {
    return new RestResponse(undefined, 200);
  }

  @RestRoute('/later', HttpMethod.Get, new PublicAccess())
  async later() {
    await Promise.resolve();
    throw new RestException('too_late', 'It is too late.', 410);
  }

  @RestRoute('/guarded', HttpMethod.Get, new PublicAccess())
  @UseGuards(passing)
  guarded() {
    return 1;
  }

  @RestRoute('/intercepted', HttpMethod.Get, new PublicAccess())
  @UseInterceptors(through)
  intercepted() {
    return 1;
  }

  @RestRoute('/filtered', HttpMethod.Get, new PublicAccess())
  @UseFilters(RangeFilter)
  filtered() {
    return 1;
  }
}

const running: TestApplication[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(running.splice(0).map((app) => app.close()));
});

async function start(options: RoutesOptions): Promise<TestApplication> {
  const app = await startRoutes([ItemsController], options);
  running.push(app);
  return app;
}

/** How many requests the framework has made a request or a reply of. */
function countEntered(app: TestApplication, adapter: AdapterName): () => number {
  const instance = app.nest.getHttpAdapter().getInstance() as Record<PropertyKey, unknown>;
  if (adapter === 'express') {
    const router = instance['router'] as { handle: () => void };
    const handle = vi.spyOn(router, 'handle');
    return () => handle.mock.calls.length;
  }
  // Of all replies, whatever scope they are of.
  const symbol = Object.getOwnPropertySymbols(instance).find(
    ({ description }) => description === 'fastify.Reply',
  );
  const { prototype } = instance[symbol ?? ''] as { prototype: object };
  const send = vi.spyOn(Object.getPrototypeOf(prototype) as { send: () => unknown }, 'send');
  return () => send.mock.calls.length;
}

function portOf(app: TestApplication): number {
  return ((app.nest.getHttpServer() as Server).address() as AddressInfo).port;
}

/** The head of a response with all lines of its headers. */
async function head(app: TestApplication, method: string, target: string) {
  const { status, text } = await sendRaw(portOf(app), { method, target });
  const lines = new Map<string, string[]>();
  for (const line of text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n').slice(1)) {
    const [name = '', value = ''] = line.split(/:\s*/, 2);
    lines.set(name.toLowerCase(), [...(lines.get(name.toLowerCase()) ?? []), value]);
  }
  return { status, lines };
}

const noConfigure = (): void => undefined;

/** What of an application sees a request to a route, by adapter; each leaves the request to the framework. */
const WATCHERS: Readonly<Record<string, Partial<RoutesOptions> & { only?: AdapterName }>> = {
  'middleware of the adapter': {
    configure: (app) => void app.use((_q: unknown, _s: unknown, next: () => void) => next()),
  },
  'middleware of a module': {
    imports: [
      class Watching implements NestModule {
        configure(consumer: MiddlewareConsumer): void {
          consumer
            .apply((_q: unknown, _s: unknown, next: () => void) => next())
            .forRoutes('/acme/v1/items/{*rest}', '/api/acme/v1/items/{*rest}');
        }
      },
    ],
  },
  CORS: { configure: (app) => app.enableCors() },
  'a global guard': { configure: (app) => void app.useGlobalGuards(passing) },
  'a global interceptor': { configure: (app) => void app.useGlobalInterceptors(through) },
  'a global filter': { configure: (app) => void app.useGlobalFilters(new RangeFilter()) },
  'a plain controller whose path has a pattern in the namespace': {
    controllers: [plainController('/api/acme/:version/items/special')],
  },
  'a trusted proxy': { trustsProxies: true },
  'a hook of the instance': {
    only: 'fastify',
    configure: (app) => fastify(app).addHook('onSend', (_q, _s, body, done) => done(null, body)),
  },
  'a plugin that gives each route a hook': {
    only: 'fastify',
    configure: (app) =>
      fastify(app).addHook('onRoute', (route) => {
        route.preHandler = (_q: unknown, _s: unknown, done: Done) => done();
      }),
  },
  'an instance with routes of its own': {
    only: 'fastify',
    adapter: withOwnRoute(),
  },
  'a logger': {
    only: 'fastify',
    adapter: new FastifyAdapter({ logger: { level: 'fatal' } }),
  },
};

function plainController(path: string): new () => object {
  @Controller(path)
  class PlainController {
    @Get()
    get(): string {
      return 'plain';
    }
  }
  return PlainController;
}

function withOwnRoute(): FastifyAdapter {
  const adapter = new FastifyAdapter();
  adapter.getInstance().get('/api/acme/v1/items/0', () => 'own');
  return adapter;
}

type Done = (error?: null, payload?: unknown) => void;

/** An instance of Fastify, as far as these tests need it. */
interface HookedInstance {
  addHook(
    name: 'onSend',
    hook: (request: unknown, reply: unknown, payload: unknown, done: Done) => void,
  ): void;
  addHook(name: 'onRoute', hook: (route: { preHandler?: unknown }) => void): void;
}

function fastify(app: INestApplication): HookedInstance {
  return app.getHttpAdapter().getInstance() as HookedInstance;
}

describe.each(ADAPTERS)('direct requests on %s', (adapter) => {
  test('A request that nothing else would see passes by the framework', async () => {
    const app = await start({ adapter });
    const entered = countEntered(app, adapter);
    expect((await app.fetch('GET', `${ITEMS}/7?x=1`)).body).toEqual({ id: 7 });
    expect((await app.fetch('HEAD', `${ITEMS}/7`)).headers['content-length']).toBe('8');
    const body = JSON.stringify({ title: 'Momo' });
    const updated = await app.fetch('PUT', `${ITEMS}/7`, { headers: JSON_TYPE, body });
    expect(updated.body).toEqual({ id: 7, title: 'Momo' });
    expect((await app.fetch('GET', `${ITEMS}/later`)).status).toBe(410);
    expect((await app.fetch('GET', `${ITEMS}/x`)).status).toBe(404);
    // The last has no route, and is left to the framework.
    expect(entered()).toBe(1);
  });

  test('Without optimisations, every request goes through the framework', async () => {
    const app = await start({ adapter, rest: { optimize: false } });
    const entered = countEntered(app, adapter);
    expect((await app.fetch('GET', `${ITEMS}/7`)).body).toEqual({ id: 7 });
    expect(entered()).toBe(1);
  });

  test.each(['guarded', 'intercepted', 'filtered'])(
    'A route that is %s leaves its requests to the framework',
    async (name) => {
      const app = await start({ adapter });
      const entered = countEntered(app, adapter);
      expect((await app.fetch('GET', `${ITEMS}/${name}`)).body).toBe(1);
      expect(entered()).toBe(1);
    },
  );

  test.each(Object.entries(WATCHERS).filter(([, { only = adapter }]) => only === adapter))(
    'Requests go through the framework beside %s',
    async (_name, { only: _only, ...options }) => {
      const app = await start({ adapter, configure: noConfigure, ...options });
      const entered = countEntered(app, adapter);
      expect((await app.fetch('GET', `${ITEMS}/7`)).body).toEqual({ id: 7 });
      expect(entered()).toBe(1);
    },
  );

  test('A plain controller beside the routes of a namespace keeps its path', async () => {
    const app = await start({ adapter, controllers: [plainController('/api/acme/v1/items/7')] });
    expect((await app.fetch('GET', `${ITEMS}/7`)).text).toBe('plain');
    expect((await app.fetch('GET', `${ITEMS}/8`)).body).toEqual({ id: 8 });
  });

  test('A hook that is set while the application serves sees the next request', async () => {
    const app = await start({ adapter });
    await app.fetch('GET', `${ITEMS}/7`);
    const seen = vi.fn((_request: unknown, _response: unknown, done: () => void) => done());
    (app.nest.getHttpAdapter() as ExpressAdapter).setOnRequestHook(seen as never);
    expect((await app.fetch('GET', `${ITEMS}/7`)).body).toEqual({ id: 7 });
    expect(seen).toHaveBeenCalledOnce();
  });

  test("A method gets the framework's request, with the path, the body and the headers", async () => {
    const app = await start({ adapter });
    const body = JSON.stringify({ title: 'Momo' });
    const sent = await app.fetch('POST', `${ITEMS}/7/raw?a=b`, { headers: JSON_TYPE, body });
    expect(sent.body).toEqual({
      url: `${ITEMS}/7/raw?a=b`,
      params: { id: '7' },
      body: { title: 'Momo' },
      type: 'application/json',
    });
    const got = await app.fetch('GET', `${ITEMS}/7/raw`);
    expect(got.body).toEqual({
      url: `${ITEMS}/7/raw`,
      params: { id: '7' },
      body: null,
      type: null,
    });
  });

  test.each([['with optimisations'], ['without']])(
    'A file, an empty response, a header that cannot be sent: %s',
    async (name) => {
      const app = await start({ adapter, rest: { optimize: name === 'with optimisations' } });
      const file = await app.fetch('GET', `${ITEMS}/file`);
      expect([file.status, file.text, file.headers['content-type']]).toEqual([
        200,
        'bytes',
        'text/plain',
      ]);
      const empty = await app.fetch('GET', `${ITEMS}/empty`);
      expect([empty.status, empty.text]).toEqual([200, '']);
      const broken = await app.fetch('GET', `${ITEMS}/broken`);
      expect([broken.status, broken.body]).toMatchObject([
        500,
        { code: 'framework_internal_error' },
      ]);
    },
  );

  test.each([true, false])(
    'HEAD of a file has the length of GET, once, and none where the file has none (optimize: %s)',
    async (optimize) => {
      const app = await start({ adapter, rest: { optimize } });
      for (const [path, length] of [
        ['file', ['5']],
        ['stream', []],
      ] as const) {
        const { status, lines } = await head(app, 'HEAD', `${ITEMS}/${path}`);
        expect([status, lines.get('content-length') ?? []]).toEqual([200, length]);
        expect(lines.get('content-type')).toEqual(['text/plain']);
      }
    },
  );

  test.each([true, false])(
    'A method that copies the headers of another response sends each of them once (optimize: %s)',
    async (optimize) => {
      const app = await start({ adapter, rest: { optimize } });
      for (const method of ['GET', 'HEAD']) {
        const { lines } = await head(app, method, `${ITEMS}/copied`);
        expect(lines.get('content-length')).toEqual(['8']);
        expect(lines.get('x-powered-by')).toEqual(['Other']);
      }
    },
  );

  test.each(['0', '00', '000'])('A length of %s is an empty body', async (length) => {
    const app = await start({ adapter });
    const headers = ['Content-Type: application/json', `Content-Length: ${length}`];
    const { status } = await sendRaw(portOf(app), {
      method: 'POST',
      target: `${ITEMS}/7/raw`,
      headers,
    });
    expect(status).toBe(200);
  });

  test('The function that finds the user may read the request of the framework', async () => {
    const user: RestModuleOptions['user'] = ({ raw }) => ({ id: (raw as Raw).url });
    const app = await start({ adapter, rest: { user } });
    const body = JSON.stringify({ title: 'Momo' });
    const sent = await app.fetch('PUT', `${ITEMS}/7`, { headers: JSON_TYPE, body });
    expect(sent.body).toEqual({ id: 7, title: 'Momo' });
  });

  test('A body that is too large, has a length that is no number, or no type is rejected as ever', async () => {
    const rest = { bodyLimit: 20 };
    const app = await start({ adapter, rest });
    const slow = await start({ adapter, rest: { ...rest, optimize: false } });
    for (const [headers, body] of [
      [JSON_TYPE, JSON.stringify({ title: 'a title that is too long' })],
      [{ 'content-type': 'text/csv' }, 'a,b'],
      [{ ...JSON_TYPE, 'content-encoding': 'br' }, '{}'],
      [JSON_TYPE, '{'],
    ] as const) {
      const one = await app.fetch('PUT', `${ITEMS}/7`, { headers, body });
      const other = await slow.fetch('PUT', `${ITEMS}/7`, { headers, body });
      expect([one.status, one.body]).toEqual([other.status, other.body]);
      expect(one.status).toBeGreaterThanOrEqual(400);
    }
  });
});

test("Fastify's tracing channel sees every request while it has a subscriber", async () => {
  const app = await start({ adapter: 'fastify' });
  const name = 'tracing:fastify.request.handler:start';
  await app.fetch('GET', `${ITEMS}/7`);
  const seen = vi.fn();
  subscribe(name, seen);
  try {
    await app.fetch('GET', `${ITEMS}/7`);
  } finally {
    unsubscribe(name, seen);
  }
  expect(seen).toHaveBeenCalledOnce();
});
