import { withLinks } from 'nestjs-rest-routes';
import type { Order } from './orders.service.js';

/** An order with links to itself and its items. */
export function linkedOrder(order: Order): Order {
  return withLinks(order, {
    self: `/acme/v1/orders/${order.id}`,
    item: order.lines.map(({ item }) => ({ href: `/acme/v1/items/${item}`, embeddable: true })),
  });
}
