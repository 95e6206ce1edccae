import type { Clock } from '../clock.js';
import type { Arrivals } from './arrivals.js';
import {
  isInGenerations,
  limitedResult,
  mayJoin,
  sharedCallOf,
  type CallQuery,
  type CallResult,
  type SharedCall,
} from './shared-call.js';

/** The parts of a single flight. */
export interface SingleFlightParts {
  readonly arrivals: Arrivals;
  readonly clock: Clock;
  /** How long requests wait for a shared call, in milliseconds: a method may hang for ever. */
  readonly limitMs: number;
}

/** Where a call is shared. */
type CallPlace = Pick<CallQuery, 'key' | 'tokens'>;

/**
 * Runs one call for all requests that need the same result at the same time, within this process.
 *
 * If the call fails, all of them get its error. Retrying it for each request would multiply the load on
 * a database that is already failing. Nothing is kept of a call that is over.
 */
export class SingleFlight<T> {
  readonly #parts: SingleFlightParts;
  readonly #calls = new Map<string, readonly SharedCall<T>[]>();
  /** Finished calls, kept for requests that read the store before the entry was there. */
  readonly #finished: { readonly key: string; readonly call: SharedCall<T> }[] = [];

  constructor(parts: SingleFlightParts) {
    this.#parts = parts;
  }

  /** The number of keys that have a call. */
  get size(): number {
    return this.#calls.size;
  }

  /** Whether a call for these generations is under way, and within its time limit. */
  isUnderWay({ key, tokens }: CallPlace): boolean {
    return this.#open(key).some(
      (call) => call.finishedAt === undefined && isInGenerations(call, tokens),
    );
  }

  /**
   * The result of the call that is under way, else of `work`.
   *
   * @returns `undefined` where the call that was joined exceeds its time limit.
   */
  joinOrLead(query: CallQuery, work: () => Promise<CallResult<T>>): Promise<T | undefined> {
    const call = this.#open(query.key).find((one) => mayJoin(one, query));
    return call === undefined ? this.lead(query, work) : this.#join(call);
  }

  /** Begins a call that others may join. */
  lead({ key, tokens }: CallPlace, work: () => Promise<CallResult<T>>): Promise<T> {
    const { arrivals, clock } = this.#parts;
    const startedAt = arrivals.next();
    const since = clock.now();
    const working = work();
    const result = working.then(({ value }) => value);
    const call = sharedCallOf(result, { tokens, startedAt, since });
    this.#calls.set(key, [...this.#open(key), call]);
    this.#finishAfter(working, key, call);
    return result;
  }

  /** Drops finished calls that no waiting request may join any more. */
  sweep(): void {
    const { oldest = Infinity } = this.#parts.arrivals;
    for (let first = this.#finished[0]; first !== undefined; first = this.#finished[0]) {
      if ((first.call.finishedAt ?? 0) >= oldest) return;
      this.#finished.shift();
      this.#remove(first.key, first.call);
    }
  }

  #join(call: SharedCall<T>): Promise<T | undefined> {
    if (call.finishedAt !== undefined) return call.result;
    const { clock, limitMs } = this.#parts;
    const remainingMs = call.since + limitMs - clock.now();
    return (call.limited ??= limitedResult(call.result, remainingMs, clock));
  }

  /** The calls of a key that others may join. A call past its time limit goes on by itself. */
  #open(key: string): readonly SharedCall<T>[] {
    const { clock, limitMs } = this.#parts;
    const calls = this.#calls.get(key) ?? [];
    return calls.filter(
      ({ since, finishedAt }) => finishedAt !== undefined || clock.now() - since < limitMs,
    );
  }

  #finishAfter(working: Promise<CallResult<T>>, key: string, call: SharedCall<T>): void {
    working.then(
      ({ sharedUntil }) => {
        if (sharedUntil === undefined) this.#finish(key, call);
        else void sharedUntil.finally(() => this.#finish(key, call));
      },
      () => this.#remove(key, call),
    );
  }

  #finish(key: string, call: SharedCall<T>): void {
    const { arrivals } = this.#parts;
    call.finishedAt = arrivals.next();
    if (arrivals.oldest === undefined) this.#remove(key, call);
    else this.#finished.push({ key, call });
  }

  #remove(key: string, call: SharedCall<T>): void {
    const others = (this.#calls.get(key) ?? []).filter((one) => one !== call);
    if (others.length === 0) this.#calls.delete(key);
    else this.#calls.set(key, others);
  }
}
