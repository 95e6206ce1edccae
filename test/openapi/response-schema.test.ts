import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  RestRoutes,
  ValueClass,
  withLinks,
  type Linked,
  type Links,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { fixtureUser } from '../support/fixture-user.js';

interface Book {
  /** @readonly */
  id: int;
  title: string;
  author: int;
}

/** A named type with everything that a schema can show. */
interface BookReview {
  readonly id: int;
  /** From one to five. */
  stars: int;
  by: { name: string; mail?: string | null };
  tags: readonly string[];
  state: 'new' | 'seen';
  written: Date;
  parent: BookReview | null;
  readonly _links?: Links;
}

@ValueClass()
class Shelf {
  @Param({ maxLength: 3 }) room!: string;
}

type HTTPError = { reason: string };
type Rated = Book & { stars: int };

const MOMO: Book = { id: 1, title: 'Momo', author: 3 };

@RestController('v1', '')
class LibraryController {
  @RestRoute('/books', HttpMethod.Get, new PublicAccess())
  async list(): Promise<Linked<Book>[]> {
    return [withLinks(MOMO, { self: '/lib/v1/books/1' })];
  }

  @RestRoute('/books', HttpMethod.Post, new Capability('edit_items'), { batch: true })
  create(@Param({ minLength: 2 }) title: string, author: int = 3): RestResponse<Book> {
    return new RestResponse({ ...MOMO, title, author }, 201);
  }

  @RestRoute('/books/{id}', HttpMethod.Get, new PublicAccess())
  async one(id: int): Promise<RestResponse<Book>> {
    return new RestResponse({ ...MOMO, id }).link('self', `/lib/v1/books/${id}`);
  }

  @RestRoute('/reviews', HttpMethod.Post, new PublicAccess())
  review(): BookReview | null {
    return null;
  }

  @RestRoute('/rated', HttpMethod.Get, new PublicAccess())
  rated(): Rated[] {
    return [];
  }

  @RestRoute('/shelf', HttpMethod.Get, new PublicAccess())
  shelf(): Shelf {
    return new Shelf();
  }

  @RestRoute('/error', HttpMethod.Get, new PublicAccess())
  error(): HTTPError {
    return { reason: '' };
  }

  @RestRoute('/count', HttpMethod.Get, new PublicAccess())
  count(): { count: int } {
    return { count: 1 };
  }

  @RestRoute('/mixed', HttpMethod.Delete, new PublicAccess())
  remove(): Shelf {
    return new Shelf();
  }

  @RestRoute('/mixed', HttpMethod.Get, new PublicAccess())
  read(): Book {
    return MOMO;
  }
}

const BOOK = {
  $schema: 'http://json-schema.org/draft-04/schema#',
  title: 'book',
  type: 'object',
  properties: {
    id: { type: 'integer', readonly: true },
    title: { type: 'string' },
    author: { type: 'integer' },
  },
};

describe.each(ADAPTERS)('the schema of a response on %s', (adapter) => {
  const app = useRoutes([LibraryController], {
    adapter,
    rest: { namespace: 'lib', ...fixtureUser },
  });

  const schemaOf = async (path: string): Promise<unknown> => {
    const { status, body } = await app.fetch('OPTIONS', `/api/lib/v1${path}`);
    expect(status).toBe(200);
    return (body as { readonly schema?: unknown }).schema;
  };

  test.each([
    ['a list', '/books'],
    ['an item in a response', '/books/1'],
    ['a path whose first route returns something else', '/mixed'],
  ])('OPTIONS of %s has the schema of the item that GET returns', async (_title, path) => {
    expect(await schemaOf(path)).toEqual(BOOK);
  });

  test('descriptions, lists, objects, enums, dates and null are in the schema, and links are not', async () => {
    expect(await schemaOf('/reviews')).toEqual({
      ...BOOK,
      title: 'book_review',
      properties: {
        id: { type: 'integer', readonly: true },
        stars: { type: 'integer', description: 'From one to five.' },
        by: {
          type: 'object',
          properties: { name: { type: 'string' }, mail: { type: ['string', 'null'] } },
        },
        tags: { type: 'array', items: { type: 'string' } },
        state: { type: 'string', enum: ['new', 'seen'] },
        written: { type: 'string', format: 'date-time' },
        parent: { type: ['object', 'null'] },
      },
    });
  });

  test('an intersection has the properties of its parts and the name of its alias', async () => {
    expect(await schemaOf('/rated')).toEqual({
      ...BOOK,
      title: 'rated',
      properties: { ...BOOK.properties, stars: { type: 'integer' } },
    });
  });

  test('a value class has its limits', async () => {
    expect(await schemaOf('/shelf')).toMatchObject({
      title: 'shelf',
      properties: { room: { type: 'string', maxLength: 3 } },
    });
  });

  test('the title of a name with several capitals has one line between the words', async () => {
    expect(await schemaOf('/error')).toMatchObject({ title: 'http_error' });
  });

  test('a type without a name has no schema', async () => {
    expect(await schemaOf('/count')).toBeUndefined();
  });

  test.each(['', '/lib/v1'])('the index %s has schemas in the context help only', async (path) => {
    const routeOf = async (query: string): Promise<object> => {
      const { body } = await app.fetch('GET', `/api${path}/${query}`);
      const { routes } = body as { readonly routes: Readonly<Record<string, object>> };
      return routes['/lib/v1/books'] ?? {};
    };
    expect(await routeOf('?context=help')).toHaveProperty('schema', BOOK);
    expect(await routeOf('')).not.toHaveProperty('schema');
    expect(await routeOf('?context=view')).not.toHaveProperty('schema');
  });

  test('the OpenAPI document refers to the type of an item with links', async () => {
    const { paths, components } = openApiDocument(await app.nest.get(RestRoutes).list());
    expect(components?.schemas?.['Book']).toMatchObject({
      properties: { id: { readOnly: true } },
    });
    const list = JSON.stringify(paths['/api/lib/v1/books']?.['get']);
    expect(list).toContain('"items":{"$ref":"#/components/schemas/LinkedBook"}');
  });
});
