import { parseDuration } from '../../model/durations/duration.js';
import type { CacheSettings } from '../../caching/create-cache.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { RestCacheOptions } from './rest-cache-options.js';

type Limits = Pick<
  CacheSettings,
  'timeLimitMs' | 'restMs' | 'flightLimitMs' | 'maxEntries' | 'maxBytes' | 'maxEntryBytes'
>;

/**
 * The limits of `forRoot({ cache })`; those that are not stated are left out.
 *
 * @throws InvalidArgumentException where one is no duration or no whole number above zero.
 */
export function limitsOf(options: RestCacheOptions): Limits {
  const { timeLimit, rest, flightTimeout, maxEntries, maxBytes, maxEntryBytes } = options;
  return {
    ...(timeLimit === undefined ? {} : { timeLimitMs: milliseconds('timeLimit', timeLimit) }),
    ...(rest === undefined ? {} : { restMs: milliseconds('rest', rest) }),
    ...(flightTimeout === undefined ? {} : { flightLimitMs: timeoutOf(flightTimeout) }),
    ...(maxEntries === undefined ? {} : { maxEntries: count('maxEntries', maxEntries) }),
    ...(maxBytes === undefined ? {} : { maxBytes: count('maxBytes', maxBytes) }),
    ...(maxEntryBytes === undefined
      ? {}
      : { maxEntryBytes: count('maxEntryBytes', maxEntryBytes) }),
  };
}

function timeoutOf(duration: unknown): number {
  const timeout = milliseconds('flightTimeout', duration);
  return timeout > 0 ? timeout : reject('flightTimeout', "more than zero, such as '30s'", duration);
}

function milliseconds(name: string, duration: unknown): number {
  const parsed = parseDuration(duration);
  return parsed ?? reject(name, "a duration with a unit such as '100ms'", duration);
}

function count(name: string, value: unknown): number {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
  return isCount ? value : reject(name, 'a whole number above zero', value);
}

function reject(name: string, expected: string, value: unknown): never {
  const received = typeof value === 'number' ? String(value) : JSON.stringify(value);
  throw new InvalidArgumentException(`RestModule: cache.${name} is ${expected}, not ${received}.`);
}
