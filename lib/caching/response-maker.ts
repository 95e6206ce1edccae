import { isOwnPromise, type Awaitable } from '../shared/promises.js';
import { type CacheEntry, isStorable, type CacheableResponse, type CachePolicy } from './entry.js';
import type { Clock } from './cache-request.js';
import { makeEntry, hasNewerEntry } from './make-entry.js';
import type { CallResult } from './single-flight.js';
import type { CacheStore } from './store/store.js';

/** A response to be made, and where its entry is stored. */
export interface ResponseJob<Produced extends CacheableResponse> {
  readonly key: string;
  /** The tokens in force before `produce` is called; nothing is stored where they are unknown. */
  readonly tokens: readonly string[] | undefined;
  /** When the request arrived: from `Arrivals`. */
  readonly arrival: number;
  readonly policy: Pick<CachePolicy, 'ttl' | 'staleWhileRevalidate' | 'sharing'>;
  readonly produce: () => Awaitable<Produced>;
}

/** A response that the method has made. */
export interface MadeResponse<Produced extends CacheableResponse> {
  readonly response: Produced;
  /** `undefined` where the response is for one request only. */
  readonly entry: CacheEntry | undefined;
  /** Whether the entry was given to the store. */
  readonly isStored: boolean;
}

/** The parts of a response maker. */
export interface ResponseMakerParts {
  readonly store: CacheStore;
  readonly clock: Clock;
  /** A call that takes longer counts as late: see `SingleFlightParts`. */
  readonly limitMs: number;
  /** From 0 to 1; spreads when entries expire. */
  readonly random: () => number;
}

/** Step 3 of a cached request: calls the method and stores its response. */
export class ResponseMaker {
  readonly #parts: ResponseMakerParts;

  constructor(parts: ResponseMakerParts) {
    this.#parts = parts;
  }

  /** Makes a response for one request, without sharing the call. */
  async make<Produced extends CacheableResponse>(
    job: ResponseJob<Produced>,
  ): Promise<MadeResponse<Produced>> {
    return (await this.call(job, this.#parts.clock.now())).value;
  }

  /**
   * Calls the method and stores its response.
   *
   * @param since When the request began; an entry that was stored later is newer.
   * @returns The response, which others may share until it is stored.
   */
  async call<Produced extends CacheableResponse>(
    job: ResponseJob<Produced>,
    since: number,
  ): Promise<CallResult<MadeResponse<Produced>>> {
    const response = await job.produce();
    if (!isStorable(response, job.policy.sharing)) return unstored(response, undefined);
    const { clock, random } = this.#parts;
    const now = clock.now();
    const { tokens = [] } = job;
    const entry = makeEntry(response, job.policy, { tokens, now, random: random() });
    const mayStore = this.#mayStore(job, since, now);
    return (isOwnPromise(mayStore) ? await mayStore : mayStore)
      ? this.#store(job.key, response, entry)
      : unstored(response, entry);
  }

  #mayStore(
    { key, tokens }: ResponseJob<CacheableResponse>,
    since: number,
    now: number,
  ): boolean | Promise<boolean> {
    if (tokens === undefined) return false;
    const { store, limitMs } = this.#parts;
    if (now - since < limitMs) return true;
    return Promise.resolve(hasNewerEntry(store, key, since)).then((isNewer) => !isNewer);
  }

  #store<Produced extends CacheableResponse>(
    key: string,
    response: Produced,
    entry: CacheEntry,
  ): CallResult<MadeResponse<Produced>> {
    const ttlMs = Math.max(1, entry.staleUntil - entry.storedAt);
    const written = this.#parts.store.write(key, entry, ttlMs);
    return {
      value: { response, entry, isStored: true },
      sharedUntil: isOwnPromise(written) ? written : undefined,
    };
  }
}

function unstored<Produced extends CacheableResponse>(
  response: Produced,
  entry: CacheEntry | undefined,
): CallResult<MadeResponse<Produced>> {
  return { value: { response, entry, isStored: false }, sharedUntil: undefined };
}
