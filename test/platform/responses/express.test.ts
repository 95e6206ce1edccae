import { Controller, Get, Logger, Render, type INestApplication } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import compression from 'compression';
import express, { type RequestHandler } from 'express';
import session from 'express-session';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startRoutes, type TestApplication } from '../../support/application.js';
import {
  circular,
  MembersController,
  PLAIN,
  PlainMembersController,
  ROUTES,
} from './members.controller.js';
import { interceptor, morgan, mung, onHeaders, responseTime } from './published.js';

/** The folder of the view `hello.txt`, which the engine of the test does not read. */
const VIEWS = fileURLToPath(new URL('views', import.meta.url));

let app: TestApplication | undefined;

afterEach(async () => {
  vi.restoreAllMocks();
  await app?.close();
  app = undefined;
  MembersController.calls = 0;
});

const CONTROLLERS = [MembersController];

async function start(
  middleware: readonly RequestHandler[],
  settings: Readonly<Record<string, unknown>> = {},
  rest = {},
): Promise<TestApplication> {
  const instance = express();
  for (const [name, value] of Object.entries(settings)) instance.set(name, value);
  app = await startRoutes(CONTROLLERS, {
    adapter: new ExpressAdapter(instance),
    controllers: [PlainMembersController],
    rest: { batch: true, ...rest },
    configure: (nest: INestApplication) => {
      for (const one of middleware) nest.use(one);
    },
  });
  return app;
}

/** Deletes what no client may see. */
function withoutPasswords(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutPasswords);
  if (typeof body === 'object' && body !== null && 'password' in body) delete body.password;
  return body;
}

const PATHS = ['/one', '/cached-one', '/cached-one', '/list'];

describe('What wraps res.json, res.send or res.end on Express', () => {
  test('express-mung deletes passwords from the responses of routes, from the cache too', async () => {
    const { fetch } = await start([mung.json(withoutPasswords)]);
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
    expect((await fetch('GET', `${ROUTES}/cached-one`)).headers['cache-status']).toContain('hit');
    expect(MembersController.calls).toBe(1);
  });

  test('It deletes them from _fields, _envelope, _embed and the responses of a batch', async () => {
    const { fetch } = await start([mung.json(withoutPasswords)]);
    const batch = await fetch('POST', '/api/batch/v1', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requests: [{ path: '/acme/v1/members/created' }] }),
    });
    expect(batch.body).toMatchObject({ responses: [{ status: 201, body: { id: 1 } }] });
    expect(batch.text).not.toContain('secret');
    const embedded = await fetch('GET', `${ROUTES}/linked?_embed`);
    expect(embedded.body).toMatchObject({ id: 2, _embedded: { 'self-twin': [{ id: 1 }] } });
    expect(embedded.text).not.toContain('secret');
    for (const query of ['_fields=id,password', '_fields[]=password']) {
      for (const path of ['/one', '/cached-one']) {
        const { text } = await fetch('GET', `${ROUTES}${path}?${query}`);
        expect(text).not.toContain('secret');
      }
    }
    const { body } = await fetch('GET', `${ROUTES}/one?_envelope`);
    expect(body).toMatchObject({ status: 200, body: { id: 1 } });
  });

  test('It sees errors of routes, and of paths without a route', async () => {
    const { fetch } = await start([
      mung.json((body) => ({ ...(body as object), seen: true }), { mungError: true }),
    ]);
    for (const path of [`${ROUTES}/failing`, `${ROUTES}/nowhere`, '/api/acme']) {
      const { body } = await fetch('GET', path);
      expect([path, body]).toMatchObject([path, { seen: true }]);
    }
  });

  test('A wrapped res.send sees the media type of an error that Nest sets in place of one of middleware', async () => {
    const types: unknown[] = [];
    const { fetch } = await start([
      (_request, response, next) => {
        const send = response.send.bind(response);
        response.send = (body) => {
          types.push(response.getHeader('content-type'));
          return send(body);
        };
        response.setHeader('Content-Type', 'text/plain');
        next();
      },
    ]);
    vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    const plain = await fetch('GET', `${PLAIN}/circular`);
    for (const path of ['/circular', '/failing']) {
      const route = await fetch('GET', ROUTES + path);
      expect([path, route.headers['content-type']]).toEqual([path, plain.headers['content-type']]);
    }
    expect(types).toEqual(Array(3).fill('application/json'));
  });

  test('An asynchronous mung deletes them too, and one that rejects responds itself', async () => {
    const { fetch, close } = await start([
      mung.jsonAsync(async (body) => Promise.resolve(withoutPasswords(body))),
    ]);
    for (const path of [`${PLAIN}/one`, ...PATHS.map((one) => ROUTES + one)]) {
      const { status, text } = await fetch('GET', path);
      expect([path, status, text.includes('secret'), text.includes('id')]).toEqual([
        path,
        200,
        false,
        true,
      ]);
    }
    await close();
    const other = await start([mung.jsonAsync(async () => Promise.reject(new Error('of mung')))]);
    const plain = await other.fetch('GET', `${PLAIN}/one`);
    expect(plain.status).toBe(500);
    for (const path of PATHS) {
      const { status, body } = await other.fetch('GET', ROUTES + path);
      expect([path, status, body]).toEqual([path, 500, plain.body]);
    }
  });

  test('A wrapped res.send that makes an entity tag of its own gets every response', async () => {
    const tagged: RequestHandler = (request, response, next) => {
      const send = response.send.bind(response);
      response.send = (body) => {
        if (typeof body !== 'string') return send(body);
        response.setHeader('etag', '"own"');
        if (request.headers['if-none-match'] === '"own"') return response.status(304).end();
        return send(body);
      };
      next();
    };
    const { fetch } = await start([tagged]);
    const headers = { 'if-none-match': '"own"' };
    for (const path of [`${PLAIN}/one`, `${ROUTES}/one`, `${ROUTES}/list`]) {
      const { status, headers: received } = await fetch('GET', path, { headers });
      expect([path, status, received.etag]).toEqual([path, 304, '"own"']);
    }
  });

  test('express-interceptor rewrites every response, and adds headers to each', async () => {
    const rewriting = interceptor((_request, response) => ({
      isInterceptable: () => true,
      intercept(body, send) {
        response.setHeader('x-intercepted', 'yes');
        send(body.replaceAll('secret', '***'));
      },
    }));
    const { fetch } = await start([rewriting]);
    const expected: readonly (readonly [path: string, status: number])[] = [
      [`${PLAIN}/one`, 200],
      [`${ROUTES}/one`, 200],
      [`${ROUTES}/cached-one`, 200],
      [`${ROUTES}/cached-one`, 200],
      [`${ROUTES}/nothing`, 204],
      [`${ROUTES}/text`, 200],
      [`${ROUTES}/circular`, 500],
      [`${ROUTES}/nowhere`, 404],
      ['/api/acme/nowhere', 404],
    ];
    for (const [path, status] of expected) {
      const response = await fetch('GET', path);
      expect([path, response.status, response.headers['x-intercepted']]).toEqual([
        path,
        status,
        'yes',
      ]);
      expect(response.text).not.toContain('secret');
    }
    expect((await fetch('HEAD', `${ROUTES}/one`)).status).toBe(200);
  });

  test('A wrapped res.end that sets a header does so for files, for HEAD and for empty responses', async () => {
    const marking = mung.headers((_request, response) => void response.setHeader('x-end', 'yes'));
    const { fetch } = await start([marking]);
    for (const path of ['/one', '/nothing', '/cached-one', '/cached-one', '/nowhere']) {
      for (const method of ['GET', 'HEAD']) {
        const { headers } = await fetch(method, ROUTES + path);
        expect([method, path, headers['x-end']]).toEqual([method, path, 'yes']);
      }
    }
    const file = await fetch('GET', `${ROUTES}/file`);
    expect([file.status, file.text]).toEqual([200, 'the bytes']);
  });
});

describe('The settings of Express for JSON', () => {
  const replacer = (_key: string, value: unknown): unknown =>
    typeof value === 'bigint' ? `${value}n` : value;

  test('The replacer, the spaces and the escape apply to routes, from the cache too', async () => {
    const { fetch } = await start([], {
      'json replacer': replacer,
      'json spaces': 2,
      'json escape': true,
    });
    const plain = await fetch('GET', `${PLAIN}/big`);
    expect(plain.text).toContain('-40000000000000000000n');
    for (const path of ['/big', '/cached-big', '/cached-big']) {
      const { status, text } = await fetch('GET', ROUTES + path);
      expect([path, status, text]).toEqual([path, 200, plain.text]);
    }
    const { headers } = await fetch('GET', `${ROUTES}/cached-big`);
    expect(headers['cache-status']).toContain('hit');
    const picked = await fetch('GET', `${ROUTES}/big?_fields=id,deep`);
    expect(picked.body).toEqual({ id: '1n', deep: { amount: '-40000000000000000000n' } });
    const error = await fetch('GET', `${ROUTES}/nowhere`);
    expect(error.text).toMatch(/^\{\n {2}"code"/);
  });

  test('Without a replacer, a BigInt is a logged 500, as on a plain controller', async () => {
    const log = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    const { fetch } = await start([]);
    expect((await fetch('GET', `${PLAIN}/big`)).status).toBe(500);
    for (const path of ['/big', '/cached-big', '/cached-big']) {
      log.mockClear();
      const { status, body } = await fetch('GET', ROUTES + path);
      expect([path, status, body]).toMatchObject([path, 500, { code: 'framework_internal_error' }]);
      expect(log).toHaveBeenCalledOnce();
    }
  });
});

describe('The entity tags of Express', () => {
  test('A route has the tag of a plain controller, and gets a 304 by it', async () => {
    const { fetch } = await start([]);
    for (const name of ['one', 'list', 'file']) {
      const plain = await fetch('GET', `${PLAIN}/${name}`);
      const route = await fetch('GET', `${ROUTES}/${name}`);
      expect([name, route.headers.etag]).toEqual([name, plain.headers.etag]);
      if (name === 'file') continue;
      expect(route.headers.etag).toMatch(/^W\//);
      const headers = { 'if-none-match': String(route.headers.etag) };
      for (const method of ['GET', 'HEAD']) {
        const again = await fetch(method, `${ROUTES}/${name}`, { headers });
        expect([again.status, again.text, again.headers.etag]).toEqual([
          304,
          '',
          route.headers.etag,
        ]);
        expect(again.headers['content-type']).toBeUndefined();
      }
      const head = await fetch('HEAD', `${ROUTES}/${name}`);
      expect([head.headers.etag, head.headers['content-length']]).toEqual([
        route.headers.etag,
        route.headers['content-length'],
      ]);
    }
  });

  test('A cached response has the tag of the cache only', async () => {
    const { fetch } = await start([]);
    const fresh = await fetch('GET', `${ROUTES}/cached-one`);
    const plain = await fetch('GET', `${PLAIN}/one`);
    expect(fresh.headers.etag).toBeDefined();
    expect(fresh.headers.etag).not.toBe(plain.headers.etag);
    const hit = await fetch('GET', `${ROUTES}/cached-one`);
    expect(hit.headers.etag).toBe(fresh.headers.etag);
    const headers = { 'if-none-match': String(fresh.headers.etag) };
    expect((await fetch('GET', `${ROUTES}/cached-one`, { headers })).status).toBe(304);
  });

  test('Without the setting, only a cached response has a tag', async () => {
    const { fetch } = await start([], { etag: false });
    expect((await fetch('GET', `${ROUTES}/one`)).headers.etag).toBeUndefined();
    expect((await fetch('GET', `${ROUTES}/cached-one`)).headers.etag).toBeDefined();
  });
});

describe('Published middleware around the end of a response', () => {
  test('compression, on-headers, response-time, morgan and express-session treat routes as plain handlers', async () => {
    const lines: string[] = [];
    const marking: RequestHandler = (_request, response, next) => {
      onHeaders(response, function mark(this: ServerResponse) {
        this.setHeader('x-status', String(this.statusCode));
      });
      next();
    };
    const rename: RequestHandler = (request, _response, next) => {
      Object.assign(request.session, { views: 1 });
      next();
    };
    const { fetch } = await start([
      morgan(':status :res[content-type] :res[x-status]', {
        stream: { write: (line) => void lines.push(line.trim()) },
      }),
      responseTime(),
      marking,
      session({ secret: 'of the test', resave: false, saveUninitialized: true }),
      rename,
      compression({ threshold: 0 }),
    ]);
    const headers = { 'accept-encoding': 'gzip' };
    const received = async (path: string) => {
      const { status, headers: own } = await fetch('GET', path, { headers });
      return {
        status,
        encoding: own['content-encoding'],
        seen: own['x-status'],
        hasTime: own['x-response-time'] !== undefined,
        cookies: own['set-cookie']?.length,
      };
    };
    const plain = await received(`${PLAIN}/one`);
    expect(plain).toEqual({
      status: 200,
      encoding: 'gzip',
      seen: '200',
      hasTime: true,
      cookies: 1,
    });
    expect(await received(`${ROUTES}/one`)).toEqual(plain);
    expect(await received(`${ROUTES}/cached-one`)).toEqual(plain);
    expect(await received(`${ROUTES}/cached-one`)).toEqual(plain);
    expect(await received(`${ROUTES}/nowhere`)).toEqual({ ...plain, status: 404, seen: '404' });
    expect(lines.slice(0, 4)).toEqual(Array(4).fill('200 application/json; charset=utf-8 200'));
    expect(lines[4]).toBe('404 application/json; charset=utf-8 404');
  });
});

test('A view of a plain controller is rendered beside routes', async () => {
  @Controller('views')
  class ViewsController {
    @Get()
    @Render('hello')
    hello() {
      return { name: 'Ada' };
    }
  }
  const instance = express();
  instance.engine('txt', (_path, options, done) =>
    done(null, `Hello ${String(Reflect.get(options, 'name'))}`),
  );
  instance.set('view engine', 'txt');
  instance.set('views', VIEWS);
  app = await startRoutes(CONTROLLERS, {
    adapter: new ExpressAdapter(instance),
    controllers: [ViewsController],
    configure: (nest) => void nest.use(mung.json(withoutPasswords)),
  });
  expect((await app.fetch('GET', '/views')).text).toBe('Hello Ada');
  expect((await app.fetch('GET', `${ROUTES}/one`)).text).not.toContain('secret');
});

describe('Data that res.json cannot write', () => {
  test('A cycle is one logged 500 without the headers of the result', async () => {
    const log = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    const { fetch } = await start([]);
    for (const path of ['/circular', '/circular-response']) {
      log.mockClear();
      const { status, body, headers } = await fetch('GET', ROUTES + path);
      expect([path, status, body]).toMatchObject([path, 500, { code: 'framework_internal_error' }]);
      expect([headers['location'], headers['set-cookie']]).toEqual([undefined, undefined]);
      expect(log).toHaveBeenCalledOnce();
    }
  });

  test('A wrapped res.json that always fails ends the request with a 500', async () => {
    const log = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    const failing: RequestHandler = (_request, response, next) => {
      response.json = () => {
        throw new Error('the wrapper fails');
      };
      next();
    };
    const { fetch } = await start([failing]);
    expect((await fetch('GET', `${ROUTES}/one`)).status).toBe(500);
    expect(log).toHaveBeenCalled();
  });

  test('A replacer that always fails is a 500 without content, and its text reaches no client', async () => {
    const log = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    for (const thrown of [new Error('SECRET'), 'SECRET', undefined, null, { message: 'SECRET' }]) {
      const { fetch, close } = await start([], {
        'json replacer': () => {
          throw thrown;
        },
      });
      for (const path of [...PATHS, '/failing', '/nowhere']) {
        for (const method of ['GET', 'HEAD']) {
          const { status, text, headers } = await fetch(method, ROUTES + path);
          expect([path, status, text, headers['content-type']]).toEqual([path, 500, '', undefined]);
        }
      }
      await close();
    }
    expect(log).toHaveBeenCalled();
  });

  test('The same data stay as they are for the next request', () => {
    expect(circular.self).toBe(circular);
  });
});
