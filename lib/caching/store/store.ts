import type { Awaitable } from '../../shared/when-ready.js';
import type { CacheEntry } from '../entries/entry.js';

/**
 * A store outside this process, with the operations that every store has: Redis, Valkey, or any other
 * store of Keyv. It keeps strings under keys. It may throw, hang, forget, lose writes silently, and
 * return invalid values.
 */
export interface TextStore {
  /** The values of keys, in their order; `undefined` for one that is not there. */
  get(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /**
   * Sets a key that is not there: of several processes at a time, one succeeds. Absent where the store
   * has no such operation.
   */
  readonly add?: ((key: string, value: string, ttlMs: number) => Promise<void>) | undefined;
  delete(key: string): Promise<void>;
}

/** The result of one read. */
export interface StoreReading {
  readonly entry: CacheEntry | undefined;
  /** In the order of the keys that were read; `undefined` for a token that is not there. */
  readonly tokens: readonly (string | undefined)[];
}

/**
 * A store of entries and generations. Nothing here throws or rejects: the result shows whether the store
 * was available.
 *
 * Entries are purged through generations. A generation (of a route, of arguments, of a tag, of
 * everything) has a token, a random text. An entry contains the tokens it was made under, and is current
 * while they are in force; a purge writes new tokens. A token is never written twice, so no delayed write
 * brings an old generation back. A token that was lost is replaced by a new one.
 */
export interface CacheStore {
  /** Reads an entry and tokens in one trip; `undefined` where the store is unavailable. */
  read(entryKey: string, tokenKeys: readonly string[]): Awaitable<StoreReading | undefined>;
  /** Writes tokens for generations that have none; returns those in force, `undefined` if unknown. */
  begin(tokenKeys: readonly string[]): Awaitable<readonly string[] | undefined>;
  /** Ends generations by new tokens; returns whether every process sees them from now on. */
  end(tokenKeys: readonly string[]): Awaitable<boolean>;
  write(entryKey: string, entry: CacheEntry, ttlMs: number): Awaitable<boolean>;
  remove(entryKey: string): Awaitable<boolean>;
}
