import { isThenable } from '../shared/thenable.js';
import type { Awaitable } from './awaitable.js';
import type { Clock } from './clock.js';
import type { CacheEntry } from './entry.js';
import { makeEntry } from './make-entry.js';
import type { CachePolicy } from './policy.js';
import { SingleFlight, type Landing } from './single-flight.js';
import { isStorable, type CacheableAnswer } from './storable.js';
import type { CacheStore } from './store.js';

/** An answer to be made, and where it is to be kept. */
export interface Job<Produced extends CacheableAnswer> {
  readonly key: string;
  /** The generations as they were before `produce` is called. */
  readonly tokens: readonly string[];
  readonly policy: Pick<CachePolicy, 'ttl' | 'staleWhileRevalidate' | 'sharing'>;
  readonly produce: () => Awaitable<Produced>;
}

/** An answer that was made; with its entry, where it may be kept. */
export interface Made<Produced extends CacheableAnswer> {
  readonly answer: Produced;
  readonly entry: CacheEntry | undefined;
}

/** What a maker needs of its surroundings. */
export interface MakerParts {
  readonly store: CacheStore;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Calls methods and keeps what they answer. */
export class AnswerMaker {
  readonly #parts: MakerParts;
  readonly #flights = new SingleFlight<Made<CacheableAnswer>>();

  constructor(parts: MakerParts) {
    this.#parts = parts;
  }

  /**
   * The answer of this call, or of the one that is under way for the same question in the same
   * generations: who comes after a purge never gets what was begun before it.
   */
  async share<Produced extends CacheableAnswer>(
    job: Job<Produced>,
  ): Promise<{ readonly shared: CacheEntry } | Made<Produced>> {
    const own: { made?: Made<Produced> } = {};
    const made = await this.#flights.run(flightOf(job), async () => {
      const landing = await this.#make(job);
      own.made = landing.value;
      return landing;
    });
    if (own.made !== undefined) return own.made;
    // What may not be kept may be meant for the one who led alone, as a cookie is.
    return made.entry === undefined ? this.make(job) : { shared: made.entry };
  }

  /** The answer of this very call. */
  async make<Produced extends CacheableAnswer>(job: Job<Produced>): Promise<Made<Produced>> {
    return (await this.#make(job)).value;
  }

  /** Makes an answer beside the requests; `undefined` where that is under way already. */
  renew<Produced extends CacheableAnswer>(
    job: Job<Produced>,
  ): Promise<Made<CacheableAnswer>> | undefined {
    const flight = flightOf(job);
    if (this.#flights.isUnderWay(flight)) return undefined;
    return this.#flights.run(flight, async () => {
      // The old answer is to be sent first: a method may compute for long before it waits for anything.
      await new Promise<void>((resolve) => this.#parts.clock.after(0, resolve));
      return this.#make(job);
    });
  }

  async #make<Produced extends CacheableAnswer>(
    job: Job<Produced>,
  ): Promise<Landing<Made<Produced>>> {
    const { store, clock, random } = this.#parts;
    const answer = await job.produce();
    if (!isStorable(answer, job.policy.sharing)) {
      return { value: { answer, entry: undefined }, openUntil: undefined };
    }
    const now = clock.now();
    const entry = makeEntry(answer, job.policy, { tokens: job.tokens, now, random: random() });
    const written = store.write(job.key, entry, Math.max(1, entry.staleUntil - now));
    return {
      value: { answer, entry },
      openUntil: isThenable(written) ? written : undefined,
    };
  }
}

function flightOf({ key, tokens }: Pick<Job<never>, 'key' | 'tokens'>): string {
  return [key, ...tokens].join('\n');
}
