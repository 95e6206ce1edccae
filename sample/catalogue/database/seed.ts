import type { Query } from './engine.js';

const KINDS = ['book', 'film', 'game'] as const;
const SUBJECTS = ['Garden', 'Harbour', 'Engine', 'Winter', 'Bridge', 'Signal', 'Market', 'Island'];
const ITEM_COUNT = 300;

/** The users who may edit items: ada and bob. */
const AUTHORS = [1, 2] as const;

/** Creates the tables with the same few hundred rows each time. A database that has tables is not changed. */
export async function seed(query: Query): Promise<void> {
  const [found] = await query<{ items: string | null }>(
    "SELECT to_regclass('items')::text AS items",
  );
  if (found?.items !== null) return;
  for (const table of TABLES) await query(table);
  await query(`INSERT INTO items (title, kind, price, stock, author, added) VALUES ${rows()}`);
}

const TABLES = [
  `CREATE TABLE items (
    id serial PRIMARY KEY,
    title text NOT NULL,
    kind text NOT NULL,
    price numeric(8, 2) NOT NULL,
    stock integer NOT NULL,
    author integer NOT NULL,
    added timestamptz NOT NULL
  )`,
  `CREATE TABLE covers (
    item_id integer PRIMARY KEY REFERENCES items ON DELETE CASCADE,
    type text NOT NULL,
    content bytea NOT NULL
  )`,
  `CREATE TABLE orders (
    id serial PRIMARY KEY,
    user_id integer NOT NULL,
    email text NOT NULL,
    placed timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE order_lines (
    order_id integer NOT NULL REFERENCES orders ON DELETE CASCADE,
    item_id integer NOT NULL REFERENCES items,
    quantity integer NOT NULL
  )`,
];

/** The rows as SQL. They depend only on their number, so the text contains no value from a client. */
function rows(): string {
  return Array.from({ length: ITEM_COUNT }, (_, index) => {
    const subject = SUBJECTS[index % SUBJECTS.length];
    const kind = KINDS[index % KINDS.length];
    const author = AUTHORS[index % AUTHORS.length];
    const price = (5 + ((index * 37) % 4500) / 100).toFixed(2);
    const added = `timestamptz '2026-01-01T00:00:00Z' + interval '${index} hours'`;
    return `('${subject} ${index + 1}', '${kind}', ${price}, ${index % 12}, ${author}, ${added})`;
  }).join(', ');
}
