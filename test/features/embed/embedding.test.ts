import {
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import {
  Cache,
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestException,
  RestResponse,
  RestRoute,
  withLinks,
  type int,
} from 'nestjs-rest-routes';
import type { Observable } from 'rxjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';

// Without the usual parts: the tests list which interceptors are uniform.

let requested: string[] = [];

class NotingInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    requested.push(context.switchToHttp().getRequest<{ url: string }>().url);
    return next.handle();
  }
}

@UseInterceptors(NotingInterceptor)
@RestController('v1', '/authors')
class AuthorsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    if (id > 9000) throw new RestException('author_not_found', 'None.', 404);
    const links = { friend: { href: '/acme/v1/authors/2', embeddable: true } };
    return withLinks({ id, born: new Date(0) }, links);
  }

  @RestRoute('/cached/{id}', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '60s' })
  cached(id: int) {
    return { id, cached: true };
  }

  @RestRoute('/secret/{id}', HttpMethod.Get, new Capability('edit_items'))
  @Cache({ ttl: '10s' })
  secret(id: int) {
    return { id, secret: true };
  }
}

function bookOf(number: number, author: string) {
  return withLinks(
    { number },
    {
      self: `/acme/v1/books/${number}`,
      author: { href: author, embeddable: true },
      elsewhere: { href: 'https://example.com/x', embeddable: true },
    },
  );
}

@RestController('v1', '/books')
class BooksController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(size: int = 100, authors: int = 2) {
    return Array.from({ length: size }, (_, at) =>
      bookOf(at, `/acme/v1/authors/${(at % authors) + 1}`),
    );
  }

  @RestRoute('/cached/{kind}', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '5m' })
  cached(kind: 'cached' | 'secret' | 'plain') {
    const author = kind === 'plain' ? '/acme/v1/authors/1' : `/acme/v1/authors/${kind}/1`;
    return new RestResponse({ kind }).link('author', author, { embeddable: true });
  }

  @RestRoute('/odd', HttpMethod.Get, new PublicAccess())
  odd() {
    return new RestResponse({ odd: true })
      .link('author', '/acme/v1/authors/1')
      .link('author', '/acme/v1/authors/2?_fields=id', { embeddable: true })
      .link('author', '/acme/v1/authors/9001#top', { embeddable: true })
      .link('author', '/acme/v1/authors/\ud800', { embeddable: true })
      .link('__proto__', '/acme/v1/authors/1', { embeddable: true });
  }
}

interface Embedded {
  readonly _embedded?: Readonly<Record<string, readonly unknown[]>>;
}

describe.each(ADAPTERS)('_embed on %s', (adapter) => {
  const app = useRoutes([AuthorsController, BooksController], {
    adapter,
    rest: {
      ...fixtureUser,
      cache: { callerHeaders: ['authorization'], uniform: [NotingInterceptor] },
      embed: { maxRequests: 5 },
    },
  });
  const get = (path: string, user?: string) =>
    app.fetch('GET', `/api/acme/v1${path}`, {
      headers: signedAsUser(user),
    });
  beforeEach(() => {
    requested = [];
  });

  test('makes 2 requests for a list of 100 items with 2 authors', async () => {
    const { body } = await get('/books?_embed');
    const items = body as readonly Embedded[];
    expect(requested).toEqual(['/api/acme/v1/authors/1', '/api/acme/v1/authors/2']);
    expect(items).toHaveLength(100);
    expect(items[99]?._embedded).toMatchObject({
      author: [{ id: 2, born: '1970-01-01T00:00:00.000Z' }],
    });
    expect(Object.keys(items[0]?._embedded ?? {})).toEqual(['author']);
  });

  test('an embedded response has links and embeds nothing itself', async () => {
    const { body } = await get('/books?size=1&_embed=author');
    const [author] = (body as readonly Embedded[])[0]?._embedded?.['author'] ?? [];
    expect(author).toMatchObject({
      _links: { friend: [{ href: `${app.url}/api/acme/v1/authors/2`, embeddable: true }] },
    });
    expect(author).not.toHaveProperty('_embedded');
  });

  test('stops at the limit of requests; further links stay links', async () => {
    const { body } = await get('/books?size=8&authors=8&_embed');
    const items = body as readonly (Embedded & { readonly _links: object })[];
    expect(requested).toHaveLength(5);
    expect(items.map((item) => item._embedded !== undefined)).toEqual([
      ...Array<boolean>(5).fill(true),
      ...Array<boolean>(3).fill(false),
    ]);
    expect(items[7]?._links).toHaveProperty('author');
  });

  test('keeps the places of links that are not embedded, takes the query of a link, embeds errors', async () => {
    const { text } = await get('/books/odd?_embed');
    const { _embedded: embedded } = JSON.parse(text) as Embedded;
    expect(embedded?.['author']).toEqual([
      [],
      { id: 2, _links: expect.anything() as unknown },
      { code: 'author_not_found', message: 'None.', data: { status: 404 } },
      [],
    ]);
    expect(Object.hasOwn(embedded ?? {}, '__proto__')).toBe(true);
  });

  test.each([
    ['_embed=', true],
    ['_embed=0', true],
    ['_embed=true', true],
    ['_embed=,', true],
    ['_embed=author', true],
    ['_embed=x%20author', true],
    ['_embed[]=author', true],
    ['_embed[]=x,author', false],
    ['_embed=false', false],
    ['_embed[]=', false],
  ])('%s embeds the author: %s', async (query, isEmbedded) => {
    const { body } = await get(`/books?size=1&${query}`);
    expect((body as readonly Embedded[])[0]?._embedded !== undefined).toBe(isEmbedded);
  });

  test('a cached response is only as public, and as long fresh, as what it embeds', async () => {
    const caching = async (path: string, user?: string) =>
      (await get(path, user)).headers['cache-control'];
    expect(await caching('/books/cached/cached')).toBe('public, max-age=300');
    expect(await caching('/books/cached/cached?_embed')).toBe('public, max-age=60');
    expect(await caching('/books/cached/plain?_embed')).toBe('private, no-cache');
    expect(await caching('/books/cached/secret?_embed', '1')).toBe('private, max-age=10');
    expect(await caching('/books/cached/secret?_embed')).toBe('private, no-cache');
    expect(await caching('/books/cached/secret?_embed=none', '1')).toBe('public, max-age=300');
  });

  test('the entity tag is that of the whole, and matches If-None-Match', async () => {
    const path = '/books/cached/cached';
    const plain = await get(path);
    const whole = await get(`${path}?_embed`);
    expect(whole.headers.etag).not.toBe(plain.headers.etag);
    const again = await app.fetch('GET', `/api/acme/v1${path}?_embed`, {
      headers: { 'if-none-match': String(whole.headers.etag) },
    });
    expect(again.status).toBe(304);
  });

  test('one caller never gets what another has embedded', async () => {
    const embeddedFor = async (user?: string) =>
      ((await get('/books/cached/secret?_embed', user)).body as Embedded)._embedded?.['author'];
    expect(await embeddedFor('1')).toEqual([{ id: 1, secret: true }]);
    expect(await embeddedFor('3')).toMatchObject([{ code: 'rest_forbidden' }]);
    expect(await embeddedFor()).toMatchObject([{ data: { status: 401 } }]);
  });

  test('_envelope is around what is embedded', async () => {
    const { body } = await get('/books?size=1&_embed&_envelope');
    expect(body).toMatchObject({ status: 200, body: [{ _embedded: { author: [{ id: 1 }] } }] });
  });

  test('RestDispatcher embeds too, into data', async () => {
    const { data } = await app.nest
      .get(RestDispatcher)
      .request<readonly Embedded[]>({ path: '/acme/v1/books?size=1&_embed' });
    expect(data[0]?._embedded).toMatchObject({ author: [{ id: 1, born: new Date(0) }] });
  });
});
