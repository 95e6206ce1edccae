export const ITEMS = Array.from({ length: 100 }, (_, id) => ({
  id,
  title: `Item ${id}`,
  price: id * 1.5,
  isActive: id % 2 === 0,
  tags: ['new', 'sale'],
}));

export const ORDER = JSON.stringify({
  email: 'ada@example.com',
  lines: Array.from({ length: 10 }, (_, n) => ({ sku: `s${n}`, qty: n + 1 })),
});

/** How many more routes there are, `things/{n}/{id}`: the cost of one must not grow with them. */
export const MORE_ROUTES = Number(process.env.ROUTES ?? 10);

/** Told to the parent when the server listens; it ends with the parent. */
export function listening(url) {
  process.send(url);
  process.on('message', () => process.send(process.memoryUsage().heapUsed));
  process.on('disconnect', () => process.exit(0));
}
