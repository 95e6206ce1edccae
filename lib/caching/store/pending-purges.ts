/** A purge that the store does not have yet: a generation, and which of its purges it is. */
export type PendingPurge = readonly [generation: string, id: number];

/** More than these are not remembered one by one: everything is purged instead. */
const MOST = 1000;

/**
 * Purges that have been asked for and that the store has not confirmed. This process asks the store
 * nothing that they concern.
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
    if (this.#pending.size <= MOST) return added;
    this.#pending.clear();
    return this.add([this.#everything]);
  }

  all(): readonly PendingPurge[] {
    return [...this.#pending];
  }

  /** The store has them. A generation that was purged once more meanwhile stays. */
  confirm(purges: readonly PendingPurge[]): void {
    for (const [generation, id] of purges) {
      if (this.#pending.get(generation) === id) this.#pending.delete(generation);
    }
  }
}
