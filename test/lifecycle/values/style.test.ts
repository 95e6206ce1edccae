import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type RestModuleOptions,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

const open = new PublicAccess();
const POST = HttpMethod.Post;

@RestController('v1', '/values')
class ValuesController {
  @RestRoute('', POST, open)
  read(
    genre: string | null = 'novel',
    tags: string[] = [],
    since: Date | null = null,
    @Param({ multipleOf: 0.01 }) price: number = 0,
    size?: { /** @default 5 */ width?: int; /** @default 7 */ height: int },
  ) {
    return { genre, tags, since, price, size };
  }

  @RestRoute('/required', POST, open)
  required(parent: int | null) {
    return { parent };
  }

  @RestRoute('/wordpress', POST, open, { values: 'wordpress' })
  wordpress(genre: string | null = 'novel', tags: string[] = []) {
    return { genre, tags };
  }

  @RestRoute('/typed', POST, open, { values: 'typed' })
  typed(genre: string | null = 'novel', tags: string[] = []) {
    return { genre, tags };
  }

  @RestRoute('/comma', POST, open, { lists: 'comma' })
  comma(tags: string[], @Param({ lists: 'repeated' }) others: string[] = []) {
    return { tags, others };
  }

  @RestRoute('/both', POST, open, { values: 'wordpress', lists: 'repeated' })
  both(tags: string[]) {
    return { tags };
  }
}

const SENT = { genre: null, tags: 'New York,Rome', size: {} };
const LISTS = {
  wordpress: ['New', 'York', 'Rome'],
  repeated: ['New York,Rome'],
  comma: ['New York', 'Rome'],
};
const TIME = '2024-03-01T10:00:00';

const WORDPRESS = {
  genre: 'novel',
  tags: LISTS.wordpress,
  since: null,
  price: 0,
  size: { height: 7 },
};
const TYPED = {
  genre: null,
  tags: LISTS.repeated,
  since: null,
  price: 0,
  size: { width: 5, height: 7 },
};

describe.each(ADAPTERS)('what values mean on %s', (adapter) => {
  /** The data of a 200, else the status. */
  function application(rest: Partial<RestModuleOptions>) {
    const app = useRoutes([ValuesController], { adapter, rest });
    return async (path: string, body: object): Promise<unknown> => {
      const { status, body: data } = await app.fetch('POST', `/api/acme/v1/values${path}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return status === 200 || status === 201 ? data : status;
    };
  }

  describe.each<[string, Partial<RestModuleOptions>]>([
    ['nothing stated', {}],
    ["style: 'wordpress'", { style: 'wordpress' }],
    ["values: 'wordpress' beside style: 'nest'", { style: 'nest', values: 'wordpress' }],
  ])('with %s', (_title, rest) => {
    const post = application(rest);

    test('null, texts of lists, times, multiples and defaults are those of WordPress', async () => {
      expect(await post('', SENT)).toEqual(WORDPRESS);
      expect(await post('', { since: TIME })).toMatchObject({ since: `${TIME}.000Z` });
      expect(await post('', { price: 19.99 })).toBe(400);
      expect(await post('/required', { parent: null })).toBe(400);
    });

    test('a route may state typed values', async () => {
      const { genre, tags } = TYPED;
      expect(await post('/typed', { genre, tags: SENT.tags })).toEqual({ genre, tags });
    });
  });

  describe.each<[string, Partial<RestModuleOptions>]>([
    ["style: 'nest'", { style: 'nest' }],
    ["values: 'typed' beside style: 'wordpress'", { values: 'typed' }],
  ])('with %s', (_title, rest) => {
    const post = application(rest);

    test('null, texts of lists, times, multiples and defaults are those of the types', async () => {
      expect(await post('', SENT)).toEqual(TYPED);
      expect(await post('', { since: TIME })).toBe(400);
      expect(await post('', { price: 19.99 })).toMatchObject({ price: 19.99 });
      expect(await post('/required', { parent: null })).toEqual({ parent: null });
    });

    test("a route may state WordPress's values", async () => {
      const { genre, tags } = WORDPRESS;
      expect(await post('/wordpress', { genre: null, tags: SENT.tags })).toEqual({ genre, tags });
    });
  });

  describe.each<[string, Partial<RestModuleOptions>, readonly string[], readonly string[]]>([
    ['nothing stated', {}, LISTS.wordpress, LISTS.repeated],
    ["lists: 'comma'", { lists: 'comma' }, LISTS.comma, LISTS.comma],
    ["lists: 'repeated'", { lists: 'repeated' }, LISTS.repeated, LISTS.repeated],
    [
      "values: 'wordpress' and lists: 'comma'",
      { values: 'wordpress', lists: 'comma' },
      LISTS.comma,
      LISTS.comma,
    ],
    [
      "style: 'nest' and lists: 'comma'",
      { style: 'nest', lists: 'comma' },
      LISTS.comma,
      LISTS.comma,
    ],
    ["style: 'nest'", { style: 'nest' }, LISTS.repeated, LISTS.repeated],
  ])('a text of a list with %s', (_title, rest, byDefault, typed) => {
    const post = application(rest);
    const { tags } = SENT;

    test('is read as the application states it, unless the route or the argument does', async () => {
      expect(await post('', { tags })).toMatchObject({ tags: byDefault });
      expect(await post('/typed', { tags })).toMatchObject({ tags: typed });
      expect(await post('/wordpress', { tags })).toMatchObject({ tags: LISTS.wordpress });
      expect(await post('/both', { tags })).toEqual({ tags: LISTS.repeated });
      expect(await post('/comma', { tags, others: tags })).toEqual({
        tags: LISTS.comma,
        others: LISTS.repeated,
      });
    });
  });

  describe('with a time zone', () => {
    const post = application({ timeZone: 'Europe/Berlin' });

    test('a time without an offset is in it, and the texts of forms are not times, as on WordPress', async () => {
      expect(await post('', { since: TIME })).toMatchObject({ since: '2024-03-01T09:00:00.000Z' });
      expect(await post('', { since: '2024-03-01' })).toBe(400);
      expect(await post('', { since: '2024-03-01T10:00' })).toBe(400);
    });
  });
});
