import { isOwnPromise, type Awaitable } from '../shared/promises.js';
import { freshnessOf, type CacheableResponse, type CachedResponse } from './entry.js';
import type { CacheRequest, Clock } from './cache-request.js';
import {
  presentMadeResponse,
  presentHit,
  presentSharedEntry,
  presentUnstored,
} from './present-response.js';
import type { CacheKeys } from './keys.js';
import {
  type CacheLookup,
  type LookupResult,
  entryAddressOf,
  type EntryAddress,
} from './cache-lookup.js';
import type { ResponseJob, ResponseMaker, MadeResponse } from './response-maker.js';
import type { Arrivals } from './single-flight.js';
import type { SharedCalls } from './shared-calls.js';
import type { OnFailure, CacheStore } from './store/store.js';
import { hasNewerEntry } from './make-entry.js';

/** Replaces stale entries in the background, while requests still get the stale response. */
export class BackgroundRenewal {
  readonly #parts: RenewalParts;

  constructor(parts: RenewalParts) {
    this.#parts = parts;
  }

  /** Starts a renewal, unless one of the same entry is under way. */
  start<Produced extends CacheableResponse>(job: ResponseJob<Produced>, routeId: string): void {
    const { sharedCalls, clock, statusOfError } = this.#parts;
    const renewal = { key: job.key, routeId, since: clock.now() };
    void sharedCalls.makeInBackground(job)?.then(
      (made) => this.#finish(made, renewal),
      (error: unknown) => this.#fail(statusOfError(error), error, renewal),
    );
  }

  #finish({ response, entry }: MadeResponse<CacheableResponse>, renewal: Renewal): void {
    if (entry !== undefined) return;
    const { status } = response;
    this.#fail(status, new Error(`its method responded with status ${status}`), renewal);
  }

  /**
   * The method has responded with something that is not stored. Below 500, such as 404, the old entry
   * is wrong and is removed. From 500 on the old entry stays until it expires.
   */
  #fail(status: number, error: unknown, renewal: Renewal): void {
    if (status < 500) void this.#remove(renewal);
    else this.#parts.onFailure({ kind: 'renewal-failed', routeId: renewal.routeId, error });
  }

  async #remove({ key, since }: Renewal): Promise<void> {
    const { store } = this.#parts;
    if (!(await hasNewerEntry(store, key, since))) await store.remove(key);
  }
}

/** The parts of a cache responder. */
interface CacheResponderParts {
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

/** The parts of a background renewal. */
interface RenewalParts {
  readonly sharedCalls: SharedCalls;
  readonly store: CacheStore;
  readonly clock: Clock;
  readonly onFailure: OnFailure;
  /** The HTTP status of what a method has thrown. */
  readonly statusOfError: (error: unknown) => number;
}

/** A renewal that is under way. */
interface Renewal {
  readonly key: string;
  readonly routeId: string;
  readonly since: number;
}
