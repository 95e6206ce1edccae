import {
  Controller,
  Get,
  Injectable,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  allOf,
  anyOf,
  Callback,
  Capability,
  EventStream,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  type int,
  type RestModuleOptions,
  type RestRequest,
  type UploadedFile,
} from 'nestjs-rest-routes';
import { McpModule, type McpModuleOptions } from 'nestjs-rest-routes/mcp';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes, type TestApplication } from '../support/application.js';
import { fixtureUser, signedAsUser } from '../support/fixture-user.js';
import { connect, PROTOCOLS } from './support/client.js';
import { ItemsController, PagesController } from './support/shop.js';

const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

function shop(options: Partial<McpModuleOptions> = {}) {
  return McpModule.forRoot({ name: 'shop', version: '1', ...options });
}

/** Origins that are not one of a list with `https://chat.example.com` and `http://localhost:*`. */
const HOSTILE_ORIGINS: readonly (string | string[])[] = [
  'https://chat.example.com:8443 http://chat.example.com https://chat.example.com. chat.example.com',
  'https://CHAT.example.com HTTPS://chat.example.com https://chat.example.com:443',
  'https://chat.example.com/ https://chat.example.com? https://a@chat.example.com',
  'https://chat.example.com@evil.example https://evil.example#chat.example.com',
  'https://chat.example.com.evil.example https://evil-chat.example.com https:chat.example.com',
  'https://xn--chat-example-com.evil https://chat.example.com%2e //localhost localhost ws://localhost',
  'chrome-extension://localhost https://localhost http://localhost. http://localhost: http://LOCALHOST',
  'http://localhost:80 http://localhost:080 http://localhost:99999 http://localhost:* http://',
  'http://localhost:5173/ http://localhost@evil.example http://127.0.0.1 http://127.1 http://[::1]',
  'http://0 http://2130706433 file:// null about:blank undefined *',
  'https://chat.example.com,https://chat.example.com',
]
  .flatMap((line) => line.split(' '))
  .concat('', ' ', 'https://chat.example.com, https://chat.example.com');

/** What no browser sends as an origin. */
const UNUSABLE_ORIGINS = [
  'localhost localhost:5173 //localhost null * http://* https://*.example.com https://Example.com',
  'https://example.com/ https://example.com:443 http://example.com:80 HTTPS://example.com',
  'https://bücher.example http://127.1 http://127.1:* https://a@b.c https://example.com:*/ https://:*',
  'http://localhost:80:* chrome-extension:// chrome-extension://a/b',
]
  .flatMap((line) => line.split(' '))
  .concat('', ' ');

function send(
  app: TestApplication,
  body: unknown,
  headers: Readonly<Record<string, string | string[]>> = {},
  path = '/mcp',
) {
  return app.fetch('POST', path, {
    headers: { ...JSON_HEADERS, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function namesOf({ body }: { readonly body: unknown }): readonly string[] {
  const { result } = body as { readonly result: { readonly tools: { readonly name: string }[] } };
  return result.tools.map(({ name }) => name);
}

describe.each(ADAPTERS)('the endpoint on %s', (adapter) => {
  const app = useRoutes([ItemsController, PagesController], {
    adapter,
    rest: fixtureUser,
    imports: [shop({ origins: ['https://chat.example.com', 'http://localhost:*'] })],
    cors: { origin: 'https://chat.example.com' },
  });

  test('It accepts POST with JSON only', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await app.fetch(method, '/mcp');
      expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'POST' });
    }
    const text = await send(app, LIST, { 'content-type': 'text/plain' });
    expect(text.status).toBe(415);
    const listed = await send(app, LIST);
    expect(listed).toMatchObject({
      status: 200,
      headers: { 'content-type': expect.stringMatching(/^application\/json/) as string },
    });
    expect(namesOf(listed)).toContain('items_list');
  });

  test('Errors of the protocol are errors of the protocol', async () => {
    const unknown = await send(app, { ...LIST, method: 'tools/burn' });
    expect(unknown.body).toMatchObject({ id: 1, error: { code: -32_601 } });
    for (const params of [undefined, {}, { name: 7 }, { name: 'items_list', arguments: [1] }]) {
      const { body } = await send(app, { ...LIST, method: 'tools/call', params });
      expect(body).toMatchObject({ id: 1, error: { code: -32_602 } });
    }
    expect((await send(app, [LIST, LIST])).body).toMatchObject({ error: { code: -32_600 } });
    expect((await send(app, { hello: 'world' })).status).toBe(400);
    expect((await send(app, '{"jsonrpc":')).status).toBe(400);
  });

  test('A subscription ends at once, because tools do not change', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
    };
    const params = { _meta: meta, notifications: { toolsListChanged: true } };
    const { body } = await send(
      app,
      { ...LIST, method: 'subscriptions/listen', params },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    );
    expect(body).toMatchObject({ id: 1, error: { code: -32_603 } });
  });

  test('A page of another origin gets a 403, and a client without an origin is served', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      const { status, body } = await send(app, LIST, { origin });
      expect({ status, body }).toMatchObject({ status: 403, body: { error: { code: -32_000 } } });
    }
    for (const origin of ['https://chat.example.com', 'http://localhost:5173']) {
      expect((await send(app, LIST, { origin })).status).toBe(200);
    }
  });

  test.each([
    ...HOSTILE_ORIGINS,
    ['https://chat.example.com', 'https://evil.example'],
    ['https://evil.example', 'https://chat.example.com'],
    ['https://chat.example.com', ''],
  ])('A request with the origin %j gets a 403', async (sent) => {
    const { status, body } = await send(app, LIST, { origin: sent });
    expect({ status, body }).toMatchObject({ status: 403, body: { error: { code: -32_000 } } });
  });

  test('CORS of the application applies', async () => {
    const origin = 'https://chat.example.com';
    const { headers } = await send(app, LIST, { origin });
    expect(headers['access-control-allow-origin']).toBe(origin);
    const preflight = await app.fetch('OPTIONS', '/mcp', {
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
  });

  test('A name like __proto__ among arguments is only a name', async () => {
    const text = '{"name":"items_one","arguments":{"id":1,"__proto__":{"admin":true}}}';
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${text}}`;
    const { status, body } = await send(app, message);
    // Fastify rejects it in any body; Express and the SDK drop it.
    const expected =
      adapter === 'fastify'
        ? { status: 400 }
        : { status: 200, body: { result: { structuredContent: { id: 1 } } } };
    expect({ status, body }).toMatchObject(expected);
    expect(({} as { admin?: boolean }).admin).toBe(undefined);
  });
});

describe.each(ADAPTERS)('origins of tools on %s', (adapter) => {
  const local = useRoutes([ItemsController], { adapter, imports: [shop()] });
  const extensions = useRoutes([ItemsController], {
    adapter,
    imports: [shop({ origins: ['chrome-extension://abcdef', 'moz-extension://*'] })],
  });
  const none = useRoutes([ItemsController], { adapter, imports: [shop({ origins: [] })] });

  test.each([
    [{}, 200],
    [{ origin: 'http://localhost' }, 200],
    [{ origin: 'http://localhost:5173' }, 200],
    [{ origin: 'https://127.0.0.1:8443' }, 200],
    [{ origin: 'http://[::1]:3000' }, 200],
    [{ origin: '' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://127.1' }, 403],
    [{ origin: 'http://127.0.0.2' }, 403],
    [{ origin: 'http://[0:0:0:0:0:0:0:1]' }, 403],
    [{ origin: 'http://[::ffff:127.0.0.1]' }, 403],
    [{ origin: 'chrome-extension://localhost' }, 403],
    [{ origin: 'http://localhost.evil.example' }, 403],
  ])('by default, pages of the same machine are served: %j is %s', async (headers, status) => {
    expect((await send(local, LIST, headers)).status).toBe(status);
  });

  test.each([
    ['chrome-extension://abcdef', 200],
    ['chrome-extension://abcdeg', 403],
    ['moz-extension://0a1b2c3d-4e5f', 200],
    ['moz-extension://', 403],
    ['moz-extension://a/b', 403],
    ['moz-extension://a:80', 403],
    ['MOZ-extension://a', 403],
    ['http://moz-extension', 403],
    ['http://localhost', 403],
  ])(
    'an extension of a browser is one of those that are stated: %s is %s',
    async (origin, status) => {
      expect((await send(extensions, LIST, { origin })).status).toBe(status);
    },
  );

  test('without origins, only clients that are not browsers are served', async () => {
    expect((await send(none, LIST)).status).toBe(200);
    expect((await send(none, LIST, { origin: 'http://localhost' })).status).toBe(403);
  });
});

describe.each(ADAPTERS)('what protects routes protects tools on %s', (adapter) => {
  const urls: string[] = [];
  const app = useRoutes([ItemsController, PagesController], {
    adapter,
    rest: fixtureUser,
    imports: [shop()],
    configure: (nest) => {
      nest.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
        const { url = '' } = request;
        urls.push(`${request.method} ${url} ${request.socket.remoteAddress}`);
        if (!url.includes('/tree/closed')) return next();
        response.statusCode = 429;
        response.end('Too many.');
      });
    },
  });

  test.each(PROTOCOLS)(
    'Middleware sees the request of a tool, by protocol %s',
    async (protocol) => {
      urls.length = 0;
      const client = await connect(app, protocol);
      const closed = await client.callTool({ name: 'pages_tree', arguments: { name: 'closed' } });
      expect(closed).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: 'Too many.' }],
      });
      expect(urls.at(-1)).toBe('GET /api/acme/v1/pages/tree/closed 127.0.0.1');
    },
  );
});

@Injectable()
class HeaderGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<IncomingMessage>();
    return headers['x-key'] === 'open';
  }
}

@Controller('hello')
class HelloController {
  @Get()
  hello(): string {
    return 'hello';
  }
}

describe.each(ADAPTERS)('options of McpModule on %s', (adapter) => {
  const start = (
    options: Partial<McpModuleOptions>,
    rest: RestModuleOptions = fixtureUser,
    prefix?: string,
  ) =>
    startRoutes([ItemsController, PagesController, HeaderGuard], {
      adapter,
      rest,
      imports: [shop(options)],
      controllers: [HelloController],
      configure: (nest) => {
        if (prefix !== undefined) nest.setGlobalPrefix(prefix);
      },
    });

  test('challenge asks anonymous callers for credentials', async () => {
    const challenge = 'Bearer resource_metadata="https://api.example.com/.well-known/x"';
    const app = await start({ challenge });
    const anonymous = await send(app, LIST);
    expect(anonymous).toMatchObject({ status: 401, headers: { 'www-authenticate': challenge } });
    expect((await send(app, LIST, signedAsUser(2))).status).toBe(200);
    await app.close();
  });

  test('challenge asks callers whose credentials are rejected too, and not those who may not enter', async () => {
    const challenge = 'Bearer resource_metadata="https://api.example.com/.well-known/x"';
    const rejected = new RestException('acme_expired', 'The token has expired.', 401);
    const app = await start({ challenge }, { user: () => Promise.reject(rejected) });
    expect(await send(app, LIST)).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': challenge },
    });
    await app.close();
    const guarded = await start({ challenge, decorators: [UseGuards(HeaderGuard)] });
    const { status, headers } = await send(guarded, LIST, signedAsUser(2));
    expect({ status, challenge: headers['www-authenticate'] }).toEqual({ status: 403 });
    await guarded.close();
  });

  test('A list whose user function fails is an error without its text', async () => {
    const failed = await start({}, { user: () => Promise.reject(new Error('a secret')) });
    const { body } = await send(failed, LIST);
    expect(body).toMatchObject({ error: { code: -32_603, message: 'Internal error' } });
    await failed.close();
    const expired = new RestException('acme_expired', 'The token has expired.', 401);
    const rejected = await start({}, { user: () => Promise.reject(expired) });
    expect((await send(rejected, LIST)).body).toMatchObject({
      error: { code: -32_000, message: 'The token has expired.' },
    });
    await rejected.close();
  });

  test('decorators guard the endpoint, and path is where it is', async () => {
    const app = await start({ path: '/ai/tools/', decorators: [UseGuards(HeaderGuard)] });
    const closed = await send(app, LIST, {}, '/ai/tools');
    expect(closed.status).toBe(403);
    expect((await send(app, LIST, { 'x-key': 'open' }, '/ai/tools')).status).toBe(200);
    expect((await send(app, LIST)).status).toBe(404);
    await app.close();
  });

  test('A global prefix applies to the endpoint, as to all controllers', async () => {
    const app = await start({}, fixtureUser, 'api');
    expect(namesOf(await send(app, LIST, {}, '/api/mcp'))).toContain('items_list');
    const params = { name: 'items_one', arguments: { id: 3 } };
    const { body } = await send(app, { ...LIST, method: 'tools/call', params }, {}, '/api/mcp');
    expect(body).toMatchObject({ result: { structuredContent: { id: 3 } } });
    await app.close();
  });

  test('include makes the GET routes of a namespace tools', async () => {
    for (const include of [['acme'], ['acme/v1']]) {
      const app = await start({ include });
      expect(namesOf(await send(app, LIST))).toContain('items_secret');
      await app.close();
    }
    const app = await start({ include: ['acm', 'v1'] });
    expect(namesOf(await send(app, LIST))).not.toContain('items_secret');
    await app.close();
  });

  test('maxBytes limits results', async () => {
    const app = await start({ maxBytes: 100 });
    const params = { name: 'pages_text', arguments: { length: 100 } };
    const { body } = await send(app, { ...LIST, method: 'tools/call', params });
    expect(body).toMatchObject({ result: { isError: true } });
    expect(JSON.stringify(body)).toContain('rest_response_too_large');
    await app.close();
  });

  test('wrap states the result that an interceptor makes', async () => {
    const app = await start({ wrap: (data) => ({ type: 'object', properties: { data } }) });
    const { body } = await send(app, LIST);
    const { tools } = (body as { result: { tools: { name: string; outputSchema: unknown }[] } })
      .result;
    expect(tools.find(({ name }) => name === 'pages_count')?.outputSchema).toEqual({
      type: 'object',
      properties: { data: expect.objectContaining({ type: 'object' }) as unknown },
    });
    await app.close();
  });
});

class Rules {
  static isSigned(this: void, request: RestRequest): boolean {
    return request.user !== null;
  }

  static isOwn(this: void, id: int): boolean {
    return id === 7;
  }
}

const signed = new Callback(Rules.isSigned, { anonymous: false });
const own = new Callback(Rules.isOwn, { anonymous: false });

@RestController('v1', '/owned')
class OwnedController {
  @RestRoute('/signed', HttpMethod.Get, signed, { tool: true })
  signed() {
    return 1;
  }

  @RestRoute('/own/{id}', HttpMethod.Get, own, { tool: true })
  own(id: int) {
    return id;
  }

  @RestRoute('/all', HttpMethod.Get, allOf(new Capability('edit_items'), signed), { tool: true })
  all() {
    return 1;
  }

  @RestRoute('/any', HttpMethod.Get, anyOf(new Capability('edit_items'), signed), { tool: true })
  any() {
    return 1;
  }

  @RestRoute('/nested', HttpMethod.Get, anyOf(allOf(signed), signed), { tool: true })
  nested() {
    return 1;
  }

  @RestRoute('/maybe', HttpMethod.Get, anyOf(signed, new Callback(Rules.isSigned)), { tool: true })
  maybe() {
    return 1;
  }
}

describe.each(ADAPTERS)('callbacks with arguments or the request, on %s', (adapter) => {
  describe.each(['nest', 'wordpress'] as const)('in the style %s', (style) => {
    const app = useRoutes([OwnedController], {
      adapter,
      rest: { ...fixtureUser, style },
      imports: [shop()],
    });

    const names = ['owned_any', 'owned_maybe', 'owned_nested', 'owned_own', 'owned_signed'];

    test.each([
      [undefined, ['owned_maybe']],
      [3, names],
      [2, ['owned_all', ...names]],
    ])('With `anonymous: false`, user %s sees the tools that they may call', async (user, seen) => {
      expect(namesOf(await send(app, LIST, signedAsUser(user))).toSorted()).toEqual(seen);
    });

    test('An anonymous call of a tool that the list does not show is denied, as over HTTP', async () => {
      for (const name of ['owned_all', ...names].filter((one) => one !== 'owned_maybe')) {
        const params = { name, arguments: name === 'owned_own' ? { id: 7 } : {} };
        const { body } = await send(app, { ...LIST, method: 'tools/call', params });
        expect(body).toMatchObject({ result: { isError: true } });
        expect(JSON.stringify(body)).toContain('401');
      }
      const path = '/api/acme/v1/owned';
      for (const one of ['signed', 'own/7', 'all', 'any', 'nested']) {
        expect(await app.fetch('GET', `${path}/${one}`)).toMatchObject({ status: 401 });
        const { headers } = await app.fetch('OPTIONS', `${path}/${one}`);
        expect(headers.allow ?? '').toBe('');
      }
    });
  });
});

describe('declarations that are rejected', () => {
  @RestController('v1', '/streams')
  class StreamsController {
    @RestRoute('/events', HttpMethod.Get, new PublicAccess())
    events(): EventStream {
      return new EventStream([]);
    }

    @RestRoute('/upload', HttpMethod.Post, new PublicAccess(), { tool: true })
    upload(file: UploadedFile | null = null, title: string = ''): string {
      return `${title} ${file?.name}`;
    }

    @RestRoute('/left-out', HttpMethod.Get, new PublicAccess(), { tool: false })
    leftOut(): EventStream {
      return new EventStream([]);
    }
  }

  @RestController('v1', '/twins')
  class TwinsController {
    @RestRoute('/a', HttpMethod.Get, new PublicAccess(), { tool: { name: 'same' } })
    a(): string {
      return 'a';
    }

    @RestRoute('/b', HttpMethod.Get, new PublicAccess(), { tool: { name: 'same' } })
    b(): string {
      return 'b';
    }
  }

  @RestController('v1', '/inferred')
  class InferredController {
    @RestRoute('', HttpMethod.Get, new PublicAccess(), { tool: true })
    events() {
      return new EventStream([]);
    }
  }

  const startupOf = (controller: new () => object, options: Partial<McpModuleOptions> = {}) =>
    startRoutes([controller], { adapter: 'express', imports: [shop(options)] });

  test('Two tools of one name stop the start, with both places', async () => {
    await expect(startupOf(TwinsController)).rejects.toThrow(
      /RR1070[^]*TwinsController\.b[^]*same also at TwinsController\.a \(GET \/api\/acme\/v1\/twins\/a\)/,
    );
  });

  test('An EventStream of an included namespace stops the start, unless it is left out', async () => {
    await expect(startupOf(StreamsController, { include: ['acme/v1'] })).rejects.toThrow(
      /RR1072[^]*StreamsController\.events[^]*EventStream/,
    );
    const app = await startupOf(StreamsController);
    const { body } = await send(app, LIST);
    expect(body).toMatchObject({
      result: {
        tools: [{ name: 'streams_upload', inputSchema: { properties: { title: {} } } }],
      },
    });
    await app.close();
  });

  test('A tool whose EventStream the build does not see, because no type states it, stops the start', async () => {
    await expect(startupOf(InferredController)).rejects.toThrow(
      /RR1072[^]*InferredController\.events[^]*EventStream/,
    );
  });

  test.each([
    [{ name: '' }, /name/],
    [{ version: '' }, /version/],
    [{ path: 'a b' }, /path/],
    [{ maxBytes: 0 }, /maxBytes/],
    [{ origins: ['example.com'] }, /origins is a list of origins .*, not "example\.com"/],
    ...UNUSABLE_ORIGINS.map((origin): [object, RegExp] => [
      { origins: [origin] },
      /origins is a list of origins/,
    ]),
    [{ origins: 'https://example.com' as never }, /origins is a list of origins/],
    [{ origins: [/example/ as never] }, /origins is a list of origins/],
  ])('The options %j are rejected', (options, message) => {
    expect(() => shop(options)).toThrow(message);
  });
});
