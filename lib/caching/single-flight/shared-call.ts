import type { Clock } from '../clock.js';
import { isSameGeneration } from '../store/token.js';

/** What a request needs to join a call. */
export interface CallQuery {
  readonly key: string;
  /** The tokens in force when the request was looked up; `undefined` where they are unknown. */
  readonly tokens: readonly string[] | undefined;
  /** From `Arrivals`. */
  readonly arrival: number;
}

/** The result of a call, and how long requests may still join it. */
export interface CallResult<T> {
  readonly value: T;
  /** Settles once the value can be read from the store. Must not reject. */
  readonly sharedUntil: Promise<unknown> | undefined;
}

/** A call that several requests may share. */
export interface SharedCall<T> {
  readonly tokens: readonly string[] | undefined;
  /** From `Arrivals`: the call begins no earlier. */
  readonly startedAt: number;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly result: Promise<T>;
  /** From `Arrivals`: when the result became readable from the store. */
  finishedAt: number | undefined;
  /** The result for all who have joined; `undefined` past the time limit. */
  limited: Promise<T | undefined> | undefined;
}

/** A call that has begun. */
export function sharedCallOf<T>(
  result: Promise<T>,
  { tokens, startedAt, since }: Pick<SharedCall<T>, 'tokens' | 'startedAt' | 'since'>,
): SharedCall<T> {
  return { tokens, startedAt, since, result, finishedAt: undefined, limited: undefined };
}

/**
 * Whether a request may have the result of a call: it was looked up in the same generations, or arrived
 * before the method was called. Nothing else proves that no purge happened in between. A finished call
 * is open only to requests that read the store before its entry was there.
 */
export function mayJoin<T>(call: SharedCall<T>, { tokens, arrival }: CallQuery): boolean {
  if (call.finishedAt !== undefined && call.finishedAt < arrival) return false;
  return arrival < call.startedAt || isInGenerations(call, tokens);
}

export function isInGenerations<T>(
  call: SharedCall<T>,
  tokens: readonly string[] | undefined,
): boolean {
  if (tokens === undefined || call.tokens === undefined) return false;
  return isSameGeneration(call.tokens, tokens);
}

/** The result, or `undefined` where it takes longer than `ms`. */
export function limitedResult<T>(
  result: Promise<T>,
  ms: number,
  clock: Clock,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.afterIdly(ms, () => resolve(undefined));
    void result.then(resolve, reject).finally(cancel);
  });
}
