import { StreamableFile } from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestResponse,
  RestRoute,
  RestRoutes,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { of } from 'rxjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemsOf } from './support/validators.js';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';

interface Book {
  readonly id: int;
  title: string;
  author?: { name: string } | undefined;
}

const BOOKS: readonly Book[] = [{ id: 1, title: 'Emma' }];

function find(id: number) {
  return BOOKS.find((book) => book.id === id);
}

abstract class ListController<T> {
  protected abstract items(): readonly T[];

  @RestRoute('/inherited', HttpMethod.Get, new PublicAccess())
  inherited() {
    return this.items();
  }
}

@RestController('v1', '/books')
class BooksController extends ListController<Book> {
  protected override items() {
    return BOOKS;
  }

  @RestRoute('/literal', HttpMethod.Get, new PublicAccess())
  literal(isOpen = true) {
    return { isOpen, states: ['open', 'closed'], counts: { books: BOOKS.length } };
  }

  @RestRoute('/found/{id}', HttpMethod.Get, new PublicAccess())
  async found(id: int) {
    const book = find(id);
    if (book === undefined) throw new RestException('book_not_found', 'No such book.', 404);
    return book;
  }

  @RestRoute('/maybe/{id}', HttpMethod.Get, new PublicAccess())
  maybe(id: int) {
    return find(id);
  }

  @RestRoute('/created', HttpMethod.Post, new PublicAccess())
  create(title: string, later = false) {
    if (later) return new RestResponse({ job: 'a' }, 202);
    return new RestResponse({ id: 8, title }, 201).header('Location', '/books/8');
  }

  @RestRoute('/observed', HttpMethod.Get, new PublicAccess())
  observed() {
    return of(BOOKS);
  }

  @RestRoute('/nothing', HttpMethod.Delete, new PublicAccess())
  async remove() {
    await Promise.resolve();
  }

  @RestRoute('/file', HttpMethod.Get, new PublicAccess())
  file() {
    return new StreamableFile(Buffer.from('text'));
  }

  @RestRoute('/anything', HttpMethod.Get, new PublicAccess())
  anything() {
    return Object.create(BOOKS);
  }
}

const BOOK = { $ref: '#/components/schemas/Book' };

describe.each(ADAPTERS)('return types that are inferred, on %s', (adapter) => {
  let app: TestApplication;
  let document: OpenApiDocument;
  beforeAll(async () => {
    app = await startRoutes([BooksController], { adapter });
    const info = { license: { name: 'MIT', identifier: 'MIT' } };
    document = openApiDocument(await app.nest.get(RestRoutes).list(), { info });
  });
  afterAll(() => app.close());

  const statuses = (method: string, path: string): object => {
    const { responses = {} } = document.paths[`/api/acme/v1/books${path}`]?.[method] ?? {};
    const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    return Object.fromEntries(
      successes.map(([status, response]) => [status, schemaOf(response)] as const),
    );
  };

  test('the document has neither errors nor warnings', async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  test('an object literal is described by its properties', () => {
    expect(statuses('get', '/literal')).toEqual({
      200: {
        type: 'object',
        required: ['isOpen', 'states', 'counts'],
        properties: {
          isOpen: { type: 'boolean' },
          states: { type: 'array', items: { type: 'string' } },
          counts: {
            type: 'object',
            required: ['books'],
            properties: { books: { type: 'number' } },
          },
        },
      },
    });
  });

  test('a named type is a component', () => {
    expect(statuses('get', '/found/{id}')).toEqual({ 200: BOOK });
    expect(statuses('get', '/observed')).toEqual({ 200: { type: 'array', items: BOOK } });
    expect(statuses('get', '/inherited')).toEqual({ 200: { type: 'array', items: BOOK } });
    expect(document.components.schemas['Book']).toMatchObject({
      required: ['id', 'title'],
      properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' } },
    });
  });

  test('each RestResponse has its status, and nothing is 204', () => {
    expect(Object.keys(statuses('post', '/created'))).toEqual(['201', '202']);
    expect(statuses('delete', '/nothing')).toEqual({ 204: undefined });
    expect(Object.keys(statuses('get', '/maybe/{id}'))).toEqual(['200', '204']);
  });

  test('any says nothing', () => {
    expect(statuses('get', '/anything')).toEqual({ 200: {} });
  });

  test('OPTIONS has only what is written, as before', async () => {
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/books/found/1');
    expect(body).not.toHaveProperty('schema');
  });
});

function schemaOf(response: object): unknown {
  return (response as { content?: Record<string, { schema?: unknown }> }).content?.[
    'application/json'
  ]?.schema;
}
