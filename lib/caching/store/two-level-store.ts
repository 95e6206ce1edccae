import type { LRUCache } from 'lru-cache';
import { whenReady, type Awaitable } from '../../shared/promises.js';
import type { Clock } from '../clock.js';
import type { CacheEntry } from '../entry.js';
import type { MemoryLevel } from '../settings.js';
import { boundedEntries, boundedTokens } from './stores.js';
import type { PurgeChannel } from './purge-channel.js';
import type { CacheStore, StoreReading } from './store.js';

/** A value, and when the store was known to have it. Milliseconds since 1970. */
interface Known<Value> {
  readonly value: Value;
  readonly at: number;
}

/**
 * Keeps what it reads from a store in the memory of this process. A fresh entry whose tokens were all in
 * force within the last `ttlMs` is found without the store. Everything else is read from the store.
 */
export class TwoLevelStore implements CacheStore {
  readonly #entries: LRUCache<string, Known<CacheEntry>>;
  readonly #tokens: LRUCache<string, Known<string>>;
  /** The reads under way. One is outdated where a key was forgotten since: its result may be older than a purge. */
  readonly #reads = new Set<{ readonly keys: readonly string[]; isOutdated: boolean }>();

  /** @param channel Tells of the purges of other processes; absent where the store does not pass them on. */
  constructor(
    private readonly store: CacheStore,
    private readonly memory: MemoryLevel,
    private readonly channel: PurgeChannel | undefined,
    private readonly clock: Clock,
  ) {
    this.#entries = boundedEntries(memory, ({ value }) => value);
    this.#tokens = boundedTokens(memory, ({ value }) => value);
    channel?.onPurge((keys) => (keys === undefined ? this.#forgetAll() : this.forget(keys)));
  }

  read(entryKey: string, tokenKeys: readonly string[]): Awaitable<StoreReading | undefined> {
    return this.#find(entryKey, tokenKeys) ?? this.#readStore(entryKey, tokenKeys);
  }

  begin(tokenKeys: readonly string[]): Awaitable<readonly string[] | undefined> {
    return this.#during(tokenKeys, this.store.begin(tokenKeys), (tokens, at) =>
      this.#keepTokens(tokenKeys, tokens, at),
    );
  }

  /** Forgets the tokens before and after: a read that began before may return the old ones. */
  end(tokenKeys: readonly string[]): Awaitable<boolean> {
    this.forget(tokenKeys);
    return whenReady(this.store.end(tokenKeys), (isDone) => {
      this.forget(tokenKeys);
      return isDone;
    });
  }

  write(entryKey: string, entry: CacheEntry, ttlMs: number): Awaitable<boolean> {
    this.#entries.set(entryKey, { value: entry, at: this.clock.now() });
    return this.store.write(entryKey, entry, ttlMs);
  }

  remove(entryKey: string): Awaitable<boolean> {
    this.forget([entryKey]);
    return whenReady(this.store.remove(entryKey), (isDone) => {
      this.channel?.tell(entryKey);
      return isDone;
    });
  }

  /** Forgets entries and tokens; they are read from the store again. */
  forget(keys: readonly string[]): void {
    for (const key of keys) {
      this.#entries.delete(key);
      this.#tokens.delete(key);
    }
    for (const read of this.#reads) {
      if (!read.isOutdated) read.isOutdated = read.keys.some((key) => keys.includes(key));
    }
  }

  #forgetAll(): void {
    this.#entries.clear();
    this.#tokens.clear();
    for (const read of this.#reads) read.isOutdated = true;
  }

  #find(entryKey: string, tokenKeys: readonly string[]): StoreReading | undefined {
    const { channel } = this;
    const known = this.#entries.get(entryKey);
    if (known === undefined || channel?.isLive === false) return undefined;
    const now = this.clock.now();
    const { value: entry } = known;
    if (now >= entry.freshUntil || !this.#isRecent(known, now)) return undefined;
    const areInForce = tokenKeys.every((key, place) => {
      const token = this.#tokens.get(key);
      return (
        token !== undefined && token.value === entry.tokens[place] && this.#isRecent(token, now)
      );
    });
    return areInForce ? { entry, tokens: entry.tokens } : undefined;
  }

  /** A clock that was set back makes nothing more recent than now. */
  #isRecent({ at }: Known<unknown>, now: number): boolean {
    const age = now - at;
    return age >= 0 && age < this.memory.ttlMs;
  }

  #readStore(entryKey: string, tokenKeys: readonly string[]): Awaitable<StoreReading | undefined> {
    const keys = [entryKey, ...tokenKeys];
    return this.#during(keys, this.store.read(entryKey, tokenKeys), ({ entry, tokens }, at) => {
      if (entry !== undefined) this.#entries.set(entryKey, { value: entry, at });
      this.#keepTokens(tokenKeys, tokens, at);
    });
  }

  #keepTokens(keys: readonly string[], tokens: readonly (string | undefined)[], at: number): void {
    keys.forEach((key, place) => {
      const value = tokens[place];
      if (value === undefined) this.#tokens.delete(key);
      else this.#tokens.set(key, { value, at });
    });
  }

  /** Keeps the result of a read, unless one of its keys was forgotten while it was under way. */
  #during<Result>(
    keys: readonly string[],
    reading: Awaitable<Result | undefined>,
    keep: (result: Result, at: number) => void,
  ): Awaitable<Result | undefined> {
    const at = this.clock.now();
    const read = { keys, isOutdated: false };
    this.#reads.add(read);
    return whenReady(reading, (result) => {
      this.#reads.delete(read);
      if (result !== undefined && !read.isOutdated) keep(result, at);
      return result;
    });
  }
}
