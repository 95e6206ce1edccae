import type { ValueSchema } from '../../schema/vocabulary.js';
import type { LimitsSignature } from '../signature/method-signature.js';
import type { LimitKeywords } from '../types/declared-type.js';
import type { LimitOptions } from './param-options.js';

type Limits = { -readonly [Keyword in keyof LimitOptions]?: ValueSchema[Keyword] };
type Joined = { [Keyword in keyof Limits]: Limits[Keyword] | undefined };

/** The options that a schema has under the same name. */
const KEYWORDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'patternIsTrusted',
] as const;

/** The options that are keywords of the schema, as the schema spells them. */
export function limitsOf(options: LimitOptions): Limits {
  const limits: Limits = {};
  for (const keyword of KEYWORDS) {
    if (options[keyword] !== undefined) Object.assign(limits, { [keyword]: options[keyword] });
  }
  const { pattern } = options;
  if (pattern !== undefined) limits.pattern = pattern instanceof RegExp ? pattern.source : pattern;
  return limits;
}

/** The limits of two statements together, and the names of those that no schema can express together. */
export interface JoinedLimits {
  readonly limits: LimitsSignature;
  readonly conflicts: readonly (keyof LimitsSignature)[];
}

/** Joins limits of one value, so that what satisfies the result satisfies both. */
export function joinLimits(one: LimitKeywords, other: LimitKeywords): JoinedLimits {
  const limits: Joined = { ...one, ...other };
  for (const name of ['minLength', 'minItems', 'minProperties'] as const) {
    limits[name] = stricter(Math.max, one[name], other[name]);
  }
  for (const name of ['maxLength', 'maxItems', 'maxProperties'] as const) {
    limits[name] = stricter(Math.min, one[name], other[name]);
  }
  joinBound(limits, [one, other], 'minimum', 'exclusiveMinimum', Math.max);
  joinBound(limits, [one, other], 'maximum', 'exclusiveMaximum', Math.min);
  const multiple = joinMultiples(one.multipleOf, other.multipleOf);
  limits.multipleOf = multiple;
  limits.uniqueItems = one.uniqueItems === true || other.uniqueItems === true || undefined;
  const isDifferent = (name: 'pattern' | 'format') =>
    one[name] !== undefined && other[name] !== undefined && one[name] !== other[name];
  const conflicts: (keyof LimitsSignature)[] = (['pattern', 'format'] as const).filter(isDifferent);
  if (multiple === undefined && (one.multipleOf ?? other.multipleOf) !== undefined) {
    conflicts.push('multipleOf');
  }
  const stated = Object.entries(limits).filter(([, value]) => value !== undefined);
  return { limits: Object.fromEntries(stated) as LimitsSignature, conflicts };
}

type Choice = (one: number, other: number) => number;

function stricter(choose: Choice, one: number | undefined, other: number | undefined) {
  return one === undefined || other === undefined ? (one ?? other) : choose(one, other);
}

/** A bound that is reached by both statements is exclusive if one of them says so. */
function joinBound(
  limits: Joined,
  stated: readonly LimitKeywords[],
  bound: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
  choose: Choice,
): void {
  const value = stated.map((one) => one[bound]).reduce((a, b) => stricter(choose, a, b));
  const isExclusive = stated.some((one) => one[bound] === value && one[exclusive] === true);
  limits[bound] = value;
  limits[exclusive] = isExclusive || undefined;
}

/** The least common multiple of integers; of other numbers, the one that is a multiple of the other. */
function joinMultiples(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  if (Number.isInteger(one) && Number.isInteger(other)) {
    const common = (one / divisor(one, other)) * other;
    return Number.isSafeInteger(common) ? common : undefined;
  }
  return [one, other].find((all) => [one, other].every((part) => Number.isInteger(all / part)));
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other);
}
