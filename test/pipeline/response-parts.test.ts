import { describe, expect, it } from 'vitest';
import { RestResponse } from 'nestjs-rest-routes';
import { createOutgoing, joinPresetHeaders } from '../../lib/lifecycle/responses/outgoing.js';
import {
  isRestricted,
  isShared,
  privateCaching,
} from '../../lib/lifecycle/responses/cache-directives.js';
import {
  appendLink,
  type ResponseHeaders,
  headersOf,
  linesOf,
} from '../../lib/lifecycle/responses/rest-response.js';
import { linkPages } from '../../lib/lifecycle/responses/response-policy.js';
import { applyFields, applyEnvelope, applyPreconditions } from '../../lib/lifecycle/lifecycle.js';
import {
  contentOf,
  ReplyBody,
  replyOf,
  replyOfError,
} from '../../lib/lifecycle/responses/reply.js';
import { NO_DEFAULTS } from '../../lib/routes/route.js';
import { contextOf, type FakeRequest } from './support/fakes.js';

const response = (headers: ResponseHeaders = {}, status = 200) => ({
  status,
  headers,
  body: ReplyBody.of({ id: 7, name: 'x' }),
});

describe('Preconditions', () => {
  const apply = (headers: FakeRequest['headers'], method = 'GET', status = 200) =>
    applyPreconditions(
      response({ etag: '"a"', 'content-type': 'application/json', vary: 'Accept' }, status),
      contextOf({ method, ...(headers === undefined ? {} : { headers }) }),
      replyOfError,
    );

  it.each([
    ['the same tag', '"a"'],
    ['a weak form of the tag', 'W/"a"'],
    ['a list with the tag', '"b", "a"'],
    ['any tag', '*'],
  ])('send 304 to a client that has %s', (_title, ifNoneMatch) => {
    const { status, headers, body } = apply({ 'if-none-match': ifNoneMatch });
    expect({ status, content: body.text() }).toEqual({ status: 304, content: undefined });
    expect(headers).toEqual({ etag: '"a"', vary: 'Accept' });
  });

  it.each([
    ['another tag', { 'if-match': '"b"' }],
    ['a weak tag', { 'if-match': 'W/"a"' }],
  ])('send 412 to a client that expects %s', (_title, headers) => {
    const failed = apply(headers);
    expect(failed).toMatchObject({ status: 412, headers: { etag: '"a"', vary: 'Accept' } });
  });

  it.each<[title: string, headers: FakeRequest['headers'], method: string, status: number]>([
    ['a request without conditions', {}, 'GET', 200],
    ['a POST, whose method has done its work', { 'if-none-match': '"a"' }, 'POST', 200],
    ['an error', { 'if-none-match': '"a"' }, 'GET', 404],
    ['a client that has another tag', { 'if-none-match': '"b"' }, 'GET', 200],
  ])('leave %s alone', (_title, headers, method, status) => {
    const reply = apply(headers, method, status);
    expect([reply.status, reply.body.text()]).toEqual([status, '{"id":7,"name":"x"}']);
  });
});

describe('The links of a page', () => {
  const link = (page: number, queryText = 'page=2&q=a') => {
    const paged = new RestResponse([]).paged({ total: 25, page, perPage: 10 });
    const made = replyOf(paged, NO_DEFAULTS);
    if (made.page !== undefined) linkPages(made, made.page, contextOf({ queryText }));
    return made.headers;
  };
  const url = (page: number) => `<https://shop.example/api/acme/v1/items?q=a&page=${page}>`;

  it.each<[title: string, page: number, links: string]>([
    ['the first page links to the next', 1, `${url(2)}; rel="next"`],
    ['a page links to both', 2, `${url(1)}; rel="prev", ${url(3)}; rel="next"`],
    ['the last page links to the previous', 3, `${url(2)}; rel="prev"`],
    ['a page beyond the last links to the last', 9, `${url(3)}; rel="prev"`],
  ])('%s', (_title, page, links) => {
    expect(link(page)).toMatchObject({
      link: links,
      'x-wp-total': '25',
      'x-wp-totalpages': '3',
    });
  });

  it('escape what would end the URL', () => {
    expect(link(1, 'q=a>b')['link']).toContain('?q=a%3Eb&page=2>');
  });

  it('leave no internal header', () => {
    expect(Object.keys(link(1)).filter((name) => name.startsWith(':'))).toEqual([]);
  });
});

describe('Header lines', () => {
  it('keep several values of a header', () => {
    const headers = { 'set-cookie': ['a=1', 'b=2'], vary: 'Accept' };
    expect(linesOf(headers)).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['vary', 'Accept'],
    ]);
    expect(headersOf(linesOf(headers))).toEqual(headers);
  });

  it('join several lines of Vary into one list', () => {
    const lines = [
      ['vary', 'Accept'],
      ['vary', 'Origin'],
    ] as const;
    expect(headersOf(lines)).toEqual({ vary: 'Accept, Origin' });
  });

  it('append a link to others', () => {
    expect(appendLink(undefined, '<a>')).toBe('<a>');
    expect(appendLink(['<a>', '<b>'], '<c>')).toBe('<a>, <b>, <c>');
  });
});

describe('Cache-Control', () => {
  it.each([
    ['public, max-age=60', true],
    ['max-age=60, s-maxage=10', true],
    ['max-age=60', false],
    ['private', false],
    [undefined, false],
  ])('%s lets shared caches keep a response: %s', (value, expected) => {
    expect(isShared(value)).toBe(expected);
  });

  it('is restricted by no-store, no-cache and private', () => {
    const values = ['no-store', 'max-age=0, no-cache', 'private', 'max-age=60'];
    expect(values.map(isRestricted)).toEqual([true, true, true, false]);
  });

  it('becomes private without the directives of shared caches', () => {
    expect(privateCaching('public, s-maxage=9, max-age=60')).toBe('private, max-age=60');
  });
});

describe('The headers that middleware has set', () => {
  const join = (headers: ResponseHeaders, preset: NonNullable<FakeRequest['preset']>) => {
    const context = contextOf({ preset });
    const joined = response(headers);
    joinPresetHeaders(joined.headers, context.exchange, false);
    return joined.headers;
  };

  it.each<[title: string, own: ResponseHeaders, preset: Record<string, string>, joined: object]>([
    [
      'Vary, each name once',
      { vary: 'accept, Cookie' },
      { vary: 'Origin, Accept' },
      { vary: 'Origin, Accept, Cookie' },
    ],
    ['Vary: *', { vary: 'Accept' }, { vary: '*' }, { vary: '*' }],
    ['Link', { link: '<b>' }, { link: '<a>' }, { link: '<a>, <b>' }],
    ['cookies', { 'set-cookie': 'b=2' }, { 'set-cookie': 'a=1' }, { 'set-cookie': ['a=1', 'b=2'] }],
    [
      'an encoding, which weakens the tag',
      { etag: '"a"' },
      { 'content-encoding': 'gzip' },
      { etag: 'W/"a"' },
    ],
    [
      'a cookie, which keeps the response out of shared caches',
      { 'cache-control': 'public, max-age=60' },
      { 'set-cookie': 'a=1' },
      { 'cache-control': 'private, max-age=60' },
    ],
  ])('are joined: %s', (_title, own, preset, joined) => {
    expect(join(own, preset)).toEqual(joined);
  });

  it('stay untouched where the response does not have them', () => {
    expect(join({}, { vary: 'Origin', link: '<a>' })).toEqual({});
  });
});

describe('The headers of every response', () => {
  const outgoing = createOutgoing({ challenge: 'Bearer', isProtective: true });
  const complete = (status: number, user?: unknown, headers: ResponseHeaders = {}) => {
    const context = contextOf();
    context.user = user;
    return outgoing.complete(response(headers, status), context.exchange, context).headers;
  };

  it('include the challenge only in a 401', () => {
    expect(complete(401)['www-authenticate']).toBe('Bearer');
    expect(complete(403)['www-authenticate']).toBeUndefined();
  });

  it('keep the response of an authenticated user out of caches', () => {
    expect(complete(200, 'ada')['cache-control']).toContain('no-store');
    expect(complete(200)['cache-control']).toBeUndefined();
    expect(complete(200, 'ada', { etag: '"a"' })['cache-control']).toBe('private, no-cache');
  });

  it('keep an error without a route out of caches', () => {
    const { exchange } = contextOf();
    expect(outgoing.complete(response({}, 404), exchange).headers['cache-control']).toBe(
      'no-store',
    );
  });

  it('include the protective headers', () => {
    expect(complete(200)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
  });
});

describe('The global parameters', () => {
  it('pick the fields of a response', () => {
    const picked = applyFields(response(), contextOf({ queryText: '_fields=id' }));
    expect(picked.body.text()).toBe('{"id":7}');
  });

  it('put a response into an envelope', () => {
    const reply = applyEnvelope(
      response({ 'x-a': '1' }, 404),
      contextOf({ queryText: '_envelope' }),
    );
    expect(reply.status).toBe(200);
    expect(JSON.parse(String(contentOf(reply)))).toEqual({
      body: { id: 7, name: 'x' },
      status: 404,
      headers: { 'x-a': '1' },
    });
  });
});
