import type { Clock } from '../../../../lib/features/caching/engine/settings.js';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that the test moves. */
export class FakeClock implements Clock {
  #now = 1_700_000_000_000;
  readonly #timers = new Set<Timer>();

  get waiting(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { at: this.#now + delayMs, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  afterIdly(delayMs: number, run: () => void): () => void {
    return this.after(delayMs, run);
  }

  /** Moves the clock, and runs every timer that is due. */
  async advance(ms: number): Promise<void> {
    await settle();
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
      await settle();
    }
    this.#now = end;
  }
}

/** Waits until all pending promises are settled. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
}
