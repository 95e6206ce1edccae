import type { IncomingHttpHeaders } from 'node:http';

/** The first and the last byte of a part, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The range that a client asks for: a number of bytes at the end, or the bytes from one to another or to the end. */
export type RequestedRange = { readonly suffix: number } | ByteRange;

/** One range. A list of several is not read, so that its response is the whole. */
const RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i;

/**
 * The range of a header `Range`; `undefined` if there is none, or if the whole is sent.
 *
 * @see RFC 9110, 14.1.2 and 14.2
 */
export function requestedRange(header: string | undefined): RequestedRange | undefined {
  const found = header === undefined ? null : RANGE.exec(header.trim());
  if (found === null) return undefined;
  const [, first, last, suffix] = found;
  if (suffix !== undefined) return { suffix: Number(suffix) };
  const from = Number(first);
  const to = last === '' ? Infinity : Number(last);
  return to < from ? undefined : { first: from, last: to };
}

/** The part of a whole of `length` bytes; `undefined` if the whole has none of the bytes. */
export function partOf(range: RequestedRange, length: number): ByteRange | undefined {
  if (!('suffix' in range)) {
    const last = Math.min(range.last, length - 1);
    return range.first > last ? undefined : { first: range.first, last };
  }
  const { suffix } = range;
  if (suffix === 0 || length === 0) return undefined;
  return { first: Math.max(0, length - suffix), last: length - 1 };
}

/** The headers by which a client recognizes that its other parts are of the same whole. */
interface Validators {
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

/**
 * Whether the part that a client has is of this whole: by a strong entity tag, or by the exact date.
 *
 * @see RFC 9110, 13.1.5
 */
export function isSameWhole(
  { 'if-range': condition }: IncomingHttpHeaders & { readonly 'if-range'?: string },
  { etag, lastModified }: Validators,
): boolean {
  if (condition === undefined) return true;
  const stated = condition.trim();
  const isTag = stated.endsWith('"');
  return isTag ? stated.startsWith('"') && stated === etag : stated === lastModified;
}
