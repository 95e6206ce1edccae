import { purgeEvents, type PurgeEvent } from '../cache-events.js';
import type { CompleteSettings } from '../settings.js';
import type { CacheStore } from './store.js';

/** Beyond this number, everything is purged instead of each generation. */
const MAXIMUM_PENDING = 1000;

/**
 * Purges that the store has not confirmed: each generation, and a number for its purge. This process does not read the
 * entries that they concern from the store.
 */
export class PendingPurges {
  readonly #pending = new Map<string, number>();
  #lastId = 0;

  /** @param everything The generation that every entry belongs to. */
  constructor(private readonly everything: string) {}

  get size(): number {
    return this.#pending.size;
  }

  concern(generations: readonly string[]): boolean {
    if (this.#pending.size === 0) return false;
    return generations.some((generation) => this.#pending.has(generation));
  }

  add(generations: readonly string[]): ReadonlyMap<string, number> {
    const added = new Map(generations.map((generation) => [generation, ++this.#lastId]));
    for (const [generation, id] of added) this.#pending.set(generation, id);
    if (this.#pending.size <= MAXIMUM_PENDING) return added;
    this.#pending.clear();
    return this.add([this.everything]);
  }

  all(): ReadonlyMap<string, number> {
    return new Map(this.#pending);
  }

  /** Removes purges that the store has. A generation that was purged again since then stays. */
  confirm(purges: ReadonlyMap<string, number>): void {
    for (const [generation, id] of purges) {
      if (this.#pending.get(generation) === id) this.#pending.delete(generation);
    }
  }
}

const RETRY_MS = 1000;

/** Ends generations for all processes, and retries while the store is unavailable. */
export class Purger {
  #cancelRetry: (() => void) | undefined;
  #isWaiting = false;
  #isClosed = false;

  constructor(
    private readonly store: CacheStore,
    private readonly pending: PendingPurges,
    private readonly settings: CompleteSettings,
  ) {}

  /**
   * Takes effect in this process at once. Resolves to `true` when the store has the purge; to `false` if the store is
   * unavailable, after which it is retried every second. Never rejects: a purge follows a completed write. An
   * unavailable store must not turn that write into an error, nor end a process that does not wait for the purge.
   */
  async purge(generations: readonly string[]): Promise<boolean> {
    if (generations.length === 0) return true;
    const since = performance.now();
    const isDone = await this.#attempt(this.pending.add(generations));
    if (!isDone) this.#retryLater();
    if (purgeEvents.hasSubscribers) {
      const event: PurgeEvent = { duration: performance.now() - since, isDone };
      purgeEvents.publish(Object.freeze(event));
    }
    return isDone;
  }

  /** Makes a last attempt at the pending purges; returns whether the store has them. */
  async close(): Promise<boolean> {
    this.#isClosed = true;
    this.#cancelRetry?.();
    return this.#attempt(this.pending.all());
  }

  async #attempt(purges: ReadonlyMap<string, number>): Promise<boolean> {
    if (purges.size === 0) return true;
    const { pending } = this;
    if (!(await this.store.end([...purges.keys()]))) return false;
    pending.confirm(purges);
    if (this.#isWaiting && pending.size === 0) {
      this.#isWaiting = false;
      this.settings.onFailure({ kind: 'purges-done' });
    }
    return true;
  }

  #retryLater(): void {
    const { clock, onFailure } = this.settings;
    if (!this.#isWaiting) {
      this.#isWaiting = true;
      onFailure({ kind: 'purges-waiting' });
    }
    if (this.#isClosed) return;
    this.#cancelRetry ??= clock.afterIdly(RETRY_MS, () => void this.#retry());
  }

  async #retry(): Promise<void> {
    this.#cancelRetry = undefined;
    if (!(await this.#attempt(this.pending.all()))) this.#retryLater();
  }
}
