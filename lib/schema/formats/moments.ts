import { formatMismatch, type Violation } from '../messages.js';
import { Format } from '../vocabulary.js';
import { parseDate } from './date.formats.js';

/** How a text is read as a moment. */
export interface MomentReading {
  /** The time zone of a text without an offset; `undefined` if an offset is required. */
  readonly zone: TimeZone | undefined;
  /** Whether `2024-03-01` and `2024-03-01T10:00`, as forms of HTML send them, are moments in the time zone. */
  readonly readsForms: boolean;
}

/** The moment of a time on the clocks of a place, both in milliseconds; the time as if it were in UTC. */
export type TimeZone = (time: number) => number;

const TEXT =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z|[+-]\d{2}(?::\d{2})?)?)?$/;

/** An offset whose plus sign was decoded as a blank. */
const BLANK_OFFSET = /:\d{2}(?:\.\d+)? \d{2}(?::?\d{2})?$/;

const MINUTE = 60_000;
const DAY = 86_400_000;
const LAST_HOUR = 23;
const LAST_MINUTE = 59;
/** A leap second. */
const LAST_SECOND = 60;

/**
 * The moment that a text names, or the noun to complete "must be …". A time that does not exist is none: 30 February,
 * the hour 24. A time that a change of the clocks skips is read as if they had not been changed yet; of a time that
 * they show twice, the first counts.
 */
export function readMoment(text: string, { zone, readsForms }: MomentReading): Date | string {
  const [, date, hour, minute, second, fraction = '0', offset] = TEXT.exec(text) ?? [];
  if (date === undefined) return BLANK_OFFSET.test(text) ? BLANK : MOMENT;
  const isWhole = second !== undefined || (readsForms && offset === undefined);
  if (!isWhole) return MOMENT;
  const time = timeOf(date, [hour, minute, second].map(number), fraction);
  if (time === undefined) return EXISTING;
  if (offset !== undefined) return checked(time, offsetOf(offset));
  return zone === undefined ? WITH_OFFSET : new Date(zone(time));
}

const MOMENT = 'a date and time like 2024-01-31T10:20:30Z';
const EXISTING = 'a date and time that exists';
const WITH_OFFSET =
  'a date and time with an offset, like 2024-01-31T10:20:30Z or 2024-01-31T10:20:30+02:00';
const BLANK =
  'a date and time like 2024-01-31T10:20:30+02:00, with a plus sign and not a blank: in a URL, "+" is written "%2B"';

/** The reason why a text is not a moment. */
export function noMoment(place: string, noun: string): Violation {
  return formatMismatch(place, 'rest_invalid_date', noun, Format.DateTime);
}

function checked(time: number, offset: number | undefined): Date | string {
  return offset === undefined ? EXISTING : new Date(time - offset);
}

function number(part = '0'): number {
  return Number(part);
}

function timeOf(
  date: string,
  [hour = 0, minute = 0, second = 0]: readonly number[],
  fraction: string,
): number | undefined {
  const day = parseDate(date);
  if (day === undefined || hour > LAST_HOUR || minute > LAST_MINUTE || second > LAST_SECOND) {
    return undefined;
  }
  const milliseconds = Math.trunc(Number(`0.${fraction}`) * 1000);
  return day.getTime() + (hour * 60 + minute) * MINUTE + second * 1000 + milliseconds;
}

/** `Z`, `+02`, `-05:30`, in milliseconds. */
function offsetOf(text: string): number | undefined {
  if (text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4, 6));
  if (hours > LAST_HOUR || minutes > LAST_MINUTE) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE;
}

/** The time zone of a name such as `Europe/Berlin`; `undefined` if the engine does not know it. */
export function timeZone(name: string): TimeZone | undefined {
  const format = formatOf(name);
  if (format === undefined) return undefined;
  const offsetAt = (moment: number): number => {
    const parts = format.formatToParts(moment);
    return offsetOfName(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '');
  };
  return (time) => {
    const [before, after] = [offsetAt(time - DAY), offsetAt(time + DAY)];
    const isAfter = offsetAt(time - before) !== before && offsetAt(time - after) === after;
    return time - (isAfter ? after : before);
  };
}

function formatOf(timeZoneName: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: timeZoneName,
      timeZoneName: 'longOffset',
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** `GMT`, `GMT-05:00`, and for times before standard time `GMT+00:53:28`. */
function offsetOfName(name: string): number {
  const [, sign, hours, minutes, seconds] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? [];
  const size = (number(hours) * 60 + number(minutes)) * MINUTE + number(seconds) * 1000;
  return sign === '-' ? -size : size;
}
