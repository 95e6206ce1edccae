import { isOwnPromise, type Awaitable } from '../shared/promises.js';
import { presentMadeResponse, presentSharedEntry, type CacheRequest } from './cache-headers.js';
import type { Clock } from './clock.js';
import {
  isStorable,
  makeEntry,
  type CacheableResponse,
  type CachedResponse,
  type CacheEntry,
} from './entry.js';
import { Arrivals, SingleFlight, type CallResult } from './single-flight.js';
import { hasNewerEntry, type CacheStore, type OnFailure } from './store/store.js';

/** One request while it is in the cache. */
export interface Visit<Produced extends CacheableResponse> {
  readonly request: CacheRequest;
  readonly produce: () => Awaitable<Produced>;
  /** The key of its entry. */
  readonly key: string;
  /** From `Arrivals`. */
  readonly arrival: number;
  /** The tokens in force before `produce` is called; nothing is stored where they are unknown. */
  tokens: readonly string[] | undefined;
}

/** A response that the method has made. */
interface MadeResponse<Produced extends CacheableResponse> {
  readonly response: Produced;
  /** `undefined` where the response is for one request only. */
  readonly entry: CacheEntry | undefined;
  /** Whether the entry was given to the store. */
  readonly isStored: boolean;
}

/** What a response maker works with. */
export interface ResponseMakerParts {
  readonly store: CacheStore;
  readonly clock: Clock;
  /** How long requests wait for a shared call. A call that takes longer counts as late. */
  readonly limitMs: number;
  /** From 0 to 1; spreads when entries expire. */
  readonly random: () => number;
  readonly onFailure: OnFailure;
  /** The HTTP status of what a method has thrown. */
  readonly statusOfError: (error: unknown) => number;
}

/** Calls methods, once for all requests that may share the response, and stores what they respond. */
export class ResponseMaker {
  readonly arrivals = new Arrivals();
  readonly #parts: ResponseMakerParts;
  readonly #flight: SingleFlight<MadeResponse<CacheableResponse>>;

  constructor(parts: ResponseMakerParts) {
    this.#parts = parts;
    this.#flight = new SingleFlight({ ...parts, arrivals: this.arrivals });
  }

  /** Makes a response for one request, without sharing the call. */
  async makeAlone<Produced extends CacheableResponse>(
    visit: Visit<Produced>,
  ): Promise<CachedResponse<Produced>> {
    const { value } = await this.#call(visit, this.#parts.clock.now());
    return presentMadeResponse(value.response, value.entry, value.isStored, visit.request);
  }

  /**
   * The response of the call that is under way, else of a call of its own. A request that comes after a
   * purge never joins a call that began before it. Past the time limit each waiting request calls the
   * method itself.
   */
  async joinOrMake<Produced extends CacheableResponse>(
    visit: Visit<Produced>,
  ): Promise<CachedResponse<Produced>> {
    const since = this.#parts.clock.now();
    const own: { made?: MadeResponse<Produced> } = {};
    const shared = await this.#flight.joinOrLead(visit, async () => {
      const result = await this.#call(visit, since);
      own.made = result.value;
      return result;
    });
    // A response that must not be stored may be meant for the leading request only, as a cookie is.
    if (own.made === undefined && shared?.entry !== undefined) {
      return presentSharedEntry(shared.entry, visit.request, shared.isStored);
    }
    const { response, entry, isStored } = own.made ?? (await this.#call(visit, since)).value;
    return presentMadeResponse(response, entry, isStored, visit.request);
  }

  /** Replaces a stale entry in the background, unless a call for it is under way. */
  renew(visit: Visit<CacheableResponse>): void {
    const { clock, statusOfError } = this.#parts;
    if (this.#flight.isUnderWay(visit)) return;
    const since = clock.now();
    const renewal = this.#flight.lead(visit, async () => {
      // The stale response is sent first: a method may compute for long before it waits for anything.
      await new Promise<void>((resolve) => clock.after(0, resolve));
      return this.#call(visit, since);
    });
    void renewal.then(
      ({ response: { status }, entry }) => {
        if (entry !== undefined) return;
        const error = new Error(`its method responded with status ${status}`);
        this.#failRenewal(visit, since, status, error);
      },
      (error: unknown) => this.#failRenewal(visit, since, statusOfError(error), error),
    );
  }

  /** Drops finished calls that no waiting request may join any more. */
  sweep(): void {
    this.#flight.sweep();
  }

  /**
   * Calls the method and stores its response.
   *
   * @param since When the request began; an entry that was stored later is newer.
   * @returns The response, which others may share until it is stored.
   */
  async #call<Produced extends CacheableResponse>(
    { key, tokens, produce, request: { policy } }: Visit<Produced>,
    since: number,
  ): Promise<CallResult<MadeResponse<Produced>>> {
    const response = await produce();
    if (!isStorable(response, policy.sharing)) return unstored(response, undefined);
    const { store, clock, random, limitMs } = this.#parts;
    const now = clock.now();
    const entry = makeEntry(response, policy, { tokens: tokens ?? [], now, random: random() });
    if (tokens === undefined) return unstored(response, entry);
    const isLate = now - since >= limitMs;
    if (isLate && (await hasNewerEntry(store, key, since))) return unstored(response, entry);
    const written = store.write(key, entry, Math.max(1, entry.staleUntil - entry.storedAt));
    return {
      value: { response, entry, isStored: true },
      sharedUntil: isOwnPromise(written) ? written : undefined,
    };
  }

  /**
   * The method has responded with something that is not stored. Below 500, such as 404, the old entry
   * is wrong and is removed. From 500 on the old entry stays until it expires.
   */
  #failRenewal(
    { key, request: { routeId } }: Visit<CacheableResponse>,
    since: number,
    status: number,
    error: unknown,
  ): void {
    const { store, onFailure } = this.#parts;
    if (status >= 500) return onFailure({ kind: 'renewal-failed', routeId, error });
    void Promise.resolve(hasNewerEntry(store, key, since)).then((isNewer) =>
      isNewer ? undefined : store.remove(key),
    );
  }
}

function unstored<Produced extends CacheableResponse>(
  response: Produced,
  entry: CacheEntry | undefined,
): CallResult<MadeResponse<Produced>> {
  return { value: { response, entry, isStored: false }, sharedUntil: undefined };
}
