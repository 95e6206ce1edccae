import { StreamableFile } from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

const items = [
  { id: 1, author: { name: 'ada', mail: 'a@example.com' }, tags: ['x'] },
  { id: 2, author: { name: 'bob', mail: 'b@example.com' }, tags: [] },
];

@RestController('v1', '/g')
class GlobalsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return new RestResponse(items, 200, { 'X-Total': '2' });
  }
  @RestRoute('', HttpMethod.Delete, new PublicAccess())
  clear(): void {}
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(id?: int) {
    return new RestResponse({ a: 1, list: ['x', 'y'] }, 200);
  }
  @RestRoute('/reset', HttpMethod.Post, new PublicAccess())
  reset() {
    return new RestResponse({ a: 1 }, 205);
  }
  @RestRoute('/file', HttpMethod.Get, new PublicAccess())
  file() {
    return new StreamableFile(Buffer.from('content'));
  }
  @RestRoute('/reset', HttpMethod.Put, new PublicAccess())
  resetFile() {
    return new RestResponse(new StreamableFile(Buffer.from('content')), 205);
  }
}

describe.each(ADAPTERS)("WordPress's global parameters on %s", (adapter) => {
  const app = useRoutes([GlobalsController], { adapter });

  const get = (query: string) => app.fetch('GET', `/api/acme/v1/g?${query}`);

  test.each([
    ['_fields=id', [{ id: 1 }, { id: 2 }]],
    [
      '_fields=id,author.name',
      [
        { id: 1, author: { name: 'ada' } },
        { id: 2, author: { name: 'bob' } },
      ],
    ],
    ['_fields[]=tags', [{ tags: ['x'] }, { tags: [] }]],
    ['%5Ffields=id', [{ id: 1 }, { id: 2 }]],
    ['%5ffields%5B%5D=tags', [{ tags: ['x'] }, { tags: [] }]],
    ['_fields=', items],
    ['_fields[a]=id', [{ id: 1 }, { id: 2 }]],
    [
      '_fields[]=+id&_fields[]=author.name,tags',
      [
        { id: 1, author: {} },
        { id: 2, author: {} },
      ],
    ],
    ['_fields[]=', [{}, {}]],
    ['_fields[][b]=x', items],
    [
      '_fields=id,tags.0',
      [
        { id: 1, tags: ['x'] },
        { id: 2, tags: [] },
      ],
    ],
    ['_fields=tags.1', [{ tags: [] }, { tags: [] }]],
    ['_fields=__proto__,constructor', [{}, {}]],
  ])('%s', async (query, expected) => {
    expect((await get(query)).body).toEqual(expected);
  });

  test.each([
    ['{"_fields":"a,list.1"}', '', { a: 1, list: { 1: 'y' } }],
    ['{"_fields":["a"]}', '', { a: 1 }],
    ['{"_fields":{"x":"a"}}', '?_fields=list', { a: 1 }],
    ['{"_fields":null}', '?_fields=a', { a: 1 }],
    ['{"_fields":false}', '?_fields=a', { a: 1, list: ['x', 'y'] }],
    ['{"_fields":[true]}', '', {}],
  ])('the body %s%s', async (body, query, expected) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await app.fetch('POST', `/api/acme/v1/g${query}`, { headers, body });
    expect(answer.body).toEqual(expected);
  });

  test('_fields is a field of any form', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const plain = await app.fetch('POST', '/api/acme/v1/g', { headers: form, body: '_fields=a' });
    expect(plain.body).toEqual({ a: 1 });
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const part = 'Content-Disposition: form-data; name="_fields"';
    const body = `--x\r\n${part}\r\n\r\na\r\n--x--\r\n`;
    expect((await app.fetch('POST', '/api/acme/v1/g', { headers, body })).body).toEqual({ a: 1 });
    const tooMany = JSON.stringify({ _fields: Array.from({ length: 1001 }, () => 'a') });
    const json = { 'content-type': 'application/json' };
    const refused = await app.fetch('POST', '/api/acme/v1/g', { headers: json, body: tooMany });
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  });

  test('an envelope has the status and the headers, also of a 204', async () => {
    const answer = await get('_envelope&_fields=id');
    expect(answer.body).toEqual({
      body: [{ id: 1 }, { id: 2 }],
      status: 200,
      headers: { 'X-Total': '2', Allow: 'GET, POST, DELETE' },
    });
    const cleared = await app.fetch('DELETE', '/api/acme/v1/g?_envelope=1');
    expect([cleared.status, cleared.body]).toMatchObject([200, { status: 204, body: null }]);
    expect((await get('%5Fenvelope')).body).toMatchObject({ body: items, status: 200 });
  });

  test('a 205 has no content', async () => {
    for (const method of ['POST', 'PUT']) {
      const { status, text, headers } = await app.fetch(method, '/api/acme/v1/g/reset');
      expect([status, text, headers['content-length']]).toEqual([205, '', '0']);
    }
    const enveloped = await app.fetch('POST', '/api/acme/v1/g/reset?_envelope=1');
    expect(enveloped.body).toMatchObject({ status: 205, body: null });
  });

  test('of several overrides of the method, the last counts', async () => {
    const statusOf = async (query: string) =>
      (await app.fetch('POST', `/api/acme/v1/g?${query}`)).status;
    expect(await statusOf('_method=PUT&_method=DELETE')).toBe(204);
    expect(await statusOf('_method=DELETE&a=1&_method=PUT')).toBe(404);
  });

  test('only a POST can override its method', async () => {
    expect((await get('_method=DELETE')).status).toBe(200);
    expect((await app.fetch('POST', '/api/acme/v1/g?_method=delete')).status).toBe(204);
    const headers = { 'x-http-method-override': 'DELETE' };
    expect((await app.fetch('POST', '/api/acme/v1/g', { headers })).status).toBe(204);
  });

  test.each(['TRACE', 'DELET', '', '%20DELETE', 'DELETE%0A', '7'])(
    'the method %o of a POST has no route, as WordPress has it',
    async (method) => {
      const expected = [404, { code: 'rest_no_route', data: { status: 404 } }];
      const inQuery = await app.fetch('POST', `/api/acme/v1/g/reset?_method=${method}`);
      expect([inQuery.status, inQuery.body]).toMatchObject(expected);
    },
  );

  test('the forms of an override are those of PHP', async () => {
    const statusOf = async (query: string, override?: string) => {
      const headers = override === undefined ? {} : { 'x-http-method-override': override };
      return (await app.fetch('POST', `/api/acme/v1/g/reset?${query}`, { headers })).status;
    };
    expect(await statusOf('%5Fmethod=put')).toBe(205);
    expect(await statusOf('_method')).toBe(404);
    expect(await statusOf('_method[]=PUT')).toBe(404);
    expect(await statusOf('', 'FOO')).toBe(404);
    expect(await statusOf('', '')).toBe(404);
    expect(await statusOf('', 'put')).toBe(205);
    expect(await statusOf('_method=', 'PUT')).toBe(404);
    expect(await statusOf('_method=PUT', 'FOO')).toBe(205);
    expect(await statusOf('_method=PUT&a=%zz')).toBe(400);
  });

  test('a POST that means OPTIONS gets the description, one that means HEAD no content', async () => {
    const body = '{"a":1}';
    const headers = { 'content-type': 'application/json' };
    const described = await app.fetch('POST', '/api/acme/v1/g/reset?_method=OPTIONS', {
      headers,
      body,
    });
    expect([described.status, described.body]).toMatchObject([200, { methods: ['POST', 'PUT'] }]);
    const listed = await app.fetch('GET', '/api/acme/v1/g');
    const head = await app.fetch('POST', '/api/acme/v1/g', {
      headers: { ...headers, 'x-http-method-override': 'HEAD' },
      body,
    });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['x-total']).toBe('2');
    expect(head.headers['content-type']).toBe(listed.headers['content-type']);
    const file = await app.fetch('POST', '/api/acme/v1/g/file?_method=HEAD');
    expect([file.status, file.text]).toEqual([200, '']);
    const missing = await app.fetch('POST', '/api/acme/v1/g/reset?_method=HEAD');
    // The request stays a POST.
    expect([missing.status, missing.body]).toMatchObject([404, { code: 'rest_no_route' }]);
  });
});
