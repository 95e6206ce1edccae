import type { Buffer } from 'node:buffer';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { isInMediaRanges } from '../../model/files/media-range.js';
import type { FileContent } from '../../model/request/file-content.js';
import type { DetectMediaType } from './upload-settings.js';

/** Text has no signature; a type of text is believed where the content is text. */
const TEXT = /^text\//;

/**
 * The type of a file by its content, because a client may state any type: a picture that is stated to be
 * HTML would run scripts where the application serves it by its stated type.
 *
 * @throws RestException, 415, where its type is in none of the ranges.
 */
export async function checkedMediaType(
  name: string,
  { type, content }: { readonly type: string; readonly content: FileContent },
  ranges: readonly string[],
  detect: DetectMediaType | undefined,
): Promise<string> {
  const found = await detect?.(content);
  const actual = found ?? (TEXT.test(type) && (await isText(content)) ? type : undefined);
  if (actual !== undefined && isInMediaRanges(actual, ranges)) return actual;
  const received = actual === undefined ? 'unknown' : `"${actual}"`;
  throw httpError(
    'rest_unsupported_media_type',
    `by its content, the type of the file ${name} is ${received}, not ${ranges.join(' or ')}`,
  );
}

/** Streams, because a file may be larger than memory. */
async function isText(content: FileContent): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of content.stream()) {
      if ((chunk as Buffer).includes(0)) return false;
      decoder.decode(chunk as Buffer, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
