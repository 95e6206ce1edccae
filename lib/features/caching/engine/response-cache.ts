import { randomBytes } from 'node:crypto';
import { isOwnPromise, type Awaitable } from '../../../shared/promises.js';
import { responseOfHit, responseWithoutEntry, type CacheRequest } from './cache-headers.js';
import {
  CacheLookup,
  EntryAddresses,
  type EntryAddress,
  type LookupResult,
} from './cache-lookup.js';
import { freshnessOf, type CacheableResponse, type CachedResponse } from './entry.js';
import { CacheKeys, canonicalArguments } from './keys.js';
import { ResponseMaker, type Visit } from './response-maker.js';
import { GuardedStore } from './store/guarded-store.js';
import { PendingPurges, Purger } from './store/purger.js';
import type { CacheStore } from './store/store.js';
import { MemoryStore, RemoteStore } from './store/stores.js';
import { completeSettings, type CacheSettings, type CompleteSettings } from './settings.js';

/**
 * The cache of one application.
 *
 * A purge takes effect at once in this process: requests that come after the call get neither a purged entry nor a
 * response whose call began before. The promise resolves to `true` once the store has the purge: then no process reads
 * older data from the store. It resolves to `false` if the store is unavailable, and never rejects: the purge is kept
 * and tried again each second. Until the store has it, other processes may send entries that they can still read, at
 * most until those expire.
 *
 * It responds to requests in this order:
 *
 * 1. `CacheLookup` finds the entry. A fresh entry is the response. A stale entry is also the response, and
 * `ResponseMaker` replaces it.
 * 2. On a miss `ResponseMaker` joins the running call of the method (single flight).
 * 3. Otherwise it calls the method and stores the response.
 * 4. `cache-headers.ts` adds the headers for clients and other caches.
 */
export class ResponseCache {
  readonly #keys: CacheKeys;
  readonly #addresses: EntryAddresses;
  readonly #settings: CompleteSettings;
  readonly #guarded: GuardedStore | undefined;
  readonly #lookup: CacheLookup;
  readonly #maker: ResponseMaker;
  readonly #purger: Purger;

  constructor(stated: CacheSettings) {
    const settings = completeSettings(stated);
    const keys = new CacheKeys(settings.namespace);
    const guarded = guardStore(settings, keys);
    const store: CacheStore =
      guarded === undefined
        ? new MemoryStore(settings)
        : new RemoteStore(guarded, settings.maxEntryBytes);
    const pending = new PendingPurges(keys.all);
    const lookup = new CacheLookup(store, pending);
    this.#keys = keys;
    this.#addresses = new EntryAddresses(keys);
    this.#settings = settings;
    this.#guarded = guarded;
    this.#lookup = lookup;
    this.#maker = new ResponseMaker(store, settings);
    this.#purger = new Purger(store, pending, settings);
  }

  get storeFailures(): number {
    return this.#guarded?.failures ?? 0;
  }

  /**
   * The response to a request: at once if its entry is in this process, otherwise as a promise. Rejects only with the
   * error of `produce`.
   *
   * @param produce Calls the method. Also called in the background, after a stale response was sent.
   */
  respond(
    request: CacheRequest,
    produce: () => Awaitable<CacheableResponse>,
  ): Awaitable<CachedResponse> {
    const address = this.#addressOf(request);
    if (address === undefined) return bypass(request, produce);
    const arrival = this.#maker.arrivals.next();
    const unknown = { tokens: undefined, isStoreDown: false };
    const visit: Visit = { request, produce, address, arrival, ...unknown };
    const found = this.#lookup.find(address);
    return isOwnPromise(found) ? this.#respondAfter(found, visit) : this.#respondWith(found, visit);
  }

  /**
   * Purges the responses of a route, or only those to these arguments, for every caller.
   *
   * @param args The typed arguments with their defaults, as in the route's requests.
   */
  purge(routeId: string, args?: Readonly<Record<string, unknown>>): Promise<boolean> {
    const keys = this.#keys;
    const canonical = args === undefined ? undefined : canonicalArguments(args);
    // Arguments without a canonical text have no entries: the whole route is purged, to be safe.
    const isAll = canonical === undefined;
    return this.#purge([isAll ? keys.route(routeId) : keys.args(routeId, canonical)]);
  }

  purgeTags(...tags: readonly string[]): Promise<boolean> {
    return this.#purge([...new Set(tags)].map((tag) => this.#keys.tag(tag)));
  }

  /** Purges every response of this application; other values in the same store stay. */
  purgeAll(): Promise<boolean> {
    return this.#purge([this.#keys.all]);
  }

  #purge(generations: readonly string[]): Promise<boolean> {
    this.#maker.outdate(generations);
    return this.#purger.purge(generations);
  }

  /**
   * Stops the background work: waits for running methods and writes to the store, and makes a last attempt at the
   * pending purges.
   *
   * @param limitMs The time limit for all of this, in milliseconds.
   */
  async close(limitMs: number): Promise<void> {
    const work = Promise.all([this.#maker.idle(), this.#purger.close()]);
    if (limitMs <= 0) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#settings.clock.after(limitMs, resolve);
      void work.finally(() => {
        cancel();
        resolve();
      });
    });
  }

  #addressOf(request: CacheRequest): EntryAddress | undefined {
    try {
      return this.#addresses.of(request);
    } catch (error) {
      this.#settings.onFailure({ kind: 'tags-failed', routeId: request.routeId, error });
      return undefined;
    }
  }

  #respondAfter(looking: Promise<LookupResult | undefined>, visit: Visit): Promise<CachedResponse> {
    const { arrivals } = this.#maker;
    arrivals.wait(visit.arrival);
    return looking.then((found) => {
      // This joins a call before `sweep` drops the calls that only waiting requests may still join.
      const response = this.#respondWith(found, visit);
      arrivals.settle(visit.arrival);
      this.#maker.sweep();
      return response;
    });
  }

  #respondWith(found: LookupResult | undefined, visit: Visit): Awaitable<CachedResponse> {
    const { request } = visit;
    visit.tokens = found?.tokens;
    visit.isStoreDown = found === undefined && this.#guarded?.isDown === true;
    if (request.noCache) return this.#maker.makeAlone(visit);
    const entry = found?.entry;
    if (entry === undefined) return this.#maker.joinOrMake(visit);
    const now = this.#settings.clock.now();
    const freshness = freshnessOf(entry, now);
    if (freshness === 'expired') return this.#maker.joinOrMake(visit);
    if (freshness === 'stale') this.#maker.renew(visit);
    return responseOfHit(entry, request, now, freshness === 'fresh' ? 'hit' : 'stale');
  }
}

async function bypass(
  request: CacheRequest,
  produce: () => Awaitable<CacheableResponse>,
): Promise<CachedResponse> {
  return responseWithoutEntry(await produce(), request, 'bypass');
}

function guardStore(settings: CompleteSettings, keys: CacheKeys): GuardedStore | undefined {
  const { store } = settings;
  if (store === undefined) return undefined;
  // Each process has its own key: two processes that probe at the same time must not read each other's value.
  return new GuardedStore(store, keys.probe(randomBytes(9).toString('base64url')), settings);
}
