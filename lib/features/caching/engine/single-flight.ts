import type { EntryAddress } from './cache-lookup.js';
import type { Clock } from './settings.js';
import { isSameGeneration } from './store/store.js';

/** The data that a request needs to join a call. */
export interface CallQuery {
  readonly address: Pick<EntryAddress, 'key' | 'generations'>;
  /** The tokens in force when the request was looked up; `undefined` if they are unknown. */
  readonly tokens: readonly string[] | undefined;
  /** Whether the tokens are unknown because the store is unavailable. */
  readonly isStoreDown: boolean;
  /** From `Arrivals`. */
  readonly arrival: number;
}

/** The result of a call, and how long requests may still join it. */
export interface CallResult<T> {
  readonly value: T;
  /** Settles once the value can be read from the store. Must not reject. */
  readonly sharedUntil: Promise<unknown> | undefined;
}

/** The result of a call for one request. */
export interface Participation<T> {
  /** Whether the call began with this request. */
  readonly isLeader: boolean;
  /** `undefined` if the joined call exceeds its time limit. */
  readonly result: Promise<T | undefined>;
}

/** A call that several requests may share. */
interface SharedCall<T> {
  readonly tokens: readonly string[] | undefined;
  readonly generations: readonly string[];
  /** Whether this process has purged one of its generations since the call began. */
  isOutdated: boolean;
  /** From `Arrivals`: the method is not called before this. */
  readonly startedAt: number;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly result: Promise<T>;
  /** From `Arrivals`: the moment from which the store has the result. */
  finishedAt: number | undefined;
  /** The result for all requests that have joined; `undefined` after the time limit. */
  limited: Promise<T | undefined> | undefined;
}

/**
 * Numbers the moments at which requests reach the cache and methods are called.
 *
 * A request that arrived before a method was called may share its response: the method ran after the request came, and
 * sees the data of every purge that ended before the request.
 */
export class Arrivals {
  #last = 0;
  /** In ascending order, because requests begin to wait in the order of their arrival. */
  readonly #waiting = new Set<number>();

  /** A number for this moment, greater than all before. */
  next(): number {
    return ++this.#last;
  }

  wait(arrival: number): void {
    this.#waiting.add(arrival);
  }

  settle(arrival: number): void {
    this.#waiting.delete(arrival);
  }

  get oldest(): number | undefined {
    for (const arrival of this.#waiting) return arrival;
    return undefined;
  }
}

/**
 * Runs one call for all requests that need the same result at the same time, within this process.
 *
 * If the call fails, all of them get its error. Retrying it for each request would multiply the load on a database that
 * is already failing. The data of a call are dropped once no request may join it.
 */
export class SingleFlight<T> {
  readonly #calls = new Map<string, readonly SharedCall<T>[]>();
  /** Finished calls, kept for requests that read the store before the entry was in it. */
  readonly #finished: { readonly key: string; readonly call: SharedCall<T> }[] = [];

  /**
   * @param limitMs The time limit of waiting for a shared call, in milliseconds: a method may never settle.
   */
  constructor(
    private readonly arrivals: Arrivals,
    private readonly clock: Clock,
    private readonly limitMs: number,
  ) {}

  get size(): number {
    return this.#calls.size;
  }

  isUnderWay(query: CallQuery): boolean {
    return this.#open(query.address.key).some(
      (call) => call.finishedAt === undefined && isInGenerations(call, query),
    );
  }

  /** Marks the calls that began before a purge of these generations by this process. */
  outdate(generations: readonly string[]): void {
    for (const call of [...this.#calls.values()].flat()) {
      if (call.isOutdated) continue;
      call.isOutdated = call.generations.some((generation) => generations.includes(generation));
    }
  }

  /** Joins the running call, or else begins one. */
  joinOrLead(query: CallQuery, work: () => Promise<CallResult<T>>): Participation<T> {
    const call = this.#open(query.address.key).find((one) => mayJoin(one, query));
    const isLeader = call === undefined;
    return { isLeader, result: isLeader ? this.lead(query, work) : this.#join(call) };
  }

  /** Begins a call that others may join. */
  lead({ address, tokens }: CallQuery, work: () => Promise<CallResult<T>>): Promise<T> {
    const { key, generations } = address;
    const { arrivals, clock } = this;
    const startedAt = arrivals.next();
    const since = clock.now();
    const working = work();
    const result = working.then(({ value }) => value);
    const call: SharedCall<T> = {
      tokens,
      generations,
      isOutdated: false,
      startedAt,
      since,
      result,
      finishedAt: undefined,
      limited: undefined,
    };
    this.#calls.set(key, [...this.#open(key), call]);
    this.#finishAfter(working, key, call);
    return result;
  }

  /** Drops finished calls that no waiting request may join any more. */
  sweep(): void {
    const { oldest = Infinity } = this.arrivals;
    for (let first = this.#finished[0]; first !== undefined; first = this.#finished[0]) {
      if ((first.call.finishedAt ?? 0) >= oldest) return;
      this.#finished.shift();
      this.#remove(first.key, first.call);
    }
  }

  #join(call: SharedCall<T>): Promise<T | undefined> {
    if (call.finishedAt !== undefined) return call.result;
    const { clock, limitMs } = this;
    const remainingMs = call.since + limitMs - clock.now();
    return (call.limited ??= limitedResult(call.result, remainingMs, clock));
  }

  /** The calls of a key that others may join. A call goes on after its time limit, but no request joins it. */
  #open(key: string): readonly SharedCall<T>[] {
    const { clock, limitMs } = this;
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
    const { arrivals } = this;
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

/**
 * Whether a request may have the result of a call: it was looked up in the same generations, or arrived before the
 * method was called. Only these two prove that no purge happened in between. A finished call is open only to requests
 * that read the store before its entry was there.
 */
function mayJoin<T>(call: SharedCall<T>, query: CallQuery): boolean {
  if (call.finishedAt !== undefined && call.finishedAt < query.arrival) return false;
  return query.arrival < call.startedAt || isInGenerations(call, query);
}

/**
 * While the store is unavailable, only the purges of this process are known. A call for each request would then put the
 * load of all requests on a database that has lost its cache.
 */
function isInGenerations<T>(call: SharedCall<T>, { tokens, isStoreDown }: CallQuery): boolean {
  if (tokens === undefined) return isStoreDown && !call.isOutdated;
  return call.tokens !== undefined && isSameGeneration(call.tokens, tokens);
}

/** The result, or `undefined` if it needs longer than `ms`. */
function limitedResult<T>(result: Promise<T>, ms: number, clock: Clock): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.afterIdly(ms, () => resolve(undefined));
    void result.then(resolve, reject).finally(cancel);
  });
}
