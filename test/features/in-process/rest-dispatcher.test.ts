import { Injectable } from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestException,
  RestRequest,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';

class Stamp {
  constructor(readonly at: Date) {}
}

@RestController('v1', '/books')
class BooksController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(page: int = 1, tags: string[] = []) {
    return new RestResponse([{ page, tags }], 200, { 'X-Kind': 'list' });
  }

  @RestRoute('/stamp', HttpMethod.Get, new PublicAccess())
  stamp() {
    return new Stamp(new Date(0));
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_items'))
  create(@Param({ minLength: 2 }) title: string) {
    return new RestResponse({ title }, 201).header('Location', '/books/9');
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_items'))
  remove(id: int): void {}

  @RestRoute('/sold', HttpMethod.Get, new PublicAccess())
  sold() {
    throw new RestException('book_sold', 'Sold.', 410);
  }
}

@Injectable()
class Shop {
  constructor(readonly dispatcher: RestDispatcher) {}
}

@RestController('v1', '/shop')
class ShopController {
  constructor(private readonly shop: Shop) {}

  @RestRoute('/order', HttpMethod.Post, new PublicAccess())
  async order(request: RestRequest) {
    const body = { title: 'Momo' };
    const target = { method: 'POST', path: '/acme/v1/books', body } as const;
    return this.shop.dispatcher.request(target, { as: request });
  }
}
Reflect.defineMetadata('design:paramtypes', [RestDispatcher], Shop);
Reflect.defineMetadata('design:paramtypes', [Shop], ShopController);
Reflect.defineMetadata('design:paramtypes', [RestRequest], ShopController.prototype, 'order');

describe.each(ADAPTERS)('RestDispatcher on %s', (adapter) => {
  const app = useRoutes([BooksController, ShopController, Shop], { adapter, rest: fixtureUser });
  const dispatcher = () => app.nest.get(RestDispatcher);

  test('responds with the status, the headers and the data of a route', async () => {
    const response = await dispatcher().request({
      path: '/acme/v1/books?page=2',
      query: { tags: ['a', 'b c'] },
    });
    expect(response).toEqual({
      status: 200,
      headers: { 'x-kind': 'list', allow: 'GET' },
      data: [{ page: 2, tags: ['a', 'b c'] }],
    });
  });

  test('gives the data as the method returned them', async () => {
    const { data } = await dispatcher().request({ path: '/acme/v1/books/stamp' });
    expect(data).toBeInstanceOf(Stamp);
    expect(data).toEqual(new Stamp(new Date(0)));
  });

  test('is anonymous without a caller, and the user that is given with one', async () => {
    const create = { method: 'POST', path: '/acme/v1/books', body: { title: 'Momo' } } as const;
    expect(await dispatcher().request(create)).toMatchObject({
      status: 401,
      data: { code: 'rest_forbidden', data: { status: 401 } },
    });
    expect(await dispatcher().request(create, { as: { id: 3 } })).toMatchObject({ status: 403 });
    expect(await dispatcher().request(create, { as: { id: 2 } })).toEqual({
      status: 201,
      headers: { location: '/api/books/9', allow: 'GET, POST' },
      data: { title: 'Momo' },
    });
  });

  test('makes requests as the caller of another request', async () => {
    const order = (user?: string) =>
      app.fetch('POST', '/api/acme/v1/shop/order', {
        headers: signedAsUser(user),
      });
    expect((await order('2')).body).toMatchObject({ status: 201, data: { title: 'Momo' } });
    expect((await order()).body).toMatchObject({ status: 401 });
  });

  test('responds to every error with its status and data', async () => {
    const { request } = { request: dispatcher().request.bind(dispatcher()) };
    expect(await request({ path: '/acme/v1/books/sold' })).toMatchObject({
      status: 410,
      data: { code: 'book_sold', message: 'Sold.', data: { status: 410 } },
    });
    expect(await request({ path: '/acme/v1/nothing' })).toMatchObject({
      status: 404,
      data: { code: 'rest_no_route' },
    });
    const invalid = { method: 'POST', path: '/acme/v1/books', body: { title: 'x' } } as const;
    expect(await request(invalid, { as: { id: 1 } })).toMatchObject({
      status: 400,
      data: { code: 'rest_invalid_param' },
    });
  });
});
