import {
  ClassSerializerInterceptor,
  UseInterceptors,
  type CallHandler,
  type NestInterceptor,
} from '@nestjs/common';
import { Exclude, Expose } from 'class-transformer';
import {
  Cache,
  HttpMethod,
  InvalidArgumentException,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  withLinks,
  type int,
} from 'nestjs-rest-routes';
import { map, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';

class Book {
  readonly id: number;
  @Exclude() readonly secret = 'hidden';
  readonly #pages = 12;
  constructor(of: number) {
    this.id = of;
  }

  toJSON(): object {
    return { id: this.id, pages: this.#pages };
  }
}

class Author {
  @Exclude() readonly secret = 'hidden';
  constructor(readonly name: string) {}

  @Expose() get initial(): string {
    return this.name.slice(0, 1);
  }
}

class AddLinks implements NestInterceptor {
  intercept(_context: unknown, next: CallHandler): Observable<unknown> {
    return next
      .handle()
      .pipe(map((item: object) => ({ ...item, _links: { self: [{ href: '/acme/v1/late' }] } })));
  }
}

/** Names that have a meaning elsewhere, and values that a browser or a header could misunderstand. */
const HOSTILE = JSON.parse(`{
  "__proto__": [{ "href": "/p", "__proto__": { "embeddable": true }, "constructor": 1 }],
  "constructor": "/c",
  "a\\nb: c": "/line\\nbreak",
  "script": "javascript:alert(1)",
  "other": "//example.com/x",
  "slash": "/\\\\example.com",
  "mark": "/\\u0001\\u0002",
  "quote": "/\\"><b>"
}`) as Record<string, string>;

@RestController('v1', '')
class LinksController {
  @RestRoute('/one', HttpMethod.Get, new PublicAccess())
  one() {
    return new RestResponse({ id: 1 }, 201)
      .link('self', '/acme/v1/one')
      .link('item', '/acme/v1/one/1', { title: 'First' })
      .link('item', '/acme/v1/one/2');
  }

  @RestRoute('/merged', HttpMethod.Get, new PublicAccess())
  merged() {
    const book = withLinks({ id: 1 }, { self: '/acme/v1/one', item: ['/acme/v1/one/1'] });
    return new RestResponse(book).link('item', '/acme/v1/one/2');
  }

  @RestRoute('/mixed', HttpMethod.Get, new PublicAccess())
  mixed() {
    return [
      1,
      null,
      'x',
      { id: 2 },
      withLinks({ id: 3 }, { self: '/acme/v1/one' }),
      [{ _links: 1 }],
    ];
  }

  @RestRoute('/hal', HttpMethod.Get, new PublicAccess())
  hal() {
    return { _links: { self: { href: '/x' } }, note: '\u0001' };
  }

  @RestRoute('/nested', HttpMethod.Get, new PublicAccess())
  nested() {
    return { item: withLinks({ id: 3 }, { self: '/acme/v1/one' }) };
  }

  @RestRoute('/hostile', HttpMethod.Get, new PublicAccess())
  hostile() {
    return withLinks({ note: '\u0001\u0002' }, HOSTILE);
  }

  @RestRoute('/compact', HttpMethod.Get, new PublicAccess())
  compact() {
    return withLinks(
      { id: 1 },
      {
        'https://api.w.org/term': '/t',
        'https://rels.example/x/cover/y': '/c',
        'https://rels.example/x//y': '/d',
        'https://api.w.org/': '/w',
      },
    );
  }

  @RestRoute('/empty', HttpMethod.Get, new PublicAccess())
  empty() {
    return withLinks({ id: 1 }, { self: [], item: undefined });
  }

  @RestRoute('/json', HttpMethod.Get, new PublicAccess())
  json() {
    return [withLinks(new Book(1), { self: '/acme/v1/one' })];
  }

  @RestRoute('/serialized', HttpMethod.Get, new PublicAccess())
  @UseInterceptors(ClassSerializerInterceptor)
  serialized() {
    return [withLinks(new Author('Astrid'), { self: '/acme/v1/one' })];
  }

  @RestRoute('/serialized-response', HttpMethod.Get, new PublicAccess())
  @UseInterceptors(ClassSerializerInterceptor)
  serializedResponse() {
    return new RestResponse(new Author('Astrid'), 201)
      .link('self', '/acme/v1/one')
      .header('X-A', 'b');
  }

  @RestRoute('/late', HttpMethod.Get, new PublicAccess())
  @UseInterceptors(AddLinks)
  late() {
    return { id: 1 };
  }

  @RestRoute('/created', HttpMethod.Post, new PublicAccess())
  created() {
    return new RestResponse({ id: 1 }, 201).link('self', '/acme/v1/one');
  }

  @RestRoute('/nothing', HttpMethod.Get, new PublicAccess())
  nothing() {
    return new RestResponse({ id: 1 }, 204).link('self', '/acme/v1/one');
  }

  @RestRoute('/wrong', HttpMethod.Get, new PublicAccess())
  wrong() {
    return new RestResponse([{ id: 1 }]).link('next', 'https://example.com/?page=2');
  }

  @RestRoute('/cached/{id}', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m' })
  cached(id: int) {
    return new RestResponse({ id }).link('self', `/acme/v1/cached/${id}`);
  }

  @RestRoute('/tagged', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m' })
  tagged() {
    return new RestResponse({ id: 1 }).link('self', '/acme/v1/tagged').header('ETag', '"v7"');
  }
}

const curies = [{ name: 'x', href: 'https://rels.example/x/{rel}/y' }];

describe.each(ADAPTERS)('links on %s', (adapter) => {
  const app = useRoutes([LinksController], {
    adapter,
    trustsProxies: true,
    rest: { links: { curies } },
  });
  const get = (path: string, headers = {}) => app.fetch('GET', `/api/acme/v1${path}`, { headers });
  const self = () => ({ self: [{ href: `${app.url}/api/acme/v1/one` }] });

  test('several links of a relation are a list, with the status of the response', async () => {
    const { status, body } = await get('/one');
    expect(status).toBe(201);
    const item = [
      { title: 'First', href: `${app.url}/api/acme/v1/one/1` },
      { href: `${app.url}/api/acme/v1/one/2` },
    ];
    expect(body).toEqual({ id: 1, _links: { ...self(), item } });
  });

  test('a link is added to those that the data have', async () => {
    const item = [
      { href: `${app.url}/api/acme/v1/one/1` },
      { href: `${app.url}/api/acme/v1/one/2` },
    ];
    expect((await get('/merged')).body).toEqual({ id: 1, _links: { ...self(), item } });
  });

  test('a list may have items with links beside other values', async () => {
    expect((await get('/mixed')).body).toEqual([
      1,
      null,
      'x',
      { id: 2 },
      { id: 3, _links: self() },
      [{ _links: 1 }],
    ]);
  });

  test('_links in another format, and objects inside of others, are data', async () => {
    expect((await get('/hal')).body).toEqual({ _links: { self: { href: '/x' } }, note: '\u0001' });
    const inner = { id: 3, _links: { self: [{ href: '/acme/v1/one' }] } };
    expect((await get('/nested')).body).toEqual({ item: inner });
  });

  test('hostile names and URLs are data', async () => {
    const { text, headers } = await get('/hostile');
    const below = (path: string) => `${app.url}/api${path}`;
    const body = JSON.parse(text) as { note: string; _links: Record<string, unknown[]> };
    expect(Object.keys(body._links)).toEqual(Object.keys(HOSTILE));
    const { _links: links } = body;
    expect(body.note).toBe('\u0001\u0002');
    expect(JSON.stringify(links['__proto__'])).toBe(
      JSON.stringify([
        JSON.parse('{"__proto__":{"embeddable":true},"constructor":1,"href":"/p"}'),
      ]).replace('"/p"', JSON.stringify(below('/p'))),
    );
    expect(links['constructor']).toEqual([{ href: below('/c') }]);
    expect(links['a\nb: c']).toEqual([{ href: below('/line\nbreak') }]);
    expect(links['script']).toEqual([{ href: 'javascript:alert(1)' }]);
    expect(links['other']).toEqual([{ href: '//example.com/x' }]);
    expect(links['slash']).toEqual([{ href: below('/\\example.com') }]);
    expect(links['mark']).toEqual([{ href: below('/\u0001\u0002') }]);
    expect(links['quote']).toEqual([{ href: below('/"><b>') }]);
    expect(headers.link).not.toContain('alert');
    expect({}).not.toHaveProperty('embeddable');
  });

  test('relations that are URLs have compact names, those of the application first', async () => {
    const { body } = await get('/compact');
    const { _links: links } = body as { readonly _links: object };
    expect(Object.keys(links)).toEqual([
      'https://rels.example/x//y',
      'https://api.w.org/',
      'wp:term',
      'x:cover',
      'curies',
    ]);
    expect(links).toMatchObject({
      curies: [
        { name: 'wp', href: 'https://api.w.org/{rel}', templated: true },
        { name: 'x', href: 'https://rels.example/x/{rel}/y', templated: true },
      ],
    });
  });

  test('an item without links has no _links', async () => {
    expect((await get('/empty')).body).toEqual({ id: 1 });
  });

  test('the toJSON of a class does not lose the links', async () => {
    expect((await get('/json')).body).toEqual([{ id: 1, pages: 12, _links: self() }]);
  });

  test('a serializer leaves properties out as without links', async () => {
    expect((await get('/serialized')).body).toEqual([
      { name: 'Astrid', initial: 'A', _links: self() },
    ]);
  });

  test('a serializer changes the data of a response, and keeps its status, headers and links', async () => {
    const { status, headers, body } = await get('/serialized-response');
    expect([status, headers['x-a'], body]).toEqual([
      201,
      'b',
      { name: 'Astrid', initial: 'A', _links: self() },
    ]);
  });

  test('an interceptor may add links', async () => {
    const links = { self: [{ href: `${app.url}/api/acme/v1/late` }] };
    expect((await get('/late')).body).toEqual({ id: 1, _links: links });
  });

  test('a response to POST has links, and one without a body has no trace of them', async () => {
    const created = await app.fetch('POST', '/api/acme/v1/created');
    expect(created.body).toEqual({ id: 1, _links: self() });
    const { status, text, headers } = await get('/nothing');
    expect([status, text, headers[':links']]).toEqual([204, '', undefined]);
  });

  test('HEAD has the headers of GET', async () => {
    const head = await app.fetch('HEAD', '/api/acme/v1/cached/7');
    const { headers } = await get('/cached/7');
    expect(head.text).toBe('');
    expect(head.headers.etag).toBe(headers.etag);
  });

  test('a fields of one property keeps the links of an object, and drops those of items', async () => {
    expect((await get('/one?_fields=none')).body).toHaveProperty('_links.self');
    expect((await get('/mixed?_fields=id')).body).toEqual([1, null, 'x', { id: 2 }, { id: 3 }, []]);
    expect((await get('/one?_fields=_links.self')).body).toHaveProperty('_links.item');
  });

  test('an envelope has the links in its body', async () => {
    const { body } = await get('/one?_envelope&_fields=id');
    expect(body).toMatchObject({ status: 201, body: { id: 1, _links: self() } });
    expect(JSON.stringify(body)).not.toContain(':links');
  });

  test('one cache entry serves several origins, each with its own URLs and tag', async () => {
    const at = (host: string, more = {}) =>
      get('/cached/1', { 'x-forwarded-host': host, 'x-forwarded-proto': 'https', ...more });
    const [evil, good] = [await at('evil.example'), await at('good.example')];
    expect(evil.body).toMatchObject({
      _links: { self: [{ href: 'https://evil.example/api/acme/v1/cached/1' }] },
    });
    expect(good.text).not.toContain('evil.example');
    expect(good.headers['cache-status']).toContain('hit');
    expect(good.headers.etag).not.toBe(evil.headers.etag);
    const same = { 'if-none-match': String(good.headers.etag) };
    expect((await at('good.example', same)).status).toBe(304);
    expect((await at('evil.example', same)).status).toBe(200);
  });

  test('the entity tag of a method stays as it is', async () => {
    expect((await get('/tagged')).headers.etag).toBe('"v7"');
    expect((await get('/tagged')).headers.etag).toBe('"v7"');
  });

  test('link on a list is an error that names withLinks and linkHeader', async () => {
    expect((await get('/wrong')).status).toBe(500);
    expect(() => new RestResponse([]).link('next', '/x')).toThrow(
      /the data are a list.*withLinks.*linkHeader/,
    );
    for (const data of ['text', null, undefined, 7]) {
      expect(() => new RestResponse(data).link('next', '/x')).toThrow(InvalidArgumentException);
    }
  });
});

describe.each(ADAPTERS)('links of an API with an origin of its own on %s', (adapter) => {
  const app = useRoutes([LinksController], {
    adapter,
    trustsProxies: true,
    rest: { prefix: '', discovery: { url: 'https://shop.example' } },
  });

  test('have that origin, whatever the request says', async () => {
    const headers = { 'x-forwarded-host': 'evil.example' };
    const { body } = await app.fetch('GET', '/acme/v1/created'.replace('created', 'one'), {
      headers,
    });
    expect(body).toMatchObject({
      _links: { self: [{ href: 'https://shop.example/acme/v1/one' }] },
    });
  });
});

describe('Options of links that are not valid stop the start', () => {
  test.each([
    { name: 'a b', href: 'https://x.example/{rel}' },
    { name: 'a:b', href: 'https://x.example/{rel}' },
    { name: 'x', href: 'https://x.example/' },
    { name: 'x', href: '{rel}' },
    { name: 'x', href: 'https://x.example/{rel}/{rel}' },
  ])('$name $href', async (curie) => {
    const starting = startRoutes([LinksController], {
      adapter: 'express',
      rest: { links: { curies: [curie] } },
    });
    await expect(starting).rejects.toThrow(/links\.curies/);
  });
});
