import { whenReady, type Awaitable } from '../shared/when-ready.js';
import type { CacheEntry } from './entries/entry.js';
import type { PendingPurges } from './store/pending-purges.js';
import type { CacheStore, Sighting } from './store/store.js';
import type { CacheRequest } from './keys/cache-request.js';
import { areKnown, isSameGeneration } from './store/token.js';

/** What is kept of a subject, and the generations in force when it was looked up. */
export interface Found {
  readonly entry: CacheEntry | undefined;
  readonly tokens: readonly string[];
}

/**
 * Looks a subject up. The tokens that come with it were in force before the method is called: what it
 * then answers is kept under them, so a purge in between has ended that entry before it was written.
 */
export class EntryLookup {
  constructor(
    private readonly store: CacheStore,
    private readonly pending: PendingPurges,
  ) {}

  /** `undefined` where nothing may be taken from the store, and nothing be left there. */
  find(cacheRequest: CacheRequest): Awaitable<Found | undefined> {
    // Asked before the store is: by the time it answers, the purge may have reached it and be forgotten.
    if (this.pending.concern(cacheRequest.generations)) return undefined;
    const sighting = this.store.read(cacheRequest.key, cacheRequest.generations);
    return whenReady(sighting, (seen) => this.#check(cacheRequest, seen));
  }

  #check(cacheRequest: CacheRequest, seen: Sighting | undefined): Awaitable<Found | undefined> {
    if (seen === undefined) return undefined;
    const { entry, tokens } = seen;
    if (!areKnown(tokens)) return this.#begin(cacheRequest, tokens);
    const isCurrent = entry !== undefined && isSameGeneration(entry.tokens, tokens);
    return { entry: isCurrent ? entry : undefined, tokens };
  }

  /** A generation that is not known begins now: no entry can be of it. */
  #begin(
    { generations }: CacheRequest,
    tokens: readonly (string | undefined)[],
  ): Awaitable<Found | undefined> {
    const lost = generations.filter((_, at) => tokens[at] === undefined);
    return whenReady(this.store.begin(lost), (begun) => {
      if (begun === undefined) return undefined;
      const next = begun.values();
      const all = tokens.map((token) => token ?? next.next().value);
      return areKnown(all) ? { entry: undefined, tokens: all } : undefined;
    });
  }
}
