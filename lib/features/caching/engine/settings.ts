import type { OnFailure, TextStore } from './store/store.js';

export const DEFAULT_TIME_LIMIT_MS = 100;

export const DEFAULT_MAX_ENTRIES = 10_000;

const MEBIBYTE = 1024 * 1024;

export const DEFAULT_MAX_BYTES = 64 * MEBIBYTE;

export const DEFAULT_MAX_ENTRY_BYTES = 4 * MEBIBYTE;

/** The limits of a store in memory. The least recently used entries are dropped first. */
export interface MemoryLimits {
  /** Number of entries; 10 000 by default. */
  readonly maxEntries?: number | undefined;
  /** Bytes of all entries, roughly; 64 MiB by default. Tokens may need another quarter of it. */
  readonly maxBytes?: number | undefined;
  /** Bytes of one entry, roughly; 4 MiB by default. A larger response is not stored. */
  readonly maxEntryBytes?: number | undefined;
}

/** The settings of a cache. */
export interface CacheSettings extends MemoryLimits {
  /** Separates the applications that share a store. */
  readonly namespace: string;
  /** A store that several processes share; the memory of this process by default. */
  readonly store?: TextStore | undefined;
  /** The time limit of an operation of the store, in milliseconds; 100 by default. */
  readonly timeLimitMs?: number | undefined;
  /** The time for which a store is not used after a failure, in milliseconds; 5000 by default. */
  readonly restMs?: number | undefined;
  readonly onFailure: OnFailure;
  /** The HTTP status of an error of a method: below 500, a background renewal removes the entry. */
  readonly statusOfError: (error: unknown) => number;
  readonly clock?: Clock;
  /** The time for which requests wait for a running call, in milliseconds; 30 000 by default. */
  readonly flightLimitMs?: number | undefined;
  /** Returns a number from 0 to 1; it distributes the times at which entries expire. */
  readonly random?: () => number;
}

/** The settings with their defaults. */
export interface CompleteSettings extends CacheSettings {
  readonly timeLimitMs: number;
  readonly restMs: number;
  readonly clock: Clock;
  readonly flightLimitMs: number;
  readonly random: () => number;
}

export function completeSettings({
  timeLimitMs = DEFAULT_TIME_LIMIT_MS,
  restMs = 5000,
  clock = SYSTEM_CLOCK,
  flightLimitMs = 30_000,
  random = Math.random,
  ...stated
}: CacheSettings): CompleteSettings {
  return { ...stated, timeLimitMs, restMs, clock, flightLimitMs, random };
}

/** The time and timers. They are a parameter, so that a test can control the time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a function after a delay; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /** The same, without keeping the process alive. */
  afterIdly(delayMs: number, run: () => void): () => void;
}

/** The clock of this process. */
const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    // After a pause of the process, timers run before the data that sockets have received. With one more turn of the
    // event loop, a response that came in time comes before the timer.
    let turn: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => (turn = setImmediate(run)), delayMs);
    return () => {
      clearTimeout(timer);
      clearImmediate(turn);
    };
  },
  afterIdly(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
