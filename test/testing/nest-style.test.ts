import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import {
  createRestApplication,
  restMatchers,
  type RestMatchers,
  type RestTestApplication,
} from 'nestjs-rest-routes/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS } from '../support/application.js';

declare module 'vitest' {
  interface Matchers<T> extends RestMatchers<T> {}
}
expect.extend(restMatchers);

interface Line {
  readonly sku: string;
}

@RestController('v1', '/orders')
class OrdersController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    if (id === 1) throw new RestException('order_gone', 'It is gone.', 410, { id });
    throw new RestException('order_not_found', 'There is no such order.', 404);
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(@Param({ minimum: 1 }) page: int, lines: Line[], page_size = 10) {
    return { page, lines, page_size };
  }

  @RestRoute('', HttpMethod.Delete, new Capability('remove_orders'))
  remove(): void {}
}

describe.each(ADAPTERS)('the matchers in an application of the style "nest" on %s', (adapter) => {
  let app: RestTestApplication;

  beforeAll(async () => {
    app = await createRestApplication({
      adapter,
      controllers: [OrdersController],
      options: { style: 'nest' },
    });
  });

  afterAll(() => app.close());

  test('an error of the application has its code and its status', async () => {
    expect(await app.get('/v1/orders/1')).toBeRestError('order_gone', 410);
    expect(await app.get('/v1/orders/2')).toBeRestError('order_not_found', 404);
    expect(await app.get('/v1/orders/2')).not.toBeRestError('order_not_found', 410);
    expect(await app.get('/v1/orders/2')).not.toBeRestError('order_gone');
  });

  test('an error of the library has a status, and no code', async () => {
    const denied = await app.delete('/v1/orders');
    expect(denied).toHaveStatus(401);
    expect(denied).not.toBeRestError('rest_forbidden');
  });

  test('the rejected arguments are those with which the texts begin', async () => {
    expect(await app.post('/v1/orders', {})).toRefuse('page', 'lines');
    expect(await app.post('/v1/orders', { page: 0, lines: [{}] })).toRefuse('lines', 'page');
    expect(await app.post('/v1/orders', { page: 0, lines: [{ sku: 1 }] })).toRefuse(
      'page',
      'lines',
    );
    const unknown = await app.post('/v1/orders', { page: 1, lines: [], more: 1 });
    expect(unknown).toRefuse('more');
    expect(unknown).not.toRefuse('page');
    expect(await app.post('/v1/orders', { page: 1, lines: [], page_size: 'x' })).not.toRefuse(
      'page',
    );
    expect(await app.post('/v1/orders', { page: 1, lines: [] })).not.toRefuse();
  });
});
