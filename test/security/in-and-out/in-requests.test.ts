import type { NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  BOTH_ADAPTERS,
  type AdapterName,
  type TestApplication,
} from '../../support/application.js';
import { form } from '../../support/form.js';
import {
  compareSides,
  replaceQuery,
  ROUTES,
  send,
  startSides,
  type ChangeableRequest,
  type SentRequest,
  type Setup,
} from './support/sides.js';

/** One application for the tests of the block that calls it. */
function useSides(adapter: AdapterName, setup: Setup): () => TestApplication {
  let app: TestApplication | undefined;
  beforeAll(async () => {
    app = await startSides(adapter, setup);
  });
  afterAll(() => app?.close());
  return () => {
    if (app === undefined) throw new Error('The application runs only during the tests.');
    return app;
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** What a guard of a tenant does. */
const ofTheUser = (request: ChangeableRequest): void => {
  request.body = { ...request.body, tenant: 'of-the-user' };
};

const argumentsOf = ({ body }: { body: unknown }): unknown =>
  (body as { arguments?: unknown }).arguments;

describe.each(ADAPTERS)('a guard that replaces the body on %s', (adapter) => {
  const app = useSides(adapter, { guard: ofTheUser, rest: { batch: true } });

  test('replaces that of each request of a batch', async () => {
    const own = { tenant: 'of-another', text: 'a' };
    const expected = { tenant: 'of-the-user', text: 'a' };
    const plain = await send(app(), '/plain/', { path: 'guarded', body: own });
    expect(plain).toMatchObject({ status: 200, body: { body: expected } });
    const batch = await app().fetch('POST', '/api/batch/v1', {
      headers: JSON_TYPE,
      body: JSON.stringify({
        requests: [
          { path: '/acme/v1/guarded', body: own },
          { method: 'PUT', path: '/acme/v1/guarded', body: own },
          { path: '/acme/v1/guarded' },
          { method: 'DELETE', path: '/acme/v1/guarded?tenant=of-another' },
        ],
      }),
    });
    expect(batch.status).toBe(207);
    const { responses } = batch.body as { responses: { status: number; body: unknown }[] };
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(responses.map(argumentsOf)).toEqual([
      expected,
      expected,
      { tenant: 'of-the-user' },
      { tenant: 'of-the-user' },
    ]);
    expect(responses.map(({ body }) => body)).toMatchObject([
      { body: expected, request: { body: expected } },
      { body: expected, request: { body: expected } },
      { body: { tenant: 'of-the-user' } },
      { body: { tenant: 'of-the-user' } },
    ]);
  });

  const OVERRIDDEN: readonly [string, SentRequest][] = [
    ['JSON', { headers: JSON_TYPE, body: '{"tenant":"of-another","text":"a"}' }],
    ['a form', { headers: FORM_TYPE, body: 'tenant=of-another&text=a' }],
  ];

  test.each(OVERRIDDEN)('replaces %s of a request that states another method', async (_, sent) => {
    const expected = { tenant: 'of-the-user', text: 'a' };
    const plain = await send(app(), '/plain/', { ...sent, method: 'PUT', path: 'guarded' });
    expect(plain).toMatchObject({ status: 200, body: { body: expected } });
    const overridden = [
      { ...sent, query: '?_method=PUT' },
      { ...sent, headers: { ...sent.headers, 'x-http-method-override': 'PUT' } },
    ];
    for (const one of overridden) {
      const route = await send(app(), ROUTES, { ...one, path: 'guarded' });
      expect(route).toMatchObject({
        status: 200,
        body: { arguments: expected, body: expected, request: { body: expected } },
      });
    }
  });

  test('replaces that of a multipart form that states another method', async () => {
    const sent = form({ name: 'tenant', content: 'of-another' }, { name: 'text', content: 'a' });
    const route = await send(app(), ROUTES, { ...sent, path: 'guarded', query: '?_method=PUT' });
    const expected = { tenant: 'of-the-user', text: 'a' };
    expect(route).toMatchObject({ status: 200, body: { arguments: expected, body: expected } });
  });
});

describe.each(ADAPTERS)('a guard that replaces the query on %s', (adapter) => {
  const app = useSides(adapter, {
    guard: (request) => replaceQuery(request, adapter, { ...request.query, tenant: 'of-the-user' }),
    rest: { batch: true },
  });

  test('replaces that of each request of a batch', async () => {
    const batch = await app().fetch('POST', '/api/batch/v1', {
      headers: JSON_TYPE,
      body: JSON.stringify({
        requests: [
          { method: 'DELETE', path: '/acme/v1/guarded?tenant=of-another&org=mine' },
          { path: '/acme/v1/guarded?tenant=of-another', body: { text: 'a' } },
        ],
      }),
    });
    const { responses } = batch.body as { responses: { body: unknown }[] };
    expect(responses.map(argumentsOf)).toEqual([
      { tenant: 'of-the-user', org: 'mine' },
      { tenant: 'of-the-user', text: 'a' },
    ]);
  });

  test('replaces that of a request that states another method', async () => {
    const query = '?_method=DELETE&tenant=of-another&org=mine';
    const route = await send(app(), ROUTES, { path: 'guarded', query });
    expect([route.status, argumentsOf(route)]).toEqual([
      200,
      { tenant: 'of-the-user', org: 'mine' },
    ]);
  });
});

/** What a plain handler and a route get for an unreadable body. */
interface ErrorCase {
  readonly error: string;
  readonly on?: AdapterName;
  readonly request: SentRequest;
  readonly status: number;
  readonly code: string;
}

const ERRORS: readonly ErrorCase[] = [
  {
    error: 'malformed JSON',
    request: { headers: JSON_TYPE, body: '{"text":' },
    status: 400,
    code: 'rest_invalid_json',
  },
  {
    error: 'JSON with a name of prototypes',
    on: 'fastify',
    request: { headers: JSON_TYPE, body: '{"__proto__":{"text":"a"}}' },
    status: 400,
    code: 'rest_invalid_json',
  },
  {
    error: 'a body that is too large',
    request: { headers: JSON_TYPE, body: JSON.stringify({ text: 'a'.repeat(200) }) },
    status: 413,
    code: 'rest_content_too_large',
  },
  {
    error: 'a form that is too large',
    request: { headers: FORM_TYPE, body: `text=${'a'.repeat(200)}` },
    status: 413,
    code: 'rest_content_too_large',
  },
  {
    error: 'an unknown charset',
    on: 'express',
    request: { headers: { 'content-type': 'application/json; charset=x-user' }, body: '{}' },
    status: 415,
    code: 'rest_unsupported_media_type',
  },
  {
    error: 'an unknown content encoding',
    on: 'express',
    request: { headers: { ...JSON_TYPE, 'content-encoding': 'lzw' }, body: '{}' },
    status: 415,
    code: 'rest_unsupported_media_type',
  },
  {
    error: 'bytes that are not in their encoding',
    on: 'express',
    request: { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: '{}' },
    status: 400,
    code: 'rest_invalid_body',
  },
];

describe.each(BOTH_ADAPTERS)('an unreadable body on %s', (adapter) => {
  const app = useSides(adapter, {
    ...(adapter === 'fastify' ? { adapter: new FastifyAdapter({ bodyLimit: 100 }) } : {}),
    configure: (nest) => {
      if (adapter === 'fastify') return;
      const express = nest as NestExpressApplication;
      express.useBodyParser('json', { limit: 100 });
      express.useBodyParser('urlencoded', { limit: 100, extended: true });
    },
  });

  const cases = ERRORS.filter(({ on = adapter }) => on === adapter);
  test.each(cases.map((one) => [one.error, one] as const))(
    '%s is an error of the library, with the status of a plain handler',
    async (_, { request, status, code }) => {
      const plain = await send(app(), '/plain/', request);
      expect(plain.status, 'the plain handler').toBe(status);
      for (const path of ['items', 'guarded']) {
        const route = await send(app(), ROUTES, { ...request, path });
        expect(route).toMatchObject({ status, body: { code, data: { status } } });
      }
    },
  );
});

describe.each(ADAPTERS)('rawBody on %s', (adapter) => {
  const seen: (string | undefined)[] = [];
  const app = useSides(adapter, {
    create: { rawBody: true },
    guard: ({ rawBody }) => void seen.push(rawBody?.toString()),
  });

  const TEXT = '{ "text": "a",\n "org":"mine" }';

  test.each([
    ['JSON', { headers: JSON_TYPE, body: TEXT }, TEXT],
    ['a form', { headers: FORM_TYPE, body: 'text=a&org=mine' }, 'text=a&org=mine'],
    ['no body', { method: 'GET' }, undefined],
  ])('has the bytes of %s on routes as on plain handlers', async (_, sent, bytes) => {
    seen.length = 0;
    await compareSides(app(), { path: 'guarded', ...sent }, { status: 200 });
    expect(seen).toEqual([bytes, bytes]);
  });
});

describe('rawBody of compressed bodies on express', () => {
  const seen: (string | undefined)[] = [];
  const app = useSides('express', {
    create: { rawBody: true },
    guard: ({ rawBody }) => void seen.push(rawBody?.toString()),
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])(
    'has the bytes of %s after decompression, as on plain handlers',
    async (encoding, compress) => {
      seen.length = 0;
      const headers = { ...JSON_TYPE, 'content-encoding': encoding };
      await compareSides(
        app(),
        { path: 'guarded', headers, body: compress('{"text":"a"}') },
        { body: { text: 'a' } },
      );
      expect(seen).toEqual(['{"text":"a"}', '{"text":"a"}']);
    },
  );
});

describe.each(ADAPTERS)('an untouched request on %s', (adapter) => {
  const app = useSides(adapter, {});

  const SENT: readonly [string, SentRequest][] = [
    ['no body and no query', {}],
    ['a query', { method: 'GET', query: '?org=mine&text=a%20b' }],
    ['JSON and a query', { query: '?org=mine&text=q', body: { text: 'b', count: 7 } }],
    ['an empty object', { body: {} }],
    [
      'JSON of other types',
      { body: { count: 7, tags: ['a'], profile: { nested: { deep: [1] } } } },
    ],
    ['JSON with undeclared names', { body: { other: 1, text: 'a' }, query: '?further=b' }],
    ['a form', { headers: FORM_TYPE, body: 'org=mine&text=a+b' }],
    ['a path', { path: 'guarded/7' }],
    ['DELETE with JSON', { method: 'DELETE', body: { org: 'mine' } }],
    ['PUT with a form', { method: 'PUT', headers: FORM_TYPE, body: 'org=mine' }],
  ];

  test.each(SENT)('reads the same as a plain handler in each way: %s', async (_, sent) => {
    await compareSides(app(), sent, { status: 200 });
  });

  test("reads PHP's names of a form in each way", async () => {
    const body = { tags: ['a', 'b'], profile: { name: 'ada' } };
    for (const path of ['items', 'guarded']) {
      const sent = 'tags[]=a&tags[]=b&profile[name]=ada';
      const route = await send(app(), ROUTES, { path, headers: FORM_TYPE, body: sent });
      expect(route).toMatchObject({
        status: 200,
        body: { arguments: body, body, request: { body, arguments: body } },
      });
    }
  });

  test("reads PHP's names of a query as arguments and in RestRequest", async () => {
    const query = { tags: ['a', 'b'], profile: { name: 'ada' } };
    const sent = '?tags[]=a&tags[]=b&profile[name]=ada';
    const route = await send(app(), ROUTES, { method: 'GET', query: sent });
    expect(route).toMatchObject({
      status: 200,
      body: { arguments: query, request: { query, arguments: query } },
    });
  });
});
