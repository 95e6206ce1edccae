import { translateError } from '../errors/translate-error.js';
import type { AnswerMaker, Job } from './answer-maker.js';
import { whenReady, type Awaitable } from './awaitable.js';
import type { Forwarding } from './cache-status.js';
import type { CachedAnswer } from './cached-answer.js';
import type { Clock } from './clock.js';
import { freshnessOf } from './entry.js';
import type { CacheKeys } from './key.js';
import type { Found, Lookup } from './lookup.js';
import { forwarded, hit, outside } from './present-answer.js';
import type { CacheableAnswer } from './storable.js';
import type { CacheStore } from './store.js';
import { subjectOf, type CacheQuestion, type Subject } from './subject.js';
import type { OnTrouble } from './trouble.js';

/** What an answerer needs of its surroundings. */
export interface AnswererParts {
  readonly keys: CacheKeys;
  readonly store: CacheStore;
  readonly lookup: Lookup;
  readonly maker: AnswerMaker;
  readonly clock: Clock;
  readonly onTrouble: OnTrouble;
}

/** One request at the cache. */
interface Visit<Produced extends CacheableAnswer> {
  readonly question: CacheQuestion;
  readonly produce: () => Awaitable<Produced>;
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
    const visit = { question, produce };
    const subject = this.#subjectOf(question);
    if (subject === undefined) return this.#doWithout(visit, 'bypass');
    return whenReady(this.#parts.lookup.find(subject), (found) =>
      found === undefined
        ? this.#doWithout(visit, 'miss')
        : this.#answerWith(visit, subject, found),
    );
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
    { entry, tokens }: Found,
  ): Awaitable<CachedAnswer<Produced>> {
    const { question, produce } = visit;
    if (entry !== undefined && !question.noCache) {
      const now = this.#parts.clock.now();
      const freshness = freshnessOf(entry, now);
      if (freshness === 'fresh') return hit(entry, question, now, 'hit');
      if (freshness === 'stale') {
        this.#renew({ key, tokens, policy: question.policy, produce }, question.routeId);
        return hit(entry, question, now, 'stale');
      }
    }
    return this.#make(visit, { key, tokens, policy: question.policy, produce });
  }

  async #make<Produced extends CacheableAnswer>(
    { question }: Visit<Produced>,
    job: Job<Produced>,
  ): Promise<CachedAnswer<Produced>> {
    const { maker } = this.#parts;
    const because = question.noCache ? 'request' : 'miss';
    const made = question.noCache ? await maker.make(job) : await maker.share(job);
    if ('shared' in made) {
      return forwarded(made.shared, question, { because, isStored: true, isCollapsed: true });
    }
    const { answer, entry } = made;
    return entry === undefined
      ? outside(answer, question, { because, isStored: false })
      : forwarded(entry, question, { because, isStored: true }, answer);
  }

  /** As if there were no cache. */
  async #doWithout<Produced extends CacheableAnswer>(
    { question, produce }: Visit<Produced>,
    because: Forwarding['because'],
  ): Promise<CachedAnswer<Produced>> {
    return outside(await produce(), question, { because, isStored: false });
  }

  /** A renewal that fails leaves the old answer; one that says the answer is gone takes it away. */
  #renew<Produced extends CacheableAnswer>(job: Job<Produced>, routeId: string): void {
    const { maker, store, onTrouble } = this.#parts;
    const fail = (error: unknown): void => onTrouble({ kind: 'renewal-failed', routeId, error });
    void maker.renew(job)?.then(
      ({ answer, entry }) => {
        if (entry !== undefined) return;
        if (answer.status < 500) void store.remove(job.key);
        else fail(new Error(`its method answered ${answer.status}`));
      },
      (error: unknown) => {
        const status = translateError(error)?.getStatus() ?? 500;
        if (status < 500) void store.remove(job.key);
        else fail(error);
      },
    );
  }
}
