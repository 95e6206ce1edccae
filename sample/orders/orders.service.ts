import { LazyInjectable, RestException } from 'nestjs-rest-routes';
import { Database, type Row } from '../database/database.js';
import { ItemsService } from '../items/items.service.js';
import type { OrderLine } from './order-line.js';

export interface Order extends Row {
  readonly id: number;
  readonly user_id: number;
  readonly email: string;
  readonly placed: string;
}

@LazyInjectable()
export class OrdersService {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsService,
  ) {}

  async place(userId: number, email: string, lines: readonly OrderLine[]): Promise<Order> {
    for (const { item } of lines) await this.items.one(item);
    const [order] = await this.database.query<Order>(
      'INSERT INTO orders (user_id, email) VALUES ($1, $2) RETURNING id, user_id, email, placed',
      [userId, email],
    );
    if (order === undefined) throw new Error('The insert returned no row.');
    for (const { item, quantity } of lines) {
      await this.database.query(
        'INSERT INTO order_lines (order_id, item_id, quantity) VALUES ($1, $2, $3)',
        [order.id, item, quantity],
      );
    }
    return order;
  }

  /** @throws RestException `order_not_found` */
  async one(id: number): Promise<Order> {
    const order = await this.#find(id);
    if (order === undefined) {
      throw new RestException('order_not_found', `There is no order ${id}.`, 404, { id });
    }
    return order;
  }

  async belongsTo(id: number, userId: number): Promise<boolean> {
    return (await this.#find(id))?.user_id === userId;
  }

  async #find(id: number): Promise<Order | undefined> {
    const [order] = await this.database.query<Order>(
      'SELECT id, user_id, email, placed FROM orders WHERE id = $1',
      [id],
    );
    return order;
  }
}
