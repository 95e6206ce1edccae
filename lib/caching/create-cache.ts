import { randomBytes } from 'node:crypto';
import { ResponseMaker, type Made } from './flights/response-maker.js';
import { CacheLookup } from './cache-lookup.js';
import { Arrivals } from './flights/arrivals.js';
import { SYSTEM_CLOCK, type Clock } from './clock.js';
import { GuardedStore } from './store/guarded-store.js';
import { CacheKeys } from './keys/cache-key.js';
import { EntryLookup } from './entry-lookup.js';
import { DEFAULT_MAX_ENTRY_BYTES, MemoryStore, type MemoryLimits } from './store/memory-store.js';
import { PendingPurges } from './store/pending-purges.js';
import { Purger } from './purger.js';
import { RemoteStore } from './store/remote-store.js';
import { ResponseCache } from './response-cache.js';
import { SingleFlight } from './flights/single-flight.js';
import type { CacheableResponse } from './entries/storable.js';
import type { CacheStore, TextStore } from './store/store.js';
import type { OnFailure } from './store/store-failure.js';

const DEFAULT_FLIGHT_LIMIT_MS = 30_000;

/** How a cache is set up. */
export interface CacheSettings extends MemoryLimits {
  /** Keeps the applications apart that share a store. */
  readonly namespace: string;
  /** A store of several processes; the memory of this one by default. */
  readonly store?: TextStore;
  /** How long a store may take; 100 ms by default. */
  readonly timeLimitMs?: number;
  /** For how long a store that failed is left alone; 5000 ms by default. */
  readonly restMs?: number;
  readonly onFailure: OnFailure;
  readonly clock?: Clock;
  /** How long requests wait for a call that is under way; 30 000 ms by default. */
  readonly flightLimitMs?: number;
  /** From 0 to 1; spreads when entries end. */
  readonly random?: () => number;
}

interface StoreChoice {
  readonly store: CacheStore;
  readonly failures: () => number;
}

/** Puts the cache of one application together. */
export function createResponseCache(settings: CacheSettings): ResponseCache {
  const { namespace, onFailure, clock = SYSTEM_CLOCK, random = Math.random } = settings;
  const keys = new CacheKeys(namespace);
  const { store, failures } = chooseStore(settings, keys, clock);
  const pending = new PendingPurges(keys.all);
  const lookup = new EntryLookup(store, pending);
  const { flightLimitMs = DEFAULT_FLIGHT_LIMIT_MS } = settings;
  const arrivals = new Arrivals();
  const flights = new SingleFlight<Made<CacheableResponse>>({
    arrivals,
    clock,
    limitMs: flightLimitMs,
  });
  const maker = new ResponseMaker({ store, flights, clock, flightLimitMs, random });
  const parts = { keys, store, lookup, maker, arrivals, flights, clock, onFailure };
  const cacheLookup = new CacheLookup(parts);
  const purger = new Purger({ store, pending, clock, onFailure });
  return new ResponseCache({ keys, cacheLookup, purger, storeFailures: failures });
}

function chooseStore(settings: CacheSettings, keys: CacheKeys, clock: Clock): StoreChoice {
  const { store, timeLimitMs = 100, restMs = 5000, onFailure } = settings;
  if (store === undefined) return { store: new MemoryStore(settings), failures: () => 0 };
  // A place of this process alone: two that try the store at a time must not read each other's mark.
  const probeKey = keys.probe(randomBytes(9).toString('base64url'));
  const guarded = new GuardedStore({ store, timeLimitMs, restMs, probeKey, clock, onFailure });
  const { maxEntryBytes = DEFAULT_MAX_ENTRY_BYTES } = settings;
  return { store: new RemoteStore(guarded, maxEntryBytes), failures: () => guarded.failures };
}
