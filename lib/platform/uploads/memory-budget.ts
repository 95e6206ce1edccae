/** Bytes of memory that may be held at the same time; a part of a larger budget where one is given. */
export class MemoryBudget {
  readonly #parent: MemoryBudget | undefined;
  readonly #limit: number;
  #held = 0;

  constructor(limit: number, parent?: MemoryBudget) {
    this.#limit = limit;
    this.#parent = parent;
  }

  get held(): number {
    return this.#held;
  }

  /** Holds some more bytes; false, and nothing is held, where they do not fit. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#limit) return false;
    if (this.#parent?.take(bytes) === false) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
    this.#parent?.give(bytes);
  }
}
