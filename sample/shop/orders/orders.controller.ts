import {
  anyOf,
  Callback,
  Capability,
  EventStream,
  HttpMethod,
  Param,
  RestCache,
  RestController,
  RestRequest,
  RestResponse,
  RestRoute,
  RestRoutes,
  type int,
} from 'nestjs-rest-routes';
import { CurrentUser } from '../users/current-user.decorator.js';
import type { User } from '../users/users.service.js';
import type { Delivery, Order, OrderLine } from './order.js';
import { OrdersService } from './orders.service.js';

@RestController('v1', '/orders', new Capability('order'))
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly cache: RestCache,
    private readonly routes: RestRoutes,
  ) {}

  /** Lists the orders of the customer. */
  @RestRoute('', HttpMethod.Get, { tool: true })
  list(@CurrentUser() user: User): readonly Order[] {
    return this.orders.of(user.id);
  }

  /** Places an order. With an `Idempotency-Key`, a repetition places no second one. */
  @RestRoute('', HttpMethod.Post, { idempotent: true })
  async place(
    @CurrentUser() user: User,
    @Param({ minItems: 1, maxItems: 20 }) lines: OrderLine[],
    delivery: Delivery,
  ): Promise<RestResponse<Order, 201>> {
    const order = this.orders.place(user.id, lines, delivery);
    // The cached lists of products contain their stock.
    await this.cache.purgeTags('products');
    const location = this.routes.path(OrdersController, 'one', { id: order.id });
    return RestResponse.created(order, location);
  }

  /** Sends each order that is placed or paid, as Server-Sent Events. */
  @RestRoute('/changes', HttpMethod.Get, new Capability('read_orders'))
  changes(): EventStream {
    return new EventStream((signal) => this.#eventsUntil(signal));
  }

  /** Reads an order. */
  @RestRoute(
    '/{id}',
    HttpMethod.Get,
    anyOf(new Capability('read_orders'), new Callback(OrdersController.isOwn)),
  )
  one(id: int): Order {
    return this.orders.one(id);
  }

  /** A customer may read the orders that are the customer's own. */
  static isOwn(id: int, orders: OrdersService, request: RestRequest<User | undefined>): boolean {
    const { user } = request;
    return user !== undefined && orders.belongsTo(id, user.id);
  }

  async *#eventsUntil(signal: AbortSignal) {
    for await (const order of this.orders.changes(signal))
      yield { id: `${order.id}-${order.state}`, type: order.state, data: order };
  }
}
