import fc from 'fast-check';
import { argumentsOfRoutes, json, name, query, segment, text } from './arbitrary-request.js';
import { NAME, TWINS } from './fuzzed-application.js';

type Body = Readonly<Record<string, unknown>>;

/** What a request of a batch, or a link, is compared with: a direct request, or a known error of the library. */
export type Counterpart =
  { readonly target: string } | { readonly status: number; readonly code: string };

/** One request as a batch states it, and the same path as a link has it. */
export interface FuzzedSubRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body: Body | undefined;
  /** Those that a request of a batch may state. */
  readonly headers: Readonly<Record<string, string>>;
  /** Those that it may not state, and that no client could send. */
  readonly ignored: Readonly<Record<string, string | readonly string[]>>;
  readonly counterpart: Counterpart;
  readonly href: string;
  /** `undefined` for a link to elsewhere, for which nothing is embedded. */
  readonly linked: string | undefined;
}

/** Requests of one caller. */
export interface FuzzedSubRequests {
  readonly caller: Readonly<Record<string, string>>;
  readonly requests: readonly FuzzedSubRequest[];
}

/** What a client escapes in a URL. */
const escaped = (below: string): string =>
  below.replaceAll(/[^!-~]|[\\#]/gu, (one) => encodeURIComponent(one));

const base = fc
  .constantFrom(NAME, NAME, NAME, ...TWINS, 'FUZZ', 'none')
  .map((one) => `/acme/v1/${one}`);

const wideSegment = fc.constantFrom(
  ...'é 👍 a%20b %C3%A9 %e9 %zz %2f %2e%2e . .. // a//b ./1 ../fuzz/1 2/ 2/. 2 4 \u2028'.split(' '),
  '',
);

const segments = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom([], ['2'], ['3'], ['formats'], ['cached'], ['links']) },
  {
    weight: 2,
    arbitrary: fc.array(fc.oneof(segment, wideSegment), { minLength: 1, maxLength: 3 }),
  },
  {
    weight: 2,
    arbitrary: fc
      .oneof(wideSegment, fc.constantFrom('%', '%zz', '%ff', '%c0%80', 'a%2'), segment)
      .map((one) => [one, 'notes']),
  },
);

/** A path below the prefix, with a query. */
const below = fc
  .tuple(
    base,
    segments,
    fc.oneof(
      { weight: 3, arbitrary: fc.constant('') },
      { weight: 2, arbitrary: query },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'title=ünd',
          'title=a b',
          'x=%zz&title=ok',
          '?',
          '_method=DELETE',
        ),
      },
    ),
  )
  .map(([first, rest, text]) => [first, ...rest].join('/') + (text === '' ? '' : `?${text}`));

interface Spelling {
  readonly path: string;
  readonly counterpart: Counterpart;
  readonly href: string;
  readonly linked: string | undefined;
}

const spelling = (
  path: string,
  href: string,
  counterpart: Counterpart,
  linked: string | undefined,
): Spelling => ({ path, href, counterpart, linked });

/** Ways to write a path in a batch and in a link. */
const FORMS: readonly ((below: string) => Spelling)[] = [
  (one) => spelling(one, `${one}#?a`, direct(one), one),
  (one) => spelling(`${one}#a?b#c`, `${one}#`, direct(one), one),
  (one) =>
    spelling(
      `http://user@example.com:80${one}`,
      `http://example.com${one}`,
      direct(one),
      undefined,
    ),
  (one) => spelling(`//example.com${one}`, `//example.com${one}`, direct(one), undefined),
  (one) => spelling(`${one}\ud83d`, `${one}{half}`, NO_PATH, undefined),
  (one) => spelling(`//a:b:c${one}`, one.slice(1), NO_PATH, undefined),
];

const NO_PATH = { status: 400, code: 'parse_path_failed' };

function direct(one: string): Counterpart {
  return { target: `/api${escaped(one)}` };
}

const KNOWN: readonly Spelling[] = [
  spelling('/batch/v1', '/batch/v1', direct('/batch/v1'), '/batch/v1'),
  spelling('', '/', { status: 404, code: 'rest_no_route' }, '/'),
  spelling('acme/v1/fuzz', 'acme/v1/fuzz', { status: 404, code: 'rest_no_route' }, undefined),
];

const spellings: fc.Arbitrary<Spelling> = fc.oneof(
  { weight: 12, arbitrary: below.map((one) => spelling(one, one, direct(one), one)) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...FORMS), below).map(([form, one]) => form(one)),
  },
  { weight: 1, arbitrary: fc.constantFrom(...KNOWN) },
);

const wide: fc.Arbitrary<Body> = fc
  .tuple(fc.integer({ min: 1, max: 150 }), json, argumentsOfRoutes)
  .map(([width, value, others]) => ({
    ...Object.fromEntries(Array.from({ length: width }, (_, at) => [`name${at}`, at])),
    name0: value,
    ...others,
  }));

const body: fc.Arbitrary<Body | undefined> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<(Body | undefined)[]>(undefined, {}, { title: 'Momo' }) },
  { weight: 4, arbitrary: argumentsOfRoutes },
  { weight: 2, arbitrary: fc.dictionary(name, json, { maxKeys: 5 }) },
  { weight: 1, arbitrary: wide },
);

const headers = fc.record(
  {
    accept: fc.constantFrom('*/*', 'text/html', 'application/json;q=0', ''),
    'accept-language': fc.constantFrom('de', '*', ';'),
    'content-language': fc.constantFrom('de', ','),
    'if-match': fc.constantFrom('*', '"a"', 'x', '"'),
    'if-none-match': fc.constantFrom('*', 'W/"a", "b"', '"', ','),
    'if-modified-since': fc.constantFrom('Wed, 21 Oct 2015 07:28:00 GMT', 'x'),
  },
  { requiredKeys: [] },
);

/** A caller, an override, a length and names of prototypes that only the client's own request can state. */
const ignored = fc.dictionary(
  fc.constantFrom(
    ...'X-Test-User Authorization Cookie X-HTTP-Method-Override Content-Length'.split(' '),
    ...'Content-Type Transfer-Encoding Host X-Forwarded-Proto Accept-Encoding'.split(' '),
    ...'Content-Encoding __proto__ constructor é'.split(' '),
    '',
    'a b',
    'X\r\nX-Test-User',
  ),
  fc.oneof(
    fc.constantFrom('1', 'DELETE', 'gzip', 'chunked', '99999', 'a\r\nx-test-user: 1'),
    fc.array(text, { maxLength: 2 }),
  ),
  { maxKeys: 3 },
);

const caller = fc.record(
  {
    'x-test-user': fc.constantFrom('1', '1', '1', '2', '3', ''),
    'cache-control': fc.constantFrom('no-cache', 'no-store', 'max-age=0', ','),
    origin: fc.constantFrom('http://a.example', 'null', 'x'),
    'x-forwarded-proto': fc.constantFrom('https', 'x', 'http>; rel="x'),
    cookie: fc.constantFrom('a=b', '=;=', '%'),
  },
  { requiredKeys: [] },
);

const request: fc.Arbitrary<FuzzedSubRequest> = fc
  .record({
    method: fc.constantFrom('POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE'),
    spelled: spellings,
    body,
    headers,
    ignored,
  })
  .map(({ spelled, ...others }) => ({ ...others, ...spelled }));

/** Requests that pass their checks, so that what is executed is compared too. */
const valid: fc.Arbitrary<FuzzedSubRequest> = fc
  .record({
    base: fc.constantFrom(NAME, ...TWINS),
    chosen: fc.constantFrom(
      ['POST', ''] as const,
      ['PUT', '/2'] as const,
      ['PATCH', '/3'] as const,
      ['DELETE', '/4'] as const,
      ['POST', '/a%20b/notes?x[]=1'] as const,
    ),
    title: fc.constantFrom('Momo', '👍👍👍', '__proto__', '\u2028\ud83d', 'a\0b'),
    headers,
    ignored,
  })
  .map(({ base: one, chosen: [method, id], title, ...others }) => {
    const path = `/acme/v1/${one}${id}`;
    return { ...others, method, body: { title }, ...spelling(path, path, direct(path), path) };
  });

/** Several requests of one caller, as requests of a batch, as links and as direct requests. */
export const fuzzedSubRequests: fc.Arbitrary<FuzzedSubRequests> = fc.record({
  caller,
  requests: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.array(
        fc.oneof({ weight: 3, arbitrary: request }, { weight: 1, arbitrary: valid }),
        {
          minLength: 1,
          maxLength: 5,
        },
      ),
    },
    { weight: 1, arbitrary: fc.array(valid, { minLength: 1, maxLength: 5 }) },
  ),
});
