/** The headers that the text of `@deprecated` states, or the reason why it states none. */
export type StatedDates =
  | { readonly headers: DeprecationHeaders; readonly problem?: never }
  | { readonly headers?: never; readonly problem: string };

/** By name in lower case. */
export interface DeprecationHeaders {
  readonly deprecation: string;
  readonly sunset?: string;
}

/** `2026-01-01`, or `2026-01-01 sunset 2027-01-01`, and a text. */
const NOTATION =
  /^(\d{4}-\d\d-\d\d)(?:[,;]?\s+sunset\s+(\d{4}-\d\d-\d\d))?(?=$|\s|[.,:;](?:$|\s))/i;

/** A date that is meant for a header, and is not at its place or is written otherwise. */
const MISPLACED: readonly RegExp[] = [
  /^(?:since |from |after |as of |on |in )?(?:19|20)\d\d(?![^\s.,:;/T-])/i,
  /^(?:since |from |after |as of |on )?\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\S)/i,
  /^(?:since |from |after |as of |on |in )?(?:\d{1,2}\.? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d/i,
  /^@?\d{8,}(?!\S)/,
  // Not a part of a path, such as that of an API whose versions are dates.
  /(?<![\w./-])\d{4}-\d{1,2}-\d{1,2}(?![\w/-])/,
];

/** `sunset` with a date that does not follow the date of the deprecation. */
const MISPLACED_SUNSET = /\bsunset\b[:=]? ?(?:[a-z]+ )?\d/i;

/**
 * Reads the dates at the beginning of the text of `@deprecated`.
 *
 * @returns `undefined` if the text states no date.
 * @example
 * datesOf('2026-01-01 sunset 2027-01-01 Use /v2/items.');
 * // { headers: { deprecation: '@1767225600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' } }
 * @see RFC 9745, 2.1; RFC 8594, 3
 */
export function datesOf(stated: string): StatedDates | undefined {
  const text = stated.trim().replaceAll(/\s+/g, ' ');
  const [notation = '', since, sunset] = NOTATION.exec(text) ?? [];
  const rest = text.slice(notation.length);
  if (MISPLACED_SUNSET.test(rest)) return { problem: 'its sunset does not follow the date' };
  if (since === undefined) {
    const isMeant = MISPLACED.some((date) => date.test(text));
    return isMeant
      ? { problem: 'it does not begin with a date of the form 2026-01-01' }
      : undefined;
  }
  const from = timeOf(since);
  if (from === undefined) return { problem: `${since} is not a date` };
  if (sunset === undefined) return { headers: { deprecation: `@${from / 1000}` } };
  const until = timeOf(sunset);
  if (until === undefined) return { problem: `${sunset} is not a date` };
  // RFC 9745, 4 forbids it.
  if (until < from) return { problem: 'its sunset is before its date' };
  const date = new Date(until).toUTCString();
  return { headers: { deprecation: `@${from / 1000}`, sunset: date } };
}

/** In milliseconds, at the beginning of the day in UTC; `undefined` if the month does not have the day. */
function timeOf(date: string): number | undefined {
  const time = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(time)) return undefined;
  return new Date(time).toISOString().startsWith(date) ? time : undefined;
}
