/** What a flight brings home, and until when late-comers may still join it. */
export interface Landing<T> {
  readonly value: T;
  /** Until the value can be found elsewhere. Must not reject. */
  readonly openUntil: Promise<unknown> | undefined;
}

/**
 * Does the same work once for all who want it at a time, within this process. If the work fails, all of
 * them get its error: they asked the same question at the same time, and asking it again two hundred
 * times is what brings a struggling database down. Nothing is kept of work that is over.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Promise<T>>();

  /** How much is under way. */
  get size(): number {
    return this.#flights.size;
  }

  isUnderWay(key: string): boolean {
    return this.#flights.has(key);
  }

  /** The result of the work that is under way for this key, else of this work. */
  run(key: string, work: () => Promise<Landing<T>>): Promise<T> {
    return this.#flights.get(key) ?? this.#lead(key, work);
  }

  #lead(key: string, work: () => Promise<Landing<T>>): Promise<T> {
    const close = (): boolean => this.#flights.delete(key);
    const flight = work().then(
      ({ value, openUntil }) => {
        if (openUntil === undefined) close();
        else void openUntil.finally(close);
        return value;
      },
      (error: unknown) => {
        close();
        throw error;
      },
    );
    this.#flights.set(key, flight);
    return flight;
  }
}
