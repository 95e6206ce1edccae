import { LIMITS, limitsWith, Format, type ValueSchema } from '../../schema/vocabulary.js';
import { changeText, compareFlag, type PartDifferences, type Impact } from './difference.js';

/** These formats accept every text and only clean it. */
const CLEANING: ReadonlySet<string> = new Set([Format.TextField, Format.TextareaField]);

/** A stricter limit loses requests. */
export function compareLimits(before: ValueSchema, after: ValueSchema): PartDifferences {
  return [
    ...limitsWith('exclusive').flatMap((name) => {
      const { of, bound } = LIMITS[name];
      const [was, is] = [before, after].map((one) => readLimit(of, bound, one[of], one[name]));
      return compareBounds(was, is);
    }),
    ...limitsWith('count').flatMap((name) => {
      const { bound } = LIMITS[name];
      // The length of a text or a list is never negative.
      const isLimit = (value = 0): boolean => value !== 0 || bound === 'upper';
      const [was, is] = [before[name], after[name]].map((value) =>
        readLimit(name, bound, isLimit(value) ? value : undefined),
      );
      return compareBounds(was, is);
    }),
    ...limitsWith('factor').flatMap((name) => compareFactors(before[name], after[name], name)),
    ...limitsWith('flag').flatMap((name) =>
      compareFlag(
        before[name] !== true,
        after[name] !== true,
        'limit',
        'no repeated items',
        'repeated items too',
      ),
    ),
    ...compareTexts(before.pattern, after.pattern, 'pattern'),
    ...compareTexts(before.format, after.format, 'format'),
  ];
}

interface Strictness {
  /** Larger if fewer values pass. */
  readonly value: number;
  readonly isExclusive: boolean;
  /** `exclusive minimum 0`. */
  readonly text: string | undefined;
}

const NO_LIMIT: Strictness = { value: -Infinity, isExclusive: false, text: undefined };

function readLimit(
  name: string,
  bound: 'lower' | 'upper',
  limit: number | undefined,
  isExclusive = false,
): Strictness {
  if (limit === undefined) return NO_LIMIT;
  const text = `${isExclusive ? 'exclusive ' : ''}${name} ${limit}`;
  return { value: bound === 'lower' ? limit : -limit, isExclusive, text };
}

function compareBounds(before = NO_LIMIT, after = NO_LIMIT): PartDifferences {
  const change =
    after.value - before.value || Number(after.isExclusive) - Number(before.isExclusive);
  if (change === 0) return [];
  const text = changeText(before.text, after.text);
  return [{ impact: change > 0 ? 'lost' : 'gained', subject: 'limit', text }];
}

function compareFactors(
  before: number | undefined,
  after: number | undefined,
  name: string,
): PartDifferences {
  if (before === after) return [];
  const isWider = after === undefined || (before !== undefined && before % after === 0);
  const [was, is] = [before, after].map((one) =>
    one === undefined ? undefined : `${name} ${one}`,
  );
  return [{ impact: isWider ? 'gained' : 'lost', subject: 'limit', text: changeText(was, is) }];
}

/** Patterns are compared as text: whether one includes the other is not decided. */
function compareTexts(
  before: string | undefined,
  after: string | undefined,
  subject: 'pattern' | 'format',
): PartDifferences {
  if (before === after) return [];
  const text = changeText(before, after, `${subject} `);
  return [{ impact: impactOf(before, after), subject, text }];
}

function impactOf(before: string | undefined, after: string | undefined): Impact {
  if (isOpen(before) && isOpen(after)) return 'changed';
  return isOpen(after) ? 'gained' : 'lost';
}

function isOpen(keyword: string | undefined): boolean {
  return keyword === undefined || CLEANING.has(keyword);
}
