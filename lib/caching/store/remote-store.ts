import { sizeOfEntry, type CacheEntry } from '../entries/entry.js';
import { decodeEntry, encodeEntry } from '../entries/entry-text.js';
import type { GuardedStore } from './guarded-store.js';
import type { CacheStore, StoreReading } from './store.js';
import { tokenOf, type MakeToken } from './token.js';
import { TokenWriter } from './token-writer.js';

/** Keeps entries and tokens in a store that several processes share. */
export class RemoteStore implements CacheStore {
  readonly #store: GuardedStore;
  readonly #tokens: TokenWriter;
  readonly #maxEntryBytes: number;

  constructor(store: GuardedStore, maxEntryBytes: number, makeToken?: MakeToken) {
    this.#store = store;
    this.#tokens = new TokenWriter(store, makeToken);
    this.#maxEntryBytes = maxEntryBytes;
  }

  async read(entryKey: string, tokenKeys: readonly string[]): Promise<StoreReading | undefined> {
    const values = await this.#store.get([entryKey, ...tokenKeys]);
    if (values === undefined) return undefined;
    const [text, ...tokens] = values;
    const entry = text === undefined ? undefined : decodeEntry(entryKey, text);
    return { entry, tokens: tokens.map(tokenOf) };
  }

  begin(tokenKeys: readonly string[]): Promise<readonly string[] | undefined> {
    return this.#tokens.begin(tokenKeys);
  }

  end(tokenKeys: readonly string[]): Promise<boolean> {
    return this.#tokens.end(tokenKeys);
  }

  async write(entryKey: string, entry: CacheEntry, ttlMs: number): Promise<boolean> {
    if (sizeOfEntry(entry) > this.#maxEntryBytes) return false;
    return this.#store.set(entryKey, encodeEntry(entryKey, entry), ttlMs);
  }

  remove(entryKey: string): Promise<boolean> {
    return this.#store.delete(entryKey);
  }
}
