import { IsCreditCard, IsInt, IsISBN, IsString, Length, Min } from 'class-validator';
import {
  Arguments,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

@ValueClass()
class Order {
  @IsString() @IsISBN() isbn!: string;
  @IsInt() @Min(1) count!: number;
  @IsString() @IsCreditCard() card!: string;
  @IsString() @Length(2, 4) unit!: string;
}

@RestController('v1', '/orders')
class OrdersController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(@Arguments() order: Order) {
    return order;
  }
}

const VALID = { isbn: '9780141439587', count: 1, card: '4111111111111111', unit: 'box' };

describe.each(ADAPTERS)('The errors of a DTO on %s', (adapter) => {
  const app = useRoutes([OrdersController], { adapter });

  test.each([
    ['those of rules that a schema expresses', { unit: 'x', count: 0 }, ['count', 'unit']],
    ['those of rules that no schema expresses', { card: '1', isbn: '1' }, ['isbn', 'card']],
    ['those of both', { card: '1', unit: 'x' }, ['card', 'unit']],
  ])('are %s, in the order of the properties', async (_what, wrong, names) => {
    const { status, body } = await app.fetch('POST', '/api/acme/v1/orders', {
      body: JSON.stringify({ ...VALID, ...wrong }),
      headers: { 'content-type': 'application/json' },
    });
    const { code, data } = body as { code: string; data: { params: object } };
    expect({ status, code }).toEqual({ status: 400, code: 'rest_invalid_param' });
    expect(Object.keys(data.params)).toEqual(names);
  });
});
