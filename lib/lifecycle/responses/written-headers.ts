import type { AppliedHeaders } from '../messages/exchange.js';
import type { ResponseHeaders } from '../messages/rest-response.js';

/** The headers of a response as a part of a body. */
export type WrittenHeaders = Record<string, string | string[] | number>;

/** The spelling of names; any other name has one capital for each word. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  // The names of most responses, so that these need no pattern.
  ['allow', 'Allow'],
  ['cache-control', 'Cache-Control'],
  ['link', 'Link'],
  ['location', 'Location'],
  ['vary', 'Vary'],
  ['etag', 'ETag'],
  ['content-md5', 'Content-MD5'],
  ['www-authenticate', 'WWW-Authenticate'],
  ['x-ua-compatible', 'X-UA-Compatible'],
  ['x-wp-nonce', 'X-WP-Nonce'],
  ['x-wp-total', 'X-WP-Total'],
  ['x-wp-totalpages', 'X-WP-TotalPages'],
]);

/** The counts of a page, which WordPress writes as numbers. */
const COUNTS: ReadonlySet<string> = new Set(['x-total-count', 'x-wp-total', 'x-wp-totalpages']);

const COUNT = /^\d{1,15}$/;

/**
 * Headers as WordPress writes them into a body, of an envelope or of a batch: `{ "Location": "…", "X-WP-Total": 3 }`. In
 * JSON, unlike in HTTP, the case of a name and the type of a value matter to clients.
 *
 * @param isWritten Leaves out other headers.
 */
export function writtenHeaders(
  headers: Readonly<ResponseHeaders>,
  isWritten: (name: string, value: string | string[]) => boolean,
): WrittenHeaders {
  const written: WrittenHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (isWritten(name, value)) written[writtenName(name)] = writtenValue(name, value);
  }
  return written;
}

/** Adds headers of the adapter's response: an envelope contains those of the reply only. */
export function addApplied(
  headers: ResponseHeaders,
  applied: Pick<AppliedHeaders, 'appliedHeader'>,
  names: readonly string[],
): void {
  for (const name of names) {
    const value = applied.appliedHeader(name);
    if (value !== undefined) headers[name] ??= value;
  }
}

function writtenName(name: string): string {
  return WRITTEN.get(name) ?? capitalized(name);
}

function capitalized(name: string): string {
  return name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());
}

function writtenValue(name: string, value: string | string[]): string | string[] | number {
  const isCount = COUNTS.has(name) && typeof value === 'string' && COUNT.test(value);
  return isCount ? Number(value) : value;
}
