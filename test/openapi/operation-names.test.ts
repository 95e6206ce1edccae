import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
} from 'nestjs-rest-routes';
import { openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemsOf } from './support/validators.js';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';

/**
 * Books of the library.
 *
 * @tags Books, Public
 */
@RestController('v1', '/books')
class BooksController {
  /** Lists books. The newest come first. */
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [];
  }

  /**
   * Borrows a book.
   *
   * @operationId borrowBook
   * @summary Borrow
   * @tags Loans
   * @deprecated Use loans.
   */
  @RestRoute('/borrow', HttpMethod.Post, new PublicAccess())
  borrow() {}

  /** @operationId notThis */
  @RestRoute('/return', [HttpMethod.Post, HttpMethod.Put], new PublicAccess(), {
    openapi: {
      operationId: 'giveBack',
      summary: 'Return',
      tags: ['Loans'],
      deprecated: 'Keep it.',
    },
  })
  giveBack() {}

  @RestRoute('/again', HttpMethod.Get, new PublicAccess(), {
    openapi: { operationId: 'borrowBook', deprecated: true },
  })
  again() {}
}

describe.each(ADAPTERS)('names of operations, on %s', (adapter) => {
  let app: TestApplication;
  let document: OpenApiDocument;
  beforeAll(async () => {
    app = await startRoutes([BooksController], { adapter });
    const info = { license: { name: 'MIT', identifier: 'MIT' } };
    document = openApiDocument(await app.nest.get(RestRoutes).list(), { info });
  });
  afterAll(() => app.close());

  const named = (method: string, path: string): object => {
    const operation = document.paths[`/api/acme/v1/books${path}`]?.[method];
    const { operationId, summary, tags, deprecated = false } = operation ?? {};
    return { operationId, summary, tags, deprecated };
  };

  test('a document without errors and warnings lists the tags', async () => {
    expect(await problemsOf(document)).toEqual([]);
    expect(document.tags).toEqual([
      { name: 'Books', description: 'Books of the library.' },
      { name: 'Public' },
      { name: 'Loans' },
    ]);
  });

  test('tags of the class hold for methods without tags', () => {
    const operationId = 'Books_list';
    const tags = ['Books', 'Public'];
    const expected = { operationId, summary: 'Lists books.', tags, deprecated: false };
    expect(named('get', '')).toEqual(expected);
  });

  test('a doc comment names its operation', () => {
    const expected = { operationId: 'borrowBook_2', summary: 'Borrow', tags: ['Loans'] };
    expect(named('post', '/borrow')).toEqual({ ...expected, deprecated: true });
  });

  test('options come before the doc comment, and each method has an id of its own', () => {
    const expected = { summary: 'Return', tags: ['Loans'], deprecated: true };
    expect(named('post', '/return')).toEqual({ operationId: 'giveBack_post', ...expected });
    expect(named('put', '/return')).toEqual({ operationId: 'giveBack_put', ...expected });
    expect(document.paths['/api/acme/v1/books/return']?.['put']?.description).toContain(
      'Deprecated: Keep it.',
    );
  });

  test('of two operations with a name, the second by its path gets a number', () => {
    expect(named('get', '/again')).toMatchObject({ operationId: 'borrowBook', deprecated: true });
  });
});
