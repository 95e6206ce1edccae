import { translateError } from '../diagnostics/translate-error.js';
import { isOwnPromise } from '../shared/thenable.js';
import type { ResponseMaker, Job } from './flights/response-maker.js';
import type { Arrivals } from './flights/arrivals.js';
import type { Awaitable } from '../shared/when-ready.js';
import type { CachedResponse } from './cached-response.js';
import type { Clock } from './clock.js';
import { freshnessOf } from './entries/entry.js';
import type { CacheKeys } from './keys/cache-key.js';
import type { Found, EntryLookup } from './entry-lookup.js';
import { isOvertaken } from './flights/overtaken.js';
import { forwarded, hit, outside } from './headers/present-response.js';
import type { SingleFlight } from './flights/single-flight.js';
import type { CacheableResponse } from './entries/storable.js';
import type { CacheStore } from './store/store.js';
import { cacheRequestOf, type CacheQuestion, type CacheRequest } from './keys/cache-request.js';
import type { OnFailure } from './store/store-failure.js';

/** What an answerer needs of its surroundings. */
export interface CacheLookupParts {
  readonly keys: CacheKeys;
  readonly store: CacheStore;
  readonly lookup: EntryLookup;
  readonly maker: ResponseMaker;
  readonly arrivals: Arrivals;
  readonly flights: Pick<SingleFlight<unknown>, 'sweep'>;
  readonly clock: Clock;
  readonly onFailure: OnFailure;
}

/** One request at the cache. */
interface Visit<Produced extends CacheableResponse> {
  readonly question: CacheQuestion;
  readonly produce: () => Awaitable<Produced>;
  readonly arrival: number;
}

/** Responds questions out of a store, else by calling the method, whose response is kept then. */
export class CacheLookup {
  readonly #parts: CacheLookupParts;

  constructor(parts: CacheLookupParts) {
    this.#parts = parts;
  }

  respond<Produced extends CacheableResponse>(
    question: CacheQuestion,
    produce: () => Awaitable<Produced>,
  ): Awaitable<CachedResponse<Produced>> {
    const { lookup, arrivals, flights } = this.#parts;
    const cacheRequest = this.#cacheRequestOf(question);
    if (cacheRequest === undefined) return this.#doWithout(question, produce);
    const arrival = arrivals.next();
    const visit = { question, produce, arrival };
    const found = lookup.find(cacheRequest);
    if (!isOwnPromise(found)) return this.#respondWith(visit, cacheRequest, found);
    arrivals.wait(arrival);
    return found.then((kept) => {
      // It joins what is under way before what it has waited for is forgotten.
      const responded = this.#respondWith(visit, cacheRequest, kept);
      arrivals.settle(arrival);
      flights.sweep();
      return responded;
    });
  }

  #cacheRequestOf(question: CacheQuestion): CacheRequest | undefined {
    try {
      return cacheRequestOf(question, this.#parts.keys);
    } catch (error) {
      this.#parts.onFailure({ kind: 'tags-failed', routeId: question.routeId, error });
      return undefined;
    }
  }

  #respondWith<Produced extends CacheableResponse>(
    visit: Visit<Produced>,
    { key }: CacheRequest,
    found: Found | undefined,
  ): Awaitable<CachedResponse<Produced>> {
    const { question, produce, arrival } = visit;
    const entry = found?.entry;
    const now = this.#parts.clock.now();
    const freshness = entry === undefined ? 'over' : freshnessOf(entry, now);
    if (entry !== undefined && freshness === 'fresh' && !question.noCache) {
      return hit(entry, question, now, 'hit');
    }
    const job = { key, tokens: found?.tokens, arrival, policy: question.policy, produce };
    if (entry !== undefined && freshness === 'stale' && !question.noCache) {
      this.#renew(job, question.routeId);
      return hit(entry, question, now, 'stale');
    }
    return this.#make(question, job);
  }

  async #make<Produced extends CacheableResponse>(
    question: CacheQuestion,
    job: Job<Produced>,
  ): Promise<CachedResponse<Produced>> {
    const { maker } = this.#parts;
    const because = question.noCache ? 'request' : 'miss';
    const made = question.noCache ? await maker.make(job) : await maker.share(job);
    if ('shared' in made) {
      const { shared, isStored } = made;
      return forwarded(shared, question, { because, isStored, isCollapsed: true });
    }
    const { response, entry, isStored } = made;
    return entry === undefined
      ? outside(response, question, { because, isStored: false })
      : forwarded(entry, question, { because, isStored }, response);
  }

  /** As if there were no cache. */
  async #doWithout<Produced extends CacheableResponse>(
    question: CacheQuestion,
    produce: () => Awaitable<Produced>,
  ): Promise<CachedResponse<Produced>> {
    return outside(await produce(), question, { because: 'bypass', isStored: false });
  }

  /** A renewal that fails leaves the old answer; one that says the response is gone takes it away. */
  #renew<Produced extends CacheableResponse>(job: Job<Produced>, routeId: string): void {
    const { maker, store, clock, onFailure } = this.#parts;
    const since = clock.now();
    const remove = async (): Promise<void> => {
      if (!(await isOvertaken(store, job.key, since))) await store.remove(job.key);
    };
    const fail = (error: unknown): void => onFailure({ kind: 'renewal-failed', routeId, error });
    void maker.renew(job)?.then(
      ({ response, entry }) => {
        if (entry !== undefined) return;
        if (response.status < 500) void remove();
        else fail(new Error(`its method answered ${response.status}`));
      },
      (error: unknown) => {
        const status = translateError(error)?.getStatus() ?? 500;
        if (status < 500) void remove();
        else fail(error);
      },
    );
  }
}
