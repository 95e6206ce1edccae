import type { Clock } from '../clock.js';
import type { OnFailure } from './store-failure.js';

/** The parts of a circuit breaker. */
export interface BreakerParts {
  /** Tests whether the store is back; rejects where it is not. */
  readonly probe: () => Promise<void>;
  readonly restMs: number;
  readonly clock: Clock;
  readonly onFailure: OnFailure;
}

/**
 * Stops using a store for a while after a failure, then probes it in the background: no request waits for
 * the probe.
 */
export class CircuitBreaker {
  readonly #parts: BreakerParts;
  #state: 'closed' | 'open' | 'probing' = 'closed';
  #failures = 0;
  #downSince = 0;
  #failuresBefore = 0;
  #restUntil = 0;

  constructor(parts: BreakerParts) {
    this.#parts = parts;
  }

  /** How often the store has failed since this process started. */
  get failures(): number {
    return this.#failures;
  }

  /** Whether the store may be used. */
  isClosed(): boolean {
    if (this.#state === 'open' && this.#parts.clock.now() >= this.#restUntil) void this.#probe();
    return this.#state === 'closed';
  }

  fail(error: unknown): void {
    this.#failures++;
    // Calls that were under way when the outage began do not report it again.
    if (this.#state !== 'closed') return;
    this.#downSince = this.#parts.clock.now();
    this.#failuresBefore = this.#failures - 1;
    this.#rest();
    this.#parts.onFailure({ kind: 'store-down', error });
  }

  async #probe(): Promise<void> {
    this.#state = 'probing';
    try {
      await this.#parts.probe();
      this.#close();
    } catch {
      // The same outage, which was reported.
      this.#failures++;
      this.#rest();
    }
  }

  #rest(): void {
    this.#state = 'open';
    this.#restUntil = this.#parts.clock.now() + this.#parts.restMs;
  }

  #close(): void {
    const { clock, onFailure } = this.#parts;
    this.#state = 'closed';
    const failures = this.#failures - this.#failuresBefore;
    onFailure({ kind: 'store-back', failures, downMs: clock.now() - this.#downSince });
  }
}
