import { Query } from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';

@RestController('v1', '/books')
class BooksController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(genre = 'any') {
    return { genre };
  }

  @RestRoute('/{id}', HttpMethod.Put, new PublicAccess())
  update(id: int, title: string) {
    return { id, title };
  }

  @RestRoute('/search', HttpMethod.Get, new PublicAccess())
  search(request: RestRequest) {
    return { query: request.query };
  }

  @RestRoute('/filter', HttpMethod.Get, new PublicAccess())
  filter(@Query('genre') genre: string) {
    return { genre };
  }

  @RestRoute('/count', HttpMethod.Get, new PublicAccess())
  count() {
    return { count: 2 };
  }
}

const BOOKS = '/api/acme/v1/books';

describe.each(ADAPTERS)('parameters that no argument takes on %s', (adapter) => {
  const rest = { unknownArguments: 'refuse' } as const;
  const app = useRoutes([BooksController], { adapter, rest });
  const lenient = useRoutes([BooksController], { adapter });

  test('are ignored by default, as in WordPress', async () => {
    const { status, body } = await lenient.fetch('GET', `${BOOKS}?gnere=novel`);
    expect({ status, body }).toEqual({ status: 200, body: { genre: 'any' } });
  });

  test('of the query are a 400 that names the known ones', async () => {
    const { status, body } = await app.fetch('GET', `${BOOKS}?gnere=novel`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      data: {
        params: { gnere: 'gnere is not a known argument. Known: genre.' },
        details: { gnere: { code: 'rest_additional_properties_forbidden' } },
      },
    });
  });

  test('of a body are a 400 too, each once', async () => {
    const { status, body } = await app.fetch('PUT', `${BOOKS}/1?titel=a`, {
      headers: { 'content-type': 'application/json' },
      body: '{"title":"a","titel":"b","constructor":1}',
    });
    expect(status).toBe(400);
    const { params } = (body as { data: { params: object } }).data;
    expect(Object.keys(params)).toEqual(['titel', 'constructor']);
  });

  test('a route without arguments says so', async () => {
    const { body } = await app.fetch('GET', `${BOOKS}/count?page=2`);
    expect(body).toMatchObject({
      data: { params: { page: 'page is not a known argument. This route has none.' } },
    });
  });

  test('a missing argument is reported first', async () => {
    const { body } = await app.fetch('PUT', `${BOOKS}/1?titel=a`);
    expect(body).toMatchObject({ code: 'rest_missing_callback_param' });
  });

  test.each(['?genre=novel', '?_fields=genre', '?_envelope', '?_locale=user', '?_embed&genre=a'])(
    '%s is accepted',
    async (query) => {
      expect((await app.fetch('GET', `${BOOKS}${query}`)).status).toBe(200);
    },
  );

  test('a method that takes the request, or a parameter of Nest, reads what it wants', async () => {
    const search = await app.fetch('GET', `${BOOKS}/search?gnere=novel`);
    expect(search.body).toEqual({ query: { gnere: 'novel' } });
    const filter = await app.fetch('GET', `${BOOKS}/filter?genre=novel&sort=up`);
    expect(filter.body).toEqual({ genre: 'novel' });
  });

  test('the index accepts what WordPress sends to its own', async () => {
    expect((await app.fetch('GET', '/api/acme/v1?context=help')).status).toBe(200);
  });

  test('another value of the option stops the start', async () => {
    const options = { adapter, rest: { unknownArguments: 'reject' as 'refuse' } };
    await expect(startRoutes([BooksController], options)).rejects.toThrow(
      "unknownArguments is 'ignore' or 'refuse', not \"reject\"",
    );
  });
});
