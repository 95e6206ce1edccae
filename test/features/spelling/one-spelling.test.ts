import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { ExpressAdapter, NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { RestModule, type RestModuleOptions } from 'nestjs-rest-routes';
import dns, { lookup } from 'node:dns';
import { once } from 'node:events';
import {
  request,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import express from 'express';
import { form } from '../../support/form.js';
import {
  ADAPTERS,
  sendRequest,
  startRoutes,
  type AdapterName,
  type RoutesOptions,
  type TestApplication,
} from '../../support/application.js';
import { deferred } from '../../support/deferred.js';
import { getJson, ITEMS as EXPRESS_ITEMS, startExpress } from '../../support/express-server.js';
import { until } from '../../support/until.js';
import {
  gatedAdapter,
  ItemsController,
  OddController,
  NotingModule,
  PlainController,
  seen,
} from './support/one-pass-application.js';

const ITEMS = '/api/acme/v1/items';
const JSON_TYPE = { 'content-type': 'application/json' };
const LAMP = '{"title":"Lamp"}';
const bare = 'It counts who sees a request';

type Options = Partial<RoutesOptions>;

async function withItems(
  adapter: RoutesOptions['adapter'],
  options: Options,
  run: (app: TestApplication) => Promise<void>,
): Promise<void> {
  const controllers = [PlainController];
  const app = await startRoutes([ItemsController], { adapter, bare, controllers, ...options });
  try {
    await run(app);
  } finally {
    await app.close();
  }
}

const put = (app: TestApplication, path = `${ITEMS}/a`, headers: Record<string, string> = {}) =>
  app.fetch('PUT', path, { headers: { ...JSON_TYPE, ...headers }, body: LAMP });

/** The same PUT, sent as a POST with an override. */
const overridden = (app: TestApplication, path = `${ITEMS}/a`) =>
  app.fetch('POST', `${path}?_method=PUT`, { headers: JSON_TYPE, body: LAMP });

const withoutQuery = (lines: readonly string[]) => lines.map((line) => line.replace(/\?.*/, ''));

/** What has seen the requests of a function. */
async function seenBy(send: () => Promise<unknown>): Promise<readonly string[]> {
  seen.length = 0;
  await send();
  // The log is written when a response has been sent.
  await until(() => seen.some((line) => line.startsWith('log')));
  return withoutQuery(seen);
}

const middlewareOf = (nest: INestApplication, middleware: unknown): void =>
  void nest.use(middleware as never);

beforeEach(() => {
  seen.length = 0;
});

describe.each(ADAPTERS)('on %s', (adapter) => {
  const isFastify = adapter === 'fastify';

  test('a gate, middleware, hooks, guards, interceptors and the log see a request with an override as the PUT that it states, once', async () => {
    await withItems(gatedAdapter(adapter), { imports: [NotingModule] }, async (app) => {
      const direct = await seenBy(() => put(app));
      expect(direct.map((line) => line.split(' ')[0])).toEqual([
        'gate',
        'middleware',
        'middleware',
        ...(isFastify ? ['preHandler'] : []),
        'guard',
        'interceptor',
        'log',
      ]);
      expect(await seenBy(() => overridden(app))).toEqual(direct);
      const header = { ...JSON_TYPE, 'x-http-method-override': 'put' };
      const byHeader = () => app.fetch('POST', `${ITEMS}/a`, { headers: header, body: LAMP });
      expect(await seenBy(byHeader)).toEqual(direct);
    });
  });

  test('they see a path with a slash at its end once', async () => {
    await withItems(gatedAdapter(adapter), { imports: [NotingModule] }, async (app) => {
      const direct = await seenBy(() => app.fetch('GET', `${ITEMS}/a`));
      const slash = await seenBy(() => app.fetch('GET', `${ITEMS}/a/?b=1`));
      // Express and its middleware ignore the slash.
      const canonical = isFastify ? slash : slash.map((line) => line.replace(/\/$/, ''));
      expect(canonical).toEqual(direct);
    });
  });

  test('a value in AsyncLocalStorage is that of the one request', async () => {
    await withItems(gatedAdapter(adapter), {}, async (app) => {
      expect((await overridden(app)).body).toMatchObject({ method: 'PUT', runs: ['PUT'] });
      expect((await app.fetch('GET', `${ITEMS}/a/`)).body).toMatchObject({ runs: ['GET'] });
    });
  });

  test('a user that middleware has set for a POST is not the caller of the DELETE that this POST states', async () => {
    const kiosk = { capabilities: ['remove_items'] };
    const configure = (nest: INestApplication): void => {
      if (!isFastify) {
        middlewareOf(nest, (message: { method: string }, _response: unknown, next: () => void) => {
          if (message.method === 'POST') Object.assign(message, { user: kiosk });
          next();
        });
        return;
      }
      const fastify = (nest as NestFastifyApplication).getHttpAdapter().getInstance();
      fastify.addHook('onRequest', (one, _reply, done) => {
        if (one.method === 'POST') Object.assign(one, { user: kiosk });
        done();
      });
    };
    await withItems(adapter, { configure }, async (app) => {
      for (const [method, path, headers] of [
        ['DELETE', `${ITEMS}/a`, {}],
        ['POST', `${ITEMS}/a?_method=DELETE`, {}],
        ['POST', `${ITEMS}/a`, { 'x-http-method-override': 'DELETE' }],
        ['POST', `${ITEMS}/a/?_method=DELETE`, {}],
      ] as const) {
        expect((await app.fetch(method, path, { headers })).status).toBe(401);
      }
    });
  });

  test('a rate limiter counts a request with an override, or with a slash at its end, once', async () => {
    const imports = [ThrottlerModule.forRoot([{ ttl: 60_000, limit: 3 }])];
    const app = await startRoutes(
      [ItemsController, { provide: APP_GUARD, useClass: ThrottlerGuard }],
      { adapter, bare, imports },
    );
    try {
      const left = async (method: string, path: string) => {
        const { status, headers } = await app.fetch(method, path, {
          headers: JSON_TYPE,
          ...(method === 'POST' && { body: LAMP }),
        });
        return [status, headers['x-ratelimit-remaining']];
      };
      expect(await left('POST', `${ITEMS}/a?_method=PUT`)).toEqual([200, '2']);
      expect(await left('POST', `${ITEMS}/a/?_method=PUT`)).toEqual([200, '1']);
    } finally {
      await app.close();
    }
  });

  test('a tracer that wraps the server has one span, with the method and the URL as they were sent', async () => {
    const exporter = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    });
    const configure = (nest: INestApplication): void =>
      traceRequests(nest.getHttpServer() as Server, provider);
    await withItems(adapter, { configure }, async (app) => {
      expect((await overridden(app)).status).toBe(200);
      expect((await app.fetch('GET', `${ITEMS}/a/`)).status).toBe(200);
      await until(() => exporter.getFinishedSpans().length >= 2);
      expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual([
        `POST ${ITEMS}/a?_method=PUT`,
        `GET ${ITEMS}/a/`,
      ]);
    });
  });

  test('a double-submit check of CSRF tokens sees the PUT once, and rejects it without a token', async () => {
    let checks = 0;
    const check = (
      { method = '', headers }: IncomingMessage,
      response: ServerResponse,
      next: () => void,
    ) => {
      if (method === 'GET') return next();
      checks++;
      const [, cookie] = /csrf=(\w+)/.exec(headers.cookie ?? '') ?? [];
      if (cookie !== undefined && cookie === headers['x-csrf-token']) return next();
      response.statusCode = 403;
      response.end('{"code":"csrf"}');
    };
    await withItems(adapter, { configure: (nest) => middlewareOf(nest, check) }, async (app) => {
      const send = (headers: Record<string, string>) =>
        app.fetch('POST', `${ITEMS}/a?_method=PUT`, {
          headers: { ...JSON_TYPE, ...headers },
          body: LAMP,
        });
      expect((await send({})).body).toEqual({ code: 'csrf' });
      const token = { cookie: 'csrf=abc', 'x-csrf-token': 'abc' };
      expect((await send(token)).body).toMatchObject({ title: 'Lamp', method: 'PUT' });
      expect(checks).toBe(2);
    });
  });

  test('a body that middleware reads by its events is that of a direct request', async () => {
    const bodies: string[] = [];
    const configure = (nest: INestApplication): void =>
      readByEvents(nest, (text) => bodies.push(text));
    await withItems(adapter, { configure, create: { bodyParser: false } }, async (app) => {
      const direct = await put(app);
      expect([direct.status, direct.body]).toMatchObject([200, { title: 'Lamp' }]);
      expect((await overridden(app)).body).toEqual(direct.body);
      expect((await overridden(app, `${ITEMS}/a/`)).body).toEqual(direct.body);
      expect(bodies).toEqual([LAMP, LAMP, LAMP]);
    });
  });

  test('a plain controller beside the routes gets its requests as they were sent', async () => {
    await withItems(gatedAdapter(adapter), { imports: [NotingModule] }, async (app) => {
      const plain = '/api/acme/v1/plain/a?_method=PUT';
      expect((await app.fetch('POST', plain)).body).toEqual({ plain: 'POST' });
      expect(seen[0]).toBe(`gate POST ${plain}`);
    });
  });

  test.each([
    ['a text around a placeholder', 'v7', 'v:number'],
    ['two placeholders in a segment', 'a-b', ':from-:to'],
    ['a wildcard', 'wild/a/b', 'wild/*'],
    ['a handler of all methods', 'all', 'all'],
  ])('%s of a plain controller keeps its requests', async (_name, path) => {
    const controllers = [OddController];
    await withItems(adapter, { controllers }, async (app) => {
      const send = (target: string) => app.fetch('POST', `${ITEMS}/${target}?_method=DELETE`);
      expect((await send(path)).body).toEqual({ odd: 'POST' });
      // Paths that are no more than similar belong to the route, which has a permission.
      for (const other of ['v', 'ab', 'allowed']) expect((await send(other)).status).toBe(401);
    });
  });

  test("with `prefix: ''`, requests to other paths stay as they were sent", async () => {
    const rest: RestModuleOptions = { prefix: '', namespace: 'acme' };
    await withItems(gatedAdapter(adapter), { rest }, async (app) => {
      const items = '/acme/v1/items/a';
      expect((await overridden(app, items)).body).toMatchObject({ method: 'PUT' });
      for (const path of ['/api/acme/v1/plain/a?_method=PUT', '/elsewhere/?_method=PUT']) {
        seen.length = 0;
        await app.fetch('POST', path);
        expect(seen[0]).toBe(`gate POST ${path}`);
      }
    });
  });

  test('a URL that the application makes itself has a route in the spelling of the route only', async () => {
    const rewrite = (url = ''): string => url.replace('/old/', `${ITEMS}/`);
    const rewritten = isFastify
      ? new FastifyAdapter({ rewriteUrl: ({ url }: IncomingMessage) => rewrite(url) })
      : adapter;
    const configure = (nest: INestApplication): void => {
      if (isFastify) return;
      middlewareOf(nest, (message: IncomingMessage, _response: unknown, next: () => void) => {
        message.url = rewrite(message.url);
        next();
      });
    };
    await withItems(rewritten, { configure }, async (app) => {
      expect((await put(app, '/old/a')).status).toBe(200);
      expect((await overridden(app, '/old/a')).status).toBe(404);
      // Express and its middleware ignore a slash at the end.
      expect((await app.fetch('GET', '/old/a/')).status).toBe(isFastify ? 404 : 200);
    });
  });

  test.each([{ methodOverride: false }, { style: 'nest' as const }])(
    'with %j, no listener is added, and requests stay as they were sent',
    async (rest) => {
      const other = await startRoutes([ItemsController], { adapter, bare });
      const listeners = (app: TestApplication): number =>
        (app.nest.getHttpServer() as Server).listenerCount('request');
      await withItems(adapter, { rest }, async (app) => {
        expect([listeners(app), listeners(other)]).toEqual([1, 2]);
        await other.close();
        const headers = { 'x-http-method-override': 'PUT' };
        const { body } = await app.fetch('POST', `${ITEMS}/a`, { headers });
        expect(body).toMatchObject({ posted: 'a' });
        // On Fastify, a plain controller does not have that path either.
        const slash = isFastify ? 404 : 200;
        expect((await app.fetch('GET', `${ITEMS}/a/`)).status).toBe(slash);
      });
    },
  );

  test('a listener that the application adds in front before its modules are initialized sees the canonical spelling, a later one what was sent', async () => {
    const lines: string[] = [];
    const listen = (name: string, nest: INestApplication): void =>
      void (nest.getHttpServer() as Server).prependListener(
        'request',
        ({ method = '', url = '' }) => {
          lines.push(`${name} ${method} ${url}`);
        },
      );
    await withItems(adapter, { configure: (nest) => listen('before', nest) }, async (app) => {
      listen('after', app.nest);
      expect((await app.fetch('GET', `${ITEMS}/a/`)).status).toBe(200);
      expect((await overridden(app)).status).toBe(200);
      const get = isFastify ? `${ITEMS}/a` : `${ITEMS}/a/`;
      expect(lines).toEqual([
        `after GET ${ITEMS}/a/`,
        `before GET ${get}`,
        `after POST ${ITEMS}/a?_method=PUT`,
        `before PUT ${ITEMS}/a?_method=PUT`,
      ]);
    });
  });

  test('a server library that takes over all listeners, as Socket.IO does, passes requests on in their canonical spelling', async () => {
    await withItems(adapter, {}, async (app) => {
      const server = app.nest.getHttpServer() as Server;
      const previous = server.listeners('request') as RequestListener[];
      server.removeAllListeners('request');
      server.on('request', (message, response) => {
        for (const listener of previous) Reflect.apply(listener, server, [message, response]);
      });
      expect((await overridden(app)).body).toMatchObject({ method: 'PUT' });
      expect((await app.fetch('GET', `${ITEMS}/a/`)).status).toBe(200);
    });
  });

  test.each(['none', 'emits the request'])(
    'a client that waits for "100 Continue" is served, with an own listener of `checkContinue`: %s',
    async (own) => {
      await withItems(adapter, {}, async (app) => {
        const server = app.nest.getHttpServer() as Server;
        if (own !== 'none') {
          server.on('checkContinue', (message: IncomingMessage, response: ServerResponse) => {
            response.writeContinue();
            server.emit('request', message, response);
          });
        }
        const headers = {
          ...JSON_TYPE,
          expect: '100-continue',
          'content-length': String(LAMP.length),
        };
        const sent = request(`${app.url}${ITEMS}/a/?_method=PUT`, { method: 'POST', headers });
        await once(
          sent.on('continue', () => sent.end(LAMP)),
          'continue',
        );
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        const body = JSON.parse((await buffer(response)).toString()) as unknown;
        expect([response.statusCode, body]).toMatchObject([200, { title: 'Lamp', method: 'PUT' }]);
      });
    },
  );

  test('requests under way when the application closes are served in each spelling', async () => {
    const gate = deferred<void>();
    let waiting = 0;
    const wait = (_message: unknown, _response: unknown, next: () => void): void => {
      waiting++;
      void gate.promise.then(next);
    };
    const options = { configure: (nest: INestApplication) => middlewareOf(nest, wait) };
    await withItems(adapter, options, async (app) => {
      const json = { headers: { 'content-type': 'application/vnd.api+json' }, body: LAMP };
      const responses = Array.from({ length: 25 }, () => [
        overridden(app),
        app.fetch('GET', `${ITEMS}/a/`),
        app.fetch('PUT', `${ITEMS}/a`, json),
        app.fetch('POST', `${ITEMS}/a/?_method=PUT`, json),
      ]).flat();
      await until(() => waiting === responses.length);
      const closed = app.nest.close();
      await until(() => !(app.nest.getHttpServer() as Server).listening);
      gate.resolve();
      const statuses = await Promise.all(responses.map(async (one) => (await one).status));
      expect(new Set(statuses)).toEqual(new Set([200]));
      await closed;
    });
  });
});

/** The span of each request, as the instrumentation of HTTP makes it: around `emit` of the server. */
function traceRequests(server: Server, provider: BasicTracerProvider): void {
  const tracer = provider.getTracer('http');
  const emit = server.emit.bind(server);
  server.emit = (name: string, ...args: unknown[]): boolean => {
    if (name !== 'request') return emit(name, ...args);
    const [{ method, url }, response] = args as [IncomingMessage, ServerResponse];
    const span = tracer.startSpan(`${method} ${url}`);
    response.on('close', () => span.end());
    return emit(name, ...args);
  };
}

/** Reads bodies by events: on Express in place of a parser, on Fastify in a hook that passes them on. */
function readByEvents(nest: INestApplication, read: (text: string) => void): void {
  const collect = (stream: Readable, done: (text: string) => void): void => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      if (text !== '') read(text);
      done(text);
    });
  };
  if (nest.getHttpAdapter().getType() === 'express') {
    middlewareOf(nest, (message: IncomingMessage, _response: unknown, next: () => void) =>
      collect(message, (text) => {
        Object.assign(message, { body: JSON.parse(text || 'null') ?? undefined });
        next();
      }),
    );
    return;
  }
  const fastify = (nest as NestFastifyApplication).getHttpAdapter().getInstance();
  fastify.addHook('preParsing', (_request, _reply, payload, done) =>
    collect(payload as Readable, (text) => done(null, new PassThrough().end(text))),
  );
}

/** The packages have no types here. */
const load = createRequire(import.meta.url);
const multer = load('multer') as () => { any(): unknown };
const busboy = load('busboy') as (options: object) => NodeJS.WritableStream;

describe('middleware of Express that reads forms', () => {
  const body = form(
    { name: 'title', content: 'Lamp' },
    { name: 'cover', filename: 'a.txt', type: 'text/plain', content: 'bytes' },
  );

  test.each([
    ['multer().any()', multer().any()],
    ['middleware with busboy, as express-fileupload', uploadsOf],
  ])(
    '%s reads the form of a POST with an override as that of a direct PUT',
    async (_name, middleware) => {
      await withItems(
        'express',
        { configure: (nest) => middlewareOf(nest, middleware) },
        async (app) => {
          const direct = await app.fetch('PUT', `${ITEMS}/a`, body);
          expect([direct.status, direct.body]).toMatchObject([200, { title: 'Lamp' }]);
          const sent = await app.fetch('POST', `${ITEMS}/a?_method=PUT`, body);
          expect([sent.status, sent.body]).toEqual([200, direct.body]);
        },
      );
    },
  );
});

/** Pipes a form to its parser, and sets `body` and `files`. */
function uploadsOf(message: IncomingMessage, _response: unknown, next: () => void): void {
  if (!message.headers['content-type']?.startsWith('multipart/form-data')) return next();
  const fields: Record<string, unknown> = {};
  const parser = busboy({ headers: message.headers });
  parser.on('field', (name: string, value: unknown) => (fields[name] = value));
  parser.on('file', (_name: string, file: Readable) => file.resume());
  parser.on('close', () => {
    Object.assign(message, { body: fields, files: {} });
    next();
  });
  message.pipe(parser);
}

describe('several servers of one application', () => {
  const create = async (
    adapter: FastifyAdapter | ExpressAdapter,
    options: NestApplicationOptions = {},
  ): Promise<INestApplication> =>
    NestFactory.create(
      {
        module: class AppModule {},
        imports: [RestModule.forRoot({ namespace: 'acme' })],
        providers: [ItemsController],
      },
      adapter,
      { logger: false, ...options },
    );

  test('all servers that Fastify opens for localhost give requests their canonical spelling', async () => {
    const nest = (await create(new FastifyAdapter())) as NestFastifyApplication;
    const found = await promisify(lookup)('localhost', { all: true });
    vi.spyOn(dns, 'lookup').mockImplementation((...args: unknown[]) => {
      const [host, options, done] = args;
      // Node looks up the address of each server too.
      if (
        host !== 'localhost' ||
        typeof done !== 'function' ||
        !Object.hasOwn(options as object, 'all')
      ) {
        return Reflect.apply(lookup, dns, args) as void;
      }
      done(null, [...found, { address: '127.0.0.2', family: 4 }]);
    });
    await nest.listen(0);
    vi.restoreAllMocks();
    try {
      const addresses = nest.getHttpAdapter().getInstance().addresses() as readonly AddressInfo[];
      expect(addresses.length).toBeGreaterThan(1);
      for (const { address, port } of addresses) {
        const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}${ITEMS}`;
        const sent = await fetch(`${url}/a/?_method=PUT`, {
          method: 'POST',
          headers: JSON_TYPE,
          body: LAMP,
        });
        expect(await sent.json()).toMatchObject({ slug: 'a', method: 'PUT' });
        expect((await fetch(`${url}/a/`)).status).toBe(200);
      }
    } finally {
      await nest.close();
    }
  });

  test.each(['express', 'fastify'] as const)(
    'on %s, `forceCloseConnections` and `listen` without a host change nothing',
    async (name: AdapterName) => {
      const adapter = gatedAdapter(name);
      const nest = (await create(adapter, {
        forceCloseConnections: true,
      })) as NestExpressApplication;
      await nest.listen(0);
      try {
        const { port } = nest.getHttpServer().address() as AddressInfo;
        const sent = await sendRequest(port, 'POST', `${ITEMS}/a?_method=PUT`, {
          headers: JSON_TYPE,
          body: LAMP,
        });
        expect(sent.body).toMatchObject({ method: 'PUT', runs: ['PUT'] });
      } finally {
        await nest.close();
      }
    },
  );
});

test('an application whose Express prototypes are frozen starts and serves', async () => {
  const instance = express();
  Object.freeze(instance.request);
  Object.freeze(instance.response);
  const { url } = await startExpress(instance);
  expect(await getJson(url + EXPRESS_ITEMS)).toEqual([200, [1, 2]]);
});
