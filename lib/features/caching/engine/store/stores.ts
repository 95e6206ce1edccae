import { LRUCache } from 'lru-cache';
import { decodeEntry, encodeEntry, sizeOfEntry, type CacheEntry } from '../entry.js';
import {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_ENTRIES,
  DEFAULT_MAX_ENTRY_BYTES,
  type MemoryLimits,
} from '../settings.js';
import type { GuardedStore } from './guarded-store.js';
import { areKnown, randomToken, tokenOf, type CacheStore, type StoreReading } from './store.js';

/**
 * A month, the longest lifetime that every store accepts: memcached reads a greater number as a date. If a token
 * expires before its entries, they are made again.
 */
const TOKEN_TTL_MS = 30 * 86_400_000;
const MAXIMUM_ATTEMPTS = 3;

type Tokens = StoreReading['tokens'];

/**
 * Keeps entries and tokens in a store that several processes share. The store has no counters, and may have no "set if
 * absent". Each write of a token has a new one, so a late write can end a generation, but cannot restore one.
 */
export class RemoteStore implements CacheStore {
  readonly #beginning = new Map<string, Promise<string | undefined>>();

  constructor(
    private readonly store: GuardedStore,
    private readonly maxEntryBytes = DEFAULT_MAX_ENTRY_BYTES,
    private readonly makeToken: () => string = randomToken,
  ) {}

  async read(entryKey: string, tokenKeys: readonly string[]): Promise<StoreReading | undefined> {
    const values = await this.store.get([entryKey, ...tokenKeys]);
    if (values === undefined) return undefined;
    const [text, ...tokens] = values;
    const entry = text === undefined ? undefined : decodeEntry(entryKey, text);
    return { entry, tokens: tokens.map(tokenOf) };
  }

  async write(entryKey: string, entry: CacheEntry, ttlMs: number): Promise<boolean> {
    if (sizeOfEntry(entry) > this.maxEntryBytes) return false;
    return this.store.set(entryKey, encodeEntry(entryKey, entry), ttlMs);
  }

  remove(entryKey: string): Promise<boolean> {
    return this.store.delete(entryKey);
  }

  /**
   * Begins generations, once for all simultaneous callers. The tokens are read again after the write:
   * another process may have begun the same generations, and both continue with the same tokens.
   */
  async begin(keys: readonly string[]): Promise<readonly string[] | undefined> {
    const fresh = keys.filter((key) => !this.#beginning.has(key));
    if (fresh.length > 0) this.#lead(fresh);
    const tokens = await Promise.all(keys.map((key) => this.#beginning.get(key)));
    return areKnown(tokens) ? tokens : undefined;
  }

  /**
   * Ends generations, and confirms it by reading: the store has a new token, of this purge or of another one. This
   * detects a store that loses writes silently.
   */
  async end(keys: readonly string[]): Promise<boolean> {
    let before: Tokens = keys.map(() => undefined);
    for (let attempt = 0; attempt < MAXIMUM_ATTEMPTS; attempt++) {
      const ours = await this.#write(keys);
      const now = ours && (await this.#read(keys));
      if (ours === undefined || now === undefined) return false;
      if (now.every((token, at) => isNew(token, ours[at], before[at]))) return true;
      before = now;
    }
    this.store.reportLostWrite();
    return false;
  }

  #lead(keys: readonly string[]): void {
    const begun = this.#begin(keys);
    keys.forEach((key, at) => {
      this.#beginning.set(
        key,
        begun.then((tokens) => tokens?.[at]),
      );
    });
    void begun.finally(() => keys.forEach((key) => this.#beginning.delete(key)));
  }

  /**
   * Adds if the store can, so that processes that begin at the same time never end each other's generation. A value
   * that is not a token blocks the addition and is replaced.
   */
  async #begin(keys: readonly string[]): Promise<Tokens | undefined> {
    const added = this.store.canAdd ? await this.#beginWith('add', keys) : undefined;
    const tokens =
      added === undefined || !areKnown(added) ? await this.#beginWith('set', keys) : added;
    if (tokens !== undefined && !areKnown(tokens)) this.store.reportLostWrite();
    return tokens;
  }

  async #beginWith(how: 'add' | 'set', keys: readonly string[]): Promise<Tokens | undefined> {
    const written = await this.#write(keys, how);
    return written && (await this.#read(keys));
  }

  async #write(
    keys: readonly string[],
    how: 'add' | 'set' = 'set',
  ): Promise<readonly string[] | undefined> {
    const tokens = keys.map(() => this.makeToken());
    const writes = keys.map((key, at) => this.store[how](key, tokens[at] ?? '', TOKEN_TTL_MS));
    return (await Promise.all(writes)).every(Boolean) ? tokens : undefined;
  }

  async #read(keys: readonly string[]): Promise<Tokens | undefined> {
    return (await this.store.get(keys))?.map(tokenOf);
  }
}

function isNew(
  token: string | undefined,
  ours: string | undefined,
  before: string | undefined,
): boolean {
  if (token === undefined) return false;
  return token === ours || (before !== undefined && token !== before);
}

/** Enough for some hundred entries with many tags each, even in a small store. */
const MINIMUM_TOKEN_BYTES = 256 * 1024;

/** Roughly the number of bytes that the map needs for a token, besides its text. */
const TOKEN_OVERHEAD = 100;

/**
 * Keeps entries and tokens in the memory of this process, without encoding; a hit is synchronous.
 *
 * When a token is dropped, the entries of its generation are no longer current. Entries and tokens have separate
 * limits: with a common limit, a large entry would displace the tokens that it needs.
 */
export class MemoryStore implements CacheStore {
  readonly #entries: LRUCache<string, CacheEntry>;
  readonly #tokens: LRUCache<string, string>;
  readonly #makeToken: () => string;

  constructor(limits: MemoryLimits = {}, makeToken: () => string = randomToken) {
    const { maxEntries = DEFAULT_MAX_ENTRIES, maxBytes = DEFAULT_MAX_BYTES } = limits;
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
