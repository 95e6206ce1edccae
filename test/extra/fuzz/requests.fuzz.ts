import fc from 'fast-check';
import { isUtf8 } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApplication } from '../../support/application.js';
import { fuzzedRequest, type FuzzedRequest } from './support/arbitrary-request.js';
import {
  createClient,
  isMalformedUrl,
  isOfMalformedUrl,
  type FuzzClient,
  type FuzzedResponse,
} from './support/client.js';
import { ALONE, BODY_LIMIT, SETUPS, startBoth, TWINS } from './support/fuzzed-application.js';
import { fuzzSettings } from './support/settings.js';
import { pollution, watchCrashes, type CrashWatch } from './support/surroundings.js';

const { numRuns, seed, repeatable } = fuzzSettings();

describe.each(SETUPS)('an application %s', (setup) => {
  let apps: readonly TestApplication[];
  let client: FuzzClient;
  let watch: CrashWatch;

  beforeAll(async () => {
    watch = watchCrashes();
    client = createClient();
    apps = await startBoth(setup, seed);
  });
  afterAll(async () => {
    client.close();
    await Promise.all(apps.map((app) => app.close()));
    watch.stop();
  });

  test('No request makes a 500, an error of another format, an argument of a wrong type, or a difference between Express and Fastify.', async () => {
    const seen = new Set<number>();
    await repeatable(
      fc.assert(
        fc.asyncProperty(fuzzedRequest, async (request) => {
          const responses = await Promise.all(apps.map(({ url }) => client.send(url, request)));
          if (setup !== ALONE && isAnsweredByCors(request, responses)) return;
          if (isMalformedUrl(request.path) || responses.some(isOfMalformedUrl)) {
            for (const { status } of responses) expect(status).toBe(400);
            return;
          }
          for (const response of responses) expectDocumented(request, response);
          if (isFreshForExpress(request) || isReadByParsers(request)) return;
          const [express, fastify] = responses.map(comparable);
          expect(fastify).toEqual(express);
          expect(pollution()).toEqual([]);
          expect(watch.crashes).toEqual([]);
          for (const { status } of responses) seen.add(status);
        }),
        { numRuns: Math.ceil(numRuns / SETUPS.length), seed, examples: [[DENIED]] },
      ),
    );
    expectSeen(seen);
  });

  test('A route has the same responses as its twin whose class and methods random decorators replace.', async () => {
    const seen = new Set<number>();
    const twin = fc.constantFrom(...TWINS);
    await repeatable(
      fc.assert(
        fc.asyncProperty(fuzzedRequest, twin, async (request, name) => {
          for (const { url } of apps) {
            const plain = await client.send(url, request);
            const wrapped = await client.send(url, toTwin(request, name));
            if (setup !== ALONE && isAnsweredByCors(request, [plain, wrapped])) continue;
            expect(comparableTwin(wrapped)).toEqual(comparableTwin(plain));
            seen.add(plain.status);
          }
          expect(pollution()).toEqual([]);
          expect(watch.crashes).toEqual([]);
        }),
        { numRuns: Math.ceil(numRuns / SETUPS.length), seed, examples: [[DENIED, TWINS[0]]] },
      ),
    );
    expectSeen(seen);
  });
});

/** Valid and anonymous, which random requests seldom are. */
const DENIED: FuzzedRequest = {
  method: 'POST',
  path: '/api/acme/v1/fuzz',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"title":"Momo"}'),
};

/** A generator whose requests reach nothing would find nothing. */
function expectSeen(seen: ReadonlySet<number>): void {
  for (const status of [200, 400, 401, 404]) expect(seen).toContain(status);
}

/** The same request to a twin; what a batch or a link leads to is that of the twin too. */
function toTwin({ path, body, ...others }: FuzzedRequest, twin: string): FuzzedRequest {
  const rename = (text: string): string => text.replaceAll(/(?<=v1\/)fuzz/gi, twin);
  const isText = body?.includes('v1/fuzz') === true;
  return {
    ...others,
    path: rename(path),
    body: isText ? Buffer.from(rename(body.toString())) : body,
  };
}

/** Where there is no route, `enableCors()` answers OPTIONS, on each adapter in its own way. */
function isAnsweredByCors(
  { method, headers }: FuzzedRequest,
  responses: readonly FuzzedResponse[],
): boolean {
  const mayBe = method === 'OPTIONS' || headers['x-http-method-override'] === 'OPTIONS';
  return mayBe && responses.some(({ text }) => text === '' || text === 'Invalid Preflight Request');
}

/** Express itself responds with 304 to such a request, also without a tag; Fastify does not read the header. */
function isFreshForExpress({ headers }: FuzzedRequest): boolean {
  return headers['if-none-match'] === '*';
}

/**
 * Only the parsers of Express decompress, and read other charsets. Those of Fastify replace invalid bytes, and only it
 * has one for texts, with its limit. Fastify rejects a body of OPTIONS before hooks have run that may reject the request;
 * the parsers of Express pass it on. Fastify itself rejects a malformed media type, before the permission.
 */
function isReadByParsers({ method, headers, body }: FuzzedRequest): boolean {
  const { 'content-encoding': encoding, 'content-type': type } = headers;
  if (encoding !== undefined || String(type).includes('charset')) return true;
  // The parsers of Express make an empty object of an empty body, and those of Fastify nothing.
  if (body === undefined || body.length === 0) return body !== undefined;
  if (type === ';') return true;
  if (method === 'OPTIONS' || headers['x-http-method-override'] === 'OPTIONS') return true;
  const isLongText = String(type).startsWith('text/plain') && body.length > BODY_LIMIT;
  return isLongText || !isUtf8(Buffer.from(body));
}

function expectDocumented({ method }: FuzzedRequest, { status, text }: FuzzedResponse): void {
  expect(status).toBeLessThan(500);
  if (method === 'HEAD' || status === 204 || status === 304) {
    expect(text).toBe('');
    return;
  }
  const body: unknown = JSON.parse(text);
  if (status < 400) return;
  expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  expect(body).toHaveProperty('data.status', status);
}

const COMPARED = ['allow', 'content-type', 'etag', 'link', 'location', 'cache-control', 'vary'];
const COMPARED_TOO = ['x-wp-total', 'www-authenticate', 'access-control-allow-origin'];

/** Ports and ages differ, and nothing else may. */
function comparable({ status, headers, text }: FuzzedResponse): unknown {
  const some = [...COMPARED, ...COMPARED_TOO].map((name) => [name, String(headers[name])]);
  return { status, text: stable(text), headers: stable(JSON.stringify(some)) };
}

/** A route and its twin have entries of their own: an envelope shows which of them the cache had already. */
function comparableTwin(response: FuzzedResponse): unknown {
  const text = response.text.replaceAll(/"cache-status":"[^"]*"(?:,"age":"\d+")?/g, '"cached"');
  const compared = JSON.stringify(comparable({ ...response, text }));
  return JSON.parse(compared.replaceAll(/(?<=v1\/)twi\d/g, 'fuzz'));
}

function stable(text: string): string {
  const aged = text.replaceAll(/ttl=-?\d+/g, 'ttl').replaceAll(/"age":"\d+"/g, '"age"');
  // Each parser has texts of its own.
  const parsed = aged.replaceAll(
    /(?<=The body is (?:not valid JSON|too large): ).*?(?=\.",)/g,
    'x',
  );
  return parsed.replaceAll(/127\.0\.0\.1:\d+/g, 'host');
}
