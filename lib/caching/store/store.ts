import type { Awaitable } from '../../shared/when-ready.js';
import type { CacheEntry } from '../entries/entry.js';

/**
 * A store outside of this process, as little as any has: Redis, Valkey, whatever Keyv reaches. Texts
 * under keys. It may throw, hang, forget, lose writes without a word, and answer rubbish.
 */
export interface TextStore {
  /** The values of keys, in their order; `undefined` for one that is not there. */
  get(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /**
   * Sets what is not there, and leaves what is: of several processes at a time, one succeeds. Absent
   * where the store has no such operation.
   */
  readonly add?: ((key: string, value: string, ttlMs: number) => Promise<void>) | undefined;
  delete(key: string): Promise<void>;
}

/** What one look-up found. */
export interface Sighting {
  readonly entry: CacheEntry | undefined;
  /** The tokens that were asked for, in their order. */
  readonly tokens: readonly (string | undefined)[];
}

/**
 * What the cache needs of a place where entries and generations are kept. Nothing here throws or
 * rejects: a store that cannot be had says so by its result.
 *
 * A generation has a token, a random text. Every entry knows the tokens that it was made under and
 * counts as long as they are the current ones. A token is written once and never again, so that no
 * delayed write brings an old generation back, and one that was lost is replaced by a new one.
 */
export interface CacheStore {
  /** An entry and tokens in one trip; `undefined` where the store cannot be had. */
  read(entryKey: string, tokenKeys: readonly string[]): Awaitable<Sighting | undefined>;
  /** Tokens for generations that have none; those in force afterwards, `undefined` if that is unknown. */
  begin(tokenKeys: readonly string[]): Awaitable<readonly string[] | undefined>;
  /** Ends generations: new tokens. Whether every process sees them from now on. */
  end(tokenKeys: readonly string[]): Awaitable<boolean>;
  write(entryKey: string, entry: CacheEntry, ttlMs: number): Awaitable<boolean>;
  remove(entryKey: string): Awaitable<boolean>;
}
