import { LRUCache } from 'lru-cache';
import { sizeOfEntry, type CacheEntry } from './entry.js';
import type { CacheStore, Sighting } from './store.js';
import { randomToken, type MakeToken } from './token.js';

/** How much a store in memory keeps. What was used least recently goes first. */
export interface MemoryLimits {
  /** Entries, generations included; 10 000 by default. */
  readonly maxEntries?: number;
  /** Bytes, roughly; 64 MiB by default. */
  readonly maxBytes?: number;
  /** Bytes of a single entry, roughly; 4 MiB by default. A larger answer is not kept. */
  readonly maxEntryBytes?: number;
}

const MEBIBYTE = 1024 * 1024;
export const DEFAULT_MAX_ENTRY_BYTES = 4 * MEBIBYTE;

/**
 * Entries and generations in the memory of this process, as they are: a hit reads nothing and waits for
 * nothing. A generation that had to go takes its entries with it, as any lost one.
 */
export class MemoryStore implements CacheStore {
  readonly #kept: LRUCache<string, CacheEntry | string>;
  readonly #makeToken: MakeToken;

  constructor(limits: MemoryLimits = {}, makeToken: MakeToken = randomToken) {
    const { maxEntries = 10_000, maxBytes = 64 * MEBIBYTE } = limits;
    const { maxEntryBytes = DEFAULT_MAX_ENTRY_BYTES } = limits;
    this.#kept = new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      maxEntrySize: Math.min(maxBytes, maxEntryBytes),
      sizeCalculation: (value, key) =>
        key.length + (typeof value === 'string' ? value.length : sizeOfEntry(value)),
    });
    this.#makeToken = makeToken;
  }

  read(entryKey: string, tokenKeys: readonly string[]): Sighting {
    const entry = this.#kept.get(entryKey);
    // The tokens after the entry: they stay as long as what depends on them.
    const tokens = tokenKeys.map((key) => this.#token(key));
    return { entry: typeof entry === 'object' ? entry : undefined, tokens };
  }

  begin(tokenKeys: readonly string[]): readonly string[] {
    return tokenKeys.map((key) => {
      const token = this.#makeToken();
      this.#kept.set(key, token);
      return token;
    });
  }

  end(tokenKeys: readonly string[]): true {
    this.begin(tokenKeys);
    return true;
  }

  write(entryKey: string, entry: CacheEntry): true {
    this.#kept.set(entryKey, entry);
    return true;
  }

  remove(entryKey: string): true {
    this.#kept.delete(entryKey);
    return true;
  }

  #token(key: string): string | undefined {
    const token = this.#kept.get(key);
    return typeof token === 'string' ? token : undefined;
  }
}
