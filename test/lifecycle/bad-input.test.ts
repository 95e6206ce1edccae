import fc from 'fast-check';
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deferred } from '../support/deferred.js';
import {
  BOTH_ADAPTERS,
  startRoutes,
  type TestApplication,
  type TestResponse,
} from '../support/application.js';

const open = new PublicAccess();
/** The slow method resolves the first and waits for the second. */
let started = deferred<void>();
let released = deferred<void>();

@RestController('v1', '/bad')
class BadInputController {
  @RestRoute('', HttpMethod.Get, open)
  list(search: string | null = null, tags: string[] = []) {
    return { search, tags };
  }
  @RestRoute('', HttpMethod.Post, open)
  create(title?: string, __proto__?: string) {
    return { title: title ?? null, proto: __proto__ ?? null };
  }
  @RestRoute('/slow', HttpMethod.Get, open)
  async slow() {
    started.resolve();
    await released.promise;
    return 'late';
  }
  @RestRoute('/{slug}', HttpMethod.Get, open)
  slug(slug: string) {
    return { slug };
  }
}

const BASE = '/api/acme/v1/bad';
/** What Fastify's own parser of JSON does: it knows no encoding without `@fastify/compress`. */
const OF_FASTIFY: Readonly<Record<string, readonly [number, string | undefined]>> = {
  'an unknown encoding': [200, undefined],
  'gzip that is none': [200, undefined],
  'a bomb': [400, 'rest_invalid_json'],
  // Fastify itself rejects a malformed path.
  'a malformed escape in the path': [400, 'FST_ERR_BAD_URL'],
  'half of a character in the path': [400, 'FST_ERR_BAD_URL'],
};

const deep = (open: string, close: string) => open.repeat(1000) + close.repeat(1000);
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe.each(BOTH_ADAPTERS)('bad input on %s', (adapter) => {
  let app: TestApplication;
  const crashes: unknown[] = [];
  const note = (error: unknown) => void crashes.push(error);
  beforeAll(async () => {
    process.on('unhandledRejection', note);
    process.on('uncaughtException', note);
    app = await startRoutes([BadInputController], { adapter, bodyLimit: 10_000 });
  });
  afterAll(async () => {
    await app.close();
    process.off('unhandledRejection', note);
    process.off('uncaughtException', note);
    expect(crashes).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  const refused = (answer: TestResponse) => [
    answer.status,
    (answer.body as { code?: string } | undefined)?.code,
  ];

  test.each([
    ['a malformed escape in the path', 'GET', `${BASE}/%zz`, {}, '', [400, 'rest_invalid_url']],
    ['half of a character in the path', 'GET', `${BASE}/%E2%82`, {}, '', [400, 'rest_invalid_url']],
    [
      'a malformed escape in the query',
      'GET',
      `${BASE}?search=%zz`,
      {},
      '',
      [400, 'rest_invalid_url'],
    ],
    [
      '10,000 arguments',
      'GET',
      `${BASE}?${'a=1&'.repeat(3000)}`,
      {},
      '',
      [400, 'rest_invalid_url'],
    ],
    [
      'a query nested 1,000 deep',
      'GET',
      `${BASE}?a${'[b]'.repeat(1000)}=1`,
      {},
      '',
      [400, 'rest_invalid_url'],
    ],
    [
      '10,000 arguments in a form',
      'POST',
      BASE,
      form,
      'a=1&'.repeat(2000),
      [400, 'rest_invalid_body'],
    ],
    [
      'a form nested 1,000 deep',
      'POST',
      BASE,
      form,
      `a${'[b]'.repeat(1000)}=1`,
      [400, 'rest_invalid_body'],
    ],
    [
      'JSON nested 1,000 deep',
      'POST',
      BASE,
      json,
      `{"a":${deep('[', ']')}}`,
      [400, 'rest_invalid_json'],
    ],
    [
      'objects nested 1,000 deep',
      'POST',
      BASE,
      json,
      `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`,
      [400, 'rest_invalid_json'],
    ],
    ['malformed JSON', 'POST', BASE, json, '{"a":', [400, 'rest_invalid_json']],
    [
      'an unknown charset',
      'POST',
      BASE,
      { 'content-type': 'application/json; charset=klingon' },
      '{}',
      [415, 'rest_unsupported_media_type'],
    ],
    [
      'an unknown encoding',
      'POST',
      BASE,
      { ...json, 'content-encoding': 'lzma' },
      '{}',
      [415, 'rest_unsupported_media_type'],
    ],
    [
      'gzip that is none',
      'POST',
      BASE,
      { ...json, 'content-encoding': 'gzip' },
      '{}',
      [400, 'rest_invalid_body'],
    ],
    [
      'a body over the limit',
      'POST',
      BASE,
      json,
      `{"title":"${'x'.repeat(10_000)}"}`,
      [413, 'rest_content_too_large'],
    ],
    [
      'a bomb',
      'POST',
      BASE,
      { ...json, 'content-encoding': 'gzip' },
      gzipSync('x'.repeat(5_000_000)),
      [413, 'rest_content_too_large'],
    ],
    ['an unknown method', 'PROPFIND', BASE, {}, '', [404, undefined]],
  ] as const)('%s', async (title, method, path, headers, body, expected) => {
    const answer = await app.fetch(method, path, { headers, ...(body === '' ? {} : { body }) });
    const [status, code] = (adapter === 'fastify' ? OF_FASTIFY[title] : undefined) ?? expected;
    expect(refused(answer)).toEqual([status, code ?? refused(answer)[1]]);
  });

  test('a body over the limit without a Content-Length is rejected, and the connection stays usable', async () => {
    const text = await raw(
      app,
      `POST ${BASE} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
        `${(11_000).toString(16)}\r\n${'x'.repeat(11_000)}\r\n0\r\n\r\n`,
    );
    expect(text).toContain('rest_content_too_large');
  });

  test.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n'],
    ['a length beside a transfer encoding', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n'],
    ['a length that is none', 'Content-Length: x\r\n'],
  ])('%s', async (_title, headers) => {
    const text = await raw(app, `POST ${BASE} HTTP/1.1\r\nHost: x\r\n${headers}\r\n{}`);
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d/);
  });

  test.each(['application/json; charset=latin1', 'application/x-www-form-urlencoded; charset=x'])(
    'an empty body counts as no body, with any media type (%s) and encoding',
    async (type) => {
      for (const path of ['/api/', BASE]) {
        const headers = { 'content-type': type, 'content-encoding': 'gzip', 'content-length': '0' };
        for (const method of ['GET', 'HEAD']) {
          expect((await app.fetch(method, path, { headers, body: '' })).status).toBe(200);
        }
      }
    },
  );

  test('a client that disconnects during its body or before its response does not disturb the next request', async () => {
    started = deferred();
    released = deferred();
    const received = once(app.nest.getHttpServer() as Server, 'request');
    await leave(
      app,
      `POST ${BASE} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":`,
      received,
    );
    await leave(app, `GET ${BASE}/slow HTTP/1.1\r\nHost: x\r\n\r\n`, started.promise);
    released.resolve();
    expect((await app.fetch('GET', `${BASE}/slow`)).body).toBe('late');
  });

  test.each(['__proto__', 'constructor', 'prototype', 'toString'])(
    'an undeclared argument named %s is ignored and pollutes nothing',
    async (name) => {
      for (const [headers, body] of [
        [json, `{"${name}":{"polluted":1},"title":"t"}`],
        [form, `${name}[polluted]=1&title=t`],
      ] as const) {
        const answer = await app.fetch('POST', BASE, { headers, body });
        expect([200, 400]).toContain(answer.status);
      }
      for (const query of [`${name}[polluted]=1`, `${name}=2`]) {
        const answer = await app.fetch('GET', `${BASE}?${query}`);
        expect(answer.body).toEqual({ search: null, tags: [] });
      }
    },
  );

  test('an argument may have the name __proto__, if the parser of the adapter lets it pass', async () => {
    const answer = await app.fetch('POST', BASE, { headers: json, body: '{"__proto__":"p"}' });
    // Fastify's own parser of JSON rejects it.
    expect([answer.status, answer.body]).toMatchObject(
      adapter === 'express'
        ? [200, { title: null, proto: 'p' }]
        : [400, { code: 'rest_invalid_json' }],
    );
  });

  test('a replacement character that the client sent is data', async () => {
    const answer = await app.fetch('POST', BASE, { headers: json, body: '{"title":"a\uFFFD"}' });
    expect(answer.body).toMatchObject({ title: 'a\uFFFD' });
  });

  test('a NUL character is data', async () => {
    expect((await app.fetch('GET', `${BASE}?search=a%00b`)).body).toEqual({
      search: 'a\0b',
      tags: [],
    });
    expect((await app.fetch('GET', `${BASE}/a%00b`)).status).toBeLessThan(500);
  });

  test('random requests never result in a status of 500 or above', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'),
        fc.stringMatching(/^[!-~]{0,40}$/),
        fc.stringMatching(/^[!-~]{0,60}$/),
        fc.constantFrom(
          'application/json',
          'application/x-www-form-urlencoded',
          'text/plain',
          'application/x+json',
          '',
        ),
        fc.uint8Array({ maxLength: 60 }),
        async (method, path, query, type, bytes) => {
          const headers = type === '' ? {} : { 'content-type': type };
          const target = `${BASE}/${path.replaceAll('#', '')}?${query.replaceAll('#', '')}`;
          const answer = await app.fetch(method, target, { headers, body: Buffer.from(bytes) });
          expect(answer.status).toBeLessThan(500);
          // The CORS of Fastify rejects OPTIONS requests to unknown paths; that of Express responds with 204.
          const isOfCors = method === 'OPTIONS' && answer.text === 'Invalid Preflight Request';
          // Fastify itself rejects a malformed path.
          const isOfRouter = answer.text.includes('FST_ERR_BAD_URL');
          if (answer.status >= 400 && method !== 'HEAD' && !isOfCors && !isOfRouter) {
            expect(answer.body).toMatchObject({
              code: expect.any(String),
              data: { status: answer.status },
            });
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

function raw(app: TestApplication, text: string): Promise<string> {
  const { port } = app.nest.getHttpServer().address() as AddressInfo;
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      answer += data.toString();
      if (answer.includes('}')) socket.end();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

/** Sends the beginning of a request and leaves when the server has come so far. */
function leave(app: TestApplication, text: string, until: Promise<unknown>): Promise<void> {
  const { port } = app.nest.getHttpServer().address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    until.then(() => socket.destroy(), reject);
    socket.on('close', () => resolve());
  });
}
