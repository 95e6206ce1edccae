import { randomBytes } from 'node:crypto';
import { isOwnPromise, type Awaitable } from '../shared/promises.js';
import { presentHit, presentUnstored, type CacheRequest } from './cache-headers.js';
import {
  CacheLookup,
  EntryAddresses,
  type EntryAddress,
  type LookupResult,
} from './cache-lookup.js';
import { SYSTEM_CLOCK, type Clock } from './clock.js';
import { freshnessOf, type CacheableResponse, type CachedResponse } from './entry.js';
import { CacheKeys, canonicalArguments } from './keys.js';
import { ResponseMaker, type Visit } from './response-maker.js';
import { FleetFlight } from './fleet-flight.js';
import { GuardedStore } from './store/guarded-store.js';
import { PurgeChannel } from './store/purge-channel.js';
import { PendingPurges, Purger } from './store/purger.js';
import type { CacheStore, OnFailure, TextStore } from './store/store.js';
import { MemoryStore, RemoteStore, type MemoryLimits } from './store/stores.js';
import { TwoLevelStore, type MemoryLevel } from './store/two-level-store.js';

const DEFAULT_FLIGHT_LIMIT_MS = 30_000;

const DEFAULT_LEASE_MS = 3000;

/** The settings of a cache. */
export interface CacheSettings extends MemoryLimits {
  /** Separates the applications that share a store. */
  readonly namespace: string;
  /** A store that several processes share; the memory of this process by default. */
  readonly store?: TextStore;
  /** Memory of this process in front of the store; none by default. */
  readonly memory?: MemoryLevel;
  /** How long a process that calls a method for all others may give no sign of life, in milliseconds; 3000 by default. */
  readonly leaseMs?: number;
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

/**
 * The cache of one application.
 *
 * A purge takes effect at once in this process: requests that come after the call get neither a purged
 * entry nor a response whose call began before. The promise resolves to `true` once the purge holds for
 * every process that shares the store. It resolves to `false` where the store is unavailable, and never
 * rejects: the purge is remembered and tried again each second. Until the store has it, other processes
 * may send entries that they can still read, at most until those expire. It also resolves to `false` where
 * a process that keeps entries in memory has not confirmed it in time.
 *
 * It responds to requests in this order:
 *
 * 1. `CacheLookup` finds the entry. A fresh entry is the response. A stale one is the response as well,
 *    while `ResponseMaker` replaces it.
 * 2. On a miss `ResponseMaker` joins the call of the method that is under way (single flight).
 * 3. Otherwise it calls the method and stores the response.
 * 4. `cache-headers.ts` adds what clients and other caches need to know.
 */
export class ResponseCache {
  readonly #keys: CacheKeys;
  readonly #addresses: EntryAddresses;
  readonly #clock: Clock;
  readonly #onFailure: OnFailure;
  readonly #guarded: GuardedStore | undefined;
  readonly #lookup: CacheLookup;
  readonly #maker: ResponseMaker;
  readonly #purger: Purger;
  readonly #channel: PurgeChannel | undefined;

  constructor(settings: CacheSettings) {
    const { onFailure, statusOfError, random = Math.random, clock = SYSTEM_CLOCK } = settings;
    const { flightLimitMs: limitMs = DEFAULT_FLIGHT_LIMIT_MS } = settings;
    this.#keys = new CacheKeys(settings.namespace);
    this.#addresses = new EntryAddresses(this.#keys);
    this.#clock = clock;
    this.#onFailure = onFailure;
    this.#guarded = guardStore(settings, this.#keys, clock);
    const levels = openLevels(settings, this.#guarded, this.#keys, clock);
    const { store, channel } = levels;
    const pending = new PendingPurges(this.#keys.all);
    this.#channel = channel;
    this.#lookup = new CacheLookup(store, pending);
    const fleet = this.#fleet(settings, limitMs);
    const parts = { store, clock, onFailure };
    this.#maker = new ResponseMaker({ ...parts, limitMs, random, statusOfError, fleet });
    this.#purger = new Purger({ ...parts, pending, announce: announcer(channel) });
  }

  #fleet({ leaseMs = DEFAULT_LEASE_MS }: CacheSettings, limitMs: number): FleetFlight | undefined {
    const store = this.#guarded;
    if (store?.canLease !== true) return undefined;
    const common = { keys: this.#keys, clock: this.#clock, lookup: this.#lookup };
    return new FleetFlight({ ...common, store, leaseMs, limitMs });
  }

  /** How often the store has failed since this process started. */
  get storeFailures(): number {
    return this.#guarded?.failures ?? 0;
  }

  /**
   * The response to a request: at once where its entry is in this process, else as a promise. Rejects
   * only with what `produce` throws.
   *
   * @param produce Calls the method. Also called in the background, after a stale response was sent.
   */
  respond<Produced extends CacheableResponse>(
    request: CacheRequest,
    produce: () => Awaitable<Produced>,
  ): Awaitable<CachedResponse<Produced>> {
    const address = this.#addressOf(request);
    if (address === undefined) return bypass(request, produce);
    const arrival = this.#maker.arrivals.next();
    const visit: Visit<Produced> = {
      request,
      produce,
      address,
      arrival,
      tokens: undefined,
    };
    const found = this.#lookup.find(address);
    return isOwnPromise(found) ? this.#respondAfter(found, visit) : this.#respondWith(found, visit);
  }

  /**
   * Purges the responses of a route, or those to these arguments, for every caller.
   *
   * @param args The typed arguments with their defaults, as in the route's requests.
   */
  purge(routeId: string, args?: Readonly<Record<string, unknown>>): Promise<boolean> {
    const keys = this.#keys;
    const canonical = args === undefined ? undefined : canonicalArguments(args);
    // Arguments without a canonical text have no entries: the whole route is purged, to be safe.
    const isAll = canonical === undefined;
    return this.#purger.purge([isAll ? keys.route(routeId) : keys.args(routeId, canonical)]);
  }

  /** Purges the responses that have one of these tags. */
  purgeTags(...tags: readonly string[]): Promise<boolean> {
    return this.#purger.purge([...new Set(tags)].map((tag) => this.#keys.tag(tag)));
  }

  /** Purges every response of this application; other values in the same store stay. */
  purgeAll(): Promise<boolean> {
    return this.#purger.purge([this.#keys.all]);
  }

  /** Whether the store responds; `undefined` where there is none but the memory of this process. */
  isStoreReachable(): Promise<boolean> | undefined {
    return this.#guarded?.isReachable();
  }

  /**
   * Stops the work in the background, after a last attempt at the waiting purges.
   *
   * @param limitMs How long to wait for calls that are under way, in milliseconds.
   */
  async close(limitMs = 0): Promise<boolean> {
    if (limitMs > 0) await this.#idle(limitMs);
    const areDone = await this.#purger.close();
    await this.#channel?.close();
    return areDone;
  }

  #idle(limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(limitMs, resolve);
      void this.#maker.idle().then(() => {
        cancel();
        resolve();
      });
    });
  }

  #addressOf(request: CacheRequest): EntryAddress | undefined {
    try {
      return this.#addresses.of(request);
    } catch (error) {
      this.#onFailure({ kind: 'tags-failed', routeId: request.routeId, error });
      return undefined;
    }
  }

  #respondAfter<Produced extends CacheableResponse>(
    looking: Promise<LookupResult | undefined>,
    visit: Visit<Produced>,
  ): Promise<CachedResponse<Produced>> {
    const { arrivals } = this.#maker;
    arrivals.wait(visit.arrival);
    return looking.then((found) => {
      // Joins a call before `sweep` forgets the calls that only waiting requests may still join.
      const response = this.#respondWith(found, visit);
      arrivals.settle(visit.arrival);
      this.#maker.sweep();
      return response;
    });
  }

  #respondWith<Produced extends CacheableResponse>(
    found: LookupResult | undefined,
    visit: Visit<Produced>,
  ): Awaitable<CachedResponse<Produced>> {
    const { request } = visit;
    visit.tokens = found?.tokens;
    if (request.noCache) return this.#maker.makeAlone(visit);
    const entry = found?.entry;
    if (entry === undefined) return this.#maker.joinOrMake(visit);
    const now = this.#clock.now();
    const freshness = freshnessOf(entry, now);
    if (freshness === 'expired') return this.#maker.joinOrMake(visit);
    if (freshness === 'stale') this.#maker.renew(visit);
    return presentHit(entry, request, now, freshness === 'fresh' ? 'hit' : 'stale');
  }
}

/** Calls the method as if there were no cache. */
async function bypass<Produced extends CacheableResponse>(
  request: CacheRequest,
  produce: () => Awaitable<Produced>,
): Promise<CachedResponse<Produced>> {
  return presentUnstored(await produce(), request, 'bypass');
}

/** The memory of this process; a store; or a store with memory in front of it. */
function openLevels(
  settings: CacheSettings,
  guarded: GuardedStore | undefined,
  keys: CacheKeys,
  clock: Clock,
): { readonly store: CacheStore; readonly channel: PurgeChannel | undefined } {
  if (guarded === undefined) return { store: new MemoryStore(settings), channel: undefined };
  const remote = new RemoteStore(guarded, settings.maxEntryBytes);
  const { memory } = settings;
  if (memory === undefined) return { store: remote, channel: undefined };
  const store = new TwoLevelStore(remote, {
    memory,
    clock,
    mayUseMemory: () => channel?.isLive ?? true,
    onRemoved: (key) => channel?.tell(key),
  });
  const messages = settings.store?.messages;
  const channel: PurgeChannel | undefined =
    messages &&
    new PurgeChannel({
      messages,
      channel: keys.purges,
      clock,
      memoryTtlMs: memory.ttlMs,
      onPurge: (purged) => store.forget(purged),
      onGap: () => store.forgetAll(),
    });
  return { store, channel };
}

function announcer(
  channel: PurgeChannel | undefined,
): ((generations: readonly string[]) => Promise<boolean>) | undefined {
  return channel && ((generations) => channel.announce(generations));
}

function guardStore(
  { store, timeLimitMs = 100, restMs = 5000, onFailure }: CacheSettings,
  keys: CacheKeys,
  clock: Clock,
): GuardedStore | undefined {
  if (store === undefined) return undefined;
  // Each process has a key of its own: two that probe at a time must not read each other's value.
  const probeKey = keys.probe(randomBytes(9).toString('base64url'));
  return new GuardedStore({ store, timeLimitMs, restMs, probeKey, clock, onFailure });
}
