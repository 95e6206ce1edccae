import {
  Callback,
  Capability,
  Format,
  HttpMethod,
  ListOf,
  Param,
  RestCache,
  RestController,
  RestRequest,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { CurrentUser } from '../users/current-user.decorator.js';
import type { User } from '../users/users.service.js';
import { OrderLine } from './order-line.js';
import { linkedOrder } from './order-links.js';
import { OrdersService, type Order } from './orders.service.js';

@RestController('v1', '/orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly cache: RestCache,
  ) {}

  @RestRoute('', HttpMethod.Post, new Capability('order'))
  async place(
    @CurrentUser() user: User,
    @Param({ format: Format.Email }) email: string,
    @ListOf(OrderLine, { minItems: 1, maxItems: 10 }) lines: OrderLine[],
  ): Promise<RestResponse<Order>> {
    const order = await this.orders.place(user.id, email, lines);
    // The cached responses of items contain their stock.
    await this.cache.purgeTags('items');
    return RestResponse.created(linkedOrder(order), `/acme/v1/orders/${order.id}`);
  }

  @RestRoute('/{id}', HttpMethod.Get, new Callback(OrdersController.isOwn))
  async one(id: int): Promise<Order> {
    return linkedOrder(await this.orders.one(id));
  }

  /** Only its owner may read an order. */
  static async isOwn(
    id: int,
    orders: OrdersService,
    request: RestRequest<User | undefined>,
  ): Promise<boolean> {
    const { user } = request;
    return user !== undefined && (await orders.belongsTo(id, user.id));
  }
}
