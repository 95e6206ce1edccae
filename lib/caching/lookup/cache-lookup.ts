import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import type { CacheEntry } from '../entries/entry.js';
import type { PendingPurges } from '../purging/pending-purges.js';
import type { CacheStore, StoreReading } from '../store/store.js';
import { areKnown, isSameGeneration } from '../store/token.js';
import type { EntryAddress } from './entry-address.js';

/** The entry of an address, if it is current, and the tokens in force when the store was read. */
export interface LookupResult {
  readonly entry: CacheEntry | undefined;
  readonly tokens: readonly string[];
}

/**
 * Step 1 of a cached request: looks up the entry of an address.
 *
 * The tokens of the result were in force before the method is called. The new entry is stored under
 * them, so a purge during the call ends that entry before it is written.
 */
export class CacheLookup {
  constructor(
    private readonly store: CacheStore,
    private readonly pending: PendingPurges,
  ) {}

  /** `undefined` where the store must be neither read nor written for this request. */
  find(address: EntryAddress): Awaitable<LookupResult | undefined> {
    // Before the store is read: while it is read, the purge may reach it and leave the pending ones.
    if (this.pending.concern(address.generations)) return undefined;
    const reading = this.store.read(address.key, address.generations);
    return whenReady(reading, (read) => this.#check(address, read));
  }

  #check(
    address: EntryAddress,
    reading: StoreReading | undefined,
  ): Awaitable<LookupResult | undefined> {
    if (reading === undefined) return undefined;
    const { entry, tokens } = reading;
    if (!areKnown(tokens)) return this.#begin(address, tokens);
    const isCurrent = entry !== undefined && isSameGeneration(entry.tokens, tokens);
    return { entry: isCurrent ? entry : undefined, tokens };
  }

  /** Begins the generations that have no token. No entry can belong to a generation that begins now. */
  #begin(
    { generations }: EntryAddress,
    tokens: readonly (string | undefined)[],
  ): Awaitable<LookupResult | undefined> {
    const missing = generations.filter((_, at) => tokens[at] === undefined);
    return whenReady(this.store.begin(missing), (begun) => {
      if (begun === undefined) return undefined;
      const next = begun.values();
      const all = tokens.map((token) => token ?? next.next().value);
      return areKnown(all) ? { entry: undefined, tokens: all } : undefined;
    });
  }
}
