import type { ApplicationConfig } from '@nestjs/core';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { DEFAULT_MAX_WAIT, LONGEST_WAIT } from '../../lifecycle/batch/sub-requests.js';
import { parseDuration } from '../../types/duration.js';
import type { EmbedOptions } from './option-groups.js';
import type { RestModuleOptions } from './rest-options.js';

/** The options that are one of several words; the first is the default. */
const CHOICES = {
  unknownArguments: ['ignore', 'refuse'],
  responses: ['returned', 'declared'],
  headers: ['wordpress', 'neutral'],
  errors: ['wordpress', 'problem', 'nest'],
  notFound: ['rest', 'nest'],
} as const;

/**
 * What an option states of which `CHOICES` has the words.
 *
 * @throws InvalidArgumentException on any other value: a misspelt one must let nothing pass or leave.
 */
export function choiceOf<Name extends keyof typeof CHOICES>(
  options: Pick<RestModuleOptions, Name>,
  name: Name,
): (typeof CHOICES)[Name][number] {
  const choices: readonly (typeof CHOICES)[Name][number][] = CHOICES[name];
  const stated: unknown = options[name];
  const choice = stated === undefined ? choices[0] : choices.find((one) => one === stated);
  const expected = choices.map((one) => `'${one}'`).join(' or ');
  return choice ?? rejectOption(name, expected, stated);
}

const EMBEDDED_REQUESTS = 100;
const MAXIMUM_BYTES = 8 * 1024 * 1024;

/**
 * The limits of what is embedded into one response; `maxWait` in milliseconds.
 *
 * @throws InvalidArgumentException where one is no whole number in its bounds.
 */
export function embedLimitsOf({ embed = {} }: RestModuleOptions): Required<EmbedOptions> {
  return subRequestLimits('embed', embed, EMBEDDED_REQUESTS, 0);
}

/**
 * The limits of the requests that one request makes, of which batches and embedding have the same.
 *
 * @param least How many requests must be allowed.
 * @throws InvalidArgumentException where one is no whole number in its bounds.
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

/** The same for one that is more than zero. @throws InvalidArgumentException */
export function positiveDuration(name: string, duration: unknown): number {
  const parsed = durationOf(name, duration);
  return parsed > 0 ? parsed : rejectOption(name, "more than zero, such as '30s'", duration);
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

const DEFAULT_PREFIX = 'api';

/** Where the routes are mounted: with a slash in front and none at the end; empty for the root. */
export function mountPrefix({ prefix }: RestModuleOptions, config: ApplicationConfig): string {
  const text = prefix ?? (config.getGlobalPrefix() || DEFAULT_PREFIX);
  const trimmed = text.replace(/^\/+|\/+$/g, '');
  return trimmed === '' ? '' : `/${trimmed}`;
}
