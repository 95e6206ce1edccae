import {
  Module,
  RequestMethod,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type MiddlewareConsumer,
  type NestModule,
} from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes, type AdapterName } from '../support/application.js';
import { destroyRequest } from '../support/destroy-request.js';

/** The requests that reached a method, in their order. */
const executed: string[] = [];
/** What listeners of requests heard. */
const heard: string[] = [];
let counted = 0;

const both = [HttpMethod.Get, HttpMethod.Post];

class CuttingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    destroyRequest(context);
    return false;
  }
}

@RestController('v1', '/b')
class ItemsController {
  @RestRoute('/{name}', both, new PublicAccess(), { batch: true })
  one(name: string, request: RestRequest): RestResponse<object> {
    executed.push(name);
    const { ip, protocol, socket } = request.raw as {
      readonly ip: string;
      readonly protocol: string;
      readonly socket: { readonly remoteAddress?: string };
    };
    const { cookie, authorization, host } = request.headers;
    const seen = { ip, protocol, address: socket.remoteAddress, cookie, authorization, host };
    return new RestResponse({ called: name, ...seen }, 200, {
      'Set-Cookie': `own-${name}=1; HttpOnly`,
    });
  }

  @UseGuards(CuttingGuard)
  @RestRoute('/guarded', both, new PublicAccess(), { batch: true })
  guarded(): void {
    executed.push('guarded');
  }

  @RestRoute('/big/{size}', both, new PublicAccess(), { batch: true })
  big(size: int): { readonly text: string } {
    executed.push(`big ${size}`);
    return { text: 'x'.repeat(size) };
  }

  @RestRoute('/pair/{name}/{other}', HttpMethod.Get, new PublicAccess())
  pair(name: string, other: string): RestResponse {
    const href = (to: string) => `/acme/v1/b/${to.replaceAll('+', '/')}`;
    return new RestResponse({ pair: true })
      .link('to', href(name), { embeddable: true })
      .link('to', href(other), { embeddable: true });
  }
}

type Next = () => void;

function end(response: ServerResponse, status: number, type: string, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.end(text);
}

/** What applications bind to paths: refusals as text and as JSON, credentials, tokens of forms, limits of rates. */
function protect(request: IncomingMessage, response: ServerResponse, next: Next): void {
  const { url = '', headers } = request;
  const [, called] = /\/acme\/v1\/b\/([a-z]+)/.exec(url) ?? [];
  const refusals: Record<string, () => boolean> = {
    text: () => true,
    empty: () => true,
    json: () => true,
    basic: () => headers.authorization !== 'Basic eDp5',
    token: () => headers['x-csrf-token'] !== headers.cookie?.replace('csrf=', ''),
    limited: () => ++counted > 2,
    gone: () => true,
    cut: () => true,
    heard: () => true,
  };
  response.setHeader('X-Protected', 'yes');
  if (called === undefined || refusals[called]?.() !== true) return next();
  response.setHeader('Set-Cookie', `refused-${called}=1; HttpOnly`);
  if (called === 'heard') request.on('error', ({ message }) => heard.push(message));
  if (called === 'gone') response.destroy();
  else if (called === 'cut' || called === 'heard') request.destroy(new Error('blocked'));
  else if (called === 'empty') end(response, 403, 'text/plain', '');
  else if (called === 'text') end(response, 403, 'text/html', '<h1>Forbidden</h1>');
  else end(response, called === 'limited' ? 429 : 403, 'application/json', '{"code":"refused"}');
}

@Module({})
class MiddlewareModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply((_request: unknown, response: ServerResponse) =>
        end(response, 403, 'application/json', '{"code":"consumer"}'),
      )
      .forRoutes({ path: 'api/acme/v1/b/mw', method: RequestMethod.ALL });
  }
}

/** A hook of Fastify's; middleware of the adapter on Express. */
function configure(app: INestApplication, adapter: AdapterName): void {
  app.use(protect);
  if (adapter !== 'fastify') return;
  interface Reply {
    code(status: number): Reply;
    send(body: object): Reply;
  }
  type Hook = (request: { readonly url: string }, reply: Reply, done: Next) => void;
  const instance = app.getHttpAdapter().getInstance() as {
    addHook(name: string, hook: Hook): void;
  };
  for (const hook of ['onRequest', 'preHandler']) {
    instance.addHook(hook, ({ url }, reply, done) => {
      if (!url.includes(`/b/${hook.toLowerCase()}`)) return done();
      reply.code(403).send({ code: hook });
    });
  }
}

const refused = [
  'mw',
  'json',
  'basic',
  'token',
  'text',
  'empty',
  'onrequest',
  'prehandler',
] as const;

describe.each(ADAPTERS)('sub-requests on %s', (adapter) => {
  const app = useRoutes([ItemsController], {
    adapter,
    trustsProxies: true,
    imports: [MiddlewareModule],
    rest: { batch: { maxBytes: 5000 }, embed: { maxBytes: 5000 } },
    configure: (nest) => configure(nest, adapter),
  });
  beforeEach(() => {
    executed.splice(0);
    counted = 0;
  });

  type Headers = Readonly<Record<string, string>>;
  interface Part {
    readonly status: number;
    readonly body: unknown;
    readonly headers: Readonly<Record<string, unknown>>;
  }
  const direct = (path: string, headers: Headers = {}) =>
    app.fetch('POST', `/api/acme/v1/b/${path}`, { headers });
  const batch = async (
    requests: readonly object[],
    headers: Headers = {},
    validation = 'normal',
  ) => {
    const response = await app.fetch('POST', '/api/batch/v1', {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ validation, requests }),
    });
    return { ...response, ...(response.body as { failed?: string; responses: (Part | null)[] }) };
  };
  const item = (path: string, more: object = {}) => ({ path: `/acme/v1/b/${path}`, ...more });
  const embedded = async (first: string, second: string, headers: Headers = {}) => {
    const response = await app.fetch('GET', `/api/acme/v1/b/pair/${first}/${second}?_embed`, {
      headers,
    });
    const { _embedded: found } = response.body as { _embedded?: { to: readonly unknown[] } };
    return { ...response, found: found?.to };
  };

  test('A sub-request of a batch or of _embed passes the middleware and the hooks of a direct request', async () => {
    const names = adapter === 'fastify' ? refused : refused.slice(0, 6);
    const tokens = { cookie: 'csrf=a', 'x-csrf-token': 'b', authorization: 'Basic no' };
    for (const one of names) {
      const { status, body } = await direct(one, tokens);
      expect([one, status]).toEqual([one, 403]);
      const { responses } = await batch([item(one)], tokens);
      const expected = body ?? {
        code: 'rest_forbidden',
        message: 'Forbidden.',
        data: { status: 403 },
      };
      expect(responses[0]).toMatchObject({ status, body: expected });
      expect((await embedded(one, one, tokens)).found).toEqual([expected, expected]);
    }
    expect(executed).toEqual([]);
  });

  test('a sub-request has the address, the protocol, the cookies and the credentials of its caller', async () => {
    const headers = {
      cookie: 'csrf=a',
      'x-csrf-token': 'a',
      authorization: 'Basic eDp5',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
    };
    for (const one of ['basic', 'token']) {
      const { status, body } = await direct(one, headers);
      expect([status, body]).toMatchObject([200, { ip: '203.0.113.7', protocol: 'https' }]);
      const forged = { 'X-Forwarded-For': '192.0.2.1', Authorization: 'no', Cookie: 'csrf=b' };
      const { responses } = await batch([item(one, { headers: forged })], headers);
      expect(responses[0]).toMatchObject({ status, body });
      expect((await embedded(one, one, headers)).found).toEqual([body, body]);
    }
  });

  test('A rate limit counts the sub-requests of a batch and of _embed', async () => {
    const { responses } = await batch([item('limited'), item('limited'), item('limited')]);
    expect(responses.map((response) => response?.status)).toEqual([200, 200, 429]);
    expect((await embedded('limited', 'free')).found).toMatchObject([
      { code: 'refused' },
      { called: 'free' },
    ]);
    expect((await direct('limited')).status).toBe(429);
  });

  test('in a batch with require-all-validate, a request that middleware rejects stops all others', async () => {
    const requests = [item('a'), item('text'), item('c')];
    const { failed, responses } = await batch(requests, {}, 'require-all-validate');
    expect([failed, responses.map((one) => one?.status)]).toEqual([
      'validation',
      [undefined, 403, undefined],
    ]);
    expect(executed).toEqual([]);
    const all = await batch([item('a'), item('b')], {}, 'require-all-validate');
    expect(all.responses.map((one) => one?.status)).toEqual([200, 200]);
    expect(executed).toEqual(['a', 'b']);
  });

  test('a request of a batch cannot state a header that a gateway vouches for', async () => {
    const vouched = [
      'X-Auth-Request-User',
      'X-MS-Client-Principal',
      'Fly-Client-IP',
      'X-User-Id',
      'X-Test-User',
      'X-Csrf-Token',
      'User-Agent',
      'X-Anything',
    ];
    const headers = Object.fromEntries(vouched.map((one) => [one, 'forged']));
    const { responses } = await batch([item('token', { headers })], { cookie: 'csrf=forged' });
    expect(responses[0]).toMatchObject({ status: 403 });
    for (const header of ['X-Auth-Request-User', 'Cookie', 'bad name', 'Proxy-X', 'Content-Type']) {
      const start = startRoutes([ItemsController], {
        adapter,
        rest: { batch: { headers: [header] } },
      });
      await expect(start).rejects.toThrow(/batch\.headers lists names of headers.*Received: /);
    }
  });

  test('cookies of _envelope, of batches and of embedded responses are set as headers, and are in no body', async () => {
    const cookies = ['own-a=1; HttpOnly', 'refused-text=1; HttpOnly'];
    const whole = await batch([item('a'), item('text')]);
    const linked = await embedded('a', 'text');
    for (const { headers, text } of [whole, linked]) {
      expect(headers['set-cookie']).toEqual(cookies);
      expect(text).not.toMatch(/httponly/i);
    }
    expect(linked.headers['cache-control'] ?? 'private').toContain('private');
    const enveloped = await direct('a?_envelope');
    expect(enveloped.headers['set-cookie']).toEqual(cookies.slice(0, 1));
    expect(enveloped.text).not.toMatch(/httponly/i);
    expect(enveloped.body).toMatchObject({ status: 200, body: { called: 'a' } });
  });

  test('the responses of a batch have a limit together, and so do the responses that _embed fetches', async () => {
    const { responses } = await batch([item('big/3000'), item('big/3000'), item('big/1000')]);
    expect(responses).toMatchObject([
      { status: 200 },
      { status: 507, body: { code: 'rest_response_too_large' } },
      { status: 200 },
    ]);
    expect(executed).toEqual(['big 3000', 'big 3000', 'big 1000']);
    expect((await embedded('big+9000', 'big+1000')).found).toMatchObject([
      { code: 'rest_response_too_large' },
      { text: 'x'.repeat(1000) },
    ]);
  });

  test.each(['gone', 'cut', 'heard', 'guarded'])(
    'a sub-request whose connection middleware or a guard ends is an error, and the others continue (%s)',
    async (ended) => {
      heard.splice(0);
      await expect(direct(ended)).rejects.toThrow();
      const { responses } = await batch([item(ended), item('a')]);
      expect(responses).toMatchObject([
        { status: 502, body: { code: 'rest_response_aborted' } },
        { status: 200 },
      ]);
      expect((await embedded(ended, 'a')).found).toMatchObject([
        { code: 'rest_response_aborted' },
        { called: 'a' },
      ]);
      expect(executed).toEqual(['a', 'a']);
      const whole = await batch([item(ended), item('b')], {}, 'require-all-validate');
      expect([whole.failed, whole.responses[1]]).toEqual(['validation', null]);
      expect(executed).toEqual(['a', 'a']);
      expect(new Set(heard)).toEqual(new Set(ended === 'heard' ? ['blocked'] : []));
    },
  );

  test('a sub-request has no headers that middleware sets on the batch in the same way', async () => {
    const { headers, responses } = await batch([item('a')]);
    expect(headers['x-protected']).toBe('yes');
    expect(Object.keys(responses[0]?.headers ?? {})).toEqual(['Allow']);
  });
});
