import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  Injectable,
  Module,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type INestApplication,
  type MiddlewareConsumer,
  type NestInterceptor,
  type NestModule,
} from '@nestjs/common';
import express from 'express';
import {
  Callback,
  HttpMethod,
  RestController,
  RestException,
  RestRequest,
  RestResponse,
  RestRoute,
  UploadedFile,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { tap } from 'rxjs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BOTH_ADAPTERS, startRoutes, type AdapterName } from '../support/application.js';
import { form } from '../support/form.js';
import { InterleavingClient, type InterleavedRequest } from './support/interleaved-requests.js';

/** The name of the user, from the header `x-user` of the request. */
const context = new AsyncLocalStorage<string>();
/** What the context was at each place that a request passes. */
const seen: [place: string, user: string | undefined][] = [];
const note = (place: string): void => void seen.push([place, context.getStore()]);

@Injectable()
class NotingInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    note('interceptor');
    return next.handle().pipe(tap(() => note('interceptor after')));
  }
}

const METHODS = [HttpMethod.Post, HttpMethod.Put, HttpMethod.Patch, HttpMethod.Delete] as const;

@RestController('v1', '/notes')
class NotesController {
  static mayWrite(): boolean {
    note('permission');
    return context.getStore() !== 'eve';
  }

  @RestRoute('', [HttpMethod.Get, ...METHODS], new Callback(NotesController.mayWrite), {
    batch: true,
  })
  @UseInterceptors(NotingInterceptor)
  async write(title = '', { method }: RestRequest) {
    note('method');
    await nextTurn();
    note('method after a wait');
    if (title === 'fail') throw new RestException('failed', 'It failed.', 500);
    const related = { embeddable: true };
    const response = new RestResponse({ method, length: title.length, user: context.getStore() });
    return response.link('related', '/acme/v1/notes?title=related', related);
  }

  // A path with POST reads such forms with POST only.
  @RestRoute('/POST', HttpMethod.Post, new Callback(NotesController.mayWrite))
  @RestRoute('/PUT', HttpMethod.Put, new Callback(NotesController.mayWrite))
  @RestRoute('/PATCH', HttpMethod.Patch, new Callback(NotesController.mayWrite))
  async upload(title: string, file: UploadedFile, { method }: RestRequest) {
    note('method');
    const bytes = await file.bytes();
    note('method after a wait');
    return { method, length: title.length + bytes.length, user: context.getStore() };
  }
}

const HOOKS: RestModuleOptions['hooks'] = {
  onMatched: () => note('onMatched'),
  onDenied: () => note('onDenied'),
  onInvalid: () => note('onInvalid'),
  onFailed: () => note('onFailed'),
  onResponse: () => note('onResponse'),
};

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Runs the rest of a request in the context of its user. */
const enter: Handler = ({ headers }, _response, next) =>
  context.run(String(headers['x-user']), next);

/** Enters the context of a request in middleware of Nest. */
@Module({})
class MiddlewareModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(enter).forRoutes('*');
  }
}

interface FastifyHooks {
  addHook(
    name: 'onRequest' | 'preParsing',
    hook: (request: { readonly raw: IncomingMessage }, reply: unknown, ...rest: unknown[]) => void,
  ): void;
}

/** What sets the context of a request. */
interface Entrance {
  readonly imports?: [typeof MiddlewareModule];
  readonly configure?: (app: INestApplication) => void;
  /** Serves the application within another one. */
  readonly serveWithin?: (app: INestApplication) => RequestListener;
}

const instanceOf = (app: INestApplication) => app.getHttpAdapter().getInstance() as unknown;

/** As instrumentations do. */
const AROUND_THE_EVENT: Entrance = {
  configure: (app) => {
    const server = app.getHttpServer() as Server;
    const emit = server.emit.bind(server) as (name: string, ...args: unknown[]) => boolean;
    server.emit = (name: string, ...args: unknown[]): boolean => {
      if (name !== 'request') return emit(name, ...args);
      const [{ headers }] = args as [IncomingMessage];
      return context.run(String(headers['x-user']), () => emit(name, ...args));
    };
  },
};

const ENTRANCES: Readonly<Record<AdapterName, Readonly<Record<string, Entrance>>>> = {
  express: {
    'around the event of the server': AROUND_THE_EVENT,
    'by middleware of Nest': { imports: [MiddlewareModule] },
    'by middleware of Express': { configure: (app) => void app.use(enter) },
    'around the application in another application': {
      serveWithin: (app) =>
        express()
          .use(enter)
          .use(instanceOf(app) as Handler),
    },
  },
  fastify: {
    'around the event of the server': AROUND_THE_EVENT,
    'by middleware of Nest': { imports: [MiddlewareModule] },
    'by a hook of Fastify': {
      configure: (app) =>
        (instanceOf(app) as FastifyHooks).addHook('onRequest', ({ raw }, _reply, done) => {
          context.run(String(raw.headers['x-user']), done as () => void);
        }),
    },
    'by a hook of Fastify before it reads a body': {
      configure: (app) =>
        (instanceOf(app) as FastifyHooks).addHook('preParsing', ({ raw }, _reply, _body, done) => {
          context.run(String(raw.headers['x-user']), done as () => void);
        }),
    },
    'around the application in another application': {
      serveWithin: (app) => {
        const { routing } = instanceOf(app) as { readonly routing: RequestListener };
        return (request, response) => enter(request, response, () => routing(request, response));
      },
    },
  },
};
const CASES = BOTH_ADAPTERS.flatMap((adapter) =>
  Object.entries(ENTRANCES[adapter]).map(([name, entrance]) => ({ adapter, name, entrance })),
);

const TITLE = 'x'.repeat(2000);
const JSON_TEXT = JSON.stringify({ title: TITLE });
const JSON_TYPE = { 'content-type': 'application/json' };
const WHOLE_FORM = form(
  { name: 'title', content: TITLE },
  { name: 'file', filename: 'a.txt', content: TITLE },
);

interface SentBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Of a body, in bytes. */
const LIMIT = 10_000;
const FORM = Buffer.from(`title=${TITLE}`);
const FILE = 'a form with a file';

const BODIES: Readonly<Record<string, SentBody>> = {
  JSON: { headers: JSON_TYPE, body: Buffer.from(JSON_TEXT) },
  'compressed JSON': {
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    body: gzipSync(JSON_TEXT),
  },
  'a form': {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: FORM,
  },
  'a form without a type': { headers: {}, body: FORM },
  [FILE]: WHOLE_FORM,
};

const NOTES = '/api/acme/v1/notes';
const USERS = ['ada', 'bob'] as const;

/** A request of a user; its body has one part, or several of about the same size. */
function requestOf(
  user: string,
  method: string,
  { headers, body }: SentBody,
  parts: number,
): InterleavedRequest {
  const size = Math.ceil(body.length / parts);
  const isChunked = headers['transfer-encoding'] === 'chunked';
  const length = isChunked ? {} : { 'content-length': body.length };
  return {
    method,
    path: body === WHOLE_FORM.body ? `${NOTES}/${method}` : NOTES,
    headers: { ...length, ...headers, 'x-user': user },
    parts: Array.from({ length: parts }, (_, at) => body.subarray(at * size, (at + 1) * size)),
  };
}

/** What the method says of the content that it got. */
function lengthOf(kind: string, method: string): number {
  if (kind === FILE) return 2 * TITLE.length;
  // As in WordPress, POST reads nothing without a type.
  return kind === 'a form without a type' && method === 'POST' ? 0 : TITLE.length;
}

function withoutBody(user: string, method: string, target: string): InterleavedRequest {
  return { method, path: `${NOTES}${target}`, headers: { 'x-user': user }, parts: [] };
}

/** The places that the requests of each user have passed, in that order. */
function placesOf(user: string | undefined): readonly string[] {
  return seen.filter(([, found]) => found === user).map(([place]) => place);
}

function expectPlaces(places: readonly string[], users: readonly string[] = USERS): void {
  expect(placesOf(undefined)).toEqual([]);
  for (const user of users) expect(placesOf(user)).toEqual(places);
}

const BEFORE = ['onMatched', 'user', 'permission'];
const METHOD = ['method', 'method after a wait'];
const INTERCEPTED = ['interceptor', ...METHOD, 'interceptor after'];

describe.each(CASES)('the asynchronous context set $name on $adapter', ({ adapter, entrance }) => {
  let client: InterleavingClient;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const { imports = [], configure, serveWithin } = entrance;
    const app = await startRoutes([NotesController], {
      adapter,
      imports,
      ...(configure === undefined ? {} : { configure }),
      bodyLimit: LIMIT,
      rest: {
        batch: true,
        hooks: HOOKS,
        user: () => {
          note('user');
          return { name: context.getStore() };
        },
      },
    });
    const inner = app.nest.getHttpServer() as Server;
    const server = serveWithin === undefined ? inner : createServer(serveWithin(app.nest));
    if (server !== inner) await once(server.listen(0, '127.0.0.1'), 'listening');
    client = new InterleavingClient(server, (server.address() as AddressInfo).port);
    close = async () => {
      client.close();
      if (server !== inner) server.close();
      await app.close();
    };
  });
  beforeEach(() => void seen.splice(0));
  afterAll(() => close());

  // Fastify does not decompress.
  const kinds = Object.keys(BODIES).filter(
    (kind) => adapter === 'express' || kind !== 'compressed JSON',
  );
  test.each(kinds.flatMap((kind) => [1, 3].map((parts) => ({ kind, parts }))))(
    'reaches everything that handles a request with $kind in $parts parts',
    async ({ kind, parts }) => {
      const body = BODIES[kind];
      if (body === undefined) throw new Error(`There is no body ${kind}.`);
      for (const method of kind === FILE ? METHODS.slice(0, -1) : METHODS) {
        seen.splice(0);
        const requests = USERS.map((user) => requestOf(user, method, body, parts));
        expect(await client.send(requests)).toMatchObject(
          USERS.map((user) => ({ method, length: lengthOf(kind, method), user })),
        );
        const handled = kind === FILE ? METHOD : INTERCEPTED;
        expectPlaces([...BEFORE, ...handled, 'onResponse']);
      }
    },
  );

  test.each(['GET', 'DELETE'])(
    'reaches everything that handles %s without a body',
    async (method) => {
      const requests = USERS.map((user) => withoutBody(user, method, '?title=abc'));
      expect(await client.send(requests)).toMatchObject(
        USERS.map((user) => ({ method, length: 3, user })),
      );
      expectPlaces([...BEFORE, ...INTERCEPTED, 'onResponse']);
    },
  );

  test.each([1, 3])('reaches the hooks of rejected requests, in %i parts', async (parts) => {
    const send = (body: string | Buffer, headers = {}) => {
      seen.splice(0);
      const sent = { headers: { ...JSON_TYPE, ...headers }, body: Buffer.from(body) };
      return client.send(USERS.map((user) => requestOf(user, 'POST', sent, parts)));
    };
    const both = (code: string) => USERS.map(() => ({ code }));
    // The permission decides `Allow`.
    const rejected = ['onMatched', 'user', 'permission', 'onInvalid', 'onResponse'];
    expect(await send('{"title":')).toMatchObject(both('rest_invalid_json'));
    expectPlaces(rejected);
    const compressed = { 'content-encoding': 'gzip' };
    // Fastify does not decompress.
    const unread = adapter === 'express' ? 'rest_invalid_body' : 'rest_invalid_json';
    expect(await send('no gzip', compressed)).toMatchObject(both(unread));
    expectPlaces(rejected);
    // Of three parts, only the last one exceeds the limit: nothing is sent to a closed connection.
    const tooLarge = await send('x'.repeat(LIMIT + 1), { 'transfer-encoding': 'chunked' });
    expect(tooLarge).toMatchObject(both('rest_content_too_large'));
    expectPlaces(rejected.filter((place) => place !== 'onInvalid'));
    expect(await send('{"title":"fail"}')).toMatchObject(both('failed'));
    const failing = INTERCEPTED.slice(0, -1);
    expectPlaces([...BEFORE, ...failing, 'onFailed', 'onResponse']);
  });

  test('reaches what is embedded', async () => {
    const requests = USERS.map((user) => withoutBody(user, 'GET', '?_embed=1'));
    expect(await client.send(requests)).toMatchObject(
      USERS.map((user) => ({ user, _embedded: { related: [{ user, length: 7 }] } })),
    );
    const once = [...BEFORE, ...INTERCEPTED];
    expectPlaces([...once, ...once, 'onResponse', 'onResponse']);
  });

  test.each([1, 3])('reaches each request of a batch, in %i parts', async (parts) => {
    const inner = { path: '/acme/v1/notes', method: 'PUT', body: { title: TITLE } };
    const body = Buffer.from(JSON.stringify({ requests: [inner, inner] }));
    const requests = USERS.map((user) => ({
      ...requestOf(user, 'POST', { headers: JSON_TYPE, body }, parts),
      path: '/api/batch/v1',
    }));
    expect(await client.send(requests)).toMatchObject(
      USERS.map((user) => ({ responses: [{ body: { user } }, { body: { user } }] })),
    );
    expect(placesOf(undefined)).toEqual([]);
    for (const user of USERS) {
      expect(placesOf(user).filter((place) => place === 'permission').length).toBe(2);
      expect(placesOf(user).filter((place) => place === 'method after a wait').length).toBe(2);
    }
  });
});
