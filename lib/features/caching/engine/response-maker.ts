import { isOwnPromise, type Awaitable } from '../../../shared/promises.js';
import { responseOfCall, responseOfSharedEntry, type CacheRequest } from './cache-headers.js';
import { publishFlightEvent } from './cache-events.js';
import {
  isStorable,
  makeEntry,
  type CacheableResponse,
  type CachedResponse,
  type CacheEntry,
} from './entry.js';
import type { EntryAddress } from './cache-lookup.js';
import { Arrivals, SingleFlight, type CallQuery, type CallResult } from './single-flight.js';
import type { CompleteSettings } from './settings.js';
import { hasNewerEntry, type CacheStore } from './store/store.js';

/** One request while it is in the cache, and the call that it needs. */
export interface Visit extends CallQuery {
  readonly request: CacheRequest;
  readonly produce: () => Awaitable<CacheableResponse>;
  readonly address: EntryAddress;
  /** The tokens in force before `produce` is called; nothing is stored if they are unknown. */
  tokens: readonly string[] | undefined;
  isStoreDown: boolean;
}

/** The result of a call that requests share. */
interface SharedResponse {
  readonly response: CacheableResponse;
  /** `undefined` if the response is for one request only. */
  readonly entry: CacheEntry | undefined;
  /** Whether the entry was given to the store. */
  readonly isStored: boolean;
}

/** Calls methods, once for all requests that may share the response, and stores their responses. */
export class ResponseMaker {
  readonly arrivals = new Arrivals();
  readonly #flight: SingleFlight<SharedResponse>;
  /** Running calls of methods, and writes to the store. */
  readonly #work = new Set<Promise<unknown>>();

  constructor(
    private readonly store: CacheStore,
    private readonly settings: CompleteSettings,
  ) {
    const { clock, flightLimitMs } = settings;
    this.#flight = new SingleFlight(this.arrivals, clock, flightLimitMs);
  }

  async makeAlone(visit: Visit): Promise<CachedResponse> {
    const { value } = await this.#call(visit, this.settings.clock.now());
    return responseOfCall(value.response, value.entry, value.isStored, visit.request);
  }

  /**
   * The response of the running call, or else of a new call. A request that comes after a purge never joins a call that
   * began before the purge. After the time limit, each waiting request calls the method itself.
   */
  async joinOrMake(visit: Visit): Promise<CachedResponse> {
    const since = this.settings.clock.now();
    const startedAt = performance.now();
    const { routeId } = visit.request;
    const { isLeader, result } = this.#flight.joinOrLead(visit, () => this.#call(visit, since));
    const shared = await result;
    if (!isLeader && shared?.entry !== undefined) {
      publishFlightEvent(routeId, 'joined', startedAt);
      return responseOfSharedEntry(shared.entry, visit.request, shared.isStored);
    }
    // A response that must not be stored may be for the leading request only, for example because of a cookie.
    const { response, entry, isStored } =
      isLeader && shared !== undefined ? shared : (await this.#call(visit, since)).value;
    publishFlightEvent(routeId, 'called', startedAt);
    return responseOfCall(response, entry, isStored, visit.request);
  }

  /** Replaces a stale entry in the background, unless a call for it is running. */
  renew(visit: Visit): void {
    const { clock, statusOfError } = this.settings;
    if (this.#flight.isUnderWay(visit)) return;
    const since = clock.now();
    const startedAt = performance.now();
    const renewal = this.#flight.lead(visit, async () => {
      // The stale response is sent first: a method may compute for a long time before it waits for anything.
      await new Promise<void>((resolve) => clock.after(0, resolve));
      return this.#call(visit, since);
    });
    void this.#track(renewal).then(
      ({ response, entry }) => {
        publishFlightEvent(visit.request.routeId, 'renewed', startedAt);
        if (entry !== undefined) return;
        const error = new Error(`its method responded with status ${response.status}`);
        this.#failRenewal(visit, since, response.status, error);
      },
      (error: unknown) => this.#failRenewal(visit, since, statusOfError(error), error),
    );
  }

  /** Marks the calls that requests after a purge by this process may not join. */
  outdate(generations: readonly string[]): void {
    this.#flight.outdate(generations);
  }

  /** Settles once all methods and writes to the store are done. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }

  #track<T>(work: Promise<T>): Promise<T> {
    const forget = (): void => void this.#work.delete(work);
    this.#work.add(work);
    work.then(forget, forget);
    return work;
  }

  /** Drops finished calls that no waiting request may join any more. */
  sweep(): void {
    this.#flight.sweep();
  }

  /**
   * Calls the method and stores its response.
   *
   * @param since The time at which the request began; an entry that was stored later is newer than the response.
   * @returns The response, which others may share until it is stored.
   */
  #call(visit: Visit, since: number): Promise<CallResult<SharedResponse>> {
    return this.#track(this.#callAndStore(visit, since));
  }

  async #callAndStore(
    { address: { key }, tokens, produce, request: { policy } }: Visit,
    since: number,
  ): Promise<CallResult<SharedResponse>> {
    const response = await produce();
    if (!isStorable(response, policy.sharing)) return unstored(response, undefined);
    const { store } = this;
    const { clock, random, flightLimitMs } = this.settings;
    const now = clock.now();
    const entry = makeEntry(response, policy, { tokens: tokens ?? [], now, random: random() });
    if (tokens === undefined) return unstored(response, entry);
    const isLate = now - since >= flightLimitMs;
    if (isLate && (await hasNewerEntry(store, key, since))) return unstored(response, entry);
    const written = store.write(key, entry, Math.max(1, entry.staleUntil - entry.storedAt));
    return {
      value: { response, entry, isStored: true },
      sharedUntil: isOwnPromise(written) ? this.#track(written) : undefined,
    };
  }

  /**
   * The method has responded with a response that is not stored. Below 500, such as 404, the old entry is wrong and is
   * removed. From 500 on, the old entry stays until it expires.
   */
  #failRenewal(
    { address: { key }, request: { routeId } }: Visit,
    since: number,
    status: number,
    error: unknown,
  ): void {
    const { store } = this;
    if (status >= 500) return this.settings.onFailure({ kind: 'renewal-failed', routeId, error });
    const read = Promise.resolve(hasNewerEntry(store, key, since));
    void this.#track(read.then((isNewer) => (isNewer ? undefined : store.remove(key))));
  }
}

function unstored(
  response: CacheableResponse,
  entry: CacheEntry | undefined,
): CallResult<SharedResponse> {
  return { value: { response, entry, isStored: false }, sharedUntil: undefined };
}
