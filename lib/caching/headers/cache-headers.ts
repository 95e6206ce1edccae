import type { CachedAnswer } from '../cached-response.js';
import type { HeaderLine } from '../entries/entry.js';

/**
 * The headers that an answer gets beside its own. One that the method has set itself stays as it is;
 * `Vary` is to be added to a `Vary` that is there.
 *
 * @see RFC 9111 §5.1 (`Age`), RFC 9211 (`Cache-Status`)
 */
export function cacheHeaders(answer: CachedAnswer): readonly HeaderLine[] {
  const lines: HeaderLine[] = [['cache-status', answer.cacheStatusText]];
  if (answer.age !== undefined) lines.push(['age', String(answer.age)]);
  if (answer.vary !== undefined) lines.push(['vary', answer.vary]);
  if (answer.etag !== undefined && !has(answer, 'etag')) lines.push(['etag', answer.etag]);
  if (answer.cacheControl !== undefined && !has(answer, 'cache-control')) {
    lines.push(['cache-control', answer.cacheControl]);
  }
  return lines;
}

function has({ headers }: CachedAnswer, header: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === header);
}
