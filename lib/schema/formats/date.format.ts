import type { FormatRule } from './format-rule.js';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Midnight UTC of the day that a `date` text names, or `undefined` where it names none.
 *
 * @example
 * parseDate('2024-02-29')?.toISOString() // '2024-02-29T00:00:00.000Z'
 */
export function parseDate(text: string): Date | undefined {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // A day that its month does not have would become one of the next month.
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
    ? date
    : undefined;
}

/** A day of the calendar, RFC 3339's `full-date`. WordPress has no such format and accepts any text. */
export const date: FormatRule = {
  name: 'date',
  rejection: {
    accepts: (text) => parseDate(text) !== undefined,
    code: 'rest_invalid_date',
    noun: 'a date like 2024-01-31',
  },
};
