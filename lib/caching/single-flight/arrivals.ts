/**
 * Numbers the moments at which requests reach the cache and methods are called.
 *
 * A request that arrived before a method was called may have its response, whatever the generations
 * are: every purge that was over before the request is already visible to the method.
 */
export class Arrivals {
  #last = 0;
  /** In ascending order, because requests begin to wait in the order of their arrival. */
  readonly #waiting = new Set<number>();

  /** A number for this moment, greater than all before. */
  next(): number {
    return ++this.#last;
  }

  /** Notes that a request waits for the store. */
  wait(arrival: number): void {
    this.#waiting.add(arrival);
  }

  settle(arrival: number): void {
    this.#waiting.delete(arrival);
  }

  /** The earliest request that waits for the store. */
  get oldest(): number | undefined {
    for (const arrival of this.#waiting) return arrival;
    return undefined;
  }
}
