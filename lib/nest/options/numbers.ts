import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { parseDuration } from '../../types/duration.js';

/** The milliseconds of an option such as `cache.timeLimit`. @throws InvalidArgumentException */
export function durationOf(name: string, duration: unknown): number {
  const parsed = parseDuration(duration);
  return parsed ?? rejectOption(name, "a duration with a unit such as '100ms'", duration);
}

/** The same for one that is more than zero. @throws InvalidArgumentException */
export function positiveDuration(name: string, duration: unknown): number {
  const parsed = durationOf(name, duration);
  return parsed > 0 ? parsed : rejectOption(name, "more than zero, such as '30s'", duration);
}

/** A whole number above zero. @throws InvalidArgumentException */
export function countOf(name: string, value: unknown): number {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
  return isCount ? value : rejectOption(name, 'a whole number above zero', value);
}

/** @throws InvalidArgumentException */
export function rejectOption(name: string, expected: string, value: unknown): never {
  const received = typeof value === 'number' ? String(value) : JSON.stringify(value);
  throw new InvalidArgumentException(`RestModule: ${name} is ${expected}, not ${received}.`);
}
