import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import type { CacheStore } from '../store/store.js';

/**
 * Whether an entry was stored since a method was called: what the method answers late is older than the
 * entry, and must not replace or remove it.
 */
export function isOvertaken(store: CacheStore, key: string, since: number): Awaitable<boolean> {
  return whenReady(
    store.read(key, []),
    (seen) => seen?.entry !== undefined && seen.entry.storedAt >= since,
  );
}
