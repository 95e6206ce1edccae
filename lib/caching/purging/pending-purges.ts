/** A purge that the store does not have yet: the generation, and a number for this purge. */
export type PendingPurge = readonly [generation: string, id: number];

/** Beyond this number, everything is purged instead of each generation. */
const MAXIMUM_PENDING = 1000;

/**
 * Purges that the store has not confirmed. This process reads no entry from the store that they concern.
 */
export class PendingPurges {
  readonly #pending = new Map<string, number>();
  readonly #everything: string;
  #lastId = 0;

  /** @param everything The generation that every entry belongs to. */
  constructor(everything: string) {
    this.#everything = everything;
  }

  get size(): number {
    return this.#pending.size;
  }

  /** Whether an entry of these generations could have been purged. */
  concern(generations: readonly string[]): boolean {
    if (this.#pending.size === 0) return false;
    return generations.some((generation) => this.#pending.has(generation));
  }

  add(generations: readonly string[]): readonly PendingPurge[] {
    const added = generations.map((generation): PendingPurge => [generation, ++this.#lastId]);
    for (const [generation, id] of added) this.#pending.set(generation, id);
    if (this.#pending.size <= MAXIMUM_PENDING) return added;
    this.#pending.clear();
    return this.add([this.#everything]);
  }

  all(): readonly PendingPurge[] {
    return [...this.#pending];
  }

  /** Removes purges that the store has. A generation that was purged again in the meantime stays. */
  confirm(purges: readonly PendingPurge[]): void {
    for (const [generation, id] of purges) {
      if (this.#pending.get(generation) === id) this.#pending.delete(generation);
    }
  }
}
