import {
  Body,
  CanActivate,
  Controller,
  createParamDecorator,
  Put,
  Req,
  UploadedFile,
  UseGuards,
  UseInterceptors,
  type ExecutionContext,
  type INestApplication,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FileInterceptor } from '@nestjs/platform-express';
import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { connect } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { fastifyOf } from './in-and-out/support/sides.js';

/** As Nest's documentation has it: an asynchronous decorator that reads the whole request. */
const PlainBody = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<IncomingMessage & { raw?: IncomingMessage }>();
  return textOf(request.raw ?? request);
});

const Caller = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<{ user?: unknown }>().user ?? null;
});

class Closed implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

let calls = 0;

@RestController('v1', '/m')
class MediaController {
  @RestRoute('', [HttpMethod.Post, HttpMethod.Put, HttpMethod.Delete], new PublicAccess())
  take(title = 'none') {
    calls++;
    return { given: title };
  }
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  read(title = 'none') {
    calls++;
    return { given: title };
  }
  @RestRoute('/required', HttpMethod.Post, new PublicAccess())
  required(title: string) {
    return { given: title };
  }
  @RestRoute('/closed', HttpMethod.Post, new PublicAccess())
  @UseGuards(Closed)
  closed(title = 'none') {
    return { given: title };
  }
  @RestRoute('/denied', HttpMethod.Post, new Capability('edit'))
  denied(title = 'none') {
    return { given: title };
  }
  @RestRoute('/{id}/path', HttpMethod.Post, new PublicAccess())
  path(id: int) {
    return { id };
  }
  @RestRoute('/stream', HttpMethod.Post, new PublicAccess())
  async stream(
    title = 'none',
    request: RestRequest<unknown, IncomingMessage & { raw?: IncomingMessage }>,
  ) {
    return { given: title, text: await textOf(request.raw.raw ?? request.raw) };
  }
  @RestRoute('/req', HttpMethod.Post, new PublicAccess())
  async req(title = 'none', @Req() request: IncomingMessage & { raw?: IncomingMessage }) {
    return { given: title, text: await textOf(request.raw ?? request) };
  }
  @RestRoute('/plain', HttpMethod.Post, new PublicAccess())
  plain(title = 'none', @PlainBody() text: string) {
    return { given: title, text };
  }
  @RestRoute('/caller', HttpMethod.Post, new PublicAccess())
  caller(title = 'none', @Caller() user: unknown) {
    return { given: title, user };
  }
  @RestRoute('/file', HttpMethod.Post, new PublicAccess())
  @UseInterceptors(FileInterceptor('file'))
  file(title = 'none', @UploadedFile() file: { originalname: string } | undefined) {
    return { given: title, name: file?.originalname ?? null };
  }
  @RestRoute('/body', HttpMethod.Post, new PublicAccess())
  body(title = 'none', @Body() body: unknown) {
    return { given: title, body };
  }
}

const UNREAD = [
  'text/plain',
  'text/plain; charset=utf-8',
  'TEXT/PLAIN',
  'application/xml',
  'text/xml',
  'application/octet-stream',
  'image/png',
  'multipart/mixed; boundary=x',
  'application/jsonp',
  'application/x-www-form-urlencodedx',
  'nonsense',
  ';',
];
const FORM = [
  '--x',
  'Content-Disposition: form-data; name="file"; filename="a.txt"',
  'Content-Type: text/csv',
  '',
  'hello',
  '--x--',
  '',
].join('\r\n');
const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
/** A type that no parser of the adapters reads. */
const text = { 'content-type': 'text/csv' };

describe.each(ADAPTERS)('bodies in other formats on %s', (adapter) => {
  const app = useRoutes([MediaController], { adapter });

  const send = (
    path: string,
    headers: Record<string, string>,
    body: string | undefined = 'title=x',
    method = 'POST',
  ) => app.fetch(method, `/api/acme/v1/m${path}`, { headers, ...(body === '' ? {} : { body }) });

  test('A body of an unsupported media type is a 415 if the route has arguments, and the method does not run', async () => {
    calls = 0;
    for (const type of UNREAD) {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const { status, body } = await send('', { 'content-type': type }, undefined, method);
        const data = { code: 'rest_unsupported_media_type', data: { status: 415 } };
        expect([method, type, status, body]).toMatchObject([method, type, 415, data]);
      }
    }
    expect(calls).toBe(0);
  });

  test('a body without a media type is 415 on POST, and a form on other methods, as WordPress reads it', async () => {
    expect((await send('', {})).status).toBe(415);
    expect((await send('', {}, 'title=x', 'PUT')).body).toEqual({ given: 'x' });
  });

  test('an empty body has no media type to reject', async () => {
    for (const type of UNREAD) {
      const { status, body } = await send('', { 'content-type': type, 'content-length': '0' }, '');
      expect([type, status, body]).toEqual([type, 200, { given: 'none' }]);
    }
  });

  test('a chunked body is 415 where it has bytes, and read as none where it is empty', async () => {
    const { port } = new URL(app.url);
    const head = [
      'POST /api/acme/v1/m HTTP/1.1',
      'Host: x',
      'Content-Type: text/csv',
      'Transfer-Encoding: chunked',
      'Connection: close',
      '',
      '',
    ].join('\r\n');
    const exchange = (chunks: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () => {
          socket.write(head);
          // In a packet of its own, so that the request is there before its body.
          setImmediate(() => socket.write(chunks));
        });
        let received = '';
        socket.on('data', (data: Buffer) => (received += data.toString()));
        socket.on('error', reject);
        socket.on('close', () => resolve(received));
      });
    expect(await exchange('5\r\nhello\r\n0\r\n\r\n')).toMatch(/^HTTP\/1\.1 415 /);
    expect(await exchange('0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('GET and HEAD ignore the media type of their body', async () => {
    for (const method of ['GET', 'HEAD']) {
      expect((await send('', text, 'hello', method)).status).toBe(200);
    }
    expect((await send('', text, 'hello', 'OPTIONS')).status).toBe(200);
  });

  test('guards and missing arguments are checked before the media type of the body (415), and the media type before the permission', async () => {
    expect((await send('/closed', text)).status).toBe(403);
    expect((await send('/required', text)).body).toMatchObject({
      code: 'rest_missing_callback_param',
    });
    expect((await send('/required?title=x', text)).status).toBe(415);
    expect((await send('/denied', text)).status).toBe(415);
    expect((await send('/nothing/here', text)).status).toBe(404);
  });

  test('a route whose arguments are all in its path takes any body', async () => {
    expect((await send('/7/path', text)).body).toEqual({ id: 7 });
  });

  test('A method that has the request as a parameter reads bodies of any type itself', async () => {
    for (const path of ['/stream', '/req']) {
      const { status, body } = await send(`${path}?title=a`, text, 'hello');
      expect([path, status, body]).toEqual([path, 200, { given: 'a', text: 'hello' }]);
    }
  });

  test('a decorator that reads the request accepts any body, and one that reads no body does not', async () => {
    expect((await send('/plain', text, 'hello')).body).toEqual({ given: 'none', text: 'hello' });
    expect((await send('/caller', text, 'hello')).status).toBe(415);
    expect((await send('/caller', text, '')).body).toEqual({ given: 'none', user: null });
  });

  test('JSON and forms are read', async () => {
    for (const [type, sent] of [
      ['application/json', '{"title":"x"}'],
      ['application/vnd.acme+json', '{"title":"x"}'],
      ['application/x-www-form-urlencoded; charset=utf-8', 'title=x'],
    ] as const) {
      expect((await send('', { 'content-type': type }, sent)).body).toEqual({ given: 'x' });
    }
  });
});

describe('readers of an Express application', () => {
  const app = useRoutes([MediaController], {
    adapter: 'express',
    configure: (nest: INestApplication) => {
      (nest as NestExpressApplication).useBodyParser('text', { type: 'text/csv' });
    },
  });

  test('Nest’s FileInterceptor reads the form of a route in place of the library', async () => {
    const file = await app.fetch('POST', '/api/acme/v1/m/file?title=a', {
      headers: multipart,
      body: FORM,
    });
    expect(file.body).toEqual({ given: 'a', name: 'a.txt' });
    const other = await app.fetch('POST', '/api/acme/v1/m', { headers: multipart, body: FORM });
    expect(other.body).toEqual({ given: 'none' });
  });

  test('a body that a parser of the application has read is not 415', async () => {
    const { body } = await app.fetch('POST', '/api/acme/v1/m/body', {
      headers: text,
      body: 'hello',
    });
    expect(body).toEqual({ given: 'none', body: 'hello' });
  });
});

/** No UTF-8, and no form. */
const FILE = Buffer.from([0xff, 0xd8, 0x26, 0x3d, 0x25, 0x00, 0xff]);

type AdapterRequest = IncomingMessage & { readonly raw?: IncomingMessage };

async function bytesOf(request: AdapterRequest): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request.raw ?? request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('hex');
}

@RestController('v1', '/files')
class FilesController {
  @RestRoute('/req', [HttpMethod.Put, HttpMethod.Patch, HttpMethod.Delete], new PublicAccess())
  async req(title = 'none', @Req() request: AdapterRequest) {
    return { title, bytes: await bytesOf(request) };
  }
  @RestRoute('/{name}/req', HttpMethod.Put, new PublicAccess())
  async named(name: string, @Req() request: AdapterRequest) {
    return { name, bytes: await bytesOf(request) };
  }
  @RestRoute('/{name}/rest', HttpMethod.Put, new PublicAccess())
  async rest(name: string, request: RestRequest<unknown, AdapterRequest>) {
    return { name, bytes: await bytesOf(request.raw) };
  }
  @RestRoute('/rest', HttpMethod.Put, new PublicAccess())
  async titled(title = 'none', request: RestRequest<unknown, AdapterRequest>) {
    return { title, body: request.body, bytes: await bytesOf(request.raw) };
  }
  @RestRoute('/titled', HttpMethod.Put, new PublicAccess())
  title(title = 'none') {
    return { title };
  }
  @RestRoute('/body', HttpMethod.Put, new PublicAccess())
  body(@Body() body: unknown) {
    return { body };
  }
}

@Controller('plain')
class PlainFiles {
  @Put('req')
  async req(@Req() request: AdapterRequest) {
    return { bytes: await bytesOf(request) };
  }
}

const SENT = FILE.toString('hex');

describe.each(ADAPTERS)('a body without a media type, as curl -T sends it, on %s', (adapter) => {
  const controllers = [PlainFiles];
  const wordpress = useRoutes([FilesController], { adapter, controllers });
  const nest = useRoutes([FilesController], { adapter, controllers, rest: { style: 'nest' } });
  const put = (app: typeof nest, path: string, body: Buffer | string = FILE, method = 'PUT') =>
    app.fetch(method, path.startsWith('/plain') ? path : `/api/acme/v1/files${path}`, { body });

  test('it is read by a method with @Req() itself, in each style, as on a plain controller', async () => {
    for (const app of [wordpress, nest]) {
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const sent = await put(app, '/req', FILE, method);
        expect([method, sent.body]).toEqual([method, { title: 'none', bytes: SENT }]);
      }
      expect((await put(app, '/a/req')).body).toEqual({ name: 'a', bytes: SENT });
      const plain = await put(app, '/plain/req');
      // Fastify itself has no parser for it.
      expect([plain.status, plain.body]).toMatchObject(
        adapter === 'express' ? [200, { bytes: SENT }] : [415, {}],
      );
    }
  });

  test('it is read by a method with RestRequest and no argument of a body itself', async () => {
    for (const app of [wordpress, nest])
      expect((await put(app, '/a/rest')).body).toEqual({ name: 'a', bytes: SENT });
  });

  test('it is a form of the arguments beside RestRequest with the style of WordPress, and read by the method without it', async () => {
    const form = { title: 'x', body: { title: 'x' }, bytes: '' };
    expect((await put(wordpress, '/rest', 'title=x')).body).toEqual(form);
    expect((await put(wordpress, '/rest')).body).toMatchObject({ code: 'rest_invalid_body' });
    expect((await put(nest, '/rest')).body).toEqual({ title: 'none', bytes: SENT });
  });

  test('A body without a media type is a form for any other method with the style of WordPress, and a 415 without it', async () => {
    expect((await put(wordpress, '/titled', 'title=x')).body).toEqual({ title: 'x' });
    expect((await put(wordpress, '/body', 'title=x')).body).toEqual({ body: { title: 'x' } });
    const rejected = await put(nest, '/titled', 'title=x');
    expect([rejected.status, rejected.text]).toEqual([
      415,
      expect.stringContaining('it has no media type'),
    ]);
    expect((await put(nest, '/titled', '')).body).toEqual({ title: 'none' });
    expect((await put(nest, '/body', 'title=x')).status).toBe(415);
  });
});

describe.each(ADAPTERS)('middleware on %s that reads the body of a route', (adapter) => {
  const app = useRoutes([MediaController], {
    adapter,
    configure: (nest: INestApplication) =>
      void nest.use(
        (request: IncomingMessage, _response: unknown, next: () => void) =>
          void textOf(request).then(() => next()),
      ),
  });

  test('A body that middleware or a hook has read and left nowhere is a 400, and the method does not run', async () => {
    calls = 0;
    const wellFormed = UNREAD.filter((type) => type.includes('/'));
    for (const type of [...wellFormed, 'application/json', 'application/x-www-form-urlencoded']) {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const headers = { 'content-type': type };
        const sent = await app.fetch(method, '/api/acme/v1/m', { headers, body: 'title=x' });
        expect([method, type, sent.status]).toEqual([method, type, 400]);
      }
    }
    expect(calls).toBe(0);
    const own = await app.fetch('POST', '/api/acme/v1/m/req', { headers: text, body: 'hello' });
    expect(own.body).toEqual({ given: 'none', text: '' });
  });
});

@Controller('plain-made')
class PlainMade {
  @Put()
  take(@Body('title') title: string = 'none') {
    return { given: title };
  }
}

describe.each(ADAPTERS)('a body that the application makes on %s', (adapter) => {
  const made = new Map<string, unknown>([
    ['a text', 'a text'],
    ['a number', 7],
    ['a list', ['a']],
    ['bytes', Buffer.from('a')],
    ['an object', { title: 'made' }],
  ]);
  const make = (request: { headers: IncomingMessage['headers']; body?: unknown }): void => {
    const kind = request.headers['x-made'];
    if (kind !== undefined) request.body = made.get(String(kind));
  };
  const app = useRoutes([MediaController], {
    adapter,
    controllers: [PlainMade],
    configure: (nest: INestApplication) => {
      if (adapter === 'fastify')
        fastifyOf(nest).addHook('preValidation', async (request) => make(request));
      else
        nest.use((request: IncomingMessage, _response: unknown, next: () => void) => {
          make(request);
          next();
        });
    },
  });
  const send = (path: string, kind: string, more: Record<string, string> = {}, body?: string) => {
    const headers = { 'x-made': kind, ...more };
    return app.fetch('PUT', path, body === undefined ? { headers } : { headers, body });
  };

  test('A request without a body has no media type to reject, whatever the application has made its body, as on a plain controller', async () => {
    for (const kind of made.keys()) {
      const plain = await send('/plain-made', kind);
      const given = kind === 'an object' ? 'made' : 'none';
      expect([kind, plain.status, plain.body]).toEqual([kind, 200, { given }]);
      const route = await send('/api/acme/v1/m', kind);
      expect([kind, route.status, route.body]).toEqual([kind, 200, { given }]);
    }
  });

  test('A body of another media type of which the application has made a text is still a 415', async () => {
    const sent = await send('/api/acme/v1/m', 'a text', { 'content-type': 'text/plain' }, 'x');
    expect(sent.status).toBe(415);
  });
});

describe('hooks of Fastify', () => {
  const app = useRoutes([MediaController], {
    adapter: 'fastify',
    configure: (nest: INestApplication) =>
      void fastifyOf(nest).addHook('preHandler', async ({ headers }, reply) => {
        if (headers['x-key'] === undefined) return reply.code(403).send({ message: 'no key' });
      }),
  });

  test('A hook of Fastify that rejects callers cannot be passed by a body that Fastify does not parse', async () => {
    for (const path of ['/7/path', '/req', '/stream', '/body']) {
      for (const [type, status] of [
        ['nonsense', 415],
        [';', 415],
        ['application/json', 400],
        ['application/xml', 403],
      ] as const) {
        const headers = { 'content-type': type };
        const sent = await app.fetch('POST', `/api/acme/v1/m${path}`, { headers, body: '{x' });
        expect([path, type, sent.status]).toEqual([path, type, status]);
      }
    }
    const headers = { 'content-type': 'nonsense' };
    const options = await app.fetch('OPTIONS', '/api/acme/v1/m', { headers, body: 'x' });
    expect([options.status, options.text]).toEqual([415, expect.not.stringContaining('endpoints')]);
  });

  describe('whose errors look like those of a parser', () => {
    const looksParsed = (code: string): Error => Object.assign(new Error('no'), { code });
    const failing = useRoutes([MediaController], {
      adapter: 'fastify',
      configure: (nest: INestApplication) => {
        const fastify = fastifyOf(nest);
        fastify.addHook('onRequest', async ({ headers }) => {
          if (headers['x-key'] === undefined) throw looksParsed('FST_ERR_CTP_INVALID_MEDIA_TYPE');
        });
        fastify.addHook('preSerialization', async ({ headers }, _reply, data: unknown) => {
          if (headers['x-fail'] !== undefined) throw looksParsed('Z_DATA_ERROR');
          return data;
        });
      },
    });
    const send = (method: string, headers: Record<string, string>) =>
      failing.fetch(method, '/api/acme/v1/m', { headers });

    test('reject the request, and the method does not run', async () => {
      calls = 0;
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status } = await send(method, {});
        expect([method, status >= 400]).toEqual([method, true]);
      }
      expect(calls).toBe(0);
      expect((await send('POST', { 'x-key': 'a' })).body).toEqual({ given: 'none' });
    });

    test('replace a response, and the method runs once', async () => {
      calls = 0;
      const fail = { 'x-key': 'a', 'x-fail': 'a' };
      expect((await send('GET', fail)).status).toBe(500);
      expect((await send('POST', fail)).status).toBe(500);
      expect(calls).toBe(2);
    });
  });
});
