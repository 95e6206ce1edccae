import { isOwnPromise } from '../../shared/thenable.js';
import type { Awaitable } from '../../shared/when-ready.js';
import type { Clock } from '../clock.js';
import type { CacheEntry } from '../entries/entry.js';
import { makeEntry } from '../entries/make-entry.js';
import type { CachePolicy } from '../cache-policy.js';
import { isOvertaken } from './overtaken.js';
import type { Landing, SingleFlight } from './single-flight.js';
import { isStorable, type CacheableResponse } from '../entries/storable.js';
import type { CacheStore } from '../store/store.js';

/** A response to be made, and where it is to be kept. */
export interface Job<Produced extends CacheableResponse> {
  readonly key: string;
  /** The generations as they were before `produce` is called; where they are not known nothing is kept. */
  readonly tokens: readonly string[] | undefined;
  /** When the request arrived: from `Arrivals`. */
  readonly arrival: number;
  readonly policy: Pick<CachePolicy, 'ttl' | 'staleWhileRevalidate' | 'sharing'>;
  readonly produce: () => Awaitable<Produced>;
}

/** A response that was made; with its entry, where it may be given to others. */
export interface Made<Produced extends CacheableResponse> {
  readonly response: Produced;
  readonly entry: CacheEntry | undefined;
  /** Whether the entry went to the store. */
  readonly isStored: boolean;
}

/** The response of a call that was under way for another request. */
export interface Shared {
  readonly shared: CacheEntry;
  readonly isStored: boolean;
}

/** What a maker needs of its surroundings. */
export interface MakerParts {
  readonly store: CacheStore;
  readonly flights: SingleFlight<Made<CacheableResponse>>;
  readonly clock: Clock;
  /** After which a call counts as late: see `FlightParts`. */
  readonly flightLimitMs: number;
  readonly random: () => number;
}

/** Calls methods and keeps what they answer. */
export class ResponseMaker {
  readonly #parts: MakerParts;

  constructor(parts: MakerParts) {
    this.#parts = parts;
  }

  /**
   * The response of this call, or of the one that is under way for the same question: who comes after a
   * purge never gets what was begun before it. A call that takes longer than the limit is waited for no
   * more, and the method is called for each who has waited.
   */
  async share<Produced extends CacheableResponse>(
    job: Job<Produced>,
  ): Promise<Shared | Made<Produced>> {
    const { flights, clock } = this.#parts;
    const since = clock.now();
    const own: { made?: Made<Produced> } = {};
    const made = await flights.run(job, async () => {
      const landing = await this.#make(job, since);
      own.made = landing.value;
      return landing;
    });
    if (own.made !== undefined) return own.made;
    // What may not be kept may be meant only for the one who led, as a cookie is.
    if (made?.entry === undefined) return (await this.#make(job, since)).value;
    return { shared: made.entry, isStored: made.isStored };
  }

  /** The response of this very call. */
  async make<Produced extends CacheableResponse>(job: Job<Produced>): Promise<Made<Produced>> {
    return (await this.#make(job, this.#parts.clock.now())).value;
  }

  /** Makes a response beside the requests; `undefined` where that is under way already. */
  renew<Produced extends CacheableResponse>(
    job: Job<Produced>,
  ): Promise<Made<CacheableResponse>> | undefined {
    const { flights, clock } = this.#parts;
    if (flights.isUnderWay(job)) return undefined;
    const since = clock.now();
    return flights.lead(job, async () => {
      // The old answer is to be sent first: a method may compute for long before it waits for anything.
      await new Promise<void>((resolve) => clock.after(0, resolve));
      return this.#make(job, since);
    });
  }

  /** @param since When the response was asked for; an entry that was stored later is newer. */
  async #make<Produced extends CacheableResponse>(
    job: Job<Produced>,
    since: number,
  ): Promise<Landing<Made<Produced>>> {
    const { store, clock, random, flightLimitMs } = this.#parts;
    const response = await job.produce();
    if (!isStorable(response, job.policy.sharing)) {
      return { value: { response, entry: undefined, isStored: false }, openUntil: undefined };
    }
    const now = clock.now();
    const { tokens } = job;
    const making = { tokens: tokens ?? [], now, random: random() };
    const entry = makeEntry(response, job.policy, making);
    const isLate = now - since >= flightLimitMs;
    if (tokens === undefined || (isLate && (await isOvertaken(store, job.key, since)))) {
      return { value: { response, entry, isStored: false }, openUntil: undefined };
    }
    const written = store.write(job.key, entry, Math.max(1, entry.staleUntil - now));
    return {
      value: { response, entry, isStored: true },
      openUntil: isOwnPromise(written) ? written : undefined,
    };
  }
}
