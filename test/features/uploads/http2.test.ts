import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { useRoutes } from '../../support/application.js';
import { BOUNDARY, form, FORM_HEADERS, headOf } from '../../support/form.js';

const open = new PublicAccess();

@RestController('v1', '/files')
class FilesController {
  @RestRoute('', [HttpMethod.Post, HttpMethod.Put], open)
  async read(title: string, file: UploadedFile | null = null) {
    return { title, file: file === null ? null : (await file.bytes()).toString() };
  }

  @RestRoute('/optional', HttpMethod.Post, open)
  optional(title = '') {
    return { title };
  }
}

const cover = form(
  { name: 'title', content: 'Chair' },
  { name: 'file', filename: 'a.txt', type: 'text/plain', content: 'bytes' },
);
const large = form({ name: 'title', content: 'x'.repeat(3000) });
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const REQUESTS: Readonly<
  Record<string, readonly [method: string, path: string, headers: object, body: string | Buffer]>
> = {
  'a form with a file': ['POST', '', cover.headers, cover.body],
  'a form that is sent with PUT': ['PUT', '', cover.headers, cover.body],
  'a form that is too large': ['POST', '', large.headers, large.body],
  'a form that ends early': ['POST', '', FORM_HEADERS, headOf({ name: 'title' })],
  'a form without a boundary': ['POST', '', { 'content-type': 'multipart/form-data' }, cover.body],
  'an encoded form': ['POST', '', FORM_TYPE, 'title=Table'],
  JSON: ['POST', '', JSON_TYPE, '{"title":"Lamp"}'],
  'malformed JSON': ['POST', '', JSON_TYPE, '{"title":'],
  'JSON that is too large': ['POST', '', JSON_TYPE, JSON.stringify({ title: 'x'.repeat(3000) })],
  'a text': ['POST', '/optional', { 'content-type': 'text/plain' }, 'text'],
  'an empty text': ['POST', '/optional', { 'content-type': 'text/plain' }, ''],
  'an empty form': ['POST', '/optional', FORM_HEADERS, ''],
  'no body': ['POST', '/optional', {}, ''],
};

describe('bodies over HTTP/2', () => {
  const rest = { uploads: { maxFieldsSize: 2000 } };
  const bodyLimit = 2000;
  const first = useRoutes([FilesController], {
    adapter: new FastifyAdapter({ bodyLimit }),
    rest,
  });
  const second = useRoutes([FilesController], {
    adapter: new FastifyAdapter({ http2: true, bodyLimit } as object),
    rest,
  });

  test.each(Object.entries(REQUESTS))(
    '%s is read as over HTTP/1.1, with and without a length',
    async (_title, [method, path, headers, body]) => {
      const target = `/api/acme/v1/files${path}`;
      const session = connect(second.url);
      const send = async (more: object) => {
        const stream = session.request(
          { ':method': method, ':path': target, ...headers, ...more },
          { endStream: body.length === 0 },
        );
        if (body.length > 0) stream.end(body);
        const [received] = (await once(stream, 'response')) as [IncomingHttpHeaders];
        return [received[':status'], JSON.parse(await text(stream))] as const;
      };
      try {
        const expected = await first.fetch(method, target, { headers: { ...headers }, body });
        const length = { 'content-length': String(Buffer.byteLength(body)) };
        expect(await send(length)).toEqual([expected.status, expected.body]);
        expect(await send({})).toEqual([expected.status, expected.body]);
      } finally {
        session.close();
      }
    },
  );

  test('a form that is rejected while its client sends it ends no other request of the connection', async () => {
    const session = connect(second.url);
    try {
      const post = { ':method': 'POST', ':path': '/api/acme/v1/files' };
      const sending = session.request({ ...post, ...FORM_HEADERS });
      sending.write(`--${BOUNDARY}\r\n`);
      sending.write('x'.repeat(40_000));
      const [rejected] = (await once(sending, 'response')) as [IncomingHttpHeaders];
      expect(rejected[':status']).toBeGreaterThanOrEqual(400);
      sending.resume();
      const other = session.request({ ...post, ...JSON_TYPE });
      other.end('{"title":"Lamp"}');
      const [response] = (await once(other, 'response')) as [IncomingHttpHeaders];
      expect(response[':status']).toBe(200);
      other.resume();
      sending.close();
    } finally {
      session.close();
    }
  });
});
