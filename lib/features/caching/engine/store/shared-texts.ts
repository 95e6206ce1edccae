import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { CacheKeys } from '../keys.js';
import {
  completeSettings,
  type CacheSettings,
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_ENTRIES,
  DEFAULT_MAX_ENTRY_BYTES,
  type MemoryLimits,
} from '../settings.js';
import { GuardedStore } from './guarded-store.js';

/**
 * The texts of another feature in the store of the cache. Nothing here rejects: the result shows whether the store was
 * available.
 */
export interface SharedTexts {
  /**
   * Sets a key that is not there. Returns the text that the key has then: of several callers at a time, one gets its
   * own. `undefined` if the store is unavailable.
   */
  add(key: string, text: string, ttlMs: number): Promise<string | undefined>;
  /** Returns whether the store has the text; `false` also if it is too large. */
  set(key: string, text: string, ttlMs: number): Promise<boolean>;
  /** Deletes a key that still has the text. */
  delete(key: string, text: string): Promise<void>;
}

/** A request waits longer for a text without which it is rejected than for a response that its method makes again. */
const TIME_LIMIT_MS = 1000;

export function openTexts({ store, ...stated }: CacheSettings): SharedTexts {
  if (store === undefined) return new MemoryTexts(stated);
  // The store is tested again at once: a rejected request comes again.
  const settings = completeSettings({ ...stated, timeLimitMs: TIME_LIMIT_MS, restMs: 0 });
  const probe = new CacheKeys(stated.namespace).probe(randomBytes(9).toString('base64url'));
  return new RemoteTexts(new GuardedStore(store, probe, settings), stated.maxEntryBytes);
}

/** Texts in the memory of this process. The least recently used ones are dropped first. */
class MemoryTexts implements SharedTexts {
  readonly #texts: LRUCache<string, string>;

  constructor(limits: MemoryLimits) {
    const { maxEntries = DEFAULT_MAX_ENTRIES, maxBytes = DEFAULT_MAX_BYTES } = limits;
    const { maxEntryBytes = DEFAULT_MAX_ENTRY_BYTES } = limits;
    this.#texts = new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      maxEntrySize: Math.min(maxBytes, maxEntryBytes),
      sizeCalculation: (text, key) => key.length + Buffer.byteLength(text),
    });
  }

  async add(key: string, text: string, ttlMs: number): Promise<string | undefined> {
    const known = this.#texts.get(key);
    if (known === undefined) this.#texts.set(key, text, { ttl: ttlMs });
    return known ?? text;
  }

  async set(key: string, text: string, ttlMs: number): Promise<boolean> {
    this.#texts.set(key, text, { ttl: ttlMs });
    return this.#texts.has(key);
  }

  async delete(key: string, text: string): Promise<void> {
    if (this.#texts.get(key) === text) this.#texts.delete(key);
  }
}

/** A key may expire or be deleted between the addition and the reading of its text. */
const MAXIMUM_ATTEMPTS = 3;

/**
 * Texts in a store outside this process. `add` is atomic between processes if the store can add, as Redis and Valkey
 * can; in any other store, only for callers one after the other.
 */
class RemoteTexts implements SharedTexts {
  constructor(
    private readonly store: GuardedStore,
    private readonly maxEntryBytes = DEFAULT_MAX_ENTRY_BYTES,
  ) {}

  async add(key: string, text: string, ttlMs: number): Promise<string | undefined> {
    for (let attempt = 0; attempt < MAXIMUM_ATTEMPTS; attempt++) {
      const known = this.store.canAdd ? [undefined] : await this.store.get([key]);
      if (known?.[0] !== undefined) return known[0];
      if (known === undefined || !(await this.store.add(key, text, ttlMs))) return undefined;
      const now = await this.store.get([key]);
      if (now === undefined || now[0] !== undefined) return now?.[0];
    }
    this.store.reportLostWrite();
    return undefined;
  }

  async set(key: string, text: string, ttlMs: number): Promise<boolean> {
    if (Buffer.byteLength(text) > this.maxEntryBytes) return false;
    return this.store.set(key, text, ttlMs);
  }

  async delete(key: string, text: string): Promise<void> {
    const now = await this.store.get([key]);
    if (now?.[0] === text) await this.store.delete(key);
  }
}
