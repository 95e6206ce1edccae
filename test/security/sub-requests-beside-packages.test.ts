import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyHelmet from '@fastify/helmet';
import fastifySession from '@fastify/session';
import type { INestApplication } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import compression from 'compression';
import express from 'express';
import session from 'express-session';
import helmet from 'helmet';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type RoutesOptions,
  type TestApplication,
} from '../support/application.js';
import { selfSigned, sendTo, type AnyResponse } from './support/any-client.js';

// Without the usual parts: the tests add helmet and CORS themselves.

interface Told {
  readonly protocol?: string;
  readonly secure?: boolean;
  readonly ip?: string;
  readonly host?: string;
  readonly baseUrl?: string;
  readonly session?: { visits?: number };
  readonly headers: IncomingMessage['headers'];
  readonly socket: object;
}

@RestController('v1', '/b')
class ItemsController {
  @RestRoute('/seen/{name}', [HttpMethod.Get, HttpMethod.Post], new PublicAccess(), { batch: true })
  seen(name: string, request: RestRequest): object {
    const told = request.raw as unknown as Told;
    const { protocol, secure, ip, host, baseUrl, socket } = told;
    const encrypted: unknown = Reflect.get(socket, 'encrypted');
    // HTTP/2 states it under another name.
    const stated = told.headers.host ?? told.headers[':authority'];
    return {
      name,
      text: 'x'.repeat(2000),
      told: { protocol, secure, ip, host, baseUrl, encrypted, stated },
    };
  }

  @RestRoute('/visit/{name}', [HttpMethod.Get, HttpMethod.Post], new PublicAccess(), {
    batch: true,
  })
  visit(name: string, request: RestRequest): object {
    const { session: own } = request.raw as unknown as Told;
    if (own !== undefined) own.visits = (own.visits ?? 0) + 1;
    return { name, visits: own?.visits };
  }

  @RestRoute('/links/{kind}', HttpMethod.Get, new PublicAccess())
  links(kind: string): RestResponse<object> {
    return ['a', 'b', 'c'].reduce(
      (response, name) => response.link('to', `/acme/v1/b/${kind}/${name}`, { embeddable: true }),
      new RestResponse({ kind, text: 'x'.repeat(2000) }),
    );
  }
}

type Next = () => void;
type Headers = Readonly<Record<string, string>>;
type Item = { readonly status: number; readonly body: unknown; readonly headers: Headers };

interface Caller {
  direct(kind: string, headers?: Headers): Promise<AnyResponse>;
  batch(kind: string, headers?: Headers): Promise<AnyResponse & { readonly items: Item[] }>;
  embed(kind: string, headers?: Headers): Promise<AnyResponse & { readonly items: unknown[] }>;
}

/** The same three resources, by a batch and by `_embed`. */
function callerOf(origin: string, isHttp2 = false): Caller {
  const get = (path: string, headers: Headers) =>
    sendTo(origin, { method: 'GET', path, headers, body: undefined }, isHttp2);
  return {
    direct: (kind, headers = {}) => get(`/api/acme/v1/b/${kind}/a`, headers),
    async batch(kind, headers = {}) {
      const requests = ['a', 'b', 'c'].map((name) => ({ path: `/acme/v1/b/${kind}/${name}` }));
      const body = JSON.stringify({ requests });
      const all = { ...headers, 'content-type': 'application/json' };
      const path = '/api/batch/v1';
      const response = await sendTo(origin, { method: 'POST', path, headers: all, body }, isHttp2);
      return { ...response, items: (response.body as { responses: Item[] }).responses };
    },
    async embed(kind, headers = {}) {
      const response = await get(`/api/acme/v1/b/links/${kind}?_embed`, headers);
      const { _embedded: found } = response.body as { _embedded?: { to: unknown[] } };
      return { ...response, items: found?.to ?? [] };
    },
  };
}

/** Every item is the response of a direct request, whatever its name is. */
async function expectAsDirect(caller: Caller, headers: Headers = {}): Promise<AnyResponse[]> {
  const direct = await caller.direct('seen', headers);
  expect(direct).toMatchObject({ status: 200, body: { name: 'a' } });
  const expected = ['a', 'b', 'c'].map((name) => ({ ...(direct.body as object), name }));
  const batch = await caller.batch('seen', headers);
  expect(batch.items).toMatchObject(expected.map((body) => ({ status: 200, body })));
  const embed = await caller.embed('seen', headers);
  expect(embed.items).toEqual(expected);
  return [direct, batch, embed];
}

const { key, cert } = selfSigned();
/** Middleware that encodes what asks for no encoding. Of what it claims, nothing is decoded. */
function forceEncoding({ url = '' }: IncomingMessage, response: ServerResponse, next: Next): void {
  const [, coding] = /\/(gzip|deflate|br|zstd)\//.exec(url) ?? [];
  if (coding === undefined) return next();
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding });
  response.end(gzipSync('{"name":"encoded"}'));
}

describe.each(ADAPTERS)('sub-requests beside packages on %s', (adapter) => {
  let app: TestApplication | undefined;
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  type Configure = (nest: INestApplication, fastify: NestFastifyApplication) => unknown;
  const start = async (
    configure: Configure,
    options: Partial<RoutesOptions> = {},
    providers: Parameters<typeof startRoutes>[0] = [],
  ): Promise<Caller> => {
    app = await startRoutes([ItemsController, ...providers], {
      adapter,
      rest: { batch: true },
      ...options,
      configure: async (nest) => {
        await configure(nest, nest as NestFastifyApplication);
      },
    });
    return callerOf(app.url);
  };

  test('compression applies to the whole response, not to the responses within it', async () => {
    const caller = await start((nest, fastify) =>
      adapter === 'express' ? nest.use(compression()) : fastify.register(fastifyCompress),
    );
    for (const { headers } of await expectAsDirect(caller, { 'accept-encoding': 'gzip' })) {
      expect(headers['content-encoding']).toBe('gzip');
    }
    for (const { headers } of await expectAsDirect(caller)) {
      expect(headers['content-encoding']).toBeUndefined();
    }
  });

  test('helmet and CORS set their headers on the whole response, and reject no sub-request', async () => {
    const caller = await start(async (nest, fastify) => {
      if (adapter === 'express') nest.use(helmet());
      else await fastify.register(fastifyHelmet);
      nest.enableCors({ origin: 'https://app.example', credentials: true });
    });
    const origin = { origin: 'https://app.example' };
    for (const { headers } of await expectAsDirect(caller, origin)) {
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['access-control-allow-origin']).toBe('https://app.example');
      expect(headers['access-control-allow-credentials']).toBe('true');
    }
  });

  test('the sub-requests of a caller with a session read the session, and their changes are saved if resave and rolling are off', async () => {
    const secret = 'a secret that has thirty-two characters';
    const caller = await start(async (nest, fastify) => {
      if (adapter === 'express') {
        nest.use(session({ secret, resave: false, saveUninitialized: false }));
        return;
      }
      await fastify.register(fastifyCookie);
      await fastify.register(fastifySession, {
        secret,
        saveUninitialized: false,
        rolling: false, // otherwise the batch, which ends last, saves what it has read first
        cookie: { secure: false },
      });
    });
    const first = await caller.direct('visit');
    const [set = ''] = first.headers['set-cookie'] ?? [];
    const caller1 = { cookie: set.split(';', 1)[0] ?? '' };
    expect(first.body).toEqual({ name: 'a', visits: 1 });
    const visits = (from: number) => [from, from + 1, from + 2].map((count) => ({ visits: count }));
    const batch = await caller.batch('visit', caller1);
    expect(batch.items.map(({ body }) => body)).toMatchObject(visits(2));
    expect((await caller.direct('visit', caller1)).body).toMatchObject({ visits: 5 });
    const embed = await caller.embed('visit', caller1);
    expect(embed.items).toMatchObject(visits(6));
    const names = (headers: AnyResponse['headers']) =>
      (headers['set-cookie'] ?? []).map((line) => line.split('=', 1)[0]);
    const again = names((await caller.direct('visit', caller1)).headers);
    expect([names(batch.headers), names(embed.headers)]).toEqual([again, again]);
    expect(names((await caller.batch('visit')).headers)).toEqual(names(first.headers));
  });

  test('ThrottlerGuard counts the sub-requests of a batch and of _embed', async () => {
    const throttled = () =>
      start(() => undefined, { imports: [ThrottlerModule.forRoot([{ ttl: 60_000, limit: 2 }])] }, [
        { provide: APP_GUARD, useClass: ThrottlerGuard },
      ]);
    const batch = await (await throttled()).batch('seen');
    expect(batch.items.map(({ status }) => status)).toEqual([200, 200, 429]);
    await app?.close();
    const embed = await (await throttled()).embed('seen');
    expect(embed.items).toMatchObject([
      { name: 'a' },
      { name: 'b' },
      { code: 'rest_too_many_requests', data: { status: 429 } },
    ]);
  });

  test('if the connection of the caller is encrypted, so are its sub-requests', async () => {
    const https = { key, cert };
    await start(
      () => undefined,
      adapter === 'express'
        ? { create: { httpsOptions: https } }
        : { adapter: new FastifyAdapter({ https }) },
    );
    const caller = callerOf(app?.url.replace('http:', 'https:') ?? '');
    const [direct] = await expectAsDirect(caller);
    expect(direct?.body).toMatchObject({ told: { protocol: 'https', encrypted: true } });
  });

  test('if middleware encodes the body of a sub-request unasked, the response is an error that names the encoding', async () => {
    const lines: string[] = [];
    const caller = await start((nest) => nest.use(forceEncoding), {
      create: { logger: { log() {}, error() {}, warn: (line: string) => void lines.push(line) } },
    });
    for (const coding of ['gzip', 'deflate', 'br', 'zstd']) {
      const body = {
        code: 'rest_response_encoded',
        message: expect.stringContaining(`"${coding}"`),
        data: { status: 502 },
      };
      const batch = await caller.batch(coding);
      expect(batch.items).toMatchObject(Array.from({ length: 3 }, () => ({ status: 502, body })));
      expect((await caller.embed(coding)).items).toMatchObject([body, body, body]);
      expect(lines.splice(0).filter((line) => line.includes(`"${coding}"`))).toHaveLength(6);
    }
  });
});

describe.each([
  ['without TLS', undefined],
  ['with TLS', { key, cert }],
])('sub-requests over HTTP/2 %s', (_title, https) => {
  test('on Fastify, a sub-request over HTTP/2 is handled as a direct request', async () => {
    const adapter = new FastifyAdapter({ http2: true, ...(https && { https }) } as object);
    const app = await startRoutes([ItemsController], { adapter, rest: { batch: true } });
    try {
      const origin = https === undefined ? app.url : app.url.replace('http:', 'https:');
      await expectAsDirect(callerOf(origin, true));
    } finally {
      await app.close();
    }
  });
});

test('if an application is mounted below a path of another Express application, its sub-requests are below that path too', async () => {
  const app = await startRoutes([ItemsController], { adapter: 'express', rest: { batch: true } });
  const outer = express();
  outer.use('/mounted', app.nest.getHttpAdapter().getInstance());
  const server = createServer(outer).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const [direct] = await expectAsDirect(callerOf(`http://127.0.0.1:${port}/mounted`));
    expect(direct?.body).toMatchObject({ told: { baseUrl: '/mounted' } });
  } finally {
    server.close();
    await app.close();
  }
});
