import type { FormatRule } from './format-rule.js';

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:Z|([+-])(\d{2})(?::(\d{2}))?)?$/;

const LAST_MONTH = 12;
const LAST_DAY = 31;
const LAST_HOUR = 24;
const LAST_MINUTE = 59;
const LEAP_SECOND = 60;

function part(parts: RegExpExecArray, index: number): number {
  return Number(parts[index] ?? 0);
}

/** Whether the numbers are within limits. As in WordPress, 30 February rolls over. */
function isWithinLimits(parts: RegExpExecArray): boolean {
  return (
    part(parts, 2) <= LAST_MONTH &&
    part(parts, 3) <= LAST_DAY &&
    part(parts, 4) <= LAST_HOUR &&
    part(parts, 5) <= LAST_MINUTE &&
    part(parts, 6) <= LEAP_SECOND &&
    (parts[10] === undefined || (part(parts, 9) <= LAST_HOUR && part(parts, 10) <= LAST_MINUTE))
  );
}

function isDateTime(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  return parts !== null && isWithinLimits(parts);
}

/** RFC 3339, except that `T` may be `t` or a space and the offset may be missing. */
export const dateTime: FormatRule = {
  name: 'date-time',
  rejection: {
    accepts: isDateTime,
    code: 'rest_invalid_date',
    noun: 'a date and time like 2024-01-31T10:20:30Z',
  },
};

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Midnight UTC of the day that a `date` text names, or `undefined` if it names none.
 *
 * @example
 * parseDate('2024-02-29')?.toISOString() // '2024-02-29T00:00:00.000Z'
 */
export function parseDate(text: string): Date | undefined {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const moment = new Date(0);
  moment.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // A day that its month does not have would become one of the next month.
  return moment.getUTCMonth() === Number(month) - 1 && moment.getUTCDate() === Number(day)
    ? moment
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
