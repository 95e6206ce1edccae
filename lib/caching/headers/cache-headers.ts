import type { CachedResponse } from '../cached-response.js';
import type { HeaderLine } from '../entries/entry.js';

/**
 * The headers that the cache adds to a response. A header that the method has set stays as it is, except
 * `Vary`, which the caller joins with the response's own.
 *
 * @see RFC 9111 §5.1 (`Age`), RFC 9211 (`Cache-Status`)
 */
export function cacheHeaders(response: CachedResponse): readonly HeaderLine[] {
  const lines: HeaderLine[] = [['cache-status', response.cacheStatusText]];
  if (response.age !== undefined) lines.push(['age', String(response.age)]);
  if (response.vary !== undefined) lines.push(['vary', response.vary]);
  if (response.etag !== undefined && !has(response, 'etag')) lines.push(['etag', response.etag]);
  if (response.cacheControl !== undefined && !has(response, 'cache-control')) {
    lines.push(['cache-control', response.cacheControl]);
  }
  return lines;
}

function has({ headers }: CachedResponse, header: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === header);
}
