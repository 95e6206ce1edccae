import {
  Cache,
  Callback,
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestResponse,
  RestRoute,
  withLinks,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';

const asked: number[] = [];
const removable = new Set([2]);
const books = [1, 2].map((one) => withLinks({ id: one }, { self: `/lib/v1/books/${one}` }));

@RestController('v1', '/books')
class BooksController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return books;
  }

  @RestRoute('/shared', HttpMethod.Get, new PublicAccess())
  shared() {
    const open = withLinks({ id: 3 }, { self: '/lib/v1/open' });
    return new RestResponse([...books, open]).header('Cache-Control', 'public, max-age=60');
  }

  @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m', vary: 'user' })
  cached() {
    return books;
  }

  @RestRoute('/others', HttpMethod.Get, new PublicAccess())
  others() {
    return withLinks(
      { id: 1 },
      {
        self: [
          '/lib/v1/books/1?x=1#part',
          '/lib/v1/nothing',
          '/lib/v1/books/\ud800',
          '/lib/v1/hidden',
          'https://example.com/x',
          { href: '/lib/v1/books/2', targetHints: { allow: ['GET'] } },
        ],
        item: '/lib/v1/books/1',
      },
    );
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    return new RestResponse({ id }).link('self', `/lib/v1/books/${id}`);
  }

  @RestRoute('/{id}', HttpMethod.Patch, new Capability('edit_items'))
  update(id: int) {}

  @RestRoute('/{id}', HttpMethod.Delete, new Callback(BooksController.mayRemove))
  remove(id: int) {}

  static async mayRemove(id: int): Promise<boolean> {
    asked.push(id);
    return removable.has(id);
  }
}

@RestController('v1', '/hidden')
class HiddenController {
  @RestRoute('', HttpMethod.Get, new Capability('delete_items'))
  one() {
    return {};
  }
}

@RestController('v1', '/open')
class OpenController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  one() {
    return {};
  }
}

describe.each(ADAPTERS)('target hints on %s', (adapter) => {
  const app = useRoutes([BooksController, HiddenController, OpenController], {
    adapter,
    rest: { namespace: 'lib', ...fixtureUser, links: { targetHints: true } },
  });
  const get = (path: string, user?: number, more = {}) =>
    app.fetch('GET', `/api/lib/v1/books${path}`, {
      headers: { ...signedAsUser(user), ...more },
    });
  const book = (of: number, ...allow: string[]) => ({
    id: of,
    _links: { self: [{ href: `${app.url}/api/lib/v1/books/${of}`, targetHints: { allow } }] },
  });

  test('each item says what an anonymous caller may do with it', async () => {
    expect((await get('')).body).toEqual([book(1, 'GET'), book(2, 'GET', 'DELETE')]);
  });

  test('each item says what an authenticated caller may do with it', async () => {
    expect((await get('', 2)).body).toEqual([
      book(1, 'GET', 'PATCH'),
      book(2, 'GET', 'PATCH', 'DELETE'),
    ]);
    expect((await get('/1', 2)).body).toEqual(book(1, 'GET', 'PATCH'));
  });

  test('a permission is asked once for each item of a response', async () => {
    asked.length = 0;
    await get('', 2);
    expect(asked.toSorted((a, b) => a - b)).toEqual([1, 2]);
  });

  test('a response for shared caches has only hints that are the same for everyone', async () => {
    const self = (path: string) => [{ href: `${app.url}/api/lib/v1${path}` }];
    expect((await get('/shared', 1)).body).toEqual([
      { id: 1, _links: { self: self('/books/1') } },
      { id: 2, _links: { self: self('/books/2') } },
      {
        id: 3,
        _links: { self: [{ ...self('/open')[0], targetHints: { allow: ['GET'] } }] },
      },
    ]);
  });

  test('a response from the cache has the hints of now, and a tag for them', async () => {
    const before = await get('/cached', 2);
    const tag = { 'if-none-match': String(before.headers.etag) };
    expect((await get('/cached', 2, tag)).status).toBe(304);
    removable.add(1);
    const after = await get('/cached', 2, tag);
    removable.delete(1);
    expect(after.headers['cache-status']).toContain('hit');
    expect(after.status).toBe(200);
    expect(after.body).toEqual([
      book(1, 'GET', 'PATCH', 'DELETE'),
      book(2, 'GET', 'PATCH', 'DELETE'),
    ]);
  });

  test('only self links to routes of this API without hints of their own get some', async () => {
    const { body } = await get('/others');
    const api = `${app.url}/api/lib/v1`;
    expect(body).toEqual({
      id: 1,
      _links: {
        self: [
          { href: `${api}/books/1?x=1#part`, targetHints: { allow: ['GET'] } },
          { href: `${api}/nothing` },
          { href: `${api}/books/\ud800` },
          { href: `${api}/hidden` },
          { href: 'https://example.com/x' },
          { href: `${api}/books/2`, targetHints: { allow: ['GET'] } },
        ],
        item: [{ href: `${api}/books/1` }],
      },
    });
  });

  test('_fields and _envelope have them too', async () => {
    const { body } = await get('?_fields=_links.self&_envelope');
    const [{ _links }] = [book(1, 'GET')];
    expect(body).toMatchObject({ body: [{ _links }, {}] });
  });

  test('in-process responses have them', async () => {
    const { data } = await app.nest
      .get(RestDispatcher)
      .request({ method: 'GET', path: '/lib/v1/books/2' });
    expect(data).toMatchObject({
      _links: { self: [{ targetHints: { allow: ['GET', 'DELETE'] } }] },
    });
  });
});
