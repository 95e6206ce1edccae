import {
  All,
  Controller,
  Get,
  UnauthorizedException,
  type CanActivate,
  UseGuards,
} from '@nestjs/common';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestModule,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import type { SecurityScheme } from 'nestjs-rest-routes/openapi';
import { METHODS } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  startApplication,
  useApplication,
  type AdapterName,
  type ApplicationOptions,
  type TestApplication,
} from '../support/application.js';
import { isNest11 } from '../support/nest-versions.js';

// Without the usual parts: the tests state how users are found.

class NoEntry implements CanActivate {
  canActivate(): boolean {
    throw new UnauthorizedException();
  }
}

let writes = 0;

@RestController('v1', '/things')
class ThingsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  tagged(id: int) {
    const tag = id === 2 ? 'W/"v2"' : '"v1"';
    return new RestResponse({ id }).header('ETag', tag);
  }
  @RestRoute('/{id}', HttpMethod.Put, new PublicAccess())
  write(id: int) {
    writes++;
    return new RestResponse({ id }).header('ETag', '"v1"');
  }
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  untagged() {
    return {};
  }
  @RestRoute('/cached/{id}', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '5m' })
  cached(id: int) {
    if (id === 404) throw new RestException('no_such_thing', 'There is no such thing.', 404);
    if (id === 410) return new RestResponse({ gone: true }, 410);
    if (id === 500) throw new Error('broken');
    if (id === 403) {
      return new RestResponse({}, 403).header('Cache-Control', 'public, max-age=9');
    }
    return { id };
  }
  @RestRoute('/missing', HttpMethod.Get, new PublicAccess())
  missing() {
    throw new RestException('no_such_thing', 'There is no such thing.', 404);
  }
  @RestRoute('/own-challenge', HttpMethod.Get, new PublicAccess())
  ownChallenge() {
    return new RestResponse({}, 401).header('WWW-Authenticate', 'DPoP algs="ES256"');
  }
  @RestRoute('/closed', HttpMethod.Get, new PublicAccess())
  @UseGuards(NoEntry)
  closed() {
    return {};
  }
}

@Controller()
class PlainController {
  @All('api/plain')
  all() {
    return 'plain';
  }
  @Get('beside')
  beside() {
    return 'beside';
  }
}

const start = (
  options: ApplicationOptions,
  settings: Parameters<typeof RestModule.forRoot>[0] = {},
): Promise<TestApplication> =>
  startApplication(
    {
      imports: [RestModule.forRoot({ namespace: 'acme', ...settings })],
      controllers: [PlainController],
      providers: [ThingsController],
    },
    options,
  );

const THINGS = '/api/acme/v1/things';
const WEB_DAV = ['PROPFIND', 'SEARCH', 'LOCK', 'GET', 'POST', 'TRACE'];

function isWithoutWebDav(adapter: AdapterName): boolean {
  const why = 'there @All() serves none of these methods on Fastify, with or without this library';
  return adapter === 'fastify' && isNest11('PROPFIND, SEARCH and LOCK of plain controllers', why);
}

describe.each(ADAPTERS)('methods and conditions on %s', (adapter) => {
  const app = useApplication(() => start({ adapter }, { notFound: 'rest' }));

  // CONNECT requests a tunnel, which no server of Node opens by itself.
  const OTHERS = METHODS.filter(
    (name) =>
      !['CONNECT', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(name),
  );

  test("any other method below the prefix is a 404 in the library's error format", async () => {
    expect(OTHERS.length).toBeGreaterThan(20);
    for (const method of OTHERS) {
      for (const path of [THINGS, `${THINGS}/1`, '/api/nothing', '/api']) {
        const { status, headers, body } = await app.fetch(method, path);
        expect([method, path, status, body]).toMatchObject([
          method,
          path,
          404,
          { code: 'rest_no_route', data: { status: 404 } },
        ]);
        expect(headers['content-type']).toBe('application/json; charset=utf-8');
      }
    }
  });

  test('plain controllers keep every method of theirs, below the prefix and beside it', async () => {
    const methods = isWithoutWebDav(adapter) ? ['GET', 'POST', 'TRACE'] : WEB_DAV;
    for (const method of methods) {
      expect([method, (await app.fetch(method, '/api/plain')).text]).toEqual([method, 'plain']);
    }
    const { status, body } = await app.fetch('PROPFIND', '/beside');
    expect([status, body]).toMatchObject([404, { statusCode: 404 }]);
  });

  test('If-Match that names another entity tag than the response of a GET has is 412', async () => {
    for (const method of ['GET', 'HEAD']) {
      for (const [path, ifMatch, expected] of [
        ['/1', '"v1"', 200],
        ['/1', '"v0", "v1"', 200],
        ['/1', '*', 200],
        ['/1', '"v2"', 412],
        ['/1', 'W/"v1"', 412],
        ['/1', 'v1', 412],
        ['/1', '', 412],
        ['/2', 'W/"v2"', 412],
        ['/2', '"v2"', 412],
        ['/2', '*', 200],
        ['', '"v1"', 412],
        ['', '*', 200],
        ['/none', '"v1"', 404],
      ] as const) {
        const { status } = await app.fetch(method, `${THINGS}${path}`, {
          headers: { 'if-match': ifMatch },
        });
        expect([method, path, ifMatch, status]).toEqual([method, path, ifMatch, expected]);
      }
    }
  });

  test('If-Match on a response without an entity tag is 412, as no tag of the list is that of the response', async () => {
    const { body, headers } = await app.fetch('GET', THINGS, { headers: { 'if-match': '"v1"' } });
    expect(body).toMatchObject({ code: 'rest_precondition_failed', data: { status: 412 } });
    expect(headers.allow).toBe('GET');
    const inside = await app.fetch('GET', `${THINGS}?_envelope`, {
      headers: { 'if-match': '"v1"' },
    });
    expect(inside.status).toBe(412);
  });

  test("a 412 has the library's error format and the current entity tag", async () => {
    const { body, headers } = await app.fetch('GET', `${THINGS}/1`, {
      headers: { 'if-match': '"v2"' },
    });
    expect(body).toMatchObject({ code: 'rest_precondition_failed', data: { status: 412 } });
    expect([headers.etag, headers.allow]).toEqual(['"v1"', 'GET, PUT']);
  });

  test('If-Match goes before If-None-Match', async () => {
    const both = { 'if-match': '"v2"', 'if-none-match': '"v1"' };
    expect((await app.fetch('GET', `${THINGS}/1`, { headers: both })).status).toBe(412);
    const right = { 'if-match': '"v1"', 'if-none-match': '"v1"' };
    expect((await app.fetch('GET', `${THINGS}/1`, { headers: right })).status).toBe(304);
  });

  test('a method that is not safe has run before its response has a tag, so that If-Match is its own to check', async () => {
    writes = 0;
    const { status } = await app.fetch('PUT', `${THINGS}/1`, { headers: { 'if-match': '"v2"' } });
    expect([status, writes]).toEqual([200, 1]);
  });

  test('no cache keeps an error of a cached route', async () => {
    for (const number of ['404', '410', '500', 'nan', '404?_envelope']) {
      const { headers } = await app.fetch('GET', `${THINGS}/cached/${number}`);
      expect([number, headers['cache-control']]).toEqual([number, 'no-store']);
    }
    expect((await app.fetch('GET', `${THINGS}/cached/1`)).headers['cache-control']).toContain(
      'max-age=300',
    );
  });

  test('the Cache-Control that a method gives an error stays', async () => {
    const { headers } = await app.fetch('GET', `${THINGS}/cached/403`);
    expect(headers['cache-control']).toBe('public, max-age=9');
  });

  test('an error of a route without @Cache has no caching headers', async () => {
    const { headers } = await app.fetch('GET', `${THINGS}/missing`);
    expect(headers['cache-control']).toBeUndefined();
  });
});

const BEARER = { type: 'http', scheme: 'Bearer' };
const BASIC = { type: 'http', scheme: 'basic' };
const OAUTH = { type: 'oauth2', flows: {} };
const OPEN_ID = { type: 'openIdConnect', openIdConnectUrl: 'https://id.example.com/' };
const BASIC_CHALLENGE = 'Basic realm="acme", charset="UTF-8"';

describe.each(ADAPTERS)('401 on %s', (adapter) => {
  let app: TestApplication;
  afterEach(() => app.close());
  const challengeOf = async (path: string): Promise<unknown> => {
    const { status, headers } = await app.fetch('GET', `${THINGS}${path}`);
    expect(status).toBe(401);
    return headers['www-authenticate'];
  };

  test('A 401 carries a challenge, by default Bearer', async () => {
    app = await start({ adapter });
    expect(await challengeOf('/closed')).toBe('Bearer');
    expect((await app.fetch('GET', THINGS)).headers['www-authenticate']).toBeUndefined();
  });

  test('401 carries the challenge of the options, or none', async () => {
    app = await start({ adapter }, { challenge: 'Basic realm="acme", charset="UTF-8"' });
    expect(await challengeOf('/closed')).toBe('Basic realm="acme", charset="UTF-8"');
    await app.close();
    app = await start({ adapter }, { challenge: false });
    expect(await challengeOf('/closed')).toBeUndefined();
  });

  test.each<
    [title: string, schemes: Record<string, SecurityScheme>, challenge: string | undefined]
  >([
    ['a token and a password', { token: BEARER, password: BASIC }, `Bearer, ${BASIC_CHALLENGE}`],
    ['a password', { password: BASIC }, BASIC_CHALLENGE],
    ['a token of OAuth and one of OpenID', { oauth: OAUTH, openId: OPEN_ID }, 'Bearer'],
    ['a key', { key: { type: 'apiKey', in: 'header', name: 'X-Key' } }, undefined],
  ])('401 carries a challenge for each scheme: %s', async (_title, securitySchemes, challenge) => {
    app = await start({ adapter }, { namespace: 'acme', securitySchemes });
    expect(await challengeOf('/closed')).toBe(challenge);
    if (challenge !== undefined) {
      expect(await challengeOf('/own-challenge')).toBe('DPoP algs="ES256"');
    }
  });

  test('a challenge of the options replaces those of the schemes', async () => {
    const securitySchemes = { password: BASIC };
    app = await start({ adapter }, { challenge: 'Negotiate', securitySchemes });
    expect(await challengeOf('/closed')).toBe('Negotiate');
    await app.close();
    app = await start({ adapter }, { challenge: false, securitySchemes });
    expect(await challengeOf('/closed')).toBeUndefined();
  });

  test('a challenge that the application sets is kept', async () => {
    app = await start({
      adapter,
      configure: (nest) => {
        nest.use(
          (
            request: { url: string },
            response: { setHeader(name: string, value: string): void },
            next: () => void,
          ) => {
            if (request.url.includes('from=outside')) {
              response.setHeader('WWW-Authenticate', 'Negotiate');
            }
            next();
          },
        );
      },
    });
    expect(await challengeOf('/own-challenge')).toBe('DPoP algs="ES256"');
    expect(await challengeOf('/closed?from=outside')).toBe('Negotiate');
  });

  test('an application does not start with an invalid challenge', async () => {
    app = await start({ adapter });
    for (const challenge of ['', ' ', 'Bearer\r\nX-Evil: 1', 'Bäsic', 'a b\u0000', true, 5, null]) {
      const starting = start({ adapter }, { challenge: challenge as string });
      await expect(starting).rejects.toThrow(/challenge is false or a challenge such as "Bearer"/);
    }
  });
});
