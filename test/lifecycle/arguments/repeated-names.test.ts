import {
  HttpMethod,
  ListOf,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  UploadedFile,
  type int,
} from 'nestjs-rest-routes';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { form } from '../../support/form.js';

const open = new PublicAccess();

@RestController('v1', '/lists')
class ListsController {
  @RestRoute('', [HttpMethod.Get, HttpMethod.Post], open)
  read(@ListOf('integer', { maxItems: 4 }) ids: int[] = [], page: int = 1, tag = '') {
    return { ids, page, tag };
  }

  @RestRoute('/wordpress', HttpMethod.Get, open, { values: 'wordpress' })
  wordpress(@ListOf('integer', { maxItems: 4 }) ids: int[], page: int = 1) {
    return { ids, page };
  }

  @RestRoute('/whole', HttpMethod.Get, open)
  whole(request: RestRequest) {
    return { query: request.query, inherits: 'toString' in request.query };
  }

  @RestRoute('/files', HttpMethod.Post, open)
  files(@ListOf(UploadedFile, { maxItems: 2 }) pages: UploadedFile[], names: string[] = []) {
    return { pages: pages.map(({ name }) => name), names };
  }
}

const encoded = { 'content-type': 'application/x-www-form-urlencoded' };

describe.each(ADAPTERS)('a plain name that is sent several times on %s', (adapter) => {
  const app = useRoutes([ListsController], { adapter, rest: { values: 'typed' } });

  test.each([
    ['ids=1&ids=2', { ids: [1, 2] }],
    ['ids=1&ids=2&ids=3&page=2', { ids: [1, 2, 3], page: 2 }],
    ['ids=7', { ids: [7] }],
    ['ids=1&ids=1', { ids: [1, 1] }],
    ['ids[]=1&ids[]=2', { ids: [1, 2] }],
    ['ids=1&tag=a.b&ids=2&x.y=1', { ids: [1, 2], tag: 'a.b' }],
    ['page=1&page=2', { page: 2 }],
    ['tag=a&tag=b', { tag: 'b' }],
  ])(
    '%s has an item of a list each, and the last value of any other argument',
    async (text, read) => {
      const expected = { ids: [], page: 1, tag: '', ...read };
      const query = await app.fetch('GET', `/api/acme/v1/lists?${text}`);
      expect(query.body).toEqual(expected);
      const body = await app.fetch('POST', '/api/acme/v1/lists', { headers: encoded, body: text });
      expect(body.body).toEqual(expected);
      const parts = text.split('&').map((pair) => {
        const [name = '', content = ''] = pair.split('=');
        return { name, content };
      });
      const sent = await app.fetch('POST', '/api/acme/v1/lists', form(...parts));
      expect(sent.body).toEqual(expected);
    },
  );

  test.each(['ids=1&ids=2&ids[]=3', 'ids[]=3&ids=1', 'ids[]=3&ids=1&ids=2'])(
    '%s is a 400, because a guard that reads one of the names would not see the other',
    async (text) => {
      const query = await app.fetch('GET', `/api/acme/v1/lists?${text}`);
      expect([query.status, query.body]).toMatchObject([400, { code: 'rest_invalid_url' }]);
      const body = await app.fetch('POST', '/api/acme/v1/lists', { headers: encoded, body: text });
      expect([body.status, body.body]).toMatchObject([400, { code: 'rest_invalid_body' }]);
    },
  );

  test.each(['ids=1,2', 'ids=1,2&page=2&ids=1,2&page=2'])(
    '%s is divided on a route with the values of WordPress only',
    async (text) => {
      const wordpress = await app.fetch('GET', `/api/acme/v1/lists/wordpress?${text}`);
      expect(wordpress.body).toMatchObject({ ids: [1, 2] });
      expect((await app.fetch('GET', `/api/acme/v1/lists?${text}`)).status).toBe(400);
    },
  );

  test('the limits of a list and of its items hold for repeated names', async () => {
    for (const query of [
      'ids=1&ids=2&ids=3&ids=4&ids=5',
      'ids=1&ids=x&ids=3',
      'ids=x&ids=x',
      'ids=1,2&ids=3',
    ]) {
      const { status, body } = await app.fetch('GET', `/api/acme/v1/lists?${query}`);
      expect([status, body]).toMatchObject([400, { code: 'rest_invalid_param' }]);
    }
  });

  test('files with one plain name are the items of a list', async () => {
    const file = (filename: string) => ({
      name: 'pages',
      filename,
      type: 'text/plain',
      content: 'x',
    });
    const name = (content: string) => ({ name: 'names', content });
    const sent = form(file('a.txt'), name('A'), file('b.txt'), name('B'));
    const { body } = await app.fetch('POST', '/api/acme/v1/lists/files', sent);
    expect(body).toEqual({ pages: ['a.txt', 'b.txt'], names: ['A', 'B'] });
    const many = form(file('a.txt'), file('b.txt'), file('c.txt'));
    expect((await app.fetch('POST', '/api/acme/v1/lists/files', many)).status).toBe(400);
  });
});

describe('a parser of the application on Fastify that keeps the last value of a name', () => {
  const querystringParser = (text: string): Record<string, unknown> =>
    Object.fromEntries(new URLSearchParams(text));
  const app = useRoutes([ListsController], {
    adapter: new FastifyAdapter({ routerOptions: { querystringParser } }),
    rest: { values: 'typed' },
  });

  test.each([
    ['ids=1&ids=2', [1, 2]],
    ['ids=1&ids=2&page=1', [1, 2]],
    ['ids=2', [2]],
  ])('does not change the list of %s', async (text, ids) => {
    const { body } = await app.fetch('GET', `/api/acme/v1/lists?${text}`);
    expect(body).toMatchObject({ ids });
  });

  test('makes no query with the prototype of objects', async () => {
    const { body } = await app.fetch('GET', '/api/acme/v1/lists/whole?tag=a');
    expect(body).toEqual({ query: { tag: 'a' }, inherits: false });
  });
});
