import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { of } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes, type RequestOptions } from '../support/application.js';

const open = new PublicAccess();
const ANY_METHOD = [HttpMethod.Get, HttpMethod.Post, HttpMethod.Put, HttpMethod.Delete] as const;

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('/request', ANY_METHOD, open)
  request(request: RestRequest) {
    const { method, query, body } = request;
    const prototype = Object.getPrototypeOf(query) as object | null;
    return { method, query, body: body ?? null, names: Object.keys(prototype ?? {}) };
  }

  @RestRoute('/bound', [HttpMethod.Get, HttpMethod.Post], open)
  bound(id: int, title = 'untitled') {
    return [id, title];
  }

  @RestRoute('/path/{id}', HttpMethod.Get, open)
  path(id: int) {
    return id;
  }

  @RestRoute('/returned/{kind}', HttpMethod.Get, open)
  returned(kind: string): unknown {
    const results: Readonly<Record<string, unknown>> = {
      value: 7,
      promise: Promise.resolve(7),
      observable: of(1, 7),
      'promise-of-an-observable': Promise.resolve(of(1, 7)),
    };
    return results[kind];
  }

  @RestRoute('/tagged', [HttpMethod.Get, HttpMethod.Post], open)
  tagged() {
    return new RestResponse({ id: 7, name: 'x' }).header('ETag', '"a"').header('Vary', 'Accept');
  }

  @RestRoute('/missing', HttpMethod.Get, open)
  missing() {
    return new RestResponse({ code: 'gone' }, 404).header('ETag', '"a"');
  }
}

const json = (value: unknown, type = 'application/json'): RequestOptions => ({
  headers: { 'content-type': type },
  body: JSON.stringify(value),
});

describe.each(ADAPTERS)('a request on %s', (adapter) => {
  const app = useRoutes([ItemsController], {
    adapter,
  });
  const send = async (method: string, path: string, options?: RequestOptions) =>
    app.fetch(method, `/api/acme/v1/items${path}`, options);

  test.each<[query: string, parameters: object]>([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2', { a: '2' }],
    ['a', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=x+y%20z', { a: 'x y z' }],
    ['tags[]=a&tags[]=b', { tags: ['a', 'b'] }],
    ['tags[1]=b&tags[0]=a', { tags: ['b', 'a'] }],
    ['lines[0][sku]=x&lines[0][qty]=2', { lines: [{ sku: 'x', qty: '2' }] }],
    ['a[b]=1&a[c][]=2', { a: { b: '1', c: ['2'] } }],
    ['[a]=1', {}],
    ['constructor[x]=2', { constructor: { x: '2' } }],
  ])('has the query %j as WordPress reads it', async (query, parameters) => {
    const { body } = await send('GET', `/request?${query}`);
    expect(body).toMatchObject({ query: parameters, names: [] });
  });

  // PHP makes `a_b`, `c_d` and `e` of them. A guard that reads the names as they are sent would see no such value.
  test.each<[query: string, parameters: object]>([
    ['a.b=1&c%20d=2&+e=3', { 'a.b': '1', 'c d': '2', ' e': '3' }],
    ['a[b=1', { 'a[b': '1' }],
  ])('keeps the names of the query %j, unlike in WordPress', async (query, parameters) => {
    expect((await send('GET', `/request?${query}`)).body).toMatchObject({ query: parameters });
  });

  test.each([
    ['two names of one argument', 'a=1&+a=2'],
    ['more than 1,000 parameters', 'a=1&'.repeat(1001)],
    ['more than 64 levels', `a${'[x]'.repeat(64)}=1`],
    ['more than 4,000 brackets in all names', `a${'[]'.repeat(60)}=1&`.repeat(70)],
    ['malformed percent-encoding', 'a=%zz'],
  ])('with a query that has %s is 400', async (_title, query) => {
    expect(await send('GET', `/bound?id=1&${query}`)).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_url' },
    });
  });

  test.each<[title: string, path: string, options: RequestOptions | undefined, values: object]>([
    ['coerces an argument of the query', '?id=7', undefined, [7, 'untitled']],
    ['prefers the body to the query', '?id=1&title=query', json({ id: 2 }), [2, 'query']],
    ['reads a form', '', form('id=3&title=a'), [3, 'a']],
    [
      'reads JSON of another media type',
      '',
      json({ id: 4 }, 'application/problem+json'),
      [4, 'untitled'],
    ],
    ['reads a media type in any case', '', json({ id: 5 }, 'Application/JSON'), [5, 'untitled']],
    ['ignores a list, which has no names', '?id=6', json([1]), [6, 'untitled']],
    ['ignores what is not declared', '?id=1&x=2', undefined, [1, 'untitled']],
  ])('%s', async (_title, path, options, values) => {
    const method = options === undefined ? 'GET' : 'POST';
    expect(await send(method, `/bound${path}`, options)).toMatchObject({
      status: 200,
      body: values,
    });
  });

  test('takes a placeholder only from the path', async () => {
    expect((await send('GET', '/path/7?id=9')).body).toBe(7);
  });

  test.each<[title: string, query: string, options: RequestOptions | undefined, code: string]>([
    ['a missing argument', '', undefined, 'rest_missing_callback_param'],
    ['an invalid argument', '?id=x', undefined, 'rest_invalid_param'],
    [
      'a missing argument beside an invalid one',
      '?title[]=a',
      undefined,
      'rest_missing_callback_param',
    ],
    [
      'an invalid value of the query behind a valid one of the body',
      '?id=x',
      json({ id: 2 }),
      'rest_invalid_param',
    ],
    ['JSON that ends early', '', text('{'), 'rest_invalid_json'],
    ['JSON with 513 levels', '', text('['.repeat(513) + ']'.repeat(513)), 'rest_invalid_json'],
  ])('with %s is 400', async (_title, query, options, code) => {
    const method = options === undefined ? 'GET' : 'POST';
    expect(await send(method, `/bound${query}`, options)).toMatchObject({
      status: 400,
      body: { code },
    });
  });

  test.each([
    ['JSON with 512 levels', '['.repeat(512) + ']'.repeat(512)],
    ['brackets in strings', `["\\"${'['.repeat(600)}"]`],
    ['brackets in a string that ends with a backslash', `["${'['.repeat(600)}\\\\"]`],
    ['the replacement character', '{"a":"\ufffd"}'],
  ])('may have %s', async (_title, body) => {
    expect((await send('POST', '/bound?id=1', text(body))).status).toBe(200);
  });

  test.each<[title: string, method: string, query: string, headers: object, seen: string]>([
    ['of a POST by a header', 'POST', '', { 'x-http-method-override': 'delete' }, 'DELETE'],
    ['of a POST by _method', 'POST', '?a=1&_method=PUT', {}, 'PUT'],
    ['of no GET', 'GET', '', { 'x-http-method-override': 'delete' }, 'GET'],
  ])('has its method overridden: %s', async (_title, method, query, headers, seen) => {
    const options = { headers: headers as Record<string, string> };
    expect((await send(method, `/request${query}`, options)).body).toMatchObject({ method: seen });
  });

  test.each(['value', 'promise', 'observable', 'promise-of-an-observable'])(
    'has what a method returns as a %s',
    async (kind) => {
      expect((await send('GET', `/returned/${kind}`)).body).toBe(7);
    },
  );

  test.each([
    ['the same tag', { 'if-none-match': '"a"' }],
    ['a weak form of the tag', { 'if-none-match': 'W/"a"' }],
    ['a list with the tag', { 'if-none-match': '"b", "a"' }],
    ['any tag', { 'if-none-match': '*' }],
  ])('with %s is 304 without content', async (_title, headers) => {
    const response = await send('GET', '/tagged', { headers });
    expect([response.status, response.text, response.headers['etag']]).toEqual([304, '', '"a"']);
    expect(response.headers['content-type']).toBeUndefined();
  });

  test.each([
    ['another tag', { 'if-match': '"b"' }],
    ['a weak tag', { 'if-match': 'W/"a"' }],
  ])('that expects %s is 412', async (_title, headers) => {
    const { status, headers: sent } = await send('GET', '/tagged', { headers });
    expect([status, sent['etag']]).toEqual([412, '"a"']);
  });

  test.each<[title: string, method: string, path: string, tag: string, status: number]>([
    ['a POST, whose method has done its work', 'POST', '/tagged', '"a"', 200],
    ['an error', 'GET', '/missing', '"a"', 404],
    ['another tag', 'GET', '/tagged', '"b"', 200],
  ])('with a condition has its response if it is %s', async (_title, method, path, tag, status) => {
    const response = await send(method, path, { headers: { 'if-none-match': tag } });
    expect(response.status).toBe(status);
    expect(response.text).not.toBe('');
  });

  test('with too many names or levels in _fields is 400', async () => {
    const names = Array.from({ length: 1001 }, (_, at) => `f${at}`).join();
    for (const fields of [names, Array(65).fill('a').join('.')]) {
      expect(await send('GET', `/path/7?_fields=${fields}`)).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_param' },
      });
    }
  });
});

function form(body: string): RequestOptions {
  return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body };
}

function text(body: string | Buffer): RequestOptions {
  return { headers: { 'content-type': 'application/json' }, body };
}
