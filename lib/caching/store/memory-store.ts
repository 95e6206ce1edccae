import { LRUCache } from 'lru-cache';
import { sizeOfEntry, type CacheEntry } from '../entries/entry.js';
import type { CacheStore, Sighting } from './store.js';
import { randomToken, type MakeToken } from './token.js';

/** How much a store in memory keeps. What was used least recently goes first. */
export interface MemoryLimits {
  /** Entries; 10 000 by default. */
  readonly maxEntries?: number;
  /** Bytes of entries, roughly; 64 MiB by default. Generations may take a quarter of it beside them. */
  readonly maxBytes?: number;
  /** Bytes of a single entry, roughly; 4 MiB by default. A larger answer is not kept. */
  readonly maxEntryBytes?: number;
}

const MEBIBYTE = 1024 * 1024;
export const DEFAULT_MAX_ENTRY_BYTES = 4 * MEBIBYTE;
/** Enough for some hundred entries of many tags each, however small the store is. */
const LEAST_TOKEN_BYTES = MEBIBYTE / 4;
/** Roughly what the map takes for a token, beside its texts. */
const TOKEN_OVERHEAD = 100;

/**
 * Entries and generations in the memory of this process, as they are: a hit reads nothing and waits for
 * nothing. A generation that had to go takes its entries with it, as any lost one. Both are counted apart:
 * in one list an entry would push out the generations that it needs, and a small cache would keep nothing.
 */
export class MemoryStore implements CacheStore {
  readonly #entries: LRUCache<string, CacheEntry>;
  readonly #tokens: LRUCache<string, string>;
  readonly #makeToken: MakeToken;

  constructor(limits: MemoryLimits = {}, makeToken: MakeToken = randomToken) {
    const { maxEntries = 10_000, maxBytes = 64 * MEBIBYTE } = limits;
    const { maxEntryBytes = DEFAULT_MAX_ENTRY_BYTES } = limits;
    this.#entries = new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      maxEntrySize: Math.min(maxBytes, maxEntryBytes),
      sizeCalculation: (entry, key) => key.length + sizeOfEntry(entry),
    });
    this.#tokens = new LRUCache({
      maxSize: Math.max(LEAST_TOKEN_BYTES, Math.floor(maxBytes / 4)),
      sizeCalculation: (token, key) => key.length + token.length + TOKEN_OVERHEAD,
    });
    this.#makeToken = makeToken;
  }

  read(entryKey: string, tokenKeys: readonly string[]): Sighting {
    const tokens = tokenKeys.map((key) => this.#tokens.get(key));
    return { entry: this.#entries.get(entryKey), tokens };
  }

  begin(tokenKeys: readonly string[]): readonly string[] {
    return tokenKeys.map((key) => {
      const token = this.#makeToken();
      this.#tokens.set(key, token);
      return token;
    });
  }

  end(tokenKeys: readonly string[]): true {
    this.begin(tokenKeys);
    return true;
  }

  write(entryKey: string, entry: CacheEntry): true {
    this.#entries.set(entryKey, entry);
    return true;
  }

  remove(entryKey: string): true {
    this.#entries.delete(entryKey);
    return true;
  }
}
