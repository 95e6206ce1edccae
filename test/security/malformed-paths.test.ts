import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestRequest,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { BOTH_ADAPTERS, useRoutes } from '../support/application.js';

/** No percent-encoding of UTF-8. */
const MALFORMED = ['%zz', '%', '%E0%A4%A', 'a%2', '%ff', '%c0%80', 'a%80b'];

const executed: string[] = [];

@RestController('v1', '/things')
class ThingsController {
  @RestRoute('/{name}', [HttpMethod.Get, HttpMethod.Post], new PublicAccess(), { batch: true })
  one(name: string): { readonly name: string } {
    executed.push(name);
    return { name };
  }

  @RestRoute('/pairs/{one}{other}', HttpMethod.Get, new PublicAccess())
  pair(one: string, other: string) {
    return { one, other };
  }

  @RestRoute('/numbered/{one}{id}', HttpMethod.Get, new PublicAccess())
  numbered(one: string, id: int) {
    return { one, id };
  }

  @RestRoute('/of/query', HttpMethod.Get, new PublicAccess())
  query({ query }: RestRequest) {
    return query;
  }

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(): RestResponse {
    const links = MALFORMED.map((name) => `/acme/v1/things/${name}`);
    return links
      .concat('/acme/v1/things/last')
      .reduce(
        (response, href) => response.link('thing', href, { embeddable: true }),
        new RestResponse({ ok: true }),
      );
  }
}

class WatchModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply((_request: unknown, _response: unknown, next: () => void) => next())
      .forRoutes('*path');
  }
}

describe.each(BOTH_ADAPTERS)('a malformed percent-encoding in a path on %s', (adapter) => {
  const app = useRoutes([ThingsController], { adapter, rest: { batch: true } });
  const watched = useRoutes([ThingsController], { adapter, imports: [WatchModule] });
  const error = { status: 400, code: 'rest_invalid_url' };
  // Fastify rejects such a URL before any hook or route runs.
  const overHttp = adapter === 'fastify' ? { status: 400, code: 'FST_ERR_BAD_URL' } : error;

  test('An escaped percent sign where two values meet is a 404 or a value, and no error of the server', async () => {
    for (const [path, expected] of [
      ['pairs/0%25', 404],
      ['pairs/%25', 404],
      ['pairs/%2525', { one: '%2', other: '5' }],
      ['pairs/%25a', { one: '%', other: 'a' }],
      ['numbered/a%25', 404],
      ['numbered/a%255', { one: 'a%', id: 5 }],
    ] as const) {
      const { status, body } = await app.fetch('GET', `/api/acme/v1/things/${path}`);
      expect([path, status === 200 ? body : status]).toEqual([path, expected]);
    }
  });

  test.each(['a\\b', 'a\\b/', '\\', '\\/'])(
    'A path with a backslash is malformed, also with a slash at its end: %s',
    async (name) => {
      const { status, body } = await app.fetch('GET', `/api/acme/v1/things/${name}`);
      expect({ status, code: (body as { code: string }).code }).toEqual(error);
    },
  );

  test('A parameter without a name is dropped, as in WordPress', async () => {
    const { body } = await app.fetch('GET', '/api/acme/v1/things/of/query?=0&a=1');
    expect(body).toEqual({ a: '1' });
  });

  describe('A path with a malformed percent-encoding is a 400 over HTTP, in a batch, as an embedded link and in process, and no other request fails', () => {
    test.each(MALFORMED)('%s over HTTP', async (name) => {
      const { status, body } = await app.fetch('GET', `/api/acme/v1/things/${name}`);
      expect({ status, code: (body as { code: string }).code }).toEqual(overHttp);
    });

    test.each(MALFORMED)('%s over HTTP, with middleware on a wildcard', async (name) => {
      const { status, body } = await watched.fetch('GET', `/api/acme/v1/things/${name}`);
      expect({ status, code: (body as { code: string }).code }).toEqual(overHttp);
    });

    test.each(['normal', 'require-all-validate'])(
      'in a batch, validation %s',
      async (validation) => {
        executed.length = 0;
        const names = ['first', ...MALFORMED, 'last'];
        const requests = names.map((name) => ({ path: `/acme/v1/things/${name}` }));
        const { status, body } = await app.fetch('POST', '/api/batch/v1', {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ validation, requests }),
        });
        const { responses } = body as { responses: ({ status: number; body: unknown } | null)[] };
        expect(status).toBe(207);
        const isNormal = validation === 'normal';
        expect(responses.map((one) => one?.status)).toEqual([
          isNormal ? 200 : undefined,
          ...MALFORMED.map(() => 400),
          isNormal ? 200 : undefined,
        ]);
        expect(responses[1]?.body).toMatchObject({ code: 'rest_invalid_url' });
        expect(executed).toEqual(isNormal ? ['first', 'last'] : []);
      },
    );

    test('in embedded links', async () => {
      const { status, body } = await app.fetch('GET', '/api/acme/v1/things?_embed');
      const { _embedded: embedded } = body as { _embedded: { thing: { code?: string }[] } };
      expect(status).toBe(200);
      expect(embedded.thing.map(({ code }) => code)).toEqual([
        ...MALFORMED.map(() => 'rest_invalid_url'),
        undefined,
      ]);
    });

    test.each(MALFORMED)('%s in process', async (name) => {
      const dispatcher = app.nest.get(RestDispatcher, { strict: false });
      const { status, data } = await dispatcher.request({ path: `/acme/v1/things/${name}` });
      expect({ status, code: (data as { code: string }).code }).toEqual(error);
    });
  });
});
