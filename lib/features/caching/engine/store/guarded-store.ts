import { publishStoreEvent, storeEvents, type StoreEvent } from '../cache-events.js';
import type { Clock } from '../settings.js';
import { logError } from '../../../../shared/log-text.js';
import type { CompleteSettings } from '../settings.js';
import { type TextStore, randomToken } from './store.js';

/**
 * Stops using a store for a while after a failure, then probes it in the background: no request waits for
 * the probe.
 */
class CircuitBreaker {
  #isOpen = false;
  #isProbing = false;
  #failures = 0;
  #downSince = 0;
  #failuresBefore = 0;
  #restUntil = 0;

  /** @param test Tests whether the store is available again; rejects if it is not. */
  constructor(
    private readonly settings: CompleteSettings,
    private readonly test: () => Promise<void>,
  ) {}

  get failures(): number {
    return this.#failures;
  }

  /** Whether the store was unavailable when it was last used. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether the store may be used. */
  isClosed(): boolean {
    if (this.#isOpen && this.settings.clock.now() >= this.#restUntil) this.#probe();
    return !this.#isOpen;
  }

  fail(error: unknown): void {
    this.#failures++;
    this.#restUntil = this.settings.clock.now() + this.settings.restMs;
    // Calls that were running when the outage began do not report it again.
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#downSince = this.settings.clock.now();
    this.#failuresBefore = this.#failures - 1;
    this.settings.onFailure({ kind: 'store-down', error });
  }

  /** Tests the store, once at a time. */
  #probe(): void {
    if (this.#isProbing) return;
    this.#isProbing = true;
    void this.test()
      .then(
        () => this.#close(),
        (error: unknown) => this.fail(error),
      )
      .finally(() => (this.#isProbing = false));
  }

  #close(): void {
    const { clock, onFailure } = this.settings;
    this.#isOpen = false;
    const failures = this.#failures - this.#failuresBefore;
    onFailure({ kind: 'store-back', failures, downMs: clock.now() - this.#downSince });
  }
}

/** The error of a store that did not respond in time. */
class StoreTimeoutError extends Error {
  override readonly name = 'StoreTimeoutError';
}

/**
 * The limit is measured in parts. A pause of this process, as in a burst of requests, is not a delay of the store: it
 * consumes at most one part.
 */
const PARTS = 4;

/** The error of a store that does not return a written value. */
class LostWriteError extends Error {
  override readonly name = 'LostWriteError';

  constructor(reason: unknown) {
    super(`it does not keep what is written to it${because(reason)}`, { cause: reason });
  }
}

/** A client that cannot connect queues its commands, and some clients ignore the errors of writes. */
function because(reason: unknown): string {
  return reason === undefined ? '' : `, and its client reports ${logError(reason)}`;
}

const PROBE_TTL_MS = 60_000;

/**
 * Protects requests from a failing store. A call that fails or exceeds its time limit counts as a failure, and then the
 * store is not used for a while. Nothing here throws or rejects.
 */
export class GuardedStore {
  readonly #breaker: CircuitBreaker;

  /** @param probeKey The key with which the guard tests whether the store is available again. */
  constructor(
    private readonly store: TextStore,
    private readonly probeKey: string,
    private readonly settings: CompleteSettings,
  ) {
    this.#breaker = new CircuitBreaker(settings, () => this.#probe());
  }

  /** The number of failures of the store since this process started. */
  get failures(): number {
    return this.#breaker.failures;
  }

  get isDown(): boolean {
    return this.#breaker.isOpen;
  }

  /** `undefined` if the store is unavailable. A value that is not a string counts as absent. */
  get(keys: readonly string[]): Promise<readonly (string | undefined)[] | undefined> {
    return this.#attempt('get', () => this.#read(keys));
  }

  set(key: string, value: string, ttlMs: number): Promise<boolean> {
    return this.#didSucceed('set', () => this.store.set(key, value, ttlMs));
  }

  /** Whether the store can add; if not, `add` sets. */
  get canAdd(): boolean {
    return this.store.add !== undefined;
  }

  /** Sets a key that is not there; returns whether the store confirmed that it has a value. */
  add(key: string, value: string, ttlMs: number): Promise<boolean> {
    const { store } = this;
    return this.#didSucceed(
      'set',
      () => store.add?.(key, value, ttlMs) ?? store.set(key, value, ttlMs),
    );
  }

  delete(key: string): Promise<boolean> {
    return this.#didSucceed('delete', () => this.store.delete(key));
  }

  /** Counts a write that cannot be read again as a failure: some clients ignore their errors. */
  reportLostWrite(): void {
    this.#breaker.fail(new LostWriteError(this.store.lastError?.()));
  }

  async #read(keys: readonly string[]): Promise<readonly (string | undefined)[]> {
    const values: unknown = await this.store.get(keys);
    if (!Array.isArray(values) || values.length !== keys.length) {
      throw new TypeError('it did not return a value for each key');
    }
    return values.map((value: unknown) => (typeof value === 'string' ? value : undefined));
  }

  async #didSucceed(
    operation: StoreEvent['operation'],
    call: () => Promise<void>,
  ): Promise<boolean> {
    const result = await this.#attempt(operation, async () => {
      await call();
      return true;
    });
    return result === true;
  }

  async #attempt<T>(
    operation: StoreEvent['operation'],
    call: () => Promise<T>,
  ): Promise<T | undefined> {
    if (!this.#breaker.isClosed()) return undefined;
    const since = storeEvents.hasSubscribers ? performance.now() : undefined;
    try {
      const result = await this.#limited(call);
      publishStoreEvent(operation, since, true);
      return result;
    } catch (error) {
      publishStoreEvent(operation, since, false);
      this.#breaker.fail(error);
      return undefined;
    }
  }

  #limited<T>(call: () => Promise<T>): Promise<T> {
    const { timeLimitMs, clock } = this.settings;
    return withTimeLimit(call, timeLimitMs, clock, () => this.store.lastError?.());
  }

  /** Writes and reads again: a client that ignores its errors would pass a test that only reads. */
  async #probe(): Promise<void> {
    const { store, probeKey } = this;
    const token = randomToken();
    await this.#limited(() => store.set(probeKey, token, PROBE_TTL_MS));
    const [value] = await this.#limited(() => this.#read([probeKey]));
    if (value !== token) throw new LostWriteError(store.lastError?.());
  }
}

/** The result of a call, or a rejection if it needs too long. A late result is ignored. */
function withTimeLimit<T>(
  call: () => Promise<T>,
  ms: number,
  clock: Clock,
  lastError: () => unknown,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let cancel = (): void => {};
    const wait = (parts: number): void => {
      cancel = clock.after(ms / PARTS, () => {
        if (parts > 1) wait(parts - 1);
        else reject(new StoreTimeoutError(`no response within ${ms} ms${because(lastError())}`));
      });
    };
    wait(PARTS);
    // Also catches a store that throws instead of rejecting.
    const response = Promise.resolve().then(call);
    void response.then(resolve, reject).finally(() => cancel());
  });
}
