import fc from 'fast-check';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApplication } from '../../support/application.js';
import { fuzzedRequest, type FuzzedRequest } from './support/arbitrary-request.js';
import { ALONE, startBoth } from './support/fuzzed-application.js';
import { fuzzSettings } from './support/settings.js';
import { pollution, watchCrashes, type CrashWatch } from './support/surroundings.js';

const { numRuns, seed, repeatable } = fuzzSettings();

/** A connection for each is slow, and most of them end in the parser of Node. */
const SHARE = 20;

const method = fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'get', 'G T', '', 'PROPFIND', 'HEAD');
const target = fc.constantFrom(
  ...'/api/acme/v1/fuzz /api/acme/v1/fuzz?page=2 /api/acme/v1/fuzz/7 * /'.split(' '),
  '',
  ...'//a/api/acme/v1/fuzz /api/acme/v1/fuzz#top api'.split(' '),
  ...'/api/acme/v1/fuzz/\u00e9 /api/acme/v1/fuzz?tags[]=\u00ff /\0'.split(' '),
  '/api/acme/v1/fuzz/a b',
);
const version = fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', '');
const header = fc.constantFrom(
  ...'Host:'.split(' '),
  'Host: a',
  'Host: a/b',
  'Content-Length: 4',
  'Content-Length: 9',
  'Content-Length: x',
  'Transfer-Encoding: chunked',
  'Content-Type: application/json',
  'Content-Type: text/plain',
  'Content-Type: application/x-www-form-urlencoded',
  'X: \u00ff',
  'X: a\r\n b',
  'X\0: a',
  ': a',
  ...'noColon'.split(' '),
  'Expect: 100-continue',
  'Expect: x',
  'X-HTTP-Method-Override: PUT',
  'Cookie: a',
);
const body = fc.constantFrom(
  '',
  '{"a',
  'a=1&',
  '4\r\n{"a"\r\n0\r\n\r\n',
  '4\r\n',
  'xyz\r\n',
  '\0\0\0\0',
);

/** A request that no client library would send. */
const text = fc
  .tuple(method, target, version, fc.array(header, { maxLength: 4 }), body)
  .map(([verb, path, protocol, headers, rest]) =>
    [`${verb} ${path} ${protocol}`, ...headers, 'Connection: close', '', rest].join('\r\n'),
  );

let apps: readonly TestApplication[];
let watch: CrashWatch;

beforeAll(async () => {
  watch = watchCrashes();
  apps = await startBoth(ALONE, seed);
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  watch.stop();
});

test('No malformed request makes a 500 or ends the process, and the next request gets its response.', async () => {
  const run = fc.asyncProperty(text, async (request) => {
    for (const { url, fetch } of apps) {
      // Where a body never ends, the adapters may answer before or after the client has left.
      expect(await exchange(url, request)).toMatch(/^(?:[234]\d\d)?$/);
      expect((await fetch('GET', '/api/acme/v1/fuzz')).status).toBe(200);
    }
    expect(pollution()).toEqual([]);
    expect(watch.crashes).toEqual([]);
  });
  await repeatable(fc.assert(run, { numRuns: Math.ceil(numRuns / SHARE), seed }));
});

/** Valid, which few random requests are. */
const ANONYMOUS: FuzzedRequest = {
  method: 'POST',
  path: '/api/acme/v1/fuzz',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"title":"Momo","email":"momo@example.com"}'),
};
const VALID: FuzzedRequest = {
  ...ANONYMOUS,
  headers: { ...ANONYMOUS.headers, 'x-test-user': '1' },
};

/** Several requests on one connection, and how many bytes of them come at once. */
const pipelined = fc.record({
  requests: fc.array(fuzzedRequest, { minLength: 1, maxLength: 5 }),
  sizes: fc.array(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(4000)), {
    minLength: 1,
    maxLength: 8,
  }),
});

test('Requests that follow one another on a connection have the same responses in one piece and in several.', async () => {
  const seen = new Set<string>();
  const run = fc.asyncProperty(pipelined, async ({ requests, sizes }) => {
    const sent = Buffer.concat(requests.map((one, at) => bytesOf(one, at === requests.length - 1)));
    for (const { url } of apps) {
      const whole = await converse(url, sent, [sent.length]);
      expect(comparable(await converse(url, sent, sizes))).toBe(comparable(whole));
      for (const [, status = ''] of whole.matchAll(/^HTTP\/1\.1 (\d+) /gm)) seen.add(status);
    }
    expect(watch.crashes).toEqual([]);
  });
  const examples: [{ requests: FuzzedRequest[]; sizes: number[] }][] = [VALID, ANONYMOUS].map(
    (one) => [{ requests: [one, one], sizes: [150, 20] }],
  );
  const settings = { numRuns: Math.ceil(numRuns / SHARE), seed, examples };
  await repeatable(fc.assert(run, settings));
  for (const status of ['201', '400', '401', '404']) expect(seen).toContain(status);
});

function bytesOf(
  { method: verb, path, headers, body: rest }: FuzzedRequest,
  isLast: boolean,
): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (rest !== undefined) lines.push(`content-length: ${rest.length}`);
  if (isLast) lines.push('connection: close');
  const head = [`${verb} ${path} HTTP/1.1`, 'host: a.example', ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), rest ?? Buffer.alloc(0)]);
}

/** Sends bytes piece by piece, and returns all that comes until the server closes the connection. */
function converse(url: string, sent: Buffer, sizes: readonly number[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = '';
    let at = 0;
    let piece = 0;
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const sendNext = (): void => {
      if (at >= sent.length) return;
      const end = at + (sizes[piece++ % sizes.length] ?? 1);
      const part = sent.subarray(at, end);
      at = end;
      socket.write(part, () => setImmediate(sendNext));
    };
    socket.on('connect', sendNext);
    socket.on('data', (data) => (received += data.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}

/** Times and ages differ. */
function comparable(received: string): string {
  return received
    .replaceAll(/\r\n(?:Date|age|cache-status): [^\r]*/gi, '')
    .replaceAll(/ttl=-?\d+|"(?:age|cache-status)":"[^"]*",?/g, '')
    .replaceAll(/content-length: \d+/gi, 'content-length');
}

/** The status of the first response that is no 1xx, as what follows a request may be no request; empty where the connection is closed without one. */
function exchange(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.end(request, 'latin1'));
    socket.on('data', (data) => (received += data.toString('latin1')));
    // A reset is an answer too.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(statusOf(received)));
  });
}

function statusOf(received: string): string {
  return /^HTTP\/1\.1 ([2-9]\d\d) /m.exec(received)?.[1] ?? '';
}
