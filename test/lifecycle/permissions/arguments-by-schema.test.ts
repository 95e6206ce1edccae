import {
  Arguments,
  Callback,
  HttpMethod,
  Param,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

const SIZES = { type: ['array', 'string'], items: { type: 'integer' } } as const;

const STANDARD = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value: unknown) => ({ value: `${String(value)}!` }),
  },
} as const;

@ValueClass()
class Filter {
  @Param({ schema: { type: ['array', 'string'], items: { type: 'integer' } } }) sizes: unknown;
}

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Post, new Callback(ItemsController.mayUse), { values: 'wordpress' })
  create(@Param({ schema: SIZES }) sizes: unknown) {
    return { sizes };
  }

  @RestRoute('/filter', HttpMethod.Post, new Callback(ItemsController.mayUse), {
    values: 'wordpress',
  })
  filter(@Arguments() filter: Filter) {
    return filter;
  }

  @RestRoute('/standard', HttpMethod.Post, new Callback(ItemsController.mayShout))
  standard(@Param({ schema: STANDARD }) text: unknown) {
    return { text };
  }

  static mayUse(this: void, sizes: unknown): boolean {
    return Array.isArray(sizes) && sizes.every((size) => typeof size === 'number' && size < 5);
  }

  static mayShout(this: void, text: unknown): boolean {
    return text === 'hey!';
  }
}

describe.each(ADAPTERS)('a callback on %s', (adapter) => {
  const app = useRoutes([ItemsController], { adapter });
  const statusOf = async (path: string, body: object) => {
    const response = await app.fetch('POST', `/api/acme/v1/items${path}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.status;
  };

  test.each(['', '/filter'])(
    'gets an argument of %s with a schema as data by its name, validated and converted',
    async (path) => {
      expect(await statusOf(path, { sizes: '1,2' })).toBe(200);
      expect(await statusOf(path, { sizes: ['1', 2] })).toBe(200);
      expect(await statusOf(path, { sizes: '1,7' })).toBe(401);
      expect(await statusOf(path, { sizes: 'a,b' })).toBe(400);
    },
  );

  test('gets an argument with a Standard Schema by its name', async () => {
    expect(await statusOf('/standard', { text: 'hey' })).toBe(200);
    expect(await statusOf('/standard', { text: 'ho' })).toBe(401);
  });
});
