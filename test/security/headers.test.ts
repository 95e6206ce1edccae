import {
  UseFilters,
  Res,
  Catch,
  type ArgumentsHost,
  type ExceptionFilter,
  type INestApplication,
} from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyHelmet from '@fastify/helmet';
import compression from 'compression';
import session from 'express-session';
import helmet from 'helmet';
import {
  Cache,
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';

// Without the usual parts: the tests state which headers the application adds.

const LONG = 'x'.repeat(5000);
const NEVER_CACHED = 'no-cache, must-revalidate, max-age=0, no-store, private';

class Teapot extends Error {}

@Catch(Teapot)
class TeapotFilter implements ExceptionFilter {
  catch(_error: Teapot, host: ArgumentsHost): void {
    host
      .switchToHttp()
      .getResponse<{ status(code: number): { send(body: unknown): void } }>()
      .status(418)
      .send({ teapot: true });
  }
}

@RestController('v1', '/h')
class HeadersController {
  @RestRoute('/plain', HttpMethod.Get, new PublicAccess())
  plain() {
    return {};
  }
  @RestRoute('/own', HttpMethod.Get, new PublicAccess())
  own() {
    return new RestResponse({})
      .header('Vary', 'Accept-Language')
      .header('Link', '<https://example.com/next>; rel="next"')
      .header('Set-Cookie', 'own=1')
      .header('Cache-Control', 'max-age=60')
      .header('X-Robots-Tag', 'all');
  }
  @RestRoute('/tagged', HttpMethod.Get, new PublicAccess())
  tagged() {
    return new RestResponse({ text: LONG }).header('ETag', '"strong"');
  }
  @RestRoute('/encoded', HttpMethod.Get, new PublicAccess())
  encoded() {
    return new RestResponse({ text: LONG })
      .header('ETag', '"strong"')
      .header('Content-Encoding', 'x-own');
  }
  @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '5m' })
  cached() {
    return { text: LONG };
  }
  @RestRoute('/cached', HttpMethod.Put, new Capability('edit'))
  edit() {
    return {};
  }
  @RestRoute('/varied', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '5m', vary: { headers: ['Accept-Language'] } })
  varied() {
    return {};
  }
  @RestRoute('/uncached', HttpMethod.Get, new PublicAccess())
  uncached() {
    return {};
  }
  @RestRoute('/uncached', HttpMethod.Put, new Capability('edit'))
  uncachedEdit() {
    return {};
  }
  @RestRoute('/teapot', HttpMethod.Get, new PublicAccess())
  @UseFilters(TeapotFilter)
  teapot() {
    throw new Teapot();
  }
  @RestRoute('/response', HttpMethod.Get, new PublicAccess())
  response(@Res() response: { status(code: number): { send(body: unknown): void } }) {
    response.status(200).send({ own: true });
  }
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const setting =
  (headers: Readonly<Record<string, string | readonly string[]>>): Middleware =>
  (_request, response, next) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    next();
  };

const BASE = '/api/acme/v1/h';
const editor = { 'x-user': 'editor' };
const gzip = { 'accept-encoding': 'gzip' };

describe.each(ADAPTERS)('headers of responses on %s', (adapter) => {
  let app: TestApplication;
  afterEach(() => app.close());

  const start = async (
    configure: (nest: INestApplication) => void | Promise<void> = () => undefined,
    settings: RestModuleOptions = {},
  ): Promise<void> => {
    const user: RestModuleOptions['user'] = (request) =>
      request.headers['x-user'] === undefined ? undefined : { capabilities: ['edit'] };
    app = await startRoutes([HeadersController], {
      adapter,
      rest: { user, ...settings },
      configure,
    });
  };
  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await app.fetch('GET', path.startsWith('/api') ? path : `${BASE}${path}`, { headers }))
      .headers;

  /** A hook of Fastify's, and middleware of Express's: both come before the route. */
  const setOutside = (nest: INestApplication, headers: Record<string, string>): void => {
    if (adapter === 'express') {
      nest.use(setting(headers));
      return;
    }
    const fastify = (nest as NestFastifyApplication).getHttpAdapter().getInstance();
    fastify.addHook('onRequest', async (_request, reply) => {
      for (const [name, value] of Object.entries(headers)) void reply.header(name, value);
    });
  };

  test('Vary, Link and Set-Cookie of middleware are kept beside those of the method', async () => {
    await start((nest) => {
      nest.use(
        setting({
          Vary: 'Origin, accept-language',
          Link: '<https://example.com/up>; rel="up"',
          'Set-Cookie': ['first=1', 'second=2'],
        }),
      );
    });
    const headers = await get('/own');
    expect(headers.vary).toBe('Origin, accept-language');
    expect(headers.link).toMatch(
      /^<https:\/\/example\.com\/up>; rel="up", <https:\/\/example\.com\/next>; rel="next", <.*\/api\/>; rel="https:\/\/api\.w\.org\/"$/,
    );
    expect(headers['set-cookie']).toEqual(['first=1', 'second=2', 'own=1']);
  });

  test('headers of a hook are joined as those of middleware are', async () => {
    await start((nest) =>
      setOutside(nest, {
        Vary: 'Origin',
        Link: '<https://a.example>; rel="a"',
        'Set-Cookie': 'hook=1',
      }),
    );
    const headers = await get('/own');
    expect(headers.vary).toBe('Origin, Accept-Language');
    expect(headers.link).toContain('<https://a.example>; rel="a", <https://example.com/next>');
    expect(headers['set-cookie']).toEqual(['hook=1', 'own=1']);
  });

  test('Vary: * of middleware stays the whole value of Vary', async () => {
    await start((nest) => void nest.use(setting({ Vary: '*' })));
    expect((await get('/own')).vary).toBe('*');
  });

  test('if CORS allows two origins, the response of a cached route varies by Origin', async () => {
    await start((nest) => nest.enableCors({ origin: true }));
    for (const path of ['/cached', '/varied']) {
      for (const origin of ['https://a.example', 'https://b.example']) {
        const headers = await get(path, { origin, 'accept-language': 'de' });
        expect(headers['access-control-allow-origin']).toBe(origin);
        expect(namesIn(headers.vary)).toContain('origin');
        if (path === '/varied') expect(namesIn(headers.vary)).toContain('accept-language');
      }
    }
    expect((await get('/cached', { origin: 'https://b.example' }))['cache-status']).toContain(
      'hit',
    );
  });

  test('headers that CORS exposes stay exposed', async () => {
    await start((nest) => nest.enableCors({ origin: true, exposedHeaders: ['X-Mine'] }));
    const exposed = (await get('/own', { origin: 'https://a.example' }))[
      'access-control-expose-headers'
    ];
    expect(namesIn(exposed)).toEqual(expect.arrayContaining(['x-mine', 'x-wp-total', 'link']));
  });

  test.each(['no-store', 'private', 'private, max-age=5', 'no-cache', 'No-Store'])(
    'Cache-Control: %s from outside wins over that of a cached route',
    async (outside) => {
      await start((nest) => setOutside(nest, { 'Cache-Control': outside }));
      expect((await get('/cached'))['cache-control']).toBe(outside);
      expect((await get('/cached'))['cache-control']).toBe(outside);
    },
  );

  test('the Cache-Control that a method sets wins over that of middleware, as in a plain controller', async () => {
    await start((nest) => void nest.use(setting({ 'Cache-Control': 'no-store' })));
    expect((await get('/own'))['cache-control']).toBe('max-age=60');
  });

  test('a cookie of middleware makes the response of a cached route private', async () => {
    await start((nest) => void nest.use(setting({ 'Set-Cookie': 'visitor=1' })));
    for (const _time of ['miss', 'hit']) {
      const headers = await get('/cached');
      expect(headers['cache-control']).toBe('private, max-age=300');
      expect(headers['set-cookie']).toEqual(['visitor=1']);
    }
  });

  test('a cookie that is set while the response is written makes it private too', async () => {
    await start(async (nest) => {
      if (adapter === 'express') {
        nest.use(session({ secret: 's', resave: false, saveUninitialized: true }));
        return;
      }
      const fastify = nest as NestFastifyApplication;
      await fastify.register(fastifyCookie);
      fastify
        .getHttpAdapter()
        .getInstance()
        .addHook('onRequest', async (_request, reply) => void reply.setCookie('late', '1'));
    });
    for (const _time of ['miss', 'hit']) {
      const headers = await get('/cached');
      expect(headers['set-cookie']).toHaveLength(1);
      expect(headers['cache-control']).toBe('private, max-age=300');
    }
  });

  test('a session of Express middleware makes the response of a cached route private', async () => {
    await start((nest) => {
      nest.use(session({ secret: 's', resave: false, saveUninitialized: true }));
    });
    const headers = await get('/cached');
    expect(headers['set-cookie']).toHaveLength(1);
    expect(headers['cache-control']).toBe('private, max-age=300');
  });

  test('if shared caches may keep a response, its Allow lists only what everyone may do', async () => {
    await start();
    for (const _time of ['miss', 'hit']) {
      const headers = await get('/cached', editor);
      expect([headers['cache-control'], headers.allow]).toEqual(['public, max-age=300', 'GET']);
    }
    expect((await get('/uncached', editor)).allow).toBe('GET, PUT');
  });

  test('If middleware makes a response public, its Allow lists only what everyone may do', async () => {
    await start((nest) => setOutside(nest, { 'Cache-Control': 'public, max-age=9' }));
    expect((await get('/uncached', editor)).allow).toBe('GET');
  });

  describe('compression', () => {
    const compress = async (nest: INestApplication): Promise<void> => {
      if (adapter === 'express') nest.use(compression());
      else await (nest as NestFastifyApplication).register(fastifyCompress);
    };

    test('The entity tag of the cache is weak, because compression may change the bytes', async () => {
      await start(compress);
      const whole = await get('/cached');
      const packed = await get('/cached', gzip);
      expect([whole['content-encoding'], packed['content-encoding']]).toEqual([undefined, 'gzip']);
      expect(whole.etag).toMatch(/^W\/"/);
      expect(packed.etag).toBe(whole.etag);
    });

    test('a client that has the compressed response gets 304 for its weak tag', async () => {
      await start(compress);
      const { etag } = await get('/cached', gzip);
      const again = await app.fetch('GET', `${BASE}/cached`, {
        headers: { ...gzip, 'if-none-match': String(etag) },
      });
      expect(again.status).toBe(304);
    });

    test('A tag that a method sets is sent as it is, compressed or not', async () => {
      await start(compress);
      expect((await get('/tagged', gzip)).etag).toBe('"strong"');
      expect((await get('/encoded', gzip)).etag).toBe('"strong"');
    });
  });

  describe('WordPress’s protective headers', () => {
    test('every response below the prefix has nosniff and noindex', async () => {
      await start();
      for (const path of [
        '/plain',
        '/cached',
        '/nothing',
        '/teapot',
        '/response',
        '/api/',
        '/api/acme/v1',
        // Fastify itself rejects a malformed URL.
        ...(adapter === 'express' ? ['/api/%zz'] : []),
      ]) {
        const headers = await get(path);
        expect([path, headers['x-content-type-options'], headers['x-robots-tag']]).toEqual([
          path,
          'nosniff',
          'noindex',
        ]);
      }
    });

    test('protective headers that others set stay', async () => {
      await start(async (nest) => {
        if (adapter === 'express') nest.use(helmet());
        else await (nest as NestFastifyApplication).register(fastifyHelmet);
        setOutside(nest, { 'X-Robots-Tag': 'nofollow', 'Cache-Control': 'max-age=7' });
      });
      const headers = await get('/plain', editor);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
      expect([headers['x-robots-tag'], headers['cache-control']]).toEqual([
        'nofollow',
        'max-age=7',
      ]);
      expect((await get('/own'))['x-robots-tag']).toBe('all');
    });

    test('no cache keeps the response of an authenticated user, unless the route or the method allows it', async () => {
      await start();
      for (const path of ['/plain', '/uncached', '/api/', '/api/acme/v1']) {
        const headers = await get(path, editor);
        expect([path, headers['cache-control'], headers.expires]).toEqual([
          path,
          NEVER_CACHED,
          'Wed, 11 Jan 1984 05:00:00 GMT',
        ]);
      }
      expect((await get('/own', editor))['cache-control']).toBe('max-age=60');
      expect((await get('/cached', editor))['cache-control']).toBe('public, max-age=300');
      const anonymous = await get('/plain');
      expect([anonymous['cache-control'], anonymous.expires]).toEqual([undefined, undefined]);
    });

    test('the response of an authenticated user that has a tag may be kept by the user, and is revalidated', async () => {
      await start();
      const headers = await get('/tagged', editor);
      expect([headers['cache-control'], headers.expires]).toEqual(['private, no-cache', undefined]);
    });

    test('protectiveHeaders: false switches them off', async () => {
      await start(undefined, { protectiveHeaders: false });
      for (const path of ['/plain', '/nothing', '/teapot', '/response']) {
        const headers = await get(path, editor);
        expect(headers['x-content-type-options']).toBeUndefined();
        expect(headers['x-robots-tag']).toBeUndefined();
        expect(headers.expires).toBeUndefined();
      }
    });
  });
});

function namesIn(value: unknown): readonly string[] {
  return String(value)
    .split(',')
    .map((name) => name.trim().toLowerCase());
}
