import { ITEMS } from './data.mjs';

let cachedCalls = 0;

/** What stands behind a cache: it counts, so that the proof sees whether there is one. */
export function itemsToCache() {
  cachedCalls++;
  return ITEMS;
}

/** Told to the parent when the server listens; it ends with the parent. */
export function listening(url) {
  process.send(url);
  process.on('message', (asked) => {
    if (asked === 'collect') globalThis.gc();
    process.send({ heapUsed: process.memoryUsage().heapUsed, cachedCalls });
  });
  process.on('disconnect', () => process.exit(0));
}
