import { LIMIT_NAMES, LIMITS, limitsWith, type LimitName } from '../../schema/limits.js';
import type { ValueSchema } from '../../schema/vocabulary.js';
import type { LimitsSignature } from '../../types/method-signature.js';
import type { LimitOptions } from './param-options.js';

type Limits = { -readonly [Keyword in keyof LimitOptions]?: ValueSchema[Keyword] };
type Joined = { [Keyword in keyof Limits]: Limits[Keyword] | undefined };

/** The options that are keywords of the schema, as the schema spells them. */
export function limitsOf(options: LimitOptions): Limits {
  const limits: Limits = {};
  for (const keyword of [...LIMIT_NAMES, 'patternIsTrusted'] as const) {
    if (keyword === 'pattern' || options[keyword] === undefined) continue;
    Object.assign(limits, { [keyword]: options[keyword] });
  }
  const { pattern } = options;
  if (pattern !== undefined) limits.pattern = pattern instanceof RegExp ? pattern.source : pattern;
  return limits;
}

/** The limits of two statements together, and the names of those that no schema can express together. */
export interface JoinedLimits {
  readonly limits: LimitsSignature;
  readonly conflicts: readonly LimitName[];
}

/** Joins limits of one value, so that what satisfies the result satisfies both. */
export function joinLimits(one: LimitsSignature, other: LimitsSignature): JoinedLimits {
  const limits: Joined = { ...one, ...other };
  for (const name of limitsWith('count')) {
    limits[name] = stricter(LIMITS[name].bound, one[name], other[name]);
  }
  for (const name of limitsWith('exclusive')) joinBound(limits, [one, other], name);
  const multiple = joinMultiples(one.multipleOf, other.multipleOf);
  limits.multipleOf = multiple;
  for (const name of limitsWith('flag')) {
    limits[name] = one[name] === true || other[name] === true || undefined;
  }
  const conflicts: LimitName[] = [...limitsWith('pattern'), ...limitsWith('format')].filter(
    (name) => one[name] !== undefined && other[name] !== undefined && one[name] !== other[name],
  );
  if (multiple === undefined && (one.multipleOf ?? other.multipleOf) !== undefined) {
    conflicts.push('multipleOf');
  }
  const stated = Object.entries(limits).filter(([, value]) => value !== undefined);
  return { limits: Object.fromEntries(stated), conflicts };
}

/** Of two lower bounds the higher one, of two upper bounds the lower one. */
function stricter(side: 'lower' | 'upper', one: number | undefined, other: number | undefined) {
  if (one === undefined || other === undefined) return one ?? other;
  return side === 'lower' ? Math.max(one, other) : Math.min(one, other);
}

/** A bound that is reached by both statements is exclusive if one of them says so. */
function joinBound(
  limits: Joined,
  stated: readonly LimitsSignature[],
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
): void {
  const { of: name, bound } = LIMITS[exclusive];
  const value = stated.map((one) => one[name]).reduce((a, b) => stricter(bound, a, b));
  const isExclusive = stated.some((one) => one[name] === value && one[exclusive] === true);
  limits[name] = value;
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
