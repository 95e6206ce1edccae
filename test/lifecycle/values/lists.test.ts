import 'reflect-metadata';
import { IsArray, IsString } from 'class-validator';
import {
  Arguments,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';
import { form } from '../../support/form.js';

const open = new PublicAccess();
const BOTH = [HttpMethod.Get, HttpMethod.Post] as const;

class FilterDto {
  @IsArray() @IsString({ each: true }) tags!: string[];
}

interface Filter {
  tags: string[];
}

@RestController('v1', '/cities')
class CitiesController {
  @RestRoute('', BOTH, open)
  typed(
    tags: string[] = [],
    ids?: int[],
    either?: int[] | string,
    filter?: { tags: string[]; rows?: string[][] },
  ) {
    return { tags, ids, either, filter };
  }

  @RestRoute('/spread', BOTH, open)
  spread(@Arguments() filter: Filter) {
    return filter;
  }

  @RestRoute('/dto', BOTH, open)
  dto(@Arguments() filter: FilterDto) {
    return filter;
  }

  @RestRoute('/by-hand', BOTH, open)
  byHand(
    @ListOf('string') tags: unknown,
    @Param({ schema: { type: 'array', items: { type: 'string' } } }) data: unknown,
    @Param({ type: 'array', items: { type: 'string' } }) typed: unknown,
  ) {
    return { tags, data, typed };
  }

  @RestRoute('/comma', BOTH, open)
  comma(
    @Param({ lists: 'comma' }) tags: string[],
    @Param({ lists: 'comma' }) ids?: int[],
    others?: string[],
  ) {
    return { tags, ids, others };
  }

  @RestRoute('/comma-route', BOTH, open, { lists: 'comma' })
  commaRoute(tags: string[], @Param({ lists: 'repeated' }) others?: string[]) {
    return { tags, others };
  }

  @RestRoute('/comma-dto', BOTH, open, { lists: 'comma' })
  commaDto(@Arguments() filter: FilterDto) {
    return filter;
  }

  @RestRoute('/wordpress', BOTH, open, { values: 'wordpress' })
  wordpress(tags: string[], @Param({ lists: 'repeated' }) others?: string[]) {
    return { tags, others };
  }
}

const encoded = { 'content-type': 'application/x-www-form-urlencoded' };

describe.each(ADAPTERS)('a text for a list on %s', (adapter) => {
  const app = useRoutes([CitiesController], { adapter, rest: { values: 'typed' } });

  /** The same by query, form, and form with parts. */
  async function read(path: string, text: string): Promise<readonly unknown[]> {
    const url = `/api/acme/v1/cities${path}`;
    const parts = [...new URLSearchParams(text)].map(([name, content]) => ({ name, content }));
    const responses = [
      await app.fetch('GET', `${url}?${text}`),
      await app.fetch('POST', url, { headers: encoded, body: text }),
      await app.fetch('POST', url, form(...parts)),
    ];
    return responses.map(({ body }) => body);
  }

  test.each([
    ['', 'tags=New+York', { tags: ['New York'] }],
    ['', 'tags=Doe%2C+John', { tags: ['Doe, John'] }],
    ['', 'tags=a%2Cb&tags=c', { tags: ['a,b', 'c'] }],
    ['', 'tags[]=a%2Cb', { tags: ['a,b'] }],
    ['', 'tags=', { tags: [] }],
    ['', 'tags[]=', { tags: [''] }],
    ['', 'ids=7', { tags: [], ids: [7] }],
    ['', 'either=a%2Cb', { tags: [], either: 'a,b' }],
    [
      '',
      'filter[tags]=a%2Cb&filter[rows][]=c+d',
      {
        tags: [],
        filter: { tags: ['a,b'], rows: [['c d']] },
      },
    ],
    ['/spread', 'tags=New+York', { tags: ['New York'] }],
    ['/dto', 'tags=New+York', { tags: ['New York'] }],
    ['/dto', 'tags=a%2Cb&tags=c', { tags: ['a,b', 'c'] }],
    [
      '/by-hand',
      'tags=a%2Cb&data=c+d&typed=e%2Cf',
      {
        tags: ['a,b'],
        data: ['c d'],
        typed: ['e,f'],
      },
    ],
    ['/comma', 'tags=New+York,Rome', { tags: ['New York', 'Rome'] }],
    ['/comma', 'tags=a,b&tags=c', { tags: ['a', 'b', 'c'] }],
    ['/comma', 'tags=a,,b&ids=1,2', { tags: ['a', '', 'b'], ids: [1, 2] }],
    ['/comma', 'tags[]=a,b&others=c,d', { tags: ['a,b'], others: ['c,d'] }],
    ['/comma', 'tags=', { tags: [] }],
    ['/comma-route', 'tags=a,b&others=c,d', { tags: ['a', 'b'], others: ['c,d'] }],
    ['/comma-dto', 'tags=a,b+c', { tags: ['a', 'b c'] }],
    ['/wordpress', 'tags=a,b+c&others=d,e', { tags: ['a', 'b', 'c'], others: ['d,e'] }],
  ])('%s?%s', async (path, text, expected) => {
    expect(await read(path, text)).toEqual([expected, expected, expected]);
  });

  test('is its only item in JSON too', async () => {
    const response = await app.fetch('POST', '/api/acme/v1/cities', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tags: 'Doe, John', filter: { tags: 'a, b' } }),
    });
    expect(response.body).toEqual({ tags: ['Doe, John'], filter: { tags: ['a, b'] } });
  });

  test('which is not an item of the list, is named as such', async () => {
    const { status, body } = await app.fetch('GET', '/api/acme/v1/cities?ids=1,2');
    expect(status).toBe(400);
    expect(body).toMatchObject({ data: { params: { ids: 'ids[0] must be an integer.' } } });
  });
});

test.each(ADAPTERS)('an application may divide all lists at commas, on %s', async (adapter) => {
  const app = await startRoutes([CitiesController], { adapter, rest: { lists: 'comma' } });
  const { body } = await app.fetch(
    'GET',
    '/api/acme/v1/cities?tags=New+York,Rome&filter[tags]=a,b',
  );
  expect(body).toEqual({ tags: ['New York', 'Rome'], filter: { tags: ['a', 'b'] } });
  const other = await app.fetch('GET', '/api/acme/v1/cities/wordpress?tags=New+York');
  expect(other.body).toEqual({ tags: ['New', 'York'] });
  await app.close();
});
