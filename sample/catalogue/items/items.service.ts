import { LazyInjectable, RestException } from 'nestjs-rest-routes';
import { Database, type Query, type Row } from '../database/database.js';
import type { Item, Kind } from './item.js';

/** The filter and the page of a list of items. */
export interface ItemQuery {
  readonly page: number;
  readonly perPage: number;
  readonly kind: Kind | null;
  readonly search: string | null;
  readonly since: Date | undefined;
}

export interface ItemPage {
  readonly items: readonly Item[];
  readonly total: number;
}

export type NewItem = Pick<Item, 'title' | 'kind' | 'price' | 'stock' | 'author'>;

/** What of an item changes; what is absent stays. */
export interface ItemChange {
  readonly title: string | undefined;
  readonly kind: Kind | undefined;
  readonly price: number | undefined;
  readonly stock: number | undefined;
}

const COLUMNS = 'id, title, kind, price::float8 AS price, stock, author, added';

@LazyInjectable()
export class ItemsService {
  constructor(private readonly database: Database) {}

  async find({ page, perPage, kind, search, since }: ItemQuery): Promise<ItemPage> {
    const where = `WHERE ($1::text IS NULL OR kind = $1)
      AND ($2::text IS NULL OR position(lower($2) IN lower(title)) > 0)
      AND ($3::timestamptz IS NULL OR added >= $3)`;
    const filter = [kind, search, since?.toISOString() ?? null];
    const items = await this.database.query<Item & Row>(
      `SELECT ${COLUMNS} FROM items ${where} ORDER BY id LIMIT $4 OFFSET $5`,
      [...filter, perPage, (page - 1) * perPage],
    );
    const [count] = await this.database.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM items ${where}`,
      filter,
    );
    return { items, total: count?.total ?? 0 };
  }

  /** @throws RestException `item_not_found` */
  async one(id: number, query: Query = this.database.query): Promise<Item> {
    const [item] = await query<Item & Row>(`SELECT ${COLUMNS} FROM items WHERE id = $1`, [id]);
    if (item === undefined) throw notFound(id);
    return item;
  }

  async create({ title, kind, price, stock, author }: NewItem): Promise<Item> {
    const [item] = await this.database.query<Item & Row>(
      `INSERT INTO items (title, kind, price, stock, author, added)
        VALUES ($1, $2, $3, $4, $5, now()) RETURNING ${COLUMNS}`,
      [title, kind, price, stock, author],
    );
    if (item === undefined) throw new Error('The insert returned no row.');
    return item;
  }

  /** @throws RestException `item_not_found` */
  async update(id: number, { title, kind, price, stock }: ItemChange): Promise<Item> {
    const [item] = await this.database.query<Item & Row>(
      `UPDATE items SET title = coalesce($2, title), kind = coalesce($3, kind),
        price = coalesce($4, price), stock = coalesce($5, stock)
        WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, title ?? null, kind ?? null, price ?? null, stock ?? null],
    );
    if (item === undefined) throw notFound(id);
    return item;
  }

  /** @throws RestException `item_not_found`, `item_ordered` */
  async remove(id: number): Promise<void> {
    const removed = await this.database.query(
      `DELETE FROM items WHERE id = $1
        AND NOT EXISTS (SELECT 1 FROM order_lines WHERE item_id = items.id) RETURNING id`,
      [id],
    );
    if (removed.length > 0) return;
    await this.one(id);
    throw new RestException('item_ordered', 'The item has been ordered.', 409, { id });
  }
}

function notFound(id: number): RestException {
  return new RestException('item_not_found', `There is no item ${id}.`, 404, { id });
}
