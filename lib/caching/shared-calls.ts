import type { Clock } from './cache-request.js';
import type { CacheEntry, CacheableResponse } from './entry.js';
import type { MadeResponse, ResponseJob, ResponseMaker } from './response-maker.js';
import type { SingleFlight } from './single-flight.js';

/** The entry that a call for another request has made. */
interface SharedEntry {
  readonly shared: CacheEntry;
  readonly isStored: boolean;
}

/** The parts of the shared calls. */
interface SharedCallsParts {
  readonly singleFlight: SingleFlight<MadeResponse<CacheableResponse>>;
  readonly maker: ResponseMaker;
  readonly clock: Clock;
}

/** Step 2 of a cached request: calls a method once for all requests that may share its response. */
export class SharedCalls {
  readonly #parts: SharedCallsParts;

  constructor(parts: SharedCallsParts) {
    this.#parts = parts;
  }

  /**
   * The response of the call that is under way, else of a call of its own. A request that comes after a
   * purge never joins a call that began before it. Past the time limit each waiting request calls the
   * method itself.
   */
  async joinOrMake<Produced extends CacheableResponse>(
    job: ResponseJob<Produced>,
  ): Promise<SharedEntry | MadeResponse<Produced>> {
    const { singleFlight, maker, clock } = this.#parts;
    const since = clock.now();
    const own: { made?: MadeResponse<Produced> } = {};
    const made = await singleFlight.joinOrLead(job, async () => {
      const result = await maker.call(job, since);
      own.made = result.value;
      return result;
    });
    if (own.made !== undefined) return own.made;
    // A response that must not be stored may be meant for the leading request only, as a cookie is.
    if (made?.entry === undefined) return (await maker.call(job, since)).value;
    return { shared: made.entry, isStored: made.isStored };
  }

  /** Makes a response that no request waits for; `undefined` where such a call is under way. */
  makeInBackground<Produced extends CacheableResponse>(
    job: ResponseJob<Produced>,
  ): Promise<MadeResponse<CacheableResponse>> | undefined {
    const { singleFlight, maker, clock } = this.#parts;
    if (singleFlight.isUnderWay(job)) return undefined;
    const since = clock.now();
    return singleFlight.lead(job, async () => {
      // The stale response is sent first: a method may compute for long before it waits for anything.
      await new Promise<void>((resolve) => clock.after(0, resolve));
      return maker.call(job, since);
    });
  }

  /** Drops finished calls that no waiting request may join any more. */
  sweep(): void {
    this.#parts.singleFlight.sweep();
  }
}
