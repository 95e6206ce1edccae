import { Logger, StreamableFile, type INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import { of } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../../support/application.js';
import { HandedStreams } from './support/handed-streams.js';

let streams: HandedStreams;

const headed = (file: StreamableFile): RestResponse<StreamableFile> =>
  new RestResponse(file, 200, { etag: '"one"', 'cache-control': 'public, max-age=60' });

const described = (stream: Readable): StreamableFile =>
  new StreamableFile(stream, { type: 'image/png', disposition: 'attachment', length: 9 });

/** Sends one chunk, and is left to the test. */
let begun: PassThrough;

@RestController('v1', '/files')
class FilesController {
  @RestRoute('/missing', HttpMethod.Get, new PublicAccess())
  missing() {
    return headed(described(streams.missing()));
  }

  @RestRoute('/observed', HttpMethod.Get, new PublicAccess())
  observed() {
    return of(described(streams.missing()));
  }

  @RestRoute('/failed', HttpMethod.Get, new PublicAccess())
  async failed() {
    const stream = streams.keep(new PassThrough());
    const file = described(stream);
    stream.destroy(new Error('secret'));
    await once(stream, 'close').catch(() => undefined);
    return headed(file);
  }

  @RestRoute('/after-push', HttpMethod.Get, new PublicAccess())
  afterPush() {
    const stream = streams.keep(new PassThrough());
    stream.write('bytes');
    stream.destroy(new Error('secret'));
    return headed(described(stream));
  }

  @RestRoute('/destroyed', HttpMethod.Get, new PublicAccess())
  destroyed() {
    const stream = streams.keep(new PassThrough());
    setImmediate(() => stream.destroy());
    return headed(described(stream));
  }

  @RestRoute('/objects', HttpMethod.Get, new PublicAccess())
  objects() {
    return headed(described(streams.keep(Readable.from([{ secret: true }]))));
  }

  @RestRoute('/named', HttpMethod.Get, new PublicAccess())
  named() {
    const disposition = 'attachment; filename="☃.txt"';
    return headed(new StreamableFile(streams.keep(Readable.from(['bytes'])), { disposition }));
  }

  @RestRoute('/gone', HttpMethod.Get, new PublicAccess())
  gone() {
    const stream = streams.keep(new PassThrough());
    setImmediate(() => stream.destroy(new RestException('file_gone', 'It is gone.', 410)));
    return described(stream);
  }

  @RestRoute('/handled', HttpMethod.Get, new PublicAccess())
  handled() {
    return new StreamableFile(streams.missing()).setErrorHandler((_error, response) => {
      response.statusCode = 404;
      response.send('mine');
    });
  }

  @RestRoute('/begun', HttpMethod.Get, new PublicAccess())
  begun() {
    begun = streams.keep(new PassThrough());
    begun.write('first');
    return new StreamableFile(begun);
  }

  @RestRoute('/begun-values', HttpMethod.Get, new PublicAccess())
  begunValues() {
    begun = streams.keep(new PassThrough({ objectMode: true }));
    begun.write('first');
    return new StreamableFile(begun);
  }

  @RestRoute('/texts', HttpMethod.Get, new PublicAccess())
  texts() {
    const stream = streams.keep(Readable.from(['wörter', '', Buffer.from(' and bytes')]));
    return new StreamableFile(stream, { type: 'text/plain' });
  }

  @RestRoute('/empty', HttpMethod.Get, new PublicAccess())
  empty() {
    return new StreamableFile(streams.keep(Readable.from([])));
  }

  @RestRoute('/bytes', HttpMethod.Get, new PublicAccess())
  bytes() {
    return new StreamableFile(Buffer.from('bytes'));
  }
}

const FILES = '/api/acme/v1/files';
const INTERNAL = { code: 'framework_internal_error', data: { status: 500 } };

describe.each(ADAPTERS)('Streams that fail (%s)', (adapter) => {
  let app: TestApplication;
  let logged: string[];

  beforeEach(async () => {
    streams = new HandedStreams(9);
    logged = [];
    vi.spyOn(Logger.prototype, 'error').mockImplementation((message: unknown) => {
      logged.push(String(message));
    });
    app = await startRoutes([FilesController], {
      adapter,
      configure: (nest: INestApplication) => {
        nest.use((_request: unknown, response: IncomingResponse, next: () => void) => {
          response.setHeader('x-middleware', 'kept');
          next();
        });
      },
    });
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await app.close();
    streams.remove();
  });

  test('A stream that fails before its first byte is a logged 500 with none of the headers of the file', async () => {
    const paths = ['/missing', '/observed', '/failed', '/after-push', '/destroyed', '/objects'];
    for (const path of paths) {
      logged = [];
      const { status, headers, body, text } = await app.fetch('GET', FILES + path);
      expect([path, status, body]).toMatchObject([path, 500, INTERNAL]);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
      expect(headers['x-middleware']).toBe('kept');
      expect(headers.etag).not.toBe('"one"');
      expect(headers['content-disposition']).toBeUndefined();
      expect(headers['cache-control'] ?? '').not.toContain('public');
      expect(text).not.toContain('secret');
      expect(logged).not.toEqual([]);
      await streams.allClosed();
    }
  });

  test('HEAD of a file that is missing is the 500 that GET is', async () => {
    const { status, text } = await app.fetch('HEAD', `${FILES}/missing`);
    expect([status, text]).toEqual([500, '']);
    expect(logged).toHaveLength(1);
  });

  test('A file with a header that HTTP does not allow is a logged 500 with none of its headers', async () => {
    for (const method of ['GET', 'HEAD']) {
      logged = [];
      const { status, headers } = await app.fetch(method, `${FILES}/named`);
      expect([method, status]).toEqual([method, 500]);
      expect(headers.etag).not.toBe('"one"');
      expect(headers['content-disposition']).toBeUndefined();
      expect(headers['cache-control'] ?? '').not.toContain('public');
      expect(logged).toHaveLength(1);
      await streams.allClosed();
    }
  });

  test('An exception for the client, thrown by a stream before its first byte, is the response', async () => {
    const { status, body } = await app.fetch('GET', `${FILES}/gone`);
    expect([status, body]).toMatchObject([410, { code: 'file_gone' }]);
    expect(logged).toEqual([]);
  });

  test('A stream without bytes is an empty response', async () => {
    expect(await app.fetch('GET', `${FILES}/empty`)).toMatchObject({ status: 200, text: '' });
    expect(await app.fetch('GET', `${FILES}/bytes`)).toMatchObject({ status: 200, text: 'bytes' });
  });

  test('A stream of texts and bytes is sent as one text', async () => {
    const { status, headers, text } = await app.fetch('GET', `${FILES}/texts`);
    expect([status, headers['content-type'], text]).toEqual([
      200,
      'text/plain',
      'wörter and bytes',
    ]);
    await streams.allClosed();
  });

  /** What becomes of a response whose stream ends so after the first chunk. */
  async function cutOff(end: () => void, path = '/begun'): Promise<IncomingMessage> {
    const { port } = app.nest.getHttpServer().address() as AddressInfo;
    const sent = send({ port, host: '127.0.0.1', path: FILES + path, agent: false });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response, 'data');
    const ended = once(response, 'end');
    end();
    await expect(ended).rejects.toThrow('aborted');
    return response;
  }

  test('A stream that fails after its first byte is logged, and its connection is destroyed', async () => {
    const fail = () => void begun.destroy(new Error('disk'));
    expect(await cutOff(fail)).toMatchObject({ complete: false });
    expect(logged.join()).toContain('disk');
  });

  test('A stream that has neither text nor bytes after its first byte has its connection destroyed', async () => {
    const add = () => void begun.write({ secret: true });
    expect(await cutOff(add, '/begun-values')).toMatchObject({ complete: false });
    expect(logged.join()).not.toBe('');
    await streams.allClosed();
  });

  test('A stream that is destroyed after its first byte has its connection destroyed', async () => {
    expect(await cutOff(() => void begun.destroy())).toMatchObject({ complete: false });
  });
});

interface IncomingResponse {
  setHeader(name: string, value: string): void;
}

describe('A StreamableFile with an error handler of its own', () => {
  test('The handler sends the response for the failing stream on Express, as in Nest', async () => {
    streams = new HandedStreams(9);
    const app = await startRoutes([FilesController], { adapter: 'express' });
    try {
      expect(await app.fetch('GET', `${FILES}/handled`)).toMatchObject({
        status: 404,
        text: 'mine',
      });
    } finally {
      await app.close();
      streams.remove();
    }
  });
});
