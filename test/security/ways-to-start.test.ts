import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, BOTH_ADAPTERS } from '../support/application.js';
import { form } from '../support/form.js';
import type { AnyResponse } from './support/any-client.js';
import { beginTrace } from './support/ways-application.js';
import { WAYS, type Started } from './support/ways-to-start.js';

interface Traced extends AnyResponse {
  readonly seen: readonly string[];
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

const RUNS = WAYS.flatMap((way) =>
  way.adapters
    .filter((adapter) => ADAPTERS.includes(adapter))
    .map((adapter) => ({ ...way, adapter })),
);

describe.each(RUNS)('started by $title on $adapter', (way) => {
  const { adapter, base = '' } = way;
  let app: Started;
  beforeAll(async () => {
    app = await way.start(adapter);
  });
  afterAll(() => app?.close());

  const send = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string,
  ): Promise<Traced> => {
    const { id, seen } = beginTrace();
    const request = { method, path: base + path, headers: { ...headers, 'x-id': id }, body };
    return { ...(await app.send(request)), seen };
  };
  const items = '/api/acme/v1/items';
  const deny = (name: string) => ({ 'x-deny': name });
  const override = { 'x-http-method-override': 'DELETE' };

  describe.each([
    ['X-HTTP-Method-Override', `${items}/a`, override],
    ['_method', `${items}/a?_method=DELETE`, {}],
  ])('an override by %s', (_name, path, headers) => {
    if (way.isOutside === true) {
      test('is a 404 that runs no method, because the application has got a POST', async () => {
        const { status, body, seen } = await send('POST', path, headers);
        expect({ status, body }).toMatchObject({ status: 404, body: { error: 'Not Found' } });
        expect(seen.filter((one) => one.startsWith('method'))).toEqual([]);
        expect(seen.every((one) => one.endsWith(` POST ${base}${path}`))).toBe(true);
      });
      return;
    }

    test('runs the method that it states, and the request shows what was sent', async () => {
      const { status, body, seen } = await send('POST', path, headers);
      expect({ status, body }).toEqual({
        status: 200,
        body: { removed: 'a', original: { method: 'POST', url: base + path } },
      });
      expect(seen.at(-1)).toMatch(/^method DELETE /);
    });

    test.each(['path', 'delete', 'all but post'])(
      'is rejected by middleware on "%s"',
      async (name) => {
        const { status, body, seen } = await send('POST', path, { ...headers, ...deny(name) });
        expect({ status, body }).toEqual({ status: 403, body: { code: name } });
        expect(seen.filter((one) => one.startsWith('method'))).toEqual([]);
      },
    );

    test('passes the gate and the middleware of its method, once, and that of POST never', async () => {
      const { status, seen } = await send('POST', path, { ...headers, ...deny('post') });
      expect(status).toBe(200);
      expect(seen).toEqual([
        ...(way.hasGate === true ? [`gate DELETE ${base}${path}`] : []),
        `path DELETE ${base}${path}`,
        `delete DELETE ${base}${path}`,
        `all but post DELETE ${base}${path}`,
        `method DELETE ${base}${path}`,
      ]);
    });

    if (way.hasGate === true)
      test('is rejected by the gate', async () => {
        const denied = await send('POST', path, { ...headers, ...deny('gate') });
        expect(denied).toMatchObject({ status: 403, body: { code: 'gate' } });
      });
  });

  test.each(['PUT', 'X', 'DELETE, GET', 'CONNECT'])(
    'an override to %s, which a path does not have, is a 404, and middleware sees a POST',
    async (method) => {
      const { status, body, seen } = await send('POST', '/api/acme/v1/pub', {
        'x-http-method-override': method,
      });
      // A namespace that plain controllers share has the 404 of Nest.
      expect({ status, body }).toMatchObject({ status: 404, body: { error: 'Not Found' } });
      expect(seen.every((one) => one.endsWith(` POST ${base}/api/acme/v1/pub`))).toBe(true);
    },
  );

  test.each(['GET', 'DELETE', 'PUT', 'OPTIONS', 'HEAD', 'X'])(
    'an override to %s changes nothing in the request of a plain handler beside a placeholder',
    async (method) => {
      for (const [path, headers] of [
        [`${items}/wipe?_method=${method}`, {}],
        [`${items}/wipe`, { 'x-http-method-override': method }],
      ] as const) {
        const response = await send('POST', path, { ...JSON_TYPE, ...headers }, '{"really":true}');
        const wiped = { really: true };
        // Without a parser, a plain handler has no body.
        const known = way.title === 'bodyParser: false' ? undefined : wiped;
        expect(response).toMatchObject({ status: 201, body: { method: 'POST' } });
        expect((response.body as { wiped: unknown }).wiped).toEqual(known);
        expect(response.seen.filter((one) => one.startsWith('plain'))).toEqual([
          `plain guard ${JSON.stringify(known ?? null)} POST ${base}${path}`,
        ]);
      }
    },
  );

  test('an override does not lead to a plain handler of the method that it states', async () => {
    const direct = await send('PUT', `${items}/own`);
    expect(direct).toMatchObject({ status: 200, body: { own: true } });
    for (const spelled of ['own', '%6Fwn', 'OWN']) {
      const { status, body, seen } = await send('POST', `${items}/${spelled}?_method=PUT`);
      expect({ status, body }).toMatchObject({ status: 404, body: { error: 'Not Found' } });
      expect(seen.filter((one) => one.startsWith('plain'))).toEqual([]);
    }
  });

  test('invalid JSON for a plain handler is rejected by the parser of the application', async () => {
    if (way.title === 'bodyParser: false') return;
    const { status, seen } = await send('POST', `${items}/wipe?_method=GET`, JSON_TYPE, '{"a"');
    expect(status).toBe(400);
    expect(seen.filter((one) => one.startsWith('plain'))).toEqual([]);
  });

  /** Fastify and its middleware have another path then. */
  const hasSlashes = adapter === 'express' || way.isOutside !== true;
  /** Requests within one of `inject()` enter at the server of the adapter. */
  const haveSlashes = hasSlashes || way.title === 'inject()';

  test('a path with a slash at its end meets the middleware of the path without it', async () => {
    const path = '/api/acme/v1/pub';
    expect(await send('GET', path)).toMatchObject({ status: 200, body: { pub: true } });
    for (const spelled of [`${path}/`, `${path}/?a=1`]) {
      if (!hasSlashes) {
        expect(await send('GET', spelled)).toMatchObject({ status: 404 });
        continue;
      }
      expect(await send('GET', spelled)).toMatchObject({ status: 200, body: { pub: true } });
      const denied = await send('GET', spelled, deny('pub'));
      expect(denied).toMatchObject({ status: 403, body: { code: 'pub' } });
    }
    if (!hasSlashes) return;
    const original = { method: 'GET', url: `${base}${items}/a/?a=1` };
    expect(await send('GET', `${items}/a/?a=1`)).toMatchObject({ body: { slug: 'a', original } });
  });

  if (way.hasSemicolon === true)
    test('a path that ends at a semicolon meets its middleware', async () => {
      for (const spelled of ['pub;a=1', 'pub/;a=1', 'pub;a=1?b=2']) {
        const path = `/api/acme/v1/${spelled}`;
        expect(await send('GET', path)).toMatchObject({ status: 200, body: { pub: true } });
        const denied = await send('GET', path, deny('pub'));
        expect(denied).toMatchObject({ status: 403, body: { code: 'pub' } });
      }
    });

  test('a malformed URL is a 400', async () => {
    const { status } = await send('GET', `${items}/%zz`);
    expect(status).toBe(400);
  });

  test('an empty media type counts as none', async () => {
    // Without a length, Fastify expects no body over HTTP/2.
    const type = { 'content-type': '', 'content-length': '10' };
    const { status, body } = await send('PUT', `${items}/a`, type, 'title=Lamp');
    expect({ status, body }).toMatchObject({ status: 200, body: { title: 'Lamp' } });
  });

  test('OPTIONS lists the methods of a path', async () => {
    const { status, headers } = await send('OPTIONS', `${items}/a`);
    expect({ status, allow: headers.allow }).toEqual({
      status: 200,
      allow: 'GET, POST, PUT, DELETE',
    });
    const overridden = await send('POST', `${items}/a?_method=OPTIONS`);
    expect(overridden.headers.allow).toBe(way.isOutside === true ? undefined : headers.allow);
  });

  if (way.hasCors === true)
    test('CORS ends a preflight, and passes another OPTIONS request', async () => {
      const origin = { origin: 'https://other.example' };
      const asked = { ...origin, 'access-control-request-method': 'DELETE' };
      const preflight = await send('OPTIONS', `${items}/a`, asked);
      expect([preflight.status, preflight.headers.allow]).toEqual([204, undefined]);
      for (const [method, path] of [
        ['OPTIONS', `${items}/a`],
        ['POST', `${items}/a?_method=OPTIONS`],
        ['POST', `${items}/a?_method=DELETE`],
        ['GET', `${items}/a/`],
      ] as const) {
        const { status, headers } = await send(method, path, origin);
        expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
      }
    });

  test('a cookie that is set late makes a cached response private', async () => {
    const path = '/api/acme/v1/links/cached';
    const usual = await send('GET', path);
    expect(usual.headers['cache-control']).not.toContain('private');
    for (const spelled of hasSlashes ? [path, `${path}/`] : [path]) {
      const { headers } = await send('GET', spelled, { 'x-late': '1' });
      expect([headers['set-cookie']].flat()).toEqual(['late=1']);
      expect(headers['cache-control']).toContain('private');
    }
  });

  test('a header to which middleware adds a line has it once', async () => {
    const status = way.isOutside === true ? 404 : 200;
    for (const path of [`${items}/a?_method=DELETE`, `${items}/a/?_method=DELETE`]) {
      const response = await send('POST', path);
      expect([response.status, response.headers['x-line']]).toEqual([status, 'one']);
    }
  });

  describe('the body of an override', () => {
    if (way.isOutside === true) {
      test('is not read as that of its route', async () => {
        const headers = { ...JSON_TYPE, 'x-http-method-override': 'PUT' };
        const { status } = await send('POST', `${items}/a`, headers, '{"title":"Lamp"}');
        expect(status).toBe(404);
      });
      return;
    }
    const put = (headers: Readonly<Record<string, string>>, body: string) =>
      send('POST', `${items}/a`, { ...headers, 'x-http-method-override': 'PUT' }, body);
    const none = { slug: 'a', file: null };

    test.each([
      ['JSON', JSON_TYPE, '{"title":"Lamp"}'],
      ['a form', FORM_TYPE, 'title=Lamp'],
    ])('is read as %s', async (_name, headers, text) => {
      const { status, body } = await put(headers, text);
      expect({ status, body }).toMatchObject({ status: 200, body: { ...none, title: 'Lamp' } });
      const { rawBody } = body as { readonly rawBody: string | null };
      if (way.hasRawBody) expect(rawBody).toBe(text);
    });

    test('is read as a form with a file', async () => {
      const { headers, body: bytes } = form(
        { name: 'title', content: 'Lamp' },
        { name: 'cover', filename: 'a.txt', type: 'text/plain', content: 'bytes' },
      );
      const { status, body } = await put(headers, bytes.toString());
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { title: 'Lamp', file: 'bytes' },
      });
    });

    test.each([
      [413, 'rest_content_too_large', JSON_TYPE, JSON.stringify({ title: 'x'.repeat(2_000_000) })],
      [400, 'rest_invalid_json', JSON_TYPE, '{"title":'],
      [400, 'rest_missing_callback_param', JSON_TYPE, '{}'],
    ])('is rejected as that of its route: %i %s', async (expected, code, headers, text) => {
      const direct = await send('PUT', `${items}/a`, headers, text);
      const { status, body } = await put(headers, text);
      expect({ status, body }).toEqual({ status: direct.status, body: direct.body });
      expect({ status, body }).toMatchObject({ status: expected, body: { code } });
    });
  });

  test('a request of a batch meets the middleware of its route', async () => {
    const requests = [
      { method: 'DELETE', path: '/acme/v1/items/a' },
      { method: 'DELETE', path: '/acme/v1/items/a/' },
      { method: 'POST', path: '/acme/v1/items/?_method=DELETE', body: { title: 'Lamp' } },
    ];
    const run = async (headers: Readonly<Record<string, string>>) => {
      const text = JSON.stringify({ requests });
      const { body } = await send('POST', '/api/batch/v1', { ...JSON_TYPE, ...headers }, text);
      const { responses } = body as { readonly responses: readonly { readonly status: number }[] };
      return responses.map(({ status }) => status);
    };
    const slash = haveSlashes ? 200 : 404;
    expect(await run({})).toEqual([200, slash, slash]);
    expect(await run(deny('delete'))).toEqual([403, 403, slash]);
  });

  test('an embedded link meets the middleware of its route', async () => {
    const embedded = async (href: string, headers: Readonly<Record<string, string>> = {}) => {
      const query = `_embed&href=${encodeURIComponent(href)}`;
      const { body } = await send('GET', `/api/acme/v1/links?${query}`, headers);
      return (body as { readonly _embedded: { readonly to: readonly unknown[] } })._embedded.to[0];
    };
    for (const href of ['/acme/v1/pub', '/acme/v1/pub/', '/acme/v1/pub/?a=1']) {
      if (!haveSlashes && href !== '/acme/v1/pub') {
        expect(await embedded(href)).toMatchObject({ code: 'rest_no_route' });
        continue;
      }
      expect(await embedded(href)).toMatchObject({ pub: true });
      expect(await embedded(href, deny('pub'))).toMatchObject({ code: 'pub' });
    }
    expect(await embedded('/acme/v1/pub/%zz')).toMatchObject({ code: 'rest_invalid_url' });
  });
});

test('each way is tried on each adapter that has it', () => {
  const tried = WAYS.map(({ adapters }) => adapters.length);
  expect(tried.every((count) => count > 0 && count <= BOTH_ADAPTERS.length)).toBe(true);
  expect(tried.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(30);
  expect(RUNS.length).toBeGreaterThan(15 * ADAPTERS.length);
});
