import { LazyInjectable, RestException } from 'nestjs-rest-routes';
import { Database, type Query, type Row } from '../database/database.js';
import { ItemsService } from '../items/items.service.js';
import type { OrderLine } from './order-line.js';

export interface Order extends Row {
  readonly id: number;
  readonly user_id: number;
  readonly email: string;
  readonly placed: string;
  readonly lines: readonly OrderLine[];
}

@LazyInjectable()
export class OrdersService {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsService,
  ) {}

  /** @throws RestException `item_not_found`, `item_out_of_stock` */
  async place(userId: number, email: string, lines: readonly OrderLine[]): Promise<Order> {
    const id = await this.database.transaction(async (query) => {
      // Items are locked in one order, so that two orders of the same items cannot deadlock.
      for (const line of lines.toSorted((a, b) => a.item - b.item)) await this.#take(query, line);
      return insertOrder(query, userId, email, lines);
    });
    return this.one(id);
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

  async #take(query: Query, { item, quantity }: OrderLine): Promise<void> {
    const { stock } = await this.items.one(item, query);
    const taken = await query(
      'UPDATE items SET stock = stock - $2 WHERE id = $1 AND stock >= $2 RETURNING id',
      [item, quantity],
    );
    if (taken.length === 0) {
      throw new RestException('item_out_of_stock', `There are not ${quantity} left.`, 409, {
        item,
        stock,
      });
    }
  }

  async #find(id: number): Promise<Order | undefined> {
    const [order] = await this.database.query<Order>(
      `SELECT id, user_id, email, placed,
        (SELECT json_agg(json_build_object('item', item_id, 'quantity', quantity))
          FROM order_lines WHERE order_id = orders.id) AS lines
      FROM orders WHERE id = $1`,
      [id],
    );
    return order;
  }
}

async function insertOrder(
  query: Query,
  userId: number,
  email: string,
  lines: readonly OrderLine[],
): Promise<number> {
  const [order] = await query<{ id: number }>(
    'INSERT INTO orders (user_id, email) VALUES ($1, $2) RETURNING id',
    [userId, email],
  );
  if (order === undefined) throw new Error('The insert returned no row.');
  await query(
    `INSERT INTO order_lines (order_id, item_id, quantity)
      SELECT $1, item, quantity FROM unnest($2::int[], $3::int[]) AS line (item, quantity)`,
    [order.id, lines.map(({ item }) => item), lines.map(({ quantity }) => quantity)],
  );
  return order.id;
}
