/** A type and a subtype. @see RFC 6838, 4.2 */
const MEDIA_RANGE =
  /^[A-Za-z\d][A-Za-z\d!#$&^_.+-]{0,126}\/(?:\*|[A-Za-z\d][A-Za-z\d!#$&^_.+-]{0,126})$/;

/** What `parseMediaRange` reads, for diagnostics. */
export const MEDIA_RANGE_FORM = 'media types like "image/png", or "image/*" for all images';

/** A media type or `type/*`, in lower case; `undefined` for anything else. */
export function parseMediaRange(value: unknown): string | undefined {
  return typeof value === 'string' && MEDIA_RANGE.test(value) ? value.toLowerCase() : undefined;
}

/**
 * Whether a media type is in one of the ranges that `parseMediaRange` made.
 *
 * @example
 * isInMediaRanges('image/png', ['image/*']); // true
 */
export function isInMediaRanges(mediaType: string, ranges: readonly string[]): boolean {
  const [type = ''] = mediaType.split('/');
  return ranges.some((range) => range === mediaType || range === `${type}/*`);
}
