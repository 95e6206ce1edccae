import {
  Cache,
  HttpMethod,
  InvalidArgumentException,
  Param,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@Param({ minimum: 1 }) page: int = 1, search = '') {
    return new RestResponse([{ id: 1, search }]).paged(25, { page, per_page: 10 });
  }

  @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m' })
  cached(@Param({ minimum: 1 }) page: int = 1) {
    return new RestResponse([page]).paged(25, { page, per_page: 10 });
  }

  @RestRoute('/of/{author}', HttpMethod.Get, new PublicAccess())
  byAuthor(author: string) {
    return new RestResponse([author]).paged(25, { page: 1, per_page: 10 });
  }

  @RestRoute('/sized', HttpMethod.Get, new PublicAccess())
  sized(per_page: int, page: int = 1) {
    return new RestResponse([]).paged(25, { page, per_page });
  }

  @RestRoute('/camel', HttpMethod.Get, new PublicAccess())
  camel(perPage: int = 10, page: int = 1) {
    return new RestResponse([]).paged(25, { page, perPage });
  }

  @RestRoute('/offset', HttpMethod.Get, new PublicAccess())
  named(p: int = 1) {
    return new RestResponse([]).linkHeader('help', '/help').paged(2, { page: p, per_page: 1 }, 'p');
  }
}

const API_LINK = ', <API/>; rel="https://api.w.org/"';

describe.each(ADAPTERS)('a page of any size, on %s', (adapter) => {
  const app = useRoutes([ItemsController], { adapter });

  test('may be called perPage', async () => {
    const { headers } = await app.fetch('GET', '/api/acme/v1/items/camel?perPage=5&page=2');
    expect(headers['x-wp-totalpages']).toBe('5');
    expect(headers.link).toContain('/items/camel?perPage=5&page=3>; rel="next"');
  });

  test.each([0, -1])('%d has all items', async (size) => {
    const { status, headers } = await app.fetch('GET', `/api/acme/v1/items/sized?per_page=${size}`);
    expect([status, headers['x-wp-totalpages']]).toEqual([200, '1']);
  });

  test.each([0, -1])('page %d is the first', async (page) => {
    const path = `/api/acme/v1/items/sized?per_page=10&page=${page}`;
    const { status, headers } = await app.fetch('GET', path);
    expect(status).toBe(200);
    expect(String(headers.link).match(/page=\d+>; rel="(?:next|prev)"/g)).toEqual([
      'page=2>; rel="next"',
    ]);
  });
});

describe.each(ADAPTERS)('paging on %s', (adapter) => {
  const app = useRoutes([ItemsController], {
    adapter,
    cors: { exposedHeaders: ['X-Mine'] },
  });

  const linkOf = async (path: string): Promise<string> => {
    const { headers } = await app.fetch('GET', `/api/acme/v1/items${path}`);
    return String(headers.link).replaceAll(`${app.url}/api`, 'API').replace(API_LINK, '');
  };

  test('a page has the total of items and of pages in its headers', async () => {
    const { headers } = await app.fetch('GET', '/api/acme/v1/items');
    expect([headers['x-wp-total'], headers['x-wp-totalpages']]).toEqual(['25', '3']);
    expect(Object.keys(headers).filter((name) => name.includes(':'))).toEqual([]);
  });

  test.each([
    ['', '<API/acme/v1/items?page=2>; rel="next"'],
    ['?page=3', '<API/acme/v1/items?page=2>; rel="prev"'],
    ['?page=9', '<API/acme/v1/items?page=3>; rel="prev"'],
    [
      '?page=2&search=a%20b&_fields=id',
      '<API/acme/v1/items?search=a%20b&_fields=id&page=1>; rel="prev", ' +
        '<API/acme/v1/items?search=a%20b&_fields=id&page=3>; rel="next"',
    ],
    ['?search=%3E%22', '<API/acme/v1/items?search=%3E%22&page=2>; rel="next"'],
    ['?search=>"', '<API/acme/v1/items?search=%3E%22&page=2>; rel="next"'],
    ['/offset?p=1', '</help>; rel="help", <API/acme/v1/items/offset?p=2>; rel="next"'],
  ])('the response to items%s links to %s', async (path, links) => {
    expect(await linkOf(path)).toBe(links);
  });

  test('a path cannot end the URL of a link, or begin another link', async () => {
    const target = '/api/acme/v1/items/of/x>;rel="preload";as="script",<http:evil';
    const { headers } = await app.fetch('GET', target);
    const link = String(headers['link']);
    expect(link).toContain(
      '/of/x%3E;rel=%22preload%22;as=%22script%22,%3Chttp:evil?page=2>; rel="next"',
    );
    expect(link.match(/[<>]/g)).toHaveLength(4);
  });

  test('one cache entry serves requests for the same page with different query strings', async () => {
    expect(await linkOf('/cached?page=2&x=1')).toContain('cached?x=1&page=3>');
    const { headers } = await app.fetch('GET', '/api/acme/v1/items/cached?page=02');
    expect(headers.age).toBeDefined();
    expect(headers.link).toContain('cached?page=3>');
    expect(headers.link).not.toContain('x=1');
  });

  test('an envelope has the headers of the page', async () => {
    const { body } = await app.fetch('GET', '/api/acme/v1/items?_envelope');
    expect(body).toMatchObject({
      headers: {
        'X-WP-Total': 25,
        'X-WP-TotalPages': 3,
        Link: expect.stringContaining('rel="next"') as string,
      },
    });
  });

  test('CORS exposes the paging headers beside those of the application', async () => {
    const headers = { origin: 'https://other.example' };
    const crossed = await app.fetch('GET', '/api/acme/v1/items', { headers });
    expect(crossed.headers['access-control-expose-headers']).toBe(
      'X-Mine, X-WP-Total, X-WP-TotalPages, Link, Allow',
    );
  });

  test('a preflight allows the header X-WP-Nonce', async () => {
    const { status, headers } = await app.fetch('OPTIONS', '/api/acme/v1/items', {
      headers: {
        origin: 'https://other.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-wp-nonce',
      },
    });
    expect({ status, allowed: headers['access-control-allow-headers'] }).toEqual({
      status: 204,
      allowed: 'x-wp-nonce',
    });
  });
});

describe.each(ADAPTERS)('without CORS, on %s', (adapter) => {
  test('no header is exposed', async () => {
    const app = await startRoutes([ItemsController], { adapter, bare: 'It has no CORS.' });
    const headers = { origin: 'https://other.example' };
    const answer = await app.fetch('GET', '/api/acme/v1/items', { headers });
    await app.close();
    expect(answer.headers['access-control-expose-headers']).toBeUndefined();
  });
});

test.each([
  [25, -1, '1'],
  [25, 0, '1'],
  [0, -1, '0'],
])('of %d items, %d on a page are all on %s page', (total, perPage, pages) => {
  const { headers } = new RestResponse([]).paged(total, { page: 1, per_page: perPage });
  expect(headers).toMatchObject({ 'x-wp-total': String(total), 'x-wp-totalpages': pages });
});

test.each([
  { total: -1, page: 1, per_page: 10 },
  { total: 1, page: 0.5, per_page: 10 },
  { total: 1, page: 1, per_page: 0.5 },
  { total: 1.5, page: 1, per_page: 1 },
  { total: 1, page: 1, per_page: 1, argument: 'a b' },
])('paged of %o throws at once', ({ total, argument, ...paging }) => {
  const paged = () => new RestResponse([]).paged(total, paging, argument);
  expect(paged).toThrow(InvalidArgumentException);
});

describe.each(ADAPTERS)("forRoot({ headers: 'neutral' }) on %s", (adapter) => {
  const app = useRoutes([ItemsController], {
    adapter,
    rest: { headers: 'neutral' },
    cors: {},
  });
  const items = (query: string, headers = {}) =>
    app.fetch('GET', `/api/acme/v1/items${query}`, { headers });

  test('a page has the total of items in X-Total-Count, and no header of WordPress', async () => {
    const { headers } = await items('?page=2');
    expect(headers['x-total-count']).toBe('25');
    expect(Object.keys(headers).filter((name) => /wp|:/.test(name))).toEqual([]);
    expect(String(headers.link).replaceAll(`${app.url}/api`, 'API')).toBe(
      '<API/acme/v1/items?page=1>; rel="prev", <API/acme/v1/items?page=3>; rel="next", <API/acme/v1/items?page=1>; rel="first", <API/acme/v1/items?page=3>; rel="last"',
    );
  });

  test('a cached page, an envelope and a response to HEAD have it too', async () => {
    await items('/cached');
    expect((await items('/cached')).headers).toMatchObject({ 'x-total-count': '25' });
    expect((await items('?_envelope')).body).toMatchObject({ headers: { 'X-Total-Count': 25 } });
    const head = await app.fetch('HEAD', '/api/acme/v1/items');
    expect(head.headers['x-total-count']).toBe('25');
  });

  test('a response in process has it too', async () => {
    const { headers } = await app.nest
      .get(RestDispatcher)
      .request({ method: 'GET', path: '/acme/v1/items' });
    expect(headers).toMatchObject({ 'x-total-count': '25' });
    expect(headers['x-wp-total']).toBeUndefined();
  });

  test('no response links to the API, and the API has its index', async () => {
    for (const path of ['/acme/v1', '/acme/v1/nothing', '/acme/v1/items?page=x']) {
      expect((await app.fetch('GET', `/api${path}`)).headers.link).toBeUndefined();
    }
    expect((await app.fetch('GET', '/api/')).body).toMatchObject({ namespaces: ['acme/v1'] });
  });

  test('CORS exposes X-Total-Count', async () => {
    const { headers } = await items('', { origin: 'https://other.test' });
    expect(headers['access-control-expose-headers']).toBe('X-Total-Count, Link, Allow');
  });

  test('any other value stops the start', async () => {
    const rest = { headers: 'plain' as 'neutral' };
    await expect(startRoutes([ItemsController], { adapter, rest })).rejects.toThrow(
      "headers is 'wordpress' or 'neutral', not \"plain\"",
    );
  });
});
