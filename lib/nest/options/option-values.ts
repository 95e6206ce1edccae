import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { DEFAULT_MAX_WAIT, LONGEST_WAIT } from '../../lifecycle/sub-requests/marks.js';
import { BYTE_SIZE_FORM, parseByteSize, type ByteSize } from '../../types/files.js';
import { parseDuration } from '../../types/duration.js';
import type { EmbedOptions } from './option-groups.js';

const MAXIMUM_BYTES = 8 * 1024 * 1024;

/**
 * The limits of the requests that one request makes, which are the same for batches and embedding.
 *
 * @param least The number of requests that must be allowed.
 * @throws InvalidArgumentException if one is not a whole number in its bounds.
 */
export function subRequestLimits(
  option: 'batch' | 'embed',
  stated: EmbedOptions,
  byDefault: number,
  least: number,
): Required<EmbedOptions> {
  const { maxRequests = byDefault, maxBytes = MAXIMUM_BYTES, maxWait = DEFAULT_MAX_WAIT } = stated;
  return {
    maxRequests: countOf(`${option}.maxRequests`, maxRequests, { least }),
    maxBytes: countOf(`${option}.maxBytes`, maxBytes),
    maxWait: countOf(`${option}.maxWait`, maxWait, { most: LONGEST_WAIT }),
  };
}

/** The milliseconds of an option such as `cache.timeLimit`. @throws InvalidArgumentException */
export function durationOf(name: string, duration: unknown): number {
  const parsed = parseDuration(duration);
  return parsed ?? rejectOption(name, "a duration with a unit such as '100ms'", duration);
}

/** The same, for a duration of more than zero. @throws InvalidArgumentException */
export function positiveDuration(name: string, duration: unknown): number {
  const parsed = durationOf(name, duration);
  return parsed > 0 ? parsed : rejectOption(name, "more than zero, such as '30s'", duration);
}

/** The bytes of an option such as `uploads.maxFileSize`. @throws InvalidArgumentException */
export function bytesOf(name: string, value: ByteSize | undefined, byDefault: number): number {
  if (value === undefined) return byDefault;
  return parseByteSize(value) ?? rejectOption(name, BYTE_SIZE_FORM, value);
}

/** A whole number above zero, or from `least`. @throws InvalidArgumentException */
export function countOf(
  name: string,
  value: unknown,
  { least = 1, most = Number.MAX_SAFE_INTEGER } = {},
): number {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value);
  if (isCount && value >= least && value <= most) return value;
  const beginning = least === 1 ? 'above zero' : `from ${least}`;
  const end = most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most}`;
  return rejectOption(name, `a whole number ${beginning}${end}`, value);
}

/** @throws InvalidArgumentException */
export function rejectOption(name: string, expected: string, value: unknown): never {
  const received = typeof value === 'number' ? String(value) : JSON.stringify(value);
  throw new InvalidArgumentException(`RestModule: ${name} is ${expected}, not ${received}.`);
}
