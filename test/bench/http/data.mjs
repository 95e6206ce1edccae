export const ITEMS = Array.from({ length: 100 }, (_, id) => ({
  id,
  title: `Item ${id}`,
  price: id * 1.5,
  isActive: id % 2 === 0,
  tags: ['new', 'sale'],
}));

export const ORDER = {
  email: 'ada@example.com',
  lines: Array.from({ length: 10 }, (_, n) => ({ sku: `s${n}`, qty: n + 1 })),
};

/** How many more routes there are, `things/{n}/{id}`: the cost of one must not grow with them. */
export const MORE_ROUTES = Number(process.env.ROUTES ?? 10);

/** May remove items. */
export const EDITOR = 'Bearer editor';

/** Who is calling, by the header that says so; nobody is `undefined`. */
export const userOf = (authorization) =>
  authorization === EDITOR ? { id: 1, capabilities: ['delete_items'] } : undefined;
