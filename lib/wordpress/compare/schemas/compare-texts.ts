import type { Format, ValueSchema } from '../../../schema/vocabulary.js';
import type { Impact, SchemaDifference } from '../difference.js';

/** These formats accept every text and only clean it. */
const CLEANING: ReadonlySet<Format> = new Set<Format>(['text-field', 'textarea-field']);

/** Compares `pattern` and `format`. Whether one pattern matches all that another does is not decided. */
export function compareTexts(
  before: ValueSchema,
  after: ValueSchema,
  argument: string,
): readonly SchemaDifference[] {
  return [
    ...compareKeyword('pattern', before.pattern, after.pattern, argument),
    ...compareKeyword('format', before.format, after.format, argument),
  ];
}

function compareKeyword(
  subject: 'pattern' | 'format',
  before: string | undefined,
  after: string | undefined,
  argument: string,
): readonly SchemaDifference[] {
  if (before === after) return [];
  const instead = before === undefined ? '' : ` instead of ${before}`;
  const text =
    after === undefined ? `no ${subject} ${before ?? ''}` : `${subject} ${after}${instead}`;
  return [{ impact: impactOf(before, after), subject, argument, text }];
}

function impactOf(before: string | undefined, after: string | undefined): Impact {
  if (isOpen(before) && isOpen(after)) return 'changed';
  return isOpen(after) ? 'gained' : 'lost';
}

function isOpen(keyword: string | undefined): boolean {
  return keyword === undefined || (CLEANING as ReadonlySet<string>).has(keyword);
}
