import type { Clock } from '../clock.js';
import type { PendingPurge, PendingPurges } from './pending-purges.js';
import type { CacheStore } from '../store/store.js';
import type { OnFailure } from '../store/store-failure.js';

/** The parts of a purger. */
export interface PurgerParts {
  readonly store: CacheStore;
  readonly pending: PendingPurges;
  readonly clock: Clock;
  readonly onFailure: OnFailure;
}

const RETRY_MS = 1000;

/** Ends generations for all processes, and retries while the store is unavailable. */
export class Purger {
  readonly #parts: PurgerParts;
  #cancelRetry: (() => void) | undefined;
  #isWaiting = false;
  #isClosed = false;

  constructor(parts: PurgerParts) {
    this.#parts = parts;
  }

  /**
   * Takes effect in this process at once. Resolves to `true` when the store has the purge, so that it
   * holds for every process; to `false` where the store is unavailable, after which it is retried every
   * second. Never rejects: purges follow writes that are done, and a store that is down must not turn
   * those into errors.
   */
  async purge(generations: readonly string[]): Promise<boolean> {
    if (generations.length === 0) return true;
    const isDone = await this.#attempt(this.#parts.pending.add(generations));
    if (!isDone) this.#retryLater();
    return isDone;
  }

  /** Makes a last attempt at the pending purges; returns whether the store has all of them. */
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
