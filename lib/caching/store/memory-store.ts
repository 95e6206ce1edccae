import { LRUCache } from 'lru-cache';
import { sizeOfEntry, type CacheEntry } from '../entries/entry.js';
import type { CacheStore, StoreReading } from './store.js';
import { randomToken, type MakeToken } from './token.js';

/** How much a store in memory keeps. The least recently used entries are dropped first. */
export interface MemoryLimits {
  /** Number of entries; 10 000 by default. */
  readonly maxEntries?: number;
  /** Bytes of all entries, roughly; 64 MiB by default. Tokens may take another quarter of it. */
  readonly maxBytes?: number;
  /** Bytes of one entry, roughly; 4 MiB by default. A larger response is not stored. */
  readonly maxEntryBytes?: number;
}

const MEBIBYTE = 1024 * 1024;
export const DEFAULT_MAX_ENTRY_BYTES = 4 * MEBIBYTE;
/** Enough for some hundred entries with many tags each, even in a small store. */
const MINIMUM_TOKEN_BYTES = MEBIBYTE / 4;
/** Roughly how many bytes the map takes for a token, besides its text. */
const TOKEN_OVERHEAD = 100;

/**
 * Keeps entries and tokens in the memory of this process, without encoding: a hit waits for nothing.
 *
 * When a token is dropped, the entries of its generation are no longer current. Entries and tokens have
 * separate limits: with a common one, a large entry would push out the tokens that it needs.
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
      maxSize: Math.max(MINIMUM_TOKEN_BYTES, Math.floor(maxBytes / 4)),
      sizeCalculation: (token, key) => key.length + token.length + TOKEN_OVERHEAD,
    });
    this.#makeToken = makeToken;
  }

  read(entryKey: string, tokenKeys: readonly string[]): StoreReading {
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
