import { EventEmitter, on } from 'node:events';
import { Injectable } from '@nestjs/common';
import { RestException } from 'nestjs-rest-routes';
import { ProductsService } from '../products/products.service.js';
import type { Delivery, Order, OrderLine } from './order.js';

/** In place of a table of orders. */
@Injectable()
export class OrdersService {
  readonly #orders = new Map<number, Order>();
  readonly #events = new EventEmitter<{ change: [Order] }>();

  constructor(private readonly products: ProductsService) {}

  /**
   * Nothing here waits, so two orders cannot get the same item. With a database, this is one transaction.
   *
   * @throws RestException `product_not_found`, `out_of_stock`
   */
  place(customer: number, lines: readonly OrderLine[], delivery: Delivery): Order {
    const wanted = new Map<number, number>();
    for (const { product, quantity } of lines)
      wanted.set(product, (wanted.get(product) ?? 0) + quantity);
    const items = [...wanted].map(([id, quantity]) => [this.products.one(id), quantity] as const);
    for (const [{ id, stock }, quantity] of items) {
      if (stock < quantity)
        throw new RestException('out_of_stock', `Product ${id} is out of stock.`, 409, { stock });
    }
    for (const [{ id, stock }, quantity] of items)
      this.products.update(id, { stock: stock - quantity });
    const total = items.reduce((sum, [{ price }, quantity]) => sum + price * quantity, 0);
    const id = this.#orders.size + 1;
    return this.#store({ id, customer, lines, delivery, total, state: 'placed' });
  }

  of(customer: number): readonly Order[] {
    return [...this.#orders.values()].filter((order) => order.customer === customer);
  }

  belongsTo(id: number, customer: number): boolean {
    return this.#orders.get(id)?.customer === customer;
  }

  /** @throws RestException `order_not_found` */
  one(id: number): Order {
    const order = this.#orders.get(id);
    if (order === undefined)
      throw new RestException('order_not_found', `There is no order ${id}.`, 404);
    return order;
  }

  /** May be called again for the same order, as senders of webhooks do. */
  pay(id: number): Order {
    const order = this.one(id);
    return order.state === 'paid' ? order : this.#store({ ...order, state: 'paid' });
  }

  /** Each order that is placed or paid, until the signal ends it. */
  async *changes(signal: AbortSignal): AsyncGenerator<Order> {
    for await (const [order] of on(this.#events, 'change', { signal })) yield order as Order;
  }

  #store(order: Order): Order {
    this.#orders.set(order.id, order);
    this.#events.emit('change', order);
    return order;
  }
}
