import { Header, Res } from '@nestjs/common';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import { get as httpGet } from 'node:http';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { At, plainTwin } from '../support/plain-twin.js';

const OPEN = new PublicAccess();
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]);

/** Express and Fastify both have it. */
interface PlatformResponse {
  header(name: string, value: string): unknown;
}

@RestController('v1', '/both')
class BothController {
  @At('Get', 'csv')
  @Header('Content-Type', 'text/csv')
  csv() {
    return 'a,"b"\n1,é\n';
  }
  @At('Get', 'html')
  @Header('Content-Type', 'text/html; charset=utf-8')
  html() {
    return '<p>é</p>';
  }
  // Nest writes bytes as JSON on Express, whatever the media type is.
  @Header('Content-Type', 'image/png')
  @RestRoute('/png', HttpMethod.Get, OPEN)
  png() {
    return PNG;
  }
  @At('Get', 'told')
  told(@Res({ passthrough: true }) response: PlatformResponse) {
    response.header('Content-Type', 'text/plain; charset=utf-8');
    return 'a "b"';
  }
  @At('Get', 'empty')
  @Header('Content-Type', 'text/csv')
  empty() {
    return '';
  }
}

@RestController('v1', '/responses')
class ResponsesController {
  static calls = 0;
  @RestRoute('/csv', HttpMethod.Get, OPEN)
  csv() {
    return new RestResponse('a,b').header('Content-Type', 'text/csv');
  }
  @RestRoute('/vnd', HttpMethod.Get, OPEN)
  vnd() {
    return new RestResponse('a "b"').header('Content-Type', 'application/vnd.acme+json');
  }
  @RestRoute('/object', HttpMethod.Get, OPEN)
  object() {
    return new RestResponse({ id: 1 }).header('Content-Type', 'text/csv');
  }
  @Header('Content-Type', 'text/csv')
  @RestRoute('/list', HttpMethod.Get, OPEN)
  list() {
    return [1];
  }
  @Header('Content-Type', 'text/csv')
  @RestRoute('/nothing', HttpMethod.Get, OPEN)
  nothing() {}
  @Header('Content-Type', 'text/csv')
  @Cache({ ttl: '1h', vary: 'none' })
  @RestRoute('/cached', HttpMethod.Get, OPEN)
  cached() {
    return `call,${++ResponsesController.calls}`;
  }
  @Header('Content-Type', 'image/png')
  @Cache({ ttl: '1h', vary: 'none' })
  @RestRoute('/cached-bytes', HttpMethod.Get, OPEN)
  cachedBytes() {
    return PNG;
  }
}

describe.each(ADAPTERS)('a media type that is not JSON on %s', (adapter) => {
  const lines: string[] = [];
  const record = (...parts: unknown[]) => void lines.push(parts.map(String).join(' '));
  const logger = { log: () => undefined, warn: record, error: record, debug: () => undefined };
  const app = useRoutes([BothController, ResponsesController], {
    adapter,
    controllers: [plainTwin('plain', BothController)],
    create: { logger },
  });
  const fetchRaw = (path: string): Promise<{ bytes: Buffer; type: string | undefined }> =>
    new Promise((resolve, reject) => {
      httpGet(`${app.url}${path}`, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          resolve({ bytes: Buffer.concat(chunks), type: response.headers['content-type'] });
        });
      }).on('error', reject);
    });

  test('a route sends bytes under the media type of an image as they are', async () => {
    const { bytes, type } = await fetchRaw('/api/acme/v1/both/png');
    expect([bytes, type]).toEqual([PNG, 'image/png']);
  });

  test.each(['csv', 'html', 'told', 'empty'])(
    'a route sends the text of /%s as it is, as a plain controller does',
    async (path) => {
      const plain = await fetchRaw(`/plain/${path}`);
      const route = await fetchRaw(`/api/acme/v1/both/${path}`);
      expect(route.bytes).toEqual(plain.bytes);
      expect(route.type?.split(';')[0]).toBe(plain.type?.split(';')[0]);
    },
  );

  test('a text of a RestResponse is sent as it is, and as JSON under a media type of JSON', async () => {
    const csv = await fetchRaw('/api/acme/v1/responses/csv');
    expect([csv.type, String(csv.bytes)]).toEqual(['text/csv; charset=utf-8', 'a,b']);
    const vnd = await fetchRaw('/api/acme/v1/responses/vnd');
    expect(String(vnd.bytes)).toBe(String.raw`"a \"b\""`);
  });

  test.each(['object', 'list'])(
    'data that are neither a text nor bytes are a 500 at /%s, and the log says why',
    async (path) => {
      lines.length = 0;
      const { status } = await app.fetch('GET', `/api/acme/v1/responses/${path}`);
      expect(status).toBe(500);
      expect(lines.join('\n')).toContain('its media type is text/csv');
    },
  );

  test('no data under a media type are an empty response', async () => {
    expect((await app.fetch('GET', '/api/acme/v1/responses/nothing')).status).toBe(204);
  });

  test('a cached text and cached bytes are sent as they are on each hit', async () => {
    ResponsesController.calls = 0;
    for (const _hit of [1, 2, 3]) {
      expect(String((await fetchRaw('/api/acme/v1/responses/cached')).bytes)).toMatch(/^call,1$/);
      expect((await fetchRaw('/api/acme/v1/responses/cached-bytes')).bytes).toEqual(PNG);
    }
    const dispatcher = app.nest.get(RestDispatcher);
    const cached = await dispatcher.request({ method: 'GET', path: '/acme/v1/responses/cached' });
    expect(cached.data).toBe('call,1');
  });

  test('_fields leaves a text as it is, and _envelope puts it into the body', async () => {
    const path = '/api/acme/v1/responses/csv';
    expect((await app.fetch('GET', `${path}?_fields=id`)).text).toBe('a,b');
    const { body } = await app.fetch('GET', `${path}?_envelope`);
    expect(body).toMatchObject({ body: 'a,b', status: 200 });
  });

  test('an in-process request gets the text and the bytes', async () => {
    const dispatcher = app.nest.get(RestDispatcher);
    const dataOf = async (path: string) =>
      (await dispatcher.request({ method: 'GET', path: `/acme/v1/${path}` })).data;
    expect(await dataOf('responses/csv')).toBe('a,b');
    expect(await dataOf('both/png')).toEqual(PNG);
  });
});
