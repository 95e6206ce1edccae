import {
  Arguments,
  Cache,
  Callback,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { IsInt, IsString, Matches } from 'class-validator';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

@ValueClass()
class Paging {
  @Param({ type: 'integer', minimum: 1, default: 1 }) page = 1;
  @Param({ type: 'integer', maximum: 100, required: false }) perPage = 10;
  @Param({ type: 'date', required: false }) since?: Date;

  get offset(): number {
    return (this.page - 1) * this.perPage;
  }
}

@ValueClass()
class Ruled {
  @IsInt() id!: number;
  @IsString() @Matches(/^[a-z]+$/, { message: 'slug must be lower case' }) slug!: string;
}

const calls = { cached: 0 };

@RestController('v1', '/shelves')
class ShelvesController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(
    @Arguments(Paging) paging: Paging,
    @Param({ name: 'genre', type: 'string', default: '' }) genre: string,
    @Param({ inject: RestRequest }) request: RestRequest,
  ) {
    return {
      isPaging: paging instanceof Paging,
      offset: paging.offset,
      hasSince: 'since' in paging && paging.since instanceof Date,
      genre,
      seen: request.arguments,
    };
  }

  @RestRoute('/{id}/items/{slug}', HttpMethod.Get, new PublicAccess())
  literal(
    @Arguments({
      id: { type: 'integer' },
      slug: { type: 'string' },
      page: { type: 'integer', default: 1, minimum: 1 },
      tags: { items: { type: 'string' }, required: false },
    })
    query: {
      id: number;
      slug: string;
      page: number;
      tags?: string[];
    },
  ) {
    return { query, isPlain: Object.getPrototypeOf(query) === Object.prototype };
  }

  @RestRoute('/ruled', HttpMethod.Post, new PublicAccess())
  ruled(@Arguments(Ruled) ruled: Ruled) {
    return { isRuled: ruled instanceof Ruled, id: ruled.id, slug: ruled.slug };
  }

  @RestRoute('/mine/{id}', HttpMethod.Get, new Callback(ShelvesController.mayRead))
  mine(@Arguments({ id: { type: 'integer' }, key: { type: 'string' } }) query: object) {
    return query;
  }

  @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '5m', tags: (args) => [`page-${String(args['page'])}`] })
  cached(@Arguments(Paging) paging: Paging) {
    calls.cached++;
    return { offset: paging.offset };
  }

  static mayRead(
    @Param({ name: 'key' }) key: string,
    @Arguments({ id: { type: 'integer' } }) query: { id: number },
  ): boolean {
    return key === `key-${query.id}`;
  }
}

describe.each(ADAPTERS)('@Arguments() by hand on %s', (adapter) => {
  const app = useRoutes([ShelvesController], { adapter });
  const get = async (path: string) => {
    const { status, body } = await app.fetch('GET', `/api/acme/v1/shelves${path}`);
    return { status, body };
  };

  test('the properties of a value class are arguments, and the method receives an instance', async () => {
    expect((await get('?page=3&perPage=5&since=2026-01-02T03:04:05Z&genre=novel')).body).toEqual({
      isPaging: true,
      offset: 10,
      hasSince: true,
      genre: 'novel',
      seen: { page: 3, perPage: 5, since: '2026-01-02T03:04:05.000Z', genre: 'novel' },
    });
  });

  test('an absent argument leaves the initializer of the class in force', async () => {
    expect((await get('?page=2')).body).toMatchObject({ offset: 10, hasSince: false });
  });

  test('each argument is rejected under its own name', async () => {
    const { status, body } = await get('?page=0&perPage=101');
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      data: {
        details: {
          page: { code: 'rest_out_of_bounds' },
          perPage: { code: 'rest_out_of_bounds' },
        },
      },
    });
  });

  test('a literal by hand has placeholders of the path and arguments of the query', async () => {
    expect((await get('/7/items/momo?page=2&tags=a&tags=b&id=9')).body).toEqual({
      query: { id: 7, slug: 'momo', page: 2, tags: ['a', 'b'] },
      isPlain: true,
    });
    expect((await get('/7/items/momo')).body).toEqual({
      query: { id: 7, slug: 'momo', page: 1 },
      isPlain: true,
    });
    expect((await get('/x/items/momo')).status).toBe(404);
  });

  test('the own rules of a class run on the whole object, by the name of each argument', async () => {
    const post = async (body: unknown) =>
      app.fetch('POST', '/api/acme/v1/shelves/ruled', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await post({ id: '1', slug: 'momo' })).body).toEqual({
      isRuled: true,
      id: 1,
      slug: 'momo',
    });
    const wrong = await post({ id: 1, slug: 'MOMO' });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({
      data: { details: { slug: { message: 'slug must be lower case' } } },
    });
  });

  test('a callback takes the arguments one by one or together', async () => {
    expect((await get('/mine/7?key=key-7')).body).toEqual({ id: 7, key: 'key-7' });
    expect((await get('/mine/7?key=key-8')).status).toBe(401);
  });

  test('the cache has an entry for each combination of arguments', async () => {
    calls.cached = 0;
    expect((await get('/cached?page=2')).body).toEqual({ offset: 10 });
    expect((await get('/cached?page=2')).body).toEqual({ offset: 10 });
    expect((await get('/cached?page=3')).body).toEqual({ offset: 20 });
    expect(calls.cached).toBe(2);
  });

  test('OPTIONS and the index list plain arguments', async () => {
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/shelves');
    const { endpoints } = body as { endpoints: [{ args: Record<string, unknown> }] };
    expect(Object.keys(endpoints[0].args)).toEqual(['page', 'perPage', 'since', 'genre']);
    expect(endpoints[0].args['page']).toEqual({
      type: 'integer',
      minimum: 1,
      default: 1,
      required: false,
    });
  });
});
