import { Query } from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
} from 'nestjs-rest-routes';
import type { int } from 'nestjs-rest-routes';
import { openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { problemsOf } from './support/validators.js';

enum Size {
  Small = 1,
  Large = 2,
}

enum Binding {
  Paper = 'paper',
  'hard-cover' = 'cloth',
}

enum Twins {
  One = 1,
  Uno = One,
}

type Genre = 'novel' | 'essay';

/** @pattern ^[a-z-]+$ */
type Slug = string;

type Name = Slug;

interface Book {
  size: Size;
  binding: Binding | null;
  /** @example "essay" */
  genre: Genre;
  genres?: Genre[];
  /**
   * Its address.
   * @format uri
   * @example https://example.com/momo
   */
  url: string;
  /** @format email */
  contact: string | null;
  slug: Slug;
  other: Name | null;
  slugs: readonly Slug[];
  /**
   * The old price.
   * @deprecated Use prices.
   * @example 9.99
   */
  price?: number;
  /** @deprecated */
  stock?: int;
  /**
   * @example
   * const book = read();
   * console.log(book);
   */
  code?: string;
  /** @example many */
  count?: int;
}

/** The tags of other tools state nothing about what is sent. */
interface Sent {
  /** @format int32 */
  width: number;
  /** @pattern none */
  size: Size;
}

interface Shelf {
  genre: Genre;
  others?: Genre[];
  size: Size | null;
  /** @deprecated */
  code?: string;
}

interface Search {
  /** @deprecated Use slug. */
  q?: string;
  /** @example momo */
  slug?: Slug;
}

@RestController('v1', '/books')
class BooksController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(
    /** @example momo */ name: string,
    /** @deprecated Use name. */ title = '',
    size: Size = Size.Small,
    genre: Genre | null = null,
    twins?: Twins,
  ): Book[] {
    return [];
  }
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(book: Book): Book {
    return book;
  }
  @RestRoute('/shelf', HttpMethod.Put, new PublicAccess())
  shelf(shelf: Shelf): Shelf {
    return shelf;
  }
  @RestRoute('/sizes', HttpMethod.Get, new PublicAccess())
  sizes(@Query() search: Search): Sent {
    return { width: 1, size: Size.Large };
  }
}

const BOOKS = '/api/acme/v1/books';

describe.each(ADAPTERS)(
  'what types and their doc comments state, in a document on %s',
  (adapter) => {
    const app = useRoutes([BooksController], { adapter });
    let document: OpenApiDocument;
    beforeAll(async () => {
      document = openApiDocument(await app.nest.get(RestRoutes).list(), {
        info: { license: { name: 'MIT', identifier: 'MIT' } },
      });
    });

    const property = (name: string) =>
      (document.components.schemas['Book']?.['properties'] as Record<string, object> | undefined)?.[
        name
      ];
    const parameter = (path: string, name: string) =>
      document.paths[path]?.['get']?.parameters?.find((one) => one.name === name);

    test('is valid', async () => {
      expect(await problemsOf(document)).toEqual([]);
    });

    test('the members of enums have names, unless two have one value', () => {
      const { schemas } = document.components;
      expect(schemas['Size']).toEqual({
        type: 'integer',
        enum: [1, 2],
        'x-enum-varnames': ['Small', 'Large'],
      });
      expect(schemas['Binding']).toMatchObject({ 'x-enum-varnames': ['Paper', 'hard-cover'] });
      expect(schemas['Twins']).toEqual({ type: 'integer', enum: [1] });
    });

    test('the index and OPTIONS have no names of members', async () => {
      const { text } = await app.fetch('OPTIONS', BOOKS);
      expect(text).toContain('"enum":[1,2]');
      expect(text).not.toContain('Small');
    });

    test('an alias of literals is a component, in requests and in responses', () => {
      expect(document.components.schemas['Genre']).toEqual({
        type: 'string',
        enum: ['novel', 'essay'],
      });
      const genre = '#/components/schemas/Genre';
      expect(property('genre')).toEqual({ $ref: genre, example: 'essay' });
      expect(property('genres')).toEqual({ type: 'array', items: { $ref: genre } });
      expect(parameter(BOOKS, 'genre')?.schema).toMatchObject({ anyOf: [{ $ref: genre }, {}] });
    });

    test('a request and a response of one type name the same components', () => {
      const { Shelf, ShelfInput } = document.components.schemas;
      expect(ShelfInput).toEqual({ ...Shelf, additionalProperties: false });
    });

    test('formats and patterns are those of properties, and of aliases, in responses too', () => {
      expect(property('url')).toMatchObject({ format: 'uri' });
      expect(property('contact')).toMatchObject({ format: 'email' });
      const slug = { type: 'string', pattern: '^[a-z-]+$' };
      expect(property('slug')).toMatchObject(slug);
      expect(property('other')).toMatchObject({ ...slug, type: ['string', 'null'] });
      expect(property('slugs')).toMatchObject({ type: 'array', items: slug });
      const { properties } = document.components.schemas['Sent'] ?? {};
      expect(properties).toEqual({
        width: { type: 'number' },
        size: { $ref: '#/components/schemas/Size' },
      });
    });

    test('examples are those of the type; code is none', () => {
      expect(property('url')).toMatchObject({ example: 'https://example.com/momo' });
      expect(property('price')).toMatchObject({ example: 9.99 });
      expect(property('code')).not.toHaveProperty('example');
      expect(property('count')).not.toHaveProperty('example');
      expect(parameter(BOOKS, 'name')).toMatchObject({ example: 'momo' });
      expect(parameter(`${BOOKS}/sizes`, 'slug')).toMatchObject({ schema: { example: 'momo' } });
    });

    test('what is deprecated says so, and what to use instead', () => {
      expect(property('price')).toMatchObject({
        deprecated: true,
        description: 'The old price.\n\nDeprecated: Use prices.',
      });
      expect(property('stock')).toEqual({ type: 'integer', deprecated: true });
      const instead = { deprecated: true, description: 'Deprecated: Use name.' };
      expect(parameter(BOOKS, 'title')).toMatchObject(instead);
      expect(parameter(BOOKS, 'name')).not.toHaveProperty('deprecated');
      expect(parameter(`${BOOKS}/sizes`, 'q')).toMatchObject({ deprecated: true });
    });
  },
);
