import { CircuitBreaker } from './circuit-breaker.js';
import type { Clock } from '../clock.js';
import type { TextStore } from './store.js';
import { withTimeLimit } from './time-limit.js';
import { randomToken } from './token.js';
import type { OnFailure } from './store-failure.js';

/** A store does not return what was written to it. */
export class LostWriteError extends Error {
  override readonly name = 'LostWriteError';
  override readonly message = 'it does not keep what is written to it';
}

/** The parts of a guarded store. */
export interface GuardedStoreParts {
  readonly store: TextStore;
  /** How long the store may take, in milliseconds. */
  readonly timeLimitMs: number;
  /** How long it is left alone after a failure, in milliseconds. */
  readonly restMs: number;
  /** Where the guard tests whether the store is back. */
  readonly probeKey: string;
  readonly clock: Clock;
  readonly onFailure: OnFailure;
}

const PROBE_TTL_MS = 60_000;

/**
 * Protects requests from a bad store. A call that fails or exceeds its time limit counts as a failure, and
 * the store is left alone for a while. Nothing here throws or rejects.
 */
export class GuardedStore {
  readonly #parts: GuardedStoreParts;
  readonly #breaker: CircuitBreaker;

  constructor(parts: GuardedStoreParts) {
    this.#parts = parts;
    this.#breaker = new CircuitBreaker({ ...parts, probe: () => this.#probe() });
  }

  /** How often the store has failed since this process started. */
  get failures(): number {
    return this.#breaker.failures;
  }

  /** `undefined` where the store is unavailable. A value that is no string counts as absent. */
  get(keys: readonly string[]): Promise<readonly (string | undefined)[] | undefined> {
    return this.#attempt(() => this.#read(keys));
  }

  /** Returns whether the store confirmed the write. */
  set(key: string, value: string, ttlMs: number): Promise<boolean> {
    return this.#didSucceed(() => this.#parts.store.set(key, value, ttlMs));
  }

  /** Whether the store can add; otherwise `add` sets. */
  get canAdd(): boolean {
    return this.#parts.store.add !== undefined;
  }

  /** Sets a key that is not there; returns whether the store confirmed that it has a value. */
  add(key: string, value: string, ttlMs: number): Promise<boolean> {
    const { store } = this.#parts;
    return this.#didSucceed(() => store.add?.(key, value, ttlMs) ?? store.set(key, value, ttlMs));
  }

  delete(key: string): Promise<boolean> {
    return this.#didSucceed(() => this.#parts.store.delete(key));
  }

  /** Counts a write that cannot be read again as a failure: some clients swallow their errors. */
  reportLostWrite(): void {
    this.#breaker.fail(new LostWriteError());
  }

  async #read(keys: readonly string[]): Promise<readonly (string | undefined)[]> {
    const values: unknown = await this.#parts.store.get(keys);
    if (!Array.isArray(values) || values.length !== keys.length) {
      throw new TypeError('it did not return a value for each key');
    }
    return values.map((value: unknown) => (typeof value === 'string' ? value : undefined));
  }

  async #didSucceed(call: () => Promise<void>): Promise<boolean> {
    const result = await this.#attempt(async () => {
      await call();
      return true;
    });
    return result === true;
  }

  async #attempt<T>(call: () => Promise<T>): Promise<T | undefined> {
    if (!this.#breaker.isClosed()) return undefined;
    try {
      return await this.#limited(call);
    } catch (error) {
      this.#breaker.fail(error);
      return undefined;
    }
  }

  #limited<T>(call: () => Promise<T>): Promise<T> {
    return withTimeLimit(call, this.#parts.timeLimitMs, this.#parts.clock);
  }

  /** Writes and reads again: a client that swallows its errors would pass a mere read. */
  async #probe(): Promise<void> {
    const { store, probeKey } = this.#parts;
    const token = randomToken();
    await this.#limited(() => store.set(probeKey, token, PROBE_TTL_MS));
    const [value] = await this.#limited(() => this.#read([probeKey]));
    if (value !== token) throw new LostWriteError();
  }
}
