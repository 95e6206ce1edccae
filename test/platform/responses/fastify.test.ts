import fastifyCaching from '@fastify/caching';
import fastifyCompress from '@fastify/compress';
import fastifyEtag from '@fastify/etag';
import { Logger, type INestApplication } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { RestController } from 'nestjs-rest-routes';
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startRoutes, type TestApplication } from '../../support/application.js';
import { At, plainTwin } from '../../support/plain-twin.js';
import { MembersController, PLAIN, PlainMembersController, ROUTES } from './members.controller.js';

let app: TestApplication | undefined;

afterEach(async () => {
  vi.restoreAllMocks();
  await app?.close();
  app = undefined;
  MembersController.calls = 0;
});

async function start(
  configure: (fastify: FastifyInstance, nest: NestFastifyApplication) => unknown,
): Promise<TestApplication> {
  const adapter = new FastifyAdapter();
  app = await startRoutes([MembersController], {
    adapter,
    controllers: [PlainMembersController],
    rest: { batch: true },
    configure: async (nest: INestApplication) => {
      await configure(adapter.getInstance<FastifyInstance>(), nest as NestFastifyApplication);
    },
  });
  return app;
}

function withoutPasswords(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutPasswords);
  if (typeof body !== 'object' || body === null || !('password' in body)) return body;
  const { password: _password, ...rest } = body;
  return rest;
}

/** As converters of BigInt do, which are hooks because Fastify has no replacer. */
function withTexts(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTexts(one)]));
}

const PATHS = ['/one', '/cached-one', '/cached-one', '/list'];

describe('What changes the data of a response on Fastify', () => {
  test('A preSerialization hook deletes passwords from routes, from the cache too', async () => {
    const { fetch } = await start((fastify) =>
      fastify.addHook('preSerialization', async (_request, _reply, payload) =>
        Promise.resolve(withoutPasswords(payload)),
      ),
    );
    expect((await fetch('GET', `${PLAIN}/one`)).text).not.toContain('secret');
    for (const path of PATHS) {
      const { status, text, headers } = await fetch('GET', ROUTES + path);
      expect([path, status, text.includes('secret'), text.includes('id')]).toEqual([
        path,
        200,
        false,
        true,
      ]);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    }
    expect(MembersController.calls).toBe(1);
    const batch = await fetch('POST', '/api/batch/v1', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requests: [{ path: '/acme/v1/members/created' }] }),
    });
    expect(batch.body).toMatchObject({ responses: [{ status: 201, body: { id: 1 } }] });
    expect(batch.text).not.toContain('secret');
    const embedded = await fetch('GET', `${ROUTES}/linked?_embed`);
    expect(embedded.body).toMatchObject({ id: 2, _embedded: { 'self-twin': [{ id: 1 }] } });
    expect(embedded.text).not.toContain('secret');
  });

  test('A hook that converts BigInt gets it, from the cache too', async () => {
    const { fetch } = await start((fastify) =>
      fastify.addHook('preSerialization', (_request, _reply, payload, done) =>
        done(null, withTexts(payload)),
      ),
    );
    const plain = await fetch('GET', `${PLAIN}/big`);
    expect(plain.text).toContain('-40000000000000000000n');
    for (const path of ['/big', '/cached-big', '/cached-big']) {
      const { status, text } = await fetch('GET', ROUTES + path);
      expect([path, status, text]).toEqual([path, 200, plain.text]);
    }
    const { headers } = await fetch('GET', `${ROUTES}/cached-big`);
    expect(headers['cache-status']).toContain('hit');
  });

  test('setReplySerializer, and reply.serializer of a hook, write the data of routes', async () => {
    const write = (payload: unknown): string => JSON.stringify({ wrapped: withTexts(payload) });
    const { fetch, close } = await start((fastify) => fastify.setReplySerializer(write));
    const expected = (await fetch('GET', `${PLAIN}/one`)).text;
    for (const path of ['/one', '/cached-one', '/cached-one'])
      expect([path, (await fetch('GET', ROUTES + path)).text]).toEqual([path, expected]);
    expect((await fetch('GET', `${ROUTES}/nowhere`)).body).toMatchObject({
      wrapped: { code: 'rest_no_route' },
    });
    await close();
    const other = await start((fastify) =>
      fastify.addHook('onRequest', (_request, reply, done) => {
        reply.type('application/vnd.acme').serializer(write);
        done();
      }),
    );
    const plain = await other.fetch('GET', `${PLAIN}/one`);
    for (const path of ['/one', '/cached-one', '/cached-one']) {
      const { text, headers } = await other.fetch('GET', ROUTES + path);
      expect([path, text, headers['content-type']]).toEqual([
        path,
        plain.text,
        plain.headers['content-type'],
      ]);
    }
  });

  test('An error that reply.serializer of a hook writes has the media type that Nest sets in place of another', async () => {
    const { fetch } = await start((fastify) =>
      fastify.addHook('onRequest', (_request, reply, done) => {
        reply.raw.setHeader('content-type', 'text/plain');
        reply.serializer((payload: unknown) => JSON.stringify({ wrapped: payload }));
        done();
      }),
    );
    vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    const plain = await fetch('GET', `${PLAIN}/circular`);
    expect([plain.status, plain.headers['content-type']]).toEqual([500, 'application/json']);
    for (const path of ['/circular', '/failing']) {
      const { headers, body } = await fetch('GET', ROUTES + path);
      expect([path, headers['content-type'], body]).toMatchObject([
        path,
        plain.headers['content-type'],
        { wrapped: {} },
      ]);
    }
  });

  test('Errors of routes, and of paths without one, pass the hooks as data', async () => {
    const { fetch } = await start((fastify) =>
      fastify.addHook('preSerialization', (_request, _reply, payload, done) =>
        done(null, { ...(payload as object), seen: true }),
      ),
    );
    for (const path of [`${ROUTES}/failing`, `${ROUTES}/nowhere`, '/api/acme']) {
      const { body } = await fetch('GET', path);
      expect([path, body]).toMatchObject([path, { seen: true }]);
    }
  });
});

describe('Plugins and hooks around the end of a response on Fastify', () => {
  test('@fastify/etag tags routes once, and @Cache keeps its own tag', async () => {
    const { fetch } = await start((_fastify, nest) => nest.register(fastifyEtag as never));
    const plain = await fetch('GET', `${PLAIN}/one`);
    const route = await fetch('GET', `${ROUTES}/one`);
    expect(route.headers.etag).toBe(plain.headers.etag);
    const cached = await fetch('GET', `${ROUTES}/cached-one`);
    expect(cached.headers.etag).not.toBe(plain.headers.etag);
    for (const [path, etag] of [
      ['/one', route.headers.etag],
      ['/cached-one', cached.headers.etag],
    ]) {
      const headers = { 'if-none-match': String(etag) };
      expect((await fetch('GET', `${ROUTES}${path}`, { headers })).status).toBe(304);
    }
  });

  test('@fastify/compress, @fastify/caching, onSend and onResponse treat routes as plain handlers', async () => {
    const seen: unknown[] = [];
    const { fetch } = await start(async (fastify, nest) => {
      await nest.register(fastifyCompress as never, { threshold: 0, global: true } as never);
      await nest.register(fastifyCaching as never, { privacy: 'private' } as never);
      fastify.addHook('onSend', (_request, reply, payload, done) => {
        reply.header('x-sent', typeof payload);
        done(null, payload);
      });
      fastify.addHook('onResponse', (_request, reply, done) => {
        seen.push([reply.statusCode, reply.getHeader('content-type')]);
        done();
      });
    });
    const headers = { 'accept-encoding': 'gzip' };
    const received = async (path: string) => {
      const { status, headers: own } = await fetch('GET', path, { headers });
      return [status, own['content-encoding'], own['x-sent'], own['cache-control']];
    };
    const plain = await received(`${PLAIN}/one`);
    expect(plain).toEqual([200, 'gzip', 'string', 'private']);
    expect(await received(`${ROUTES}/one`)).toEqual(plain);
    const cached = await received(`${ROUTES}/cached-one`);
    expect(cached).toEqual([200, 'gzip', 'string', 'public, max-age=3600']);
    expect(await received(`${ROUTES}/cached-one`)).toEqual(cached);
    expect(await received(`${ROUTES}/nowhere`)).toEqual([404, 'gzip', 'string', 'no-store']);
    expect(seen).toEqual([
      ...[1, 2, 3, 4].map(() => [200, 'application/json; charset=utf-8']),
      [404, 'application/json; charset=utf-8'],
    ]);
  });
});

/** What a client of HTTP/2 gets for a HEAD, once its response has ended at the server. */
async function headOverHttp2({ url, nest }: TestApplication, path: string): Promise<unknown> {
  const session = connect(url);
  try {
    const server = nest.getHttpServer() as Server;
    const isClosed = once(server, 'request').then(([, response]) =>
      once(response as ServerResponse, 'close'),
    );
    const stream = session.request({
      ':method': 'HEAD',
      ':path': path,
      'accept-encoding': 'deflate',
    });
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    const content = await text(stream);
    await isClosed;
    const { ':status': status, 'content-length': length, 'content-encoding': coding } = headers;
    return { status, length, coding, content };
  } finally {
    session.close();
  }
}

const streamOf = (payload: unknown): unknown =>
  typeof payload === 'string' ? Readable.from([payload]) : payload;
const webStreamOf = (payload: unknown): unknown =>
  typeof payload === 'string' ? new Response(payload).body : payload;

@RestController('v1', '/heads')
class HeadsController {
  @At('Get', 'short')
  short(): object {
    return { text: 'short' };
  }

  @At('Get', 'long')
  long(): object {
    return { text: 'long'.repeat(50_000) };
  }
}

describe('A HEAD over HTTP/2 on Fastify', () => {
  test.each<[title: string, coding: string | undefined, configure: Parameters<typeof start>[0]]>([
    ['has no hooks', undefined, () => undefined],
    ['has a hook that makes a stream', undefined, (fastify) => sends(fastify, streamOf)],
    ['has a hook that makes a web stream', undefined, (fastify) => sends(fastify, webStreamOf)],
    ['has @fastify/compress', 'deflate', compressed],
    [
      'has @fastify/compress and a hook that makes a stream',
      'deflate',
      async (fastify, nest) => {
        sends(fastify, streamOf);
        await compressed(fastify, nest);
      },
    ],
  ])('ends, if the application %s', async (_title, coding, configure) => {
    const adapter = new FastifyAdapter({ http2: true } as object);
    app = await startRoutes([HeadsController], {
      adapter,
      controllers: [plainTwin('plain', HeadsController)],
      configure: async (nest: INestApplication) => {
        await configure(adapter.getInstance<FastifyInstance>(), nest as NestFastifyApplication);
      },
    });
    for (const path of ['short', 'long']) {
      const plain = await headOverHttp2(app, `/plain/${path}`);
      const route = await headOverHttp2(app, `/api/acme/v1/heads/${path}`);
      // The coding of a GET, which HEAD of a plain controller does not state.
      if (coding === undefined) expect(route).toEqual(plain);
      else expect(route).toMatchObject({ status: 200, coding, content: '' });
    }
  });
});

function sends(fastify: FastifyInstance, change: (payload: unknown) => unknown): void {
  fastify.addHook('onSend', async (_request, _reply, payload) => change(payload));
}

async function compressed(_fastify: FastifyInstance, nest: NestFastifyApplication): Promise<void> {
  await nest.register(fastifyCompress as never, { threshold: 0 } as never);
}

describe('Data that Fastify cannot write', () => {
  test('A cycle is one logged 500 without the headers of the result', async () => {
    const log = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    const { fetch } = await start(() => undefined);
    for (const path of ['/circular', '/circular-response', '/big', '/cached-big']) {
      log.mockClear();
      const { status, body, headers } = await fetch('GET', ROUTES + path);
      expect([path, status, body]).toMatchObject([path, 500, { code: 'framework_internal_error' }]);
      expect([headers['location'], headers['set-cookie']]).toEqual([undefined, undefined]);
      expect(log).toHaveBeenCalledOnce();
    }
  });

  test('A hook that always fails ends the request with a 500', async () => {
    const log = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    const { fetch } = await start((fastify) =>
      fastify.addHook('preSerialization', (_request, _reply, _payload, done) =>
        done(new Error('the hook fails')),
      ),
    );
    expect((await fetch('GET', `${ROUTES}/one`)).status).toBe(500);
    expect(log).toHaveBeenCalled();
  });
});
