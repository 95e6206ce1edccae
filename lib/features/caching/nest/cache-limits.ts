import { DEFAULT_MAX_BYTES, DEFAULT_MAX_ENTRIES, type CacheSettings } from '../engine/settings.js';
import { InvalidArgumentException } from '../../../diagnostics/invalid-argument.exception.js';
import type { RestCacheOptions } from '../../../nest/options/option-groups.js';
import {
  countOf,
  durationOf,
  positiveDuration,
  rejectOption,
} from '../../../nest/options/option-values.js';

/** The settings of the memory of a process for data that it has read from the store. */
export interface MemoryLevel {
  readonly ttlMs: number;
  readonly maxEntries: number;
  readonly maxBytes: number;
}

export interface CacheLimits extends Partial<CacheSettings> {
  readonly memory: MemoryLevel | undefined;
}

/**
 * The limits of `forRoot({ cache })`; those that are not stated are `undefined`.
 *
 * @throws InvalidArgumentException if one is not a duration or not a whole number above zero, or if there is memory in
 * front of a store, and no store.
 */
export function cacheLimitsOf(options: RestCacheOptions): CacheLimits {
  const { timeLimit, rest, flightTimeout, maxEntries, maxBytes, maxEntryBytes } = options;
  return {
    timeLimitMs: numberOf('cache.timeLimit', timeLimit, durationOf),
    restMs: numberOf('cache.rest', rest, durationOf),
    flightLimitMs: numberOf('cache.flightTimeout', flightTimeout, positiveDuration),
    maxEntries: numberOf('cache.maxEntries', maxEntries, countOf),
    maxBytes: numberOf('cache.maxBytes', maxBytes, countOf),
    maxEntryBytes: numberOf('cache.maxEntryBytes', maxEntryBytes, countOf),
    memory: memoryOf(options),
  };
}

function numberOf(
  name: string,
  value: unknown,
  read: (name: string, value: unknown) => number,
): number | undefined {
  return value === undefined ? undefined : read(name, value);
}

const DEFAULT_MEMORY_TTL_MS = 5000;

function memoryOf({ memory, store, maxBytes }: RestCacheOptions): MemoryLevel | undefined {
  if (memory === undefined) return undefined;
  if (typeof memory !== 'object' || memory === null) {
    return rejectOption(
      'cache.memory',
      "an object such as { maxEntries: 10_000, ttl: '5s' }",
      memory,
    );
  }
  if (store === undefined) {
    throw new InvalidArgumentException(
      'RestModule: cache.memory is the memory in front of cache.store, and there is no store. ' +
        'State a store, or leave memory out: without a store the cache is in memory anyway, and cache.maxEntries and cache.maxBytes limit it.',
    );
  }
  const { maxEntries, ttl, ...others } = memory;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    rejectOption('cache.memory', 'an object with maxEntries and ttl', others);
  }
  return {
    ttlMs: numberOf('cache.memory.ttl', ttl, positiveDuration) ?? DEFAULT_MEMORY_TTL_MS,
    maxEntries: numberOf('cache.memory.maxEntries', maxEntries, countOf) ?? DEFAULT_MAX_ENTRIES,
    maxBytes: maxBytes ?? DEFAULT_MAX_BYTES,
  };
}
