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

/** Told to the parent when the server listens; it ends with the parent. */
export function listening(url) {
  process.send(url);
  process.on('disconnect', () => process.exit(0));
}
