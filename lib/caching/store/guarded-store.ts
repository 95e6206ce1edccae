import { CircuitBreaker } from './circuit-breaker.js';
import type { Clock } from '../clock.js';
import type { TextStore } from './store.js';
import { withTimeLimit } from './time-limit.js';
import { randomToken } from './token.js';
import type { OnFailure } from './store-failure.js';

/** A store does not give back what was written to it. */
export class LostWriteError extends Error {
  override readonly name = 'LostWriteError';
  override readonly message = 'it does not keep what is written to it';
}

/** What guards a store. */
export interface Guarding {
  readonly store: TextStore;
  /** How long the store may take for a response. */
  readonly timeLimitMs: number;
  /** For how long it is left alone after a failure. */
  readonly restMs: number;
  /** Where it is tried out whether a store is back. */
  readonly probeKey: string;
  readonly clock: Clock;
  readonly onFailure: OnFailure;
}

const PROBE_TTL_MS = 60_000;

/**
 * A store that can do no harm: within its time limit it answers, or counts as not there, and is left
 * alone for a while then. Nothing here throws or rejects.
 */
export class GuardedStore {
  readonly #guarding: Guarding;
  readonly #breaker: CircuitBreaker;

  constructor(guarding: Guarding) {
    this.#guarding = guarding;
    this.#breaker = new CircuitBreaker({ ...guarding, probe: () => this.#probe() });
  }

  /** How often the store has failed since the start of this process. */
  get failures(): number {
    return this.#breaker.failures;
  }

  /** `undefined` where the store cannot be had. Values that are no text count as not there. */
  get(keys: readonly string[]): Promise<readonly (string | undefined)[] | undefined> {
    return this.#attempt(() => this.#read(keys));
  }

  /** Whether the store says that it has the value. */
  set(key: string, value: string, ttlMs: number): Promise<boolean> {
    return this.#didSucceed(() => this.#guarding.store.set(key, value, ttlMs));
  }

  /** Whether `add` does what it says; else it sets. */
  get canAdd(): boolean {
    return this.#guarding.store.add !== undefined;
  }

  /** Sets what is not there; whether the store says that something is there now. */
  add(key: string, value: string, ttlMs: number): Promise<boolean> {
    const { store } = this.#guarding;
    return this.#didSucceed(() => store.add?.(key, value, ttlMs) ?? store.set(key, value, ttlMs));
  }

  delete(key: string): Promise<boolean> {
    return this.#didSucceed(() => this.#guarding.store.delete(key));
  }

  /** Some clients swallow their errors: a write that cannot be read again is a failure as well. */
  reportLostWrite(): void {
    this.#breaker.fail(new LostWriteError());
  }

  async #read(keys: readonly string[]): Promise<readonly (string | undefined)[]> {
    const values: unknown = await this.#guarding.store.get(keys);
    if (!Array.isArray(values) || values.length !== keys.length) {
      throw new TypeError('it answered something else than a value for each key');
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
    return withTimeLimit(call, this.#guarding.timeLimitMs, this.#guarding.clock);
  }

  /** A write that can be read again: a client that swallows its errors answers every read. */
  async #probe(): Promise<void> {
    const { store, probeKey } = this.#guarding;
    const token = randomToken();
    await this.#limited(() => store.set(probeKey, token, PROBE_TTL_MS));
    const [value] = await this.#limited(() => this.#read([probeKey]));
    if (value !== token) throw new LostWriteError();
  }
}
