import { StreamableFile } from '@nestjs/common';
import {
  Cache,
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import compress from '@fastify/compress';
import compression from 'compression';
import express from 'express';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  ADAPTERS,
  sendRequest,
  startRoutes,
  useRoutes,
  type TestResponse,
} from '../../support/application.js';
import { signedAs, signedUser } from '../../support/fixture-user.js';
import { until } from '../../support/until.js';

const TEXT = Array.from({ length: 20_000 }, (_, at) => String(at % 10)).join('');
const BYTES = Buffer.from(TEXT);
const LENGTH = BYTES.length;
const MODIFIED = 'Sat, 28 Nov 2026 10:00:00 GMT';

const folder = mkdtempSync(join(tmpdir(), 'ranges-'));
const path = join(folder, 'digits.txt');
writeFileSync(path, TEXT);
afterAll(() => rmSync(folder, { recursive: true }));

/** Sources of streams, to see that each is closed. */
const opened: Readable[] = [];

function open<Stream extends Readable>(stream: Stream): Stream {
  opened.push(stream);
  return stream;
}

@RestController('v1', '/files')
class FilesController {
  @RestRoute('/bytes', HttpMethod.Get, new PublicAccess())
  bytes(): StreamableFile {
    return new StreamableFile(BYTES, { type: 'text/plain', disposition: 'inline' });
  }

  @RestRoute('/disk', HttpMethod.Get, new PublicAccess())
  disk(): StreamableFile {
    return new StreamableFile(open(createReadStream(path)), { type: 'text/plain' });
  }

  @RestRoute('/stated', HttpMethod.Get, new PublicAccess())
  stated(): StreamableFile {
    return new StreamableFile(open(createReadStream(path)), { type: 'text/plain', length: LENGTH });
  }

  /** Reads from the middle of a larger file. */
  @RestRoute('/within', HttpMethod.Get, new PublicAccess())
  within(): StreamableFile {
    const stream = open(createReadStream(path, { start: 10, end: 29 }));
    return new StreamableFile(stream, { type: 'text/plain', length: 20 });
  }

  @RestRoute('/generated', HttpMethod.Get, new PublicAccess())
  generated(): StreamableFile {
    const parts = Array.from({ length: 200 }, (_, at) => TEXT.slice(at * 100, at * 100 + 100));
    const stream = open(Readable.from(parts, { objectMode: false }));
    return new StreamableFile(stream, { type: 'text/plain', length: LENGTH });
  }

  @RestRoute('/unknown', HttpMethod.Get, new PublicAccess())
  unknown(): StreamableFile {
    return new StreamableFile(open(Readable.from(['a', 'b'], { objectMode: false })));
  }

  @RestRoute('/empty', HttpMethod.Get, new PublicAccess())
  empty(): StreamableFile {
    return new StreamableFile(Buffer.alloc(0));
  }

  @RestRoute('/missing', HttpMethod.Get, new PublicAccess())
  missing(): StreamableFile {
    return new StreamableFile(createReadStream(join(folder, 'none.txt')));
  }

  @RestRoute('/tagged', HttpMethod.Get, new PublicAccess())
  tagged(tag: string): RestResponse<StreamableFile> {
    const headers = { etag: tag, 'last-modified': MODIFIED };
    return new RestResponse(new StreamableFile(open(createReadStream(path))), 200, headers);
  }

  @RestRoute('/created', [HttpMethod.Get, HttpMethod.Post], new PublicAccess(), {
    publicWrite: true,
  })
  created(): RestResponse<StreamableFile> {
    return new RestResponse(new StreamableFile(BYTES), 203);
  }

  @RestRoute('/none', HttpMethod.Get, new PublicAccess())
  none(): RestResponse<StreamableFile> {
    return new RestResponse(new StreamableFile(BYTES), 200, { 'accept-ranges': 'none' });
  }

  @RestRoute('/private', HttpMethod.Get, new Capability('read'))
  private(): StreamableFile {
    return new StreamableFile(BYTES);
  }

  @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m' })
  cached(): StreamableFile {
    return new StreamableFile(BYTES);
  }

  @RestRoute('/data', HttpMethod.Get, new PublicAccess())
  data(): string {
    return TEXT;
  }
}

/** The model: what `express.static` responds. */
const statics = express().use(express.static(folder, { etag: false, lastModified: false }));
let server: Server;
beforeAll(async () => {
  server = statics.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

const RANGES = [
  'bytes=0-0',
  'bytes=0-99',
  'bytes=19990-',
  'bytes=19990-99999999999999999999999',
  'bytes=-5',
  'bytes=150-250',
  'bytes=20000-',
  'bytes=99999999999999999999999-',
  'bytes=-0',
  'bytes=0-1,4-5',
  'items=0-5',
  'bytes=',
  'bytes',
];

describe.each(ADAPTERS)('A file on %s', (adapter) => {
  const app = useRoutes([FilesController], { adapter, rest: { user: signedUser } });
  const get = (file: string, range?: string, headers: Record<string, string> = {}) =>
    app.fetch('GET', `/api/acme/v1/files/${file}`, {
      headers: { ...headers, ...(range === undefined ? {} : { range }) },
    });
  const seen = ({ status, headers, text }: TestResponse) => ({
    status,
    range: headers['content-range'],
    accepts: headers['accept-ranges'],
    ...(status === 416 ? {} : { length: headers['content-length'], text }),
  });

  test.each(['bytes', 'stated', 'generated'])(
    '%s: sends the parts that express.static sends',
    async (file) => {
      const { port } = server.address() as AddressInfo;
      for (const range of RANGES) {
        const model = await sendRequest(port, 'GET', '/digits.txt', { headers: { range } });
        expect(seen(await get(file, range)), range).toEqual({ ...seen(model), accepts: 'bytes' });
      }
    },
  );

  test('on the disk is divided without a stated length, of which HEAD shows the real one', async () => {
    for (const range of RANGES) {
      const stated = await get('stated', range);
      const { status, text, headers } = await get('disk', range);
      expect(status).toBe(stated.status);
      expect(headers['content-range']).toBe(stated.headers['content-range']);
      if (status !== 416) expect(text).toBe(stated.text);
    }
    const head = await app.fetch('HEAD', '/api/acme/v1/files/disk');
    expect(head.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': '20000' });
  });

  test('is sent whole as a part, if the client asks for more bytes at its end than there are', async () => {
    const { status, headers, text } = await get('generated', 'bytes=-50000');
    expect([status, headers['content-range']]).toEqual([206, 'bytes 0-19999/20000']);
    expect(text === TEXT).toBe(true);
  });

  test('keeps its media type and its name in a part', async () => {
    const { headers } = await get('bytes', 'bytes=0-9');
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': 'inline',
    });
  });

  test('is whole for HEAD, for which no range is defined, and says that it is divided', async () => {
    const head = await app.fetch('HEAD', '/api/acme/v1/files/bytes', {
      headers: { range: 'bytes=0-9' },
    });
    expect(seen(head)).toEqual({ status: 200, accepts: 'bytes', length: '20000', text: '' });
  });

  test('that is read from the middle of another one is divided within its own part', async () => {
    expect(await get('within', 'bytes=5-6')).toMatchObject({
      status: 206,
      text: '56',
      headers: { 'content-range': 'bytes 5-6/20' },
    });
  });

  test('that begins after its end is a 416 with the length', async () => {
    expect(await get('disk', 'bytes=20000-')).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */20000', 'accept-ranges': 'bytes' },
      body: { code: 'rest_range_not_satisfiable', data: { status: 416 } },
    });
    expect(await get('empty', 'bytes=0-')).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */0' },
    });
    expect(await get('empty')).toMatchObject({ status: 200, text: '' });
  });

  test('is whole if the part of the client is of another version', async () => {
    const part = (tag: string, condition: string) =>
      get(`tagged?tag=${encodeURIComponent(tag)}`, 'bytes=0-9', { 'if-range': condition });
    const statuses = async (...all: readonly [tag: string, condition: string][]) =>
      Promise.all(all.map(async (one) => (await part(...one)).status));
    expect(
      await statuses(
        ['"a"', '"a"'],
        ['"a"', '"b"'],
        ['W/"a"', 'W/"a"'],
        ['W/"a"', '"a"'],
        ['"a"', MODIFIED],
        ['"a"', 'Sat, 28 Nov 2026 10:00:01 GMT'],
        ['"a"', 'a'],
      ),
    ).toEqual([206, 200, 200, 200, 206, 200, 200]);
  });

  test('has its conditions checked before its range', async () => {
    const tagged = `tagged?tag=${encodeURIComponent('"a"')}`;
    expect(await get(tagged, 'bytes=0-9', { 'if-none-match': '"a"' })).toMatchObject({
      status: 304,
    });
    expect(await get(tagged, 'bytes=0-9', { 'if-match': '"b"' })).toMatchObject({ status: 412 });
    const part = await get(tagged, 'bytes=0-9', { 'if-match': '"a"' });
    expect(part).toMatchObject({
      status: 206,
      headers: { etag: '"a"', 'last-modified': MODIFIED },
    });
  });

  test.each([
    ['unknown', 'of unknown length', undefined],
    ['created', 'with another status', undefined],
    ['none', 'whose method has stated it', 'none'],
    ['data', 'that is data', undefined],
  ])('%s: is not divided (%s)', async (file, _why, accepts) => {
    const { status, headers } = await get(file, 'bytes=0-0');
    expect(status).toBe(file === 'created' ? 203 : 200);
    expect(headers['accept-ranges']).toBe(accepts);
    expect(headers).not.toHaveProperty('content-range');
  });

  test('that cannot be opened fails as without a range', async () => {
    const [whole, part] = [await get('missing'), await get('missing', 'bytes=0-1')];
    expect(part).toMatchObject({ status: whole.status, body: whole.body as object });
    expect(part.headers).not.toHaveProperty('content-range');
  });

  test('is for those who may read it', async () => {
    expect(await get('private', 'bytes=0-1')).toMatchObject({ status: 401 });
    expect(
      await get('private', 'bytes=0-1', signedAs({ id: 7, capabilities: ['read'] })),
    ).toMatchObject({
      status: 206,
      text: '01',
    });
  });

  test('of a cached route is divided, and not stored', async () => {
    expect(await get('cached', 'bytes=0-1')).toMatchObject({ status: 206, text: '01' });
    expect(await get('cached')).toMatchObject({ status: 200, text: TEXT });
  });

  test('of a request in process is divided too', async () => {
    const { status, data } = await app.nest.get(RestDispatcher).request<StreamableFile>({
      path: '/acme/v1/files/disk',
      headers: { range: 'bytes=2-4' },
    });
    const chunks: unknown[] = await data.getStream().toArray();
    expect([status, Buffer.concat(chunks as Buffer[]).toString()]).toEqual([206, '234']);
  });

  test('is not compressed in parts, on Express if the filter leaves them out', async () => {
    const compressing = await startRoutes([FilesController], {
      adapter,
      bare: 'the compression is that of the test',
      rest: { user: signedUser },
      configure: async (nest) => {
        if (adapter === 'express')
          nest.use(
            compression({
              filter: (request, response) =>
                response.statusCode !== 206 && compression.filter(request, response),
            }),
          );
        else await (nest as NestFastifyApplication).register(compress as never);
      },
    });
    onTestFinished(() => compressing.close());
    const headers = { 'accept-encoding': 'gzip', range: 'bytes=0-9999' };
    const part = await compressing.fetch('GET', '/api/acme/v1/files/disk', { headers });
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 0-9999/20000' });
    expect(part.headers['content-encoding'] ?? 'identity').toBe('identity');
    expect(part.text === TEXT.slice(0, 10_000)).toBe(true);
  });

  test('is closed in any case', async () => {
    await until(() => opened.length > 40 && opened.every((one) => one.destroyed));
  });
});
