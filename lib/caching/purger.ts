import type { Clock } from './clock.js';
import type { PendingPurge, PendingPurges } from './store/pending-purges.js';
import type { CacheStore } from './store/store.js';
import type { OnFailure } from './store/store-failure.js';

/** What a purger needs of its surroundings. */
export interface PurgerParts {
  readonly store: CacheStore;
  readonly pending: PendingPurges;
  readonly clock: Clock;
  readonly onFailure: OnFailure;
}

const RETRY_MS = 1000;

/** Ends generations for all processes, and goes on trying where the store cannot be had. */
export class Purger {
  readonly #parts: PurgerParts;
  #cancelRetry: (() => void) | undefined;
  #isWaiting = false;
  #isClosed = false;

  constructor(parts: PurgerParts) {
    this.#parts = parts;
  }

  /**
   * Holds for this process from the moment of the call. Resolves to `true` when the store has it, which
   * is when it holds for every process; to `false` where the store cannot be had: it is tried again
   * every second until it succeeds. Never rejects, as purges follow writes that have been done: a store
   * that is down would turn each of them into an error.
   */
  async purge(generations: readonly string[]): Promise<boolean> {
    if (generations.length === 0) return true;
    const isDone = await this.#attempt(this.#parts.pending.add(generations));
    if (!isDone) this.#retryLater();
    return isDone;
  }

  /** Tries a last time what the store does not have yet. Whether it has everything. */
  async close(): Promise<boolean> {
    this.#isClosed = true;
    this.#cancelRetry?.();
    return this.#attempt(this.#parts.pending.all());
  }

  async #attempt(purges: readonly PendingPurge[]): Promise<boolean> {
    if (purges.length === 0) return true;
    const { store, pending, onFailure } = this.#parts;
    if (!(await store.end(purges.map(([generation]) => generation)))) return false;
    pending.confirm(purges);
    if (this.#isWaiting && pending.size === 0) {
      this.#isWaiting = false;
      onFailure({ kind: 'purges-done' });
    }
    return true;
  }

  #retryLater(): void {
    const { clock, onFailure } = this.#parts;
    if (!this.#isWaiting) {
      this.#isWaiting = true;
      onFailure({ kind: 'purges-waiting' });
    }
    if (this.#isClosed) return;
    this.#cancelRetry ??= clock.afterIdly(RETRY_MS, () => void this.#retry());
  }

  async #retry(): Promise<void> {
    this.#cancelRetry = undefined;
    if (!(await this.#attempt(this.#parts.pending.all()))) this.#retryLater();
  }
}
