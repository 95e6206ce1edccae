import { Controller, Get, HttpException, type INestApplication } from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  InvalidArgumentException,
  Param,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestException,
  RestExceptionFilter,
  RestResponse,
  RestRoute,
  RestRoutes,
  type int,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { OpenApiModule, openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../openapi/support/validators.js';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';

@RestController('v1', '/books')
class BooksController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(@Param({ minimum: 1 }) id: int) {
    if (id === 8) {
      throw new RestException('book_not_found', 'There is no book 8.', 404, {
        id: 8,
        type: 'novel',
      });
    }
    if (id === 9) throw new Error('a secret');
    const book = new RestResponse({ number: id }, 200, { etag: '"7"' });
    return book.link('author', '/acme/v1/books/8', { embeddable: true });
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_books'), { batch: true })
  create() {
    return {};
  }

  @RestRoute('/batched/{id}', HttpMethod.Post, new PublicAccess(), { batch: true })
  batched(@Param({ minimum: 1 }) id: int) {
    throw new HttpException('Taken.', 409);
  }
}

@Controller('plain')
class PlainController {
  @Get()
  fail(): never {
    throw new RestException('plain_failed', 'It failed.', 422, { reason: 'none' });
  }
}

const BOOKS = '/api/acme/v1/books';
const rest = { errors: 'problem', batch: true } as const;
const configure = (nest: INestApplication): void => {
  nest.useGlobalFilters(new RestExceptionFilter({ errors: 'problem' }));
};
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
const json = { 'content-type': 'application/json' };

describe.each(ADAPTERS)("forRoot({ errors: 'problem' }) on %s", (adapter) => {
  const app = useRoutes([BooksController], {
    adapter,
    rest,
    controllers: [PlainController],
    configure,
  });

  test('an exception is a problem of RFC 9457 with its code and its data', async () => {
    const { status, headers, body } = await app.fetch('GET', `${BOOKS}/8`);
    expect(status).toBe(404);
    expect(headers['content-type']).toBe(PROBLEM_TYPE);
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is no book 8.',
      code: 'book_not_found',
      id: 8,
      data: { type: 'novel' },
    });
  });

  test('an invalid argument keeps its messages and codes', async () => {
    const { headers, body } = await app.fetch('GET', `${BOOKS}/0`);
    expect(headers['content-type']).toBe(PROBLEM_TYPE);
    expect(body).toMatchObject({
      title: 'Bad Request',
      status: 400,
      code: 'rest_invalid_param',
      params: { id: expect.any(String) as string },
      details: { id: { code: 'rest_out_of_bounds' } },
    });
  });

  test.each([
    ['a path without a route', 'GET', '/api/acme/v1/nothing', 404, 'rest_no_route'],
    ['an unexpected error', 'GET', `${BOOKS}/9`, 500, 'framework_internal_error'],
    ['a caller without permission', 'POST', BOOKS, 401, 'rest_not_logged_in'],
    ['a plain controller', 'GET', '/plain', 422, 'plain_failed'],
  ])('%s gets a problem', async (_title, method, path, status, code) => {
    const response = await app.fetch(method, path);
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe(PROBLEM_TYPE);
    expect(response.body).toMatchObject({ type: 'about:blank', status, code });
  });

  test('a failed precondition is a problem', async () => {
    const { status, headers, body } = await app.fetch('GET', `${BOOKS}/7`, {
      headers: { 'if-match': '"6"' },
    });
    expect([status, headers['content-type']]).toEqual([412, PROBLEM_TYPE]);
    expect(body).toMatchObject({ status: 412, code: 'rest_precondition_failed' });
  });

  test('an envelope, a batch and an embedded link carry problems', async () => {
    const enveloped = await app.fetch('GET', `${BOOKS}/8?_envelope`);
    expect(enveloped.headers['content-type']).toContain('application/json');
    expect(enveloped.body).toMatchObject({ status: 404, body: { detail: 'There is no book 8.' } });
    const embedded = await app.fetch('GET', `${BOOKS}/7?_embed`);
    expect(embedded.body).toMatchObject({
      number: 7,
      _embedded: { author: [{ status: 404, code: 'book_not_found' }] },
    });
    const encoded = await app.fetch('GET', `${BOOKS}/7?%5Fembed`);
    expect(encoded.body).toEqual(embedded.body);
    const requests = [
      { method: 'POST', path: '/acme/v1/books/batched/1' },
      { method: 'POST', path: '//' },
    ];
    const batch = await app.fetch('POST', '/api/batch/v1', {
      headers: json,
      body: JSON.stringify({ requests }),
    });
    expect(batch.body).toMatchObject({
      responses: [
        { status: 409, body: { title: 'Conflict', detail: 'Taken.', code: 'rest_conflict' } },
        { status: 400, body: { type: 'about:blank', status: 400 } },
      ],
    });
  });

  test('a request in process gets the data of a problem', async () => {
    const dispatcher = app.nest.get(RestDispatcher);
    const { status, data } = await dispatcher.request({ path: '/acme/v1/books/8' });
    expect([status, data]).toMatchObject([404, { status: 404, code: 'book_not_found', id: 8 }]);
    const unknown = await dispatcher.request({ path: '/acme/v1/nothing' });
    expect(unknown.data).toMatchObject({ status: 404, code: 'rest_no_route' });
  });

  test('a successful response is as ever', async () => {
    const { headers, body } = await app.fetch('GET', `${BOOKS}/7`);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toMatchObject({ number: 7 });
  });
});

test('a document describes problems by their media type, and each example is one', async () => {
  const app = await startRoutes([BooksController], { adapter: 'express', rest });
  const routes = await app.nest.get(RestRoutes).list();
  const document = openApiDocument(routes, {
    errors: 'problem',
    info: { license: { name: 'MIT', identifier: 'MIT' } },
  });
  await app.close();
  expect(await problemsOf(document)).toEqual([]);
  const { NotFound } = document.components.responses;
  expect(NotFound?.content).toEqual({
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/RestError' },
      example: {
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        detail: 'No route matches this path and method.',
        code: 'rest_no_route',
      },
    },
  });
  expect(document.components.schemas['RestError']).toMatchObject({
    required: ['type', 'title', 'status', 'detail', 'code'],
  });
});

test('the documents of OpenApiModule describe what forRoot states', async () => {
  const securitySchemes = { login: { type: 'http', scheme: 'basic' } };
  const app = await startRoutes([BooksController], {
    adapter: 'express',
    rest: { ...rest, securitySchemes },
    imports: [OpenApiModule.forRoot()],
  });
  const { body } = await app.fetch('GET', '/reference/acme/v1.json');
  await app.close();
  const types = ['application/problem+json'];
  expect(body).toMatchObject({ components: { securitySchemes } });
  const { components } = body as OpenApiDocument;
  expect(Object.keys(components.responses['NotFound']?.content ?? {})).toEqual(types);
});

test('an application does not start with an unknown format of errors', async () => {
  const unknown = { errors: 'problems' } as unknown as RestModuleOptions;
  const starting = startRoutes([BooksController], { adapter: 'express', rest: unknown });
  await expect(starting).rejects.toThrow(InvalidArgumentException);
});
