import {
  Arguments,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { z } from 'zod';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

/** Where a book is made. */
interface Address {
  /** @minLength 2 */
  city: string;
  /** @pattern ^[0-9]{5}$ */
  zip?: string;
}

@ValueClass()
class Title {
  @Param({ minLength: 1 }) raw!: string;
  language = 'en';

  shown(): string {
    return `${this.raw} (${this.language})`;
  }
}

@ValueClass()
class Filter {
  @Param({ minimum: 1 }) page: int = 1;
  since?: Date;
  languages: string[] = [];
}

interface Book {
  title: string | Title;
  publisher: { name: string; address?: Address; offices: Address[] };
  /** @minimum 0 @exclusiveMinimum 0 */
  prices: Record<string, number>;
  published?: Date | null;
  /** @uniqueItems */
  tags?: string[];
}

type Shape = { kind: 'circle'; radius: number } | { kind: 'square'; side: number };

@RestController('v1', '/typed')
class TypedController {
  @RestRoute('/books', HttpMethod.Post, new PublicAccess())
  create(book: Omit<Book, 'prices'>, prices: Record<string, int>) {
    return {
      title: book.title instanceof Title ? book.title.shown() : book.title,
      office: book.publisher.offices[0]?.city ?? null,
      isDate: book.published instanceof Date,
      prices,
    };
  }

  @RestRoute('/shapes', HttpMethod.Post, new PublicAccess())
  shape(shape: Shape) {
    return { size: shape.kind === 'circle' ? shape.radius : shape.side };
  }

  @RestRoute('/titles', HttpMethod.Post, new PublicAccess())
  title(@Param() title: Title, other: Title | Address | null = null) {
    return { title: title.shown(), isTitle: other instanceof Title };
  }

  @RestRoute('/grid', HttpMethod.Post, new PublicAccess())
  grid(grid: int[][], meta: Record<string, unknown> = {}, any?: unknown) {
    return { grid, meta, any };
  }

  @RestRoute('/either', HttpMethod.Get, new PublicAccess())
  either(value: string | int, flag: boolean | string[] = false) {
    return { value, flag };
  }

  @RestRoute('/{shelf}/books', HttpMethod.Get, new PublicAccess())
  list(@Arguments() query: { shelf: int; genre?: string; order: 'asc' | 'desc' }, q: string = '') {
    return { query, q };
  }

  @RestRoute('/filtered', HttpMethod.Get, new PublicAccess())
  filtered(@Arguments() filter: Filter) {
    return {
      isFilter: filter instanceof Filter,
      page: filter.page,
      isDate: filter.since instanceof Date,
      languages: filter.languages,
    };
  }

  @RestRoute('/standard', HttpMethod.Post, new PublicAccess())
  standard(@Param({ schema: z.object({ a: z.string().transform(Number) }) }) value: { a: number }) {
    return value;
  }
}

describe.each(ADAPTERS)('arguments from types on %s', (adapter) => {
  const app = useRoutes([TypedController], { adapter });
  const get = async (path: string) => app.fetch('GET', `/api/acme/v1/typed${path}`);
  const post = async (path: string, body: unknown) =>
    app.fetch('POST', `/api/acme/v1/typed${path}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  const book = {
    title: 'Momo',
    publisher: { name: 'Thienemann', offices: [{ city: 'Ulm' }] },
    published: '2026-01-02T03:04:05Z',
  };

  test('an interface is an object argument with its dates and instances', async () => {
    expect((await post('/books', { book, prices: { eur: '7' } })).body).toEqual({
      title: 'Momo',
      office: 'Ulm',
      isDate: true,
      prices: { eur: 7 },
    });
    const titled = { ...book, title: { raw: 'Momo', language: 'de' } };
    expect((await post('/books', { book: titled, prices: {} })).body).toMatchObject({
      title: 'Momo (de)',
    });
  });

  test.each([
    [
      'a limit from a tag',
      { publisher: { name: 'x', offices: [{ city: 'U' }] } },
      'rest_too_short',
    ],
    [
      'a pattern from a tag',
      { publisher: { name: 'x', offices: [{ city: 'Ulm', zip: 'x' }] } },
      'rest_invalid_pattern',
    ],
    ['a property that the type omits', { prices: {} }, 'rest_additional_properties_forbidden'],
    ['a list with equal elements', { tags: ['a', 'a'] }, 'rest_duplicate_items'],
  ])('%s rejects', async (_title, more, code) => {
    const { status, body } = await post('/books', { book: { ...book, ...more }, prices: {} });
    expect(status).toBe(400);
    expect(body).toMatchObject({ data: { details: { book: { code } } } });
  });

  test('a union of objects takes each of them and nothing between', async () => {
    expect((await post('/shapes', { shape: { kind: 'circle', radius: 2 } })).body).toEqual({
      size: 2,
    });
    expect((await post('/shapes', { shape: { kind: 'square', side: '3' } })).body).toEqual({
      size: 3,
    });
    const { status, body } = await post('/shapes', { shape: { kind: 'circle', side: 3 } });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      data: { details: { shape: { code: 'rest_no_matching_schema' } } },
    });
  });

  test('a value class is one argument, alone and in a union of objects', async () => {
    expect((await post('/titles', { title: { raw: 'Momo' }, other: { raw: 'x' } })).body).toEqual({
      title: 'Momo (en)',
      isTitle: true,
    });
    expect(
      (await post('/titles', { title: { raw: 'Momo' }, other: { city: 'Ulm' } })).body,
    ).toEqual({
      title: 'Momo (en)',
      isTitle: false,
    });
  });

  test('lists of lists, open objects and unknown arrive as they are', async () => {
    const sent = { grid: [[1], [2, 3]], meta: { a: [{ b: null }] }, any: ['x'] };
    expect((await post('/grid', sent)).body).toEqual(sent);
    expect((await post('/grid', { grid: [] })).body).toEqual({ grid: [], meta: {} });
  });

  test('a union of types takes the type that fits best, as WordPress does', async () => {
    expect((await get('/either?value=7&flag=true')).body).toEqual({ value: '7', flag: true });
    expect((await get('/either?value=x&flag[]=a')).body).toEqual({ value: 'x', flag: ['a'] });
  });

  test('@Arguments() makes arguments of the properties of a literal and of a class', async () => {
    expect((await get('/7/books?order=asc&q=x')).body).toEqual({
      query: { shelf: 7, order: 'asc' },
      q: 'x',
    });
    expect((await get('/7/books')).body).toMatchObject({ code: 'rest_missing_callback_param' });
    expect((await get('/filtered?since=2026-01-02T03:04:05Z')).body).toEqual({
      isFilter: true,
      page: 1,
      isDate: true,
      languages: [],
    });
    expect((await get('/filtered?page=0')).status).toBe(400);
  });

  test('a Standard Schema stands beside a type that the compiler reads', async () => {
    expect((await post('/standard', { value: { a: '7' } })).body).toEqual({ a: 7 });
  });

  test('OPTIONS lists what the types say', async () => {
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/typed/7/books');
    const { endpoints } = body as { endpoints: [{ args: Record<string, unknown> }] };
    expect(endpoints[0].args).toEqual({
      shelf: { type: 'integer', required: true },
      genre: { type: 'string', required: false },
      order: { type: 'string', enum: ['asc', 'desc'], required: true },
      q: { type: 'string', default: '', required: false },
    });
  });
});
