import { LIMITS, limitsWith } from '../../schema/limits.js';
import type { ValueSchema } from '../../schema/vocabulary.js';
import type { Impact, SchemaDifference } from './difference.js';

/** A limit with its keyword: `exclusiveMinimum 0`. */
interface Limit {
  readonly keyword: string;
  readonly value: number;
  readonly isExclusive: boolean;
}

/** The lower bounds first. */
const COUNTS = limitsWith('count').toSorted((a, b) =>
  LIMITS[a].bound.localeCompare(LIMITS[b].bound),
);

/** Compares the limits of numbers, texts, lists and objects. A stricter limit loses requests. */
export function compareLimits(
  before: ValueSchema,
  after: ValueSchema,
  argument: string,
): readonly SchemaDifference[] {
  return [
    ...limitsWith('exclusive').map((name) =>
      compareLimit(bound(before, name), bound(after, name), LIMITS[name].bound, argument),
    ),
    ...COUNTS.map((name) =>
      compareLimit(count(before, name), count(after, name), LIMITS[name].bound, argument),
    ),
    compareSteps(before.multipleOf, after.multipleOf, argument),
    compareUniqueness(before, after, argument),
  ].flat();
}

function bound(
  schema: ValueSchema,
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
): Limit | undefined {
  const keyword = LIMITS[exclusive].of;
  const value = schema[keyword];
  return value === undefined
    ? undefined
    : { keyword, value, isExclusive: schema[exclusive] ?? false };
}

/** No text and no list has a negative length. */
function count(schema: ValueSchema, keyword: (typeof COUNTS)[number]): Limit | undefined {
  const value = schema[keyword];
  const isNothing = value === undefined || (value === 0 && LIMITS[keyword].bound === 'lower');
  return isNothing ? undefined : { keyword, value, isExclusive: false };
}

function compareLimit(
  before: Limit | undefined,
  after: Limit | undefined,
  side: 'lower' | 'upper',
  argument: string,
): readonly SchemaDifference[] {
  // A larger lower bound is stricter, and so is a smaller upper one.
  const sign = side === 'lower' ? 1 : -1;
  const change = sign * (strictness(after, sign) - strictness(before, sign));
  const isSame =
    change === 0 || (before === undefined && after === undefined) || Number.isNaN(change);
  const tighter = Number(after?.isExclusive ?? false) - Number(before?.isExclusive ?? false);
  if (isSame && (tighter === 0 || before === undefined || after === undefined)) return [];
  const isStricter = isSame ? tighter > 0 : change > 0;
  return [
    difference(isStricter ? 'lost' : 'gained', limitText(before), limitText(after), argument),
  ];
}

function strictness(one: Limit | undefined, sign: 1 | -1): number {
  return one === undefined ? -sign * Infinity : one.value;
}

function limitText(one: Limit | undefined): string | undefined {
  if (one === undefined) return undefined;
  return `${one.isExclusive ? 'exclusive ' : ''}${one.keyword} ${one.value}`;
}

function compareSteps(
  before: number | undefined,
  after: number | undefined,
  argument: string,
): readonly SchemaDifference[] {
  if (before === after) return [];
  const isWider = after === undefined || (before !== undefined && before % after === 0);
  const [was, is] = [before, after].map((step) =>
    step === undefined ? undefined : `multipleOf ${step}`,
  );
  return [difference(isWider ? 'gained' : 'lost', was, is, argument)];
}

function compareUniqueness(
  { uniqueItems: before = false }: ValueSchema,
  { uniqueItems: after = false }: ValueSchema,
  argument: string,
): readonly SchemaDifference[] {
  if (before === after) return [];
  const text = after ? 'no repeated items' : 'repeated items too';
  return [{ impact: after ? 'lost' : 'gained', subject: 'limit', argument, text }];
}

function difference(
  impact: Impact,
  was: string | undefined,
  is: string | undefined,
  argument: string,
): SchemaDifference {
  const text =
    was !== undefined && is !== undefined ? `${is} instead of ${was}` : (is ?? `no ${was ?? ''}`);
  return { impact, subject: 'limit', argument, text };
}
