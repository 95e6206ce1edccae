import type { Clock } from '../clock.js';
import { isSameGeneration } from '../store/token.js';

/** What a request asks of the calls that are under way. */
export interface FlightQuery {
  readonly key: string;
  /** The generations in force when the request was looked up; `undefined` where they are not known. */
  readonly tokens: readonly string[] | undefined;
  /** From `Arrivals`. */
  readonly arrival: number;
}

/** A call of a method that others may wait for. */
export interface Flight<T> {
  readonly tokens: readonly string[] | undefined;
  /** From `Arrivals`: the method is not called before. */
  readonly startedAt: number;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly result: Promise<T>;
  /** From `Arrivals`: since when the result can be found elsewhere. */
  landedAt: number | undefined;
  /** The result for all who wait for it; `undefined` past the time limit. */
  limited: Promise<T | undefined> | undefined;
}

/**
 * Whether a request may have the result: it was looked up in the same generations, or had arrived before
 * the method was called. Nothing else proves that no purge lies between. A result that can be found
 * elsewhere is for those only who had looked before it was there.
 */
export function mayJoin<T>(flight: Flight<T>, { tokens, arrival }: FlightQuery): boolean {
  if (flight.landedAt !== undefined && flight.landedAt < arrival) return false;
  return arrival < flight.startedAt || isInGeneration(flight, tokens);
}

export function isInGeneration<T>(
  flight: Flight<T>,
  tokens: readonly string[] | undefined,
): boolean {
  if (tokens === undefined || flight.tokens === undefined) return false;
  return isSameGeneration(flight.tokens, tokens);
}

/** The result, or `undefined` where it takes longer than `ms`. */
export function limitedResult<T>(
  result: Promise<T>,
  ms: number,
  clock: Clock,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const callOff = clock.afterIdly(ms, () => resolve(undefined));
    void result.then(resolve, reject).finally(callOff);
  });
}
