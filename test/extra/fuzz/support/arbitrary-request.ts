import fc from 'fast-check';
import { gzipSync } from 'node:zlib';

/** One request as it goes out. */
export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

const BASE = '/api/acme/v1/fuzz';
const BATCH = '/api/batch/v1';

const NAMES = [
  ...'page search tags since ratio flag ids title lines email uri'.split(' '),
  ...'ip uuid color word id slug _fields _envelope _method __proto__'.split(' '),
  ...'constructor toString context hrefs _embed'.split(' '),
  '',
];

const TEXTS = [
  ...'0 1 2 -1 7.0 1e2 1e999 9007199254740993 true FALSE'.split(' '),
  '',
  ' 3 ',
  ...'new sale new,sale null ab a@b.co %41@b.co ::1 1.2.3.4 #fa0'.split(' '),
  ...'2024-01-31T10:20:30Z 2024-13-01T00:00:00Z http://example.com javascript:x /a[1]'.split(' '),
  ...'0123456a-89ab-cdef-0123-456789abcdef slug a.b.c page,search PUT DELETE gone'.split(' '),
  ...'\0 \ud83d 👍 é \r\n <script> ../.. [] {} __proto__'.split(' '),
];

export const name = fc.constantFrom(...NAMES);
export const text = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);

export const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    { weight: 4, arbitrary: text },
    { weight: 2, arbitrary: fc.constantFrom(0, 1, -0, 2.5, 1e21, true, false, null) },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    { weight: 2, arbitrary: fc.dictionary(name, tie('value'), { maxKeys: 4 }) },
    {
      weight: 1,
      arbitrary: fc.record(
        { sku: text, qty: tie('value'), gift: tie('value'), due: tie('value'), more: text },
        { requiredKeys: ['sku'] },
      ),
    },
  ),
})).value;

export const argumentsOfRoutes = fc.record(
  { title: text, lines: json, email: text, page: json, tags: json, since: text, ids: json },
  { requiredKeys: ['title'] },
);

/** Half a character cannot be encoded, and stands for itself in what follows. */
function encoded(value: string): string {
  return encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '?'));
}

const bracket = fc.constantFrom(
  '',
  '',
  '',
  '',
  '[]',
  '[0]',
  '[a]',
  '[1][sku]',
  '[',
  ']',
  '[__proto__]',
);

const pair = fc
  .tuple(name, bracket, text, fc.constantFrom('=', '=', '=', '', '=='))
  .map(([key, brackets, value, equals]) => `${key}${brackets}${equals}${encoded(value)}`);

export const query = fc.oneof(
  { weight: 8, arbitrary: fc.array(pair, { maxLength: 5 }).map((pairs) => pairs.join('&')) },
  { weight: 2, arbitrary: fc.stringMatching(/^[!-"$-~]{0,30}$/) },
);

export const segment = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...'1 2 007 -1 formats cached links book film top of 1-2 1-a-b'.split(' '),
      ...'FORMATS Top gone slug . .. %61 %2F %2e %00 % %zz'.split(' '),
      '',
      ...'%C3%A9 %E2%82 ;a a;b a:b ~ * + [ {id} \\ 99999999999999999999'.split(' '),
    ),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^[!-"$-.0->@-~]{0,12}$/) },
);

const path = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(
        ...'2 3 formats cached links slug gone book/top of/1-2 %C3%A9/notes %zz/notes'.split(' '),
        '',
        '',
      )
      .map((one) => (one === '' ? BASE : `${BASE}/${one}`)),
  },
  {
    weight: 8,
    arbitrary: fc.array(segment, { maxLength: 3 }).map((all) => [BASE, ...all].join('/')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...'/api /api/ /api/acme/v1 /api/acme/v1/ /api/ACME/v1/fuzz /api//acme/v1/fuzz'.split(' '),
      BATCH,
      BATCH,
      BATCH,
      `${BASE}/links?_embed&hrefs[]=/acme/v1/fuzz/cached`,
      ...'/api/acme/v2/fuzz /api/acme/v1/fuzz/ /api/acme/v1/fuzz// /api/acme/v1/Fuzz'.split(' '),
    ),
  },
);

const METHODS = ['GET', 'GET', 'GET', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

interface Payload {
  readonly type?: string;
  readonly encoding?: string;
  readonly body?: Buffer;
}

/** Near to a batch, and often one. */
const batch = fc.record(
  {
    validation: fc.constantFrom('normal', 'require-all-validate', 'x'),
    requests: fc.oneof(
      { weight: 1, arbitrary: json },
      {
        weight: 5,
        arbitrary: fc.array(
          fc.record(
            {
              path: fc.oneof(
                text,
                fc.constantFrom(BASE, `${BASE}/2`, BATCH).map((one) => one.slice('/api'.length)),
              ),
              method: fc.constantFrom('POST', 'PUT', 'DELETE', 'GET', 'x'),
              body: fc.oneof(json, argumentsOfRoutes),
              headers: fc.oneof(json, fc.dictionary(name, text)),
            },
            { requiredKeys: ['path'] },
          ),
          { maxLength: 3 },
        ),
      },
    ),
  },
  { requiredKeys: ['requests'] },
);

const jsonText = fc.oneof(
  { weight: 1, arbitrary: fc.constant('{"title":"Momo"}') },
  { weight: 1, arbitrary: batch.map((value) => JSON.stringify(value)) },
  { weight: 4, arbitrary: argumentsOfRoutes.map((value) => JSON.stringify(value)) },
  {
    weight: 2,
    arbitrary: fc.dictionary(name, json, { maxKeys: 5 }).map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: json.map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(json, fc.nat(20))
      .map(([value, end]) => JSON.stringify({ title: value }).slice(0, -end)),
  },
);

const payload: fc.Arbitrary<Payload> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          ...'application/json application/json'.split(' '),
          'application/json; charset=utf-8',
          ...'application/problem+json APPLICATION/JSON application/json;charset=latin1'.split(' '),
        ),
        jsonText,
      )
      .map(([type, body]) => ({ type, body: Buffer.from(body) })),
  },
  {
    weight: 3,
    arbitrary: query.map((body) => ({
      type: 'application/x-www-form-urlencoded',
      body: Buffer.from(body),
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'application/json',
          'text/plain',
          'application/xml',
          'multipart/form-data',
          ';',
        ),
        fc.oneof(
          fc.uint8Array({ maxLength: 30 }),
          // Around the limit of a body.
          fc.integer({ min: 9990, max: 10_010 }).map((length) => Buffer.alloc(length, ' ')),
        ),
      )
      .map(([type, bytes]) => ({ type, body: Buffer.from(bytes) })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('gzip', 'br', 'deflate', 'lzma', 'identity', 'gzip, gzip'), jsonText)
      .map(([encoding, body]) => ({
        type: 'application/json',
        encoding,
        body: encoding === 'gzip' ? gzipSync(body) : Buffer.from(body),
      })),
  },
);

const headers = fc.record(
  {
    'x-test-user': fc.constantFrom('1', '2', '3', ''),
    'x-http-method-override': fc.constantFrom('PUT', 'delete', 'OPTIONS', 'PATCH', ' ', 'TRACE'),
    'if-none-match': fc.constantFrom('*', '"a"', 'W/"a", "b"', '"', ','),
    'if-match': fc.constantFrom('*', '"a"', 'x'),
    'cache-control': fc.constantFrom('no-cache', 'no-store', 'max-age=0', ','),
    origin: fc.constantFrom('http://a.example', 'null', 'x'),
    accept: fc.constantFrom('*/*', 'text/html', 'application/json;q=0', ''),
    'access-control-request-method': fc.constantFrom('PUT', 'x'),
    'x-forwarded-proto': fc.constantFrom('https', 'x', 'http>; rel="x'),
    cookie: fc.constantFrom('a=b', '=;=', '%'),
    range: fc.constantFrom('bytes=0-1', 'x'),
  },
  { requiredKeys: [] },
);

/** Requests near the routes, so that many of them arrive, and requests far from everything. */
export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc
  .record({ method: fc.constantFrom(...METHODS), path, query, headers, payload })
  .map(
    ({
      method,
      path: target,
      query: text,
      headers: others,
      payload: { type, encoding, body },
    }) => ({
      method,
      path: text === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${text}`,
      headers: {
        ...others,
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      },
      body,
    }),
  );
