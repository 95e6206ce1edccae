import type { Arrivals } from './arrivals.js';
import type { Clock } from '../clock.js';
import {
  isInGeneration,
  limitedResult,
  mayJoin,
  type Flight,
  type FlightQuery,
} from './flight-rules.js';

/** What a flight brings home, and until when late-comers may still join it. */
export interface Landing<T> {
  readonly value: T;
  /** Until the value can be found elsewhere. Must not reject. */
  readonly openUntil: Promise<unknown> | undefined;
}

/** What flights need of their surroundings. */
export interface FlightParts {
  readonly arrivals: Arrivals;
  readonly clock: Clock;
  /** For how long others wait for a flight; a method that hangs would hold its key for ever. */
  readonly limitMs: number;
}

/**
 * Does the same work once for all who want it at a time, within this process. If the work fails, all of
 * them get its error: they asked the same question at the same time, and asking it again two hundred
 * times is what brings a struggling database down. Nothing is kept of work that is over.
 */
export class SingleFlight<T> {
  readonly #parts: FlightParts;
  readonly #flights = new Map<string, readonly Flight<T>[]>();
  /** Those whose result can be found elsewhere, kept for requests that had looked before. */
  readonly #landed: { readonly key: string; readonly flight: Flight<T> }[] = [];

  constructor(parts: FlightParts) {
    this.#parts = parts;
  }

  /** How many keys have work under way. */
  get size(): number {
    return this.#flights.size;
  }

  /** Whether this work is under way for these generations, and not past its limit. */
  isUnderWay({ key, tokens }: Pick<FlightQuery, 'key' | 'tokens'>): boolean {
    return this.#open(key).some(
      (flight) => flight.landedAt === undefined && isInGeneration(flight, tokens),
    );
  }

  /** The result of the work that is under way, `undefined` once it is past its limit; else of this work. */
  run(query: FlightQuery, work: () => Promise<Landing<T>>): Promise<T | undefined> {
    const flight = this.#open(query.key).find((one) => mayJoin(one, query));
    return flight === undefined ? this.lead(query, work) : this.#join(flight);
  }

  /** Begins work that others may join. */
  lead(
    { key, tokens }: Pick<FlightQuery, 'key' | 'tokens'>,
    work: () => Promise<Landing<T>>,
  ): Promise<T> {
    const { arrivals, clock } = this.#parts;
    const startedAt = arrivals.next();
    const since = clock.now();
    const landing = work();
    const result = landing.then(({ value }) => value);
    const own = { tokens, startedAt, since, result, landedAt: undefined, limited: undefined };
    const flight: Flight<T> = own;
    this.#flights.set(key, [...this.#open(key), flight]);
    landing.then(
      ({ openUntil }) => {
        if (openUntil === undefined) this.#land(key, flight);
        else void openUntil.finally(() => this.#land(key, flight));
      },
      () => this.#remove(key, flight),
    );
    return result;
  }

  /** To be called when a request no longer waits for its look-up. */
  sweep(): void {
    const { oldest = Infinity } = this.#parts.arrivals;
    for (let first = this.#landed[0]; first !== undefined; first = this.#landed[0]) {
      if ((first.flight.landedAt ?? 0) >= oldest) return;
      this.#landed.shift();
      this.#remove(first.key, first.flight);
    }
  }

  #join(flight: Flight<T>): Promise<T | undefined> {
    if (flight.landedAt !== undefined) return flight.result;
    const { clock, limitMs } = this.#parts;
    const left = flight.since + limitMs - clock.now();
    return (flight.limited ??= limitedResult(flight.result, left, clock));
  }

  /** The flights of a key that others may still join; what is past its limit goes on by itself. */
  #open(key: string): readonly Flight<T>[] {
    const { clock, limitMs } = this.#parts;
    const flights = this.#flights.get(key) ?? [];
    return flights.filter(
      ({ since, landedAt }) => landedAt !== undefined || clock.now() - since < limitMs,
    );
  }

  #land(key: string, flight: Flight<T>): void {
    const { arrivals } = this.#parts;
    flight.landedAt = arrivals.next();
    if (arrivals.oldest === undefined) this.#remove(key, flight);
    else this.#landed.push({ key, flight });
  }

  #remove(key: string, flight: Flight<T>): void {
    const others = (this.#flights.get(key) ?? []).filter((one) => one !== flight);
    if (others.length === 0) this.#flights.delete(key);
    else this.#flights.set(key, others);
  }
}
