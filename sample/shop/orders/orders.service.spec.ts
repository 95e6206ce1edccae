import { RestException } from 'nestjs-rest-routes';
import { beforeEach, expect, it } from 'vitest';
import { ProductsService } from '../products/products.service.js';
import { OrdersService } from './orders.service.js';

const BOB = 2;
const pickup = { kind: 'pickup', branch: 'Mitte' } as const;

let products: ProductsService;
let orders: OrdersService;
beforeEach(() => {
  products = new ProductsService();
  orders = new OrdersService(products);
});

it('takes what is ordered from the stock', () => {
  const order = orders.place(BOB, [{ product: 3, quantity: 2 }], pickup);
  expect(order).toMatchObject({ id: 1, customer: BOB, total: 1800, state: 'placed' });
  expect(products.one(3).stock).toBe(3);
});

it('takes nothing if one line exceeds the stock, also as the sum of two lines', () => {
  const lines = [
    { product: 1, quantity: 1 },
    { product: 3, quantity: 3 },
    { product: 3, quantity: 3 },
  ];
  expect(() => orders.place(BOB, lines, pickup)).toThrow(RestException);
  expect([products.one(1).stock, products.one(3).stock]).toEqual([5, 5]);
});

it('is paid once, however often the provider says so', async () => {
  const { id } = orders.place(BOB, [{ product: 1, quantity: 1 }], pickup);
  const changes = orders.changes(new AbortController().signal);
  const first = changes.next();
  expect(orders.pay(id)).toBe(orders.pay(id));
  expect((await first).value).toMatchObject({ id, state: 'paid' });
});
