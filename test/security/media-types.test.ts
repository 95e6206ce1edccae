import {
  Body,
  CanActivate,
  createParamDecorator,
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
