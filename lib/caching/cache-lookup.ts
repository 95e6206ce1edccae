import { translateError } from '../diagnostics/translate-error.js';
import { isOwnPromise } from '../shared/thenable.js';
import type { AnswerMaker, Job } from './flights/response-maker.js';
import type { Arrivals } from './flights/arrivals.js';
import type { Awaitable } from '../shared/when-ready.js';
import type { CachedAnswer } from './cached-response.js';
import type { Clock } from './clock.js';
import { freshnessOf } from './entries/entry.js';
import type { CacheKeys } from './keys/cache-key.js';
import type { Found, Lookup } from './entry-lookup.js';
import { isOvertaken } from './flights/overtaken.js';
import { forwarded, hit, outside } from './headers/present-response.js';
import type { SingleFlight } from './flights/single-flight.js';
import type { CacheableAnswer } from './entries/storable.js';
import type { CacheStore } from './store/store.js';
import { subjectOf, type CacheQuestion, type Subject } from './keys/cache-request.js';
import type { OnTrouble } from './store/store-failure.js';

/** What an answerer needs of its surroundings. */
export interface AnswererParts {
  readonly keys: CacheKeys;
  readonly store: CacheStore;
  readonly lookup: Lookup;
  readonly maker: AnswerMaker;
  readonly arrivals: Arrivals;
  readonly flights: Pick<SingleFlight<unknown>, 'sweep'>;
  readonly clock: Clock;
  readonly onTrouble: OnTrouble;
}

/** One request at the cache. */
interface Visit<Produced extends CacheableAnswer> {
  readonly question: CacheQuestion;
  readonly produce: () => Awaitable<Produced>;
  readonly arrival: number;
}

/** Answers questions out of a store, else by calling the method, whose answer is kept then. */
export class Answerer {
  readonly #parts: AnswererParts;

  constructor(parts: AnswererParts) {
    this.#parts = parts;
  }

  answer<Produced extends CacheableAnswer>(
    question: CacheQuestion,
    produce: () => Awaitable<Produced>,
  ): Awaitable<CachedAnswer<Produced>> {
    const { lookup, arrivals, flights } = this.#parts;
    const subject = this.#subjectOf(question);
    if (subject === undefined) return this.#doWithout(question, produce);
    const arrival = arrivals.next();
    const visit = { question, produce, arrival };
    const found = lookup.find(subject);
    if (!isOwnPromise(found)) return this.#answerWith(visit, subject, found);
    arrivals.wait(arrival);
    return found.then((kept) => {
      // It joins what is under way before what it has waited for is forgotten.
      const answered = this.#answerWith(visit, subject, kept);
      arrivals.settle(arrival);
      flights.sweep();
      return answered;
    });
  }

  #subjectOf(question: CacheQuestion): Subject | undefined {
    try {
      return subjectOf(question, this.#parts.keys);
    } catch (error) {
      this.#parts.onTrouble({ kind: 'tags-failed', routeId: question.routeId, error });
      return undefined;
    }
  }

  #answerWith<Produced extends CacheableAnswer>(
    visit: Visit<Produced>,
    { key }: Subject,
    found: Found | undefined,
  ): Awaitable<CachedAnswer<Produced>> {
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

  async #make<Produced extends CacheableAnswer>(
    question: CacheQuestion,
    job: Job<Produced>,
  ): Promise<CachedAnswer<Produced>> {
    const { maker } = this.#parts;
    const because = question.noCache ? 'request' : 'miss';
    const made = question.noCache ? await maker.make(job) : await maker.share(job);
    if ('shared' in made) {
      const { shared, isStored } = made;
      return forwarded(shared, question, { because, isStored, isCollapsed: true });
    }
    const { answer, entry, isStored } = made;
    return entry === undefined
      ? outside(answer, question, { because, isStored: false })
      : forwarded(entry, question, { because, isStored }, answer);
  }

  /** As if there were no cache. */
  async #doWithout<Produced extends CacheableAnswer>(
    question: CacheQuestion,
    produce: () => Awaitable<Produced>,
  ): Promise<CachedAnswer<Produced>> {
    return outside(await produce(), question, { because: 'bypass', isStored: false });
  }

  /** A renewal that fails leaves the old answer; one that says the answer is gone takes it away. */
  #renew<Produced extends CacheableAnswer>(job: Job<Produced>, routeId: string): void {
    const { maker, store, clock, onTrouble } = this.#parts;
    const since = clock.now();
    const remove = async (): Promise<void> => {
      if (!(await isOvertaken(store, job.key, since))) await store.remove(job.key);
    };
    const fail = (error: unknown): void => onTrouble({ kind: 'renewal-failed', routeId, error });
    void maker.renew(job)?.then(
      ({ answer, entry }) => {
        if (entry !== undefined) return;
        if (answer.status < 500) void remove();
        else fail(new Error(`its method answered ${answer.status}`));
      },
      (error: unknown) => {
        const status = translateError(error)?.getStatus() ?? 500;
        if (status < 500) void remove();
        else fail(error);
      },
    );
  }
}
