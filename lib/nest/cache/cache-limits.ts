import type { CacheSettings } from '../../caching/settings.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { RestCacheOptions } from '../options/option-groups.js';
import { countOf, durationOf, positiveDuration, rejectOption } from '../options/settings.js';

/**
 * The limits of `forRoot({ cache })`; those that are not stated are `undefined`.
 *
 * @throws InvalidArgumentException where one is no duration or no whole number above zero, or where there is
 *   memory in front of a store, and no store.
 */
export function cacheLimitsOf(options: RestCacheOptions): Partial<CacheSettings> {
  const { timeLimit, rest, flightTimeout, lease, maxEntries, maxBytes, maxEntryBytes } = options;
  return {
    timeLimitMs: numberOf('cache.timeLimit', timeLimit, durationOf),
    restMs: numberOf('cache.rest', rest, durationOf),
    flightLimitMs: numberOf('cache.flightTimeout', flightTimeout, positiveDuration),
    leaseMs: numberOf('cache.lease', lease, positiveDuration),
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

const DEFAULT_MEMORY_TTL_MS = 10_000;

/** The memory in front of the store. */
function memoryOf(options: RestCacheOptions): CacheSettings['memory'] {
  const { memory, store, maxBytes, maxEntryBytes } = options;
  if (memory === undefined) return undefined;
  if (typeof memory !== 'object' || memory === null) {
    return rejectOption(
      'cache.memory',
      "an object such as { maxSize: 10_000, ttl: '10s' }",
      memory,
    );
  }
  if (store === undefined) {
    throw new InvalidArgumentException(
      'RestModule: cache.memory is the memory in front of cache.store, and there is no store. ' +
        'State a store, or leave memory out: without a store the cache is in memory anyway, and cache.maxEntries and cache.maxBytes limit it.',
    );
  }
  const { maxSize, ttl, ...others } = memory;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) rejectOption('cache.memory', 'an object with maxSize and ttl', others);
  return {
    ttlMs: ttl === undefined ? DEFAULT_MEMORY_TTL_MS : positiveDuration('cache.memory.ttl', ttl),
    maxEntries: numberOf('cache.memory.maxSize', maxSize, countOf),
    maxBytes,
    maxEntryBytes,
  };
}
