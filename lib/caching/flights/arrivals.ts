/**
 * The order in which requests reach the cache and methods are called. A request that arrived before a
 * method was called may have its response, whatever is known of purges: each of them that was over
 * before the request is in the response.
 */
export class Arrivals {
  #last = 0;
  /** In ascending order, as requests begin to wait in the order in which they arrive. */
  readonly #waiting = new Set<number>();

  /** A number for this moment, greater than all before. */
  next(): number {
    return ++this.#last;
  }

  /** A request waits for what the store has. */
  wait(arrival: number): void {
    this.#waiting.add(arrival);
  }

  settle(arrival: number): void {
    this.#waiting.delete(arrival);
  }

  /** The first of those that wait. */
  get oldest(): number | undefined {
    for (const arrival of this.#waiting) return arrival;
    return undefined;
  }
}
