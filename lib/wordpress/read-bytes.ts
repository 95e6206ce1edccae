import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { shownUrl } from './index-location.js';
import { LARGEST_DOCUMENT, type ReportProgress } from './read-options.js';

const MEBIBYTE = 1024 * 1024;

/**
 * Reads a body to its end, decompressed: a few bytes can become any number.
 *
 * @throws InvalidArgumentException above the limit, without reading on.
 */
export async function readBytes(
  { body }: Response,
  url: URL,
  report: ReportProgress | undefined,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Fetch yields bytes; the declaration of its stream does not say so.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > LARGEST_DOCUMENT) throw tooLarge(shownUrl(url));
    chunks.push(chunk);
    report?.(`Reading ${shownUrl(url)}: ${(size / MEBIBYTE).toFixed(1)} MiB`);
  }
  return Buffer.concat(chunks);
}

/** What is thrown for a document that is larger than the limit. */
export function tooLarge(source: string): InvalidArgumentException {
  const limit = LARGEST_DOCUMENT / MEBIBYTE;
  return new InvalidArgumentException(
    `${source} cannot be read: it is larger than ${limit} MiB, and no index is. Name the index of one namespace, such as /wp-json/shop/v1.`,
  );
}
