import { isOwnPromise } from '../shared/thenable.js';
import type { Awaitable } from '../shared/when-ready.js';
import type { BackgroundRenewal } from './background-renewal.js';
import type { CachedResponse } from './cached-response.js';
import type { Clock } from './clock.js';
import { freshnessOf } from './entries/entry.js';
import type { CacheableResponse } from './entries/storable.js';
import {
  presentMadeResponse,
  presentHit,
  presentSharedEntry,
  presentUnstored,
} from './headers/present-response.js';
import type { CacheKeys } from './keys/cache-keys.js';
import type { CacheLookup, LookupResult } from './lookup/cache-lookup.js';
import type { CacheRequest } from './lookup/cache-request.js';
import { entryAddressOf, type EntryAddress } from './lookup/entry-address.js';
import type { ResponseJob, ResponseMaker } from './response-maker.js';
import type { Arrivals } from './single-flight/arrivals.js';
import type { SharedCalls } from './single-flight/shared-calls.js';
import type { OnFailure } from './store/store-failure.js';

/** The parts of a cache responder. */
export interface CacheResponderParts {
  readonly keys: CacheKeys;
  readonly lookup: CacheLookup;
  readonly arrivals: Arrivals;
  readonly sharedCalls: SharedCalls;
  readonly maker: ResponseMaker;
  readonly renewal: BackgroundRenewal;
  readonly clock: Clock;
  readonly onFailure: OnFailure;
}

/** One request while it is in the cache. */
interface Visit<Produced extends CacheableResponse> {
  readonly request: CacheRequest;
  readonly produce: () => Awaitable<Produced>;
  readonly address: EntryAddress;
  readonly arrival: number;
}

/**
 * Responds to cached requests, in this order:
 *
 * 1. `CacheLookup` finds the entry. A fresh entry is the response. A stale one is the response as well,
 *    while `BackgroundRenewal` replaces it.
 * 2. On a miss `SharedCalls` joins the call of the method that is under way (single flight).
 * 3. Otherwise `ResponseMaker` calls the method and stores the response.
 * 4. `present-response.ts` adds what clients and other caches need to know.
 */
export class CacheResponder {
  readonly #parts: CacheResponderParts;

  constructor(parts: CacheResponderParts) {
    this.#parts = parts;
  }

  respond<Produced extends CacheableResponse>(
    request: CacheRequest,
    produce: () => Awaitable<Produced>,
  ): Awaitable<CachedResponse<Produced>> {
    const { lookup, arrivals } = this.#parts;
    const address = this.#addressOf(request);
    if (address === undefined) return this.#bypass(request, produce);
    const visit = { request, produce, address, arrival: arrivals.next() };
    const found = lookup.find(address);
    return isOwnPromise(found) ? this.#respondAfter(found, visit) : this.#respondWith(found, visit);
  }

  #addressOf(request: CacheRequest): EntryAddress | undefined {
    try {
      return entryAddressOf(request, this.#parts.keys);
    } catch (error) {
      this.#parts.onFailure({ kind: 'tags-failed', routeId: request.routeId, error });
      return undefined;
    }
  }

  #respondAfter<Produced extends CacheableResponse>(
    looking: Promise<LookupResult | undefined>,
    visit: Visit<Produced>,
  ): Promise<CachedResponse<Produced>> {
    const { arrivals, sharedCalls } = this.#parts;
    arrivals.wait(visit.arrival);
    return looking.then((found) => {
      // Joins a call before `sweep` forgets the calls that only waiting requests may still join.
      const response = this.#respondWith(found, visit);
      arrivals.settle(visit.arrival);
      sharedCalls.sweep();
      return response;
    });
  }

  #respondWith<Produced extends CacheableResponse>(
    found: LookupResult | undefined,
    visit: Visit<Produced>,
  ): Awaitable<CachedResponse<Produced>> {
    const { request } = visit;
    const entry = request.noCache ? undefined : found?.entry;
    if (entry === undefined) return this.#make(visit, found?.tokens);
    const now = this.#parts.clock.now();
    const freshness = freshnessOf(entry, now);
    if (freshness === 'expired') return this.#make(visit, found?.tokens);
    if (freshness === 'stale') {
      this.#parts.renewal.start(jobOf(visit, found?.tokens), request.routeId);
    }
    return presentHit(entry, request, now, freshness);
  }

  async #make<Produced extends CacheableResponse>(
    visit: Visit<Produced>,
    tokens: readonly string[] | undefined,
  ): Promise<CachedResponse<Produced>> {
    const { maker, sharedCalls } = this.#parts;
    const { request } = visit;
    const job = jobOf(visit, tokens);
    if (request.noCache) return presentMadeResponse(await maker.make(job), request, 'request');
    const made = await sharedCalls.joinOrMake(job);
    return 'shared' in made
      ? presentSharedEntry(made.shared, request, made.isStored)
      : presentMadeResponse(made, request, 'miss');
  }

  /** Calls the method as if there were no cache. */
  async #bypass<Produced extends CacheableResponse>(
    request: CacheRequest,
    produce: () => Awaitable<Produced>,
  ): Promise<CachedResponse<Produced>> {
    return presentUnstored(await produce(), request, 'bypass');
  }
}

function jobOf<Produced extends CacheableResponse>(
  { request, produce, address, arrival }: Visit<Produced>,
  tokens: readonly string[] | undefined,
): ResponseJob<Produced> {
  return { key: address.key, tokens, arrival, policy: request.policy, produce };
}
