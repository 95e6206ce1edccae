import type { CacheSettings } from '../../caching/settings.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { RestCacheOptions } from '../options/option-groups.js';
import { countOf, durationOf, positiveDuration, rejectOption } from '../options/settings.js';

/**
 * The limits of `forRoot({ cache })`; those that are not stated are left out.
 *
 * @throws InvalidArgumentException where one is no duration or no whole number above zero, or where there is
 *   memory in front of a store, and no store.
 */
export function cacheLimitsOf(options: RestCacheOptions): Partial<CacheSettings> {
  const { timeLimit, rest, flightTimeout, lease, maxEntries, maxBytes, maxEntryBytes } = options;
  return {
    ...(timeLimit === undefined ? {} : { timeLimitMs: durationOf('cache.timeLimit', timeLimit) }),
    ...(rest === undefined ? {} : { restMs: durationOf('cache.rest', rest) }),
    ...(flightTimeout === undefined
      ? {}
      : { flightLimitMs: positiveDuration('cache.flightTimeout', flightTimeout) }),
    ...(lease === undefined ? {} : { leaseMs: positiveDuration('cache.lease', lease) }),
    ...(maxEntries === undefined ? {} : { maxEntries: countOf('cache.maxEntries', maxEntries) }),
    ...(maxBytes === undefined ? {} : { maxBytes: countOf('cache.maxBytes', maxBytes) }),
    ...(maxEntryBytes === undefined
      ? {}
      : { maxEntryBytes: countOf('cache.maxEntryBytes', maxEntryBytes) }),
    ...memoryOf(options),
  };
}

const DEFAULT_MEMORY_TTL_MS = 10_000;

/** The memory in front of the store. */
function memoryOf(options: RestCacheOptions): Pick<CacheSettings, 'memory'> {
  const { memory, store, maxBytes, maxEntryBytes } = options;
  if (memory === undefined) return {};
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
    memory: {
      ttlMs: ttl === undefined ? DEFAULT_MEMORY_TTL_MS : positiveDuration('cache.memory.ttl', ttl),
      ...(maxSize === undefined ? {} : { maxEntries: countOf('cache.memory.maxSize', maxSize) }),
      ...(maxBytes === undefined ? {} : { maxBytes }),
      ...(maxEntryBytes === undefined ? {} : { maxEntryBytes }),
    },
  };
}
