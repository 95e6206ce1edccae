import type { ValueSchema } from '../../../schema/vocabulary.js';
import type { Impact, SchemaDifference } from '../difference.js';

/** A limit with its keyword: `exclusiveMinimum 0`. */
interface Limit {
  readonly keyword: string;
  readonly value: number;
  readonly isExclusive: boolean;
}

const LOWEST = ['minLength', 'minItems', 'minProperties'] as const;
const HIGHEST = ['maxLength', 'maxItems', 'maxProperties'] as const;

/** Compares the limits of numbers, texts, lists and objects. A stricter limit loses requests. */
export function compareLimits(
  before: ValueSchema,
  after: ValueSchema,
  argument: string,
): readonly SchemaDifference[] {
  return [
    compareLimit(lower(before), lower(after), 1, argument),
    compareLimit(upper(before), upper(after), -1, argument),
    ...LOWEST.map((name) => compareLimit(limit(before, name), limit(after, name), 1, argument)),
    ...HIGHEST.map((name) => compareLimit(limit(before, name), limit(after, name), -1, argument)),
    compareSteps(before.multipleOf, after.multipleOf, argument),
    compareUniqueness(before, after, argument),
  ].flat();
}

function lower({ minimum, exclusiveMinimum }: ValueSchema): Limit | undefined {
  return exclusive('minimum', minimum, exclusiveMinimum);
}

function upper({ maximum, exclusiveMaximum }: ValueSchema): Limit | undefined {
  return exclusive('maximum', maximum, exclusiveMaximum);
}

function exclusive(keyword: string, value: number | undefined, flag = false): Limit | undefined {
  return value === undefined ? undefined : { keyword, value, isExclusive: flag };
}

/** No text and no list has a negative length. */
function limit(
  schema: ValueSchema,
  keyword: (typeof LOWEST)[number] | (typeof HIGHEST)[number],
): Limit | undefined {
  const value = schema[keyword];
  const isNothing = value === undefined || (value === 0 && keyword.startsWith('min'));
  return isNothing ? undefined : { keyword, value, isExclusive: false };
}

/** @param sign 1 where a larger limit is stricter, -1 where a smaller one is. */
function compareLimit(
  before: Limit | undefined,
  after: Limit | undefined,
  sign: 1 | -1,
  argument: string,
): readonly SchemaDifference[] {
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
