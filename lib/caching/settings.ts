import { SYSTEM_CLOCK, type Clock } from './clock.js';
import type { OnFailure, TextStore } from './store/store.js';

/** How much a store in memory keeps. The least recently used entries are dropped first. */
export interface MemoryLimits {
  /** Number of entries; 10 000 by default. */
  readonly maxEntries?: number;
  /** Bytes of all entries, roughly; 64 MiB by default. Tokens may take another quarter of it. */
  readonly maxBytes?: number;
  /** Bytes of one entry, roughly; 4 MiB by default. A larger response is not stored. */
  readonly maxEntryBytes?: number;
}

/** How much the memory in front of a store keeps, and for how long. */
export interface MemoryLevel extends MemoryLimits {
  /** For how long an entry or token is used without the store, in milliseconds. */
  readonly ttlMs: number;
}

const DEFAULTS = {
  leaseMs: 3000,
  timeLimitMs: 100,
  restMs: 5000,
  flightLimitMs: 30_000,
  clock: SYSTEM_CLOCK,
  random: Math.random,
} as const;

/** The settings of a cache. */
export interface CacheSettings extends MemoryLimits {
  /** Separates the applications that share a store. */
  readonly namespace: string;
  /** A store that several processes share; the memory of this process by default. */
  readonly store?: TextStore;
  /** Memory of this process in front of the store; none by default. */
  readonly memory?: MemoryLevel;
  /** How long a process that calls a method for all others may give no sign of life, in milliseconds; 3000 by default. */
  readonly leaseMs?: number;
  /** How long the store may take, in milliseconds; 100 by default. */
  readonly timeLimitMs?: number;
  /** How long a store is left alone after a failure, in milliseconds; 5000 by default. */
  readonly restMs?: number;
  readonly onFailure: OnFailure;
  /** The HTTP status of what a method has thrown: below 500, a background renewal removes the entry. */
  readonly statusOfError: (error: unknown) => number;
  readonly clock?: Clock;
  /** How long requests wait for a call that is under way, in milliseconds; 30 000 by default. */
  readonly flightLimitMs?: number;
  /** From 0 to 1; spreads when entries expire. */
  readonly random?: () => number;
}

/** The settings with their defaults. */
export type CompleteSettings = CacheSettings & Required<Pick<CacheSettings, keyof typeof DEFAULTS>>;

export function completeSettings(settings: CacheSettings): CompleteSettings {
  return { ...DEFAULTS, ...settings };
}
