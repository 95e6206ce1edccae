import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import type { CacheStore } from '../store/store.js';

/**
 * Whether an entry was stored since `since`, when a method was called. A response that arrives late is
 * older than that entry, and must not replace or remove it.
 */
export function hasNewerEntry(store: CacheStore, key: string, since: number): Awaitable<boolean> {
  return whenReady(
    store.read(key, []),
    (reading) => reading?.entry !== undefined && reading.entry.storedAt >= since,
  );
}
