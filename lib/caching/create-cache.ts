import { randomBytes } from 'node:crypto';
import { BackgroundRenewal } from './background-renewal.js';
import { CacheResponder } from './cache-responder.js';
import { SYSTEM_CLOCK, type Clock } from './clock.js';
import type { CacheableResponse } from './entries/storable.js';
import { CacheKeys } from './keys/cache-keys.js';
import { CacheLookup } from './lookup/cache-lookup.js';
import { PendingPurges } from './purging/pending-purges.js';
import { Purger } from './purging/purger.js';
import { ResponseCache } from './response-cache.js';
import { ResponseMaker, type MadeResponse } from './response-maker.js';
import { Arrivals } from './single-flight/arrivals.js';
import { SharedCalls } from './single-flight/shared-calls.js';
import { SingleFlight } from './single-flight/single-flight.js';
import { GuardedStore } from './store/guarded-store.js';
import { DEFAULT_MAX_ENTRY_BYTES, MemoryStore, type MemoryLimits } from './store/memory-store.js';
import { RemoteStore } from './store/remote-store.js';
import type { OnFailure } from './store/store-failure.js';
import type { CacheStore, TextStore } from './store/store.js';

const DEFAULT_FLIGHT_LIMIT_MS = 30_000;

/** The settings of a cache. */
export interface CacheSettings extends MemoryLimits {
  /** Separates the applications that share a store. */
  readonly namespace: string;
  /** A store that several processes share; the memory of this process by default. */
  readonly store?: TextStore;
  /** How long the store may take, in milliseconds; 100 by default. */
  readonly timeLimitMs?: number;
  /** How long a store is left alone after a failure, in milliseconds; 5000 by default. */
  readonly restMs?: number;
  readonly onFailure: OnFailure;
  /** The HTTP status of what a method has thrown: below 500, a background renewal removes the entry. */
  readonly statusOfError: (error: unknown) => number;
  readonly clock?: Clock;
  /** How long requests wait for a call that is under way, in milliseconds; 30 000 by default. */
  readonly flightLimitMs?: number;
  /** From 0 to 1; spreads when entries expire. */
  readonly random?: () => number;
}

interface StoreChoice {
  readonly store: CacheStore;
  readonly failures: () => number;
}

/** Composes the cache of one application. */
export function createResponseCache(settings: CacheSettings): ResponseCache {
  const { onFailure, clock = SYSTEM_CLOCK } = settings;
  const keys = new CacheKeys(settings.namespace);
  const { store, failures } = chooseStore(settings, keys, clock);
  const pending = new PendingPurges(keys.all);
  const lookup = new CacheLookup(store, pending);
  const responder = createResponder({ settings, keys, store, lookup, clock });
  const purger = new Purger({ store, pending, clock, onFailure });
  return new ResponseCache({ keys, responder, purger, storeFailures: failures });
}

function chooseStore(settings: CacheSettings, keys: CacheKeys, clock: Clock): StoreChoice {
  const { store, timeLimitMs = 100, restMs = 5000, onFailure } = settings;
  if (store === undefined) return { store: new MemoryStore(settings), failures: () => 0 };
  // Each process has a key of its own: two that probe at a time must not read each other's value.
  const probeKey = keys.probe(randomBytes(9).toString('base64url'));
  const guarded = new GuardedStore({ store, timeLimitMs, restMs, probeKey, clock, onFailure });
  const { maxEntryBytes = DEFAULT_MAX_ENTRY_BYTES } = settings;
  return { store: new RemoteStore(guarded, maxEntryBytes), failures: () => guarded.failures };
}

interface ResponderSetup {
  readonly settings: CacheSettings;
  readonly keys: CacheKeys;
  readonly store: CacheStore;
  readonly lookup: CacheLookup;
  readonly clock: Clock;
}

function createResponder({ settings, keys, store, lookup, clock }: ResponderSetup): CacheResponder {
  const { onFailure, statusOfError, random = Math.random } = settings;
  const limitMs = settings.flightLimitMs ?? DEFAULT_FLIGHT_LIMIT_MS;
  const arrivals = new Arrivals();
  const singleFlight = new SingleFlight<MadeResponse<CacheableResponse>>({
    arrivals,
    clock,
    limitMs,
  });
  const maker = new ResponseMaker({ store, clock, limitMs, random });
  const sharedCalls = new SharedCalls({ singleFlight, maker, clock });
  const renewal = new BackgroundRenewal({ sharedCalls, store, clock, onFailure, statusOfError });
  const parts = { keys, lookup, arrivals, sharedCalls, maker, renewal, clock, onFailure };
  return new CacheResponder(parts);
}
