import type { FileContent } from '../../../routes/file-content.js';
import { httpError } from '../../../diagnostics/http-error-catalogue.js';
import { BINARY, isInMediaRanges, mediaTypeNames } from '../../../types/files.js';
import { mediaTypeOf } from '../../../lifecycle/messages/body.js';

/** Names media types by content: the part of the package file-type that is used here. */
export interface MediaTypeDetection {
  /** The type of a file by the signature of its content; `undefined` if no signature is known. */
  find(content: FileContent): Promise<string | undefined>;
  /** The types that have a known signature, in lower case. */
  readonly known: ReadonlySet<string>;
}

/** A file, with the type that the client states. */
interface ClaimedFile {
  readonly type: string;
  readonly content: FileContent;
}

const TEXT = /^text\//;
const JSON_TEXT = /^application\/(?:.+\+)?json$/;
const XML_TEXT = /\+xml$/;

/**
 * The type of a file, one of those that a parameter accepts. A client may state any type: a picture that is stated to be
 * HTML would run scripts if the application serves it under the stated type. So the content decides. The stated type is
 * believed only if the content cannot tell, and the parameter names the type itself: a range, such as `image/*`, has the
 * types that the content shows, and texts.
 *
 * @param name Of the argument.
 * @param ranges As `parseMediaRange` made them.
 * @throws RestException, 415, if its type is in none of the ranges.
 */
export async function checkedMediaType(
  name: string,
  file: ClaimedFile,
  ranges: readonly string[],
  detection: MediaTypeDetection,
): Promise<string> {
  const signature = await detection.find(file.content);
  // `audio/ogg; codecs=opus`
  const found = signature === undefined ? undefined : mediaTypeOf(signature);
  const byContent = mediaTypeNames(found ?? '').find((one) => isInMediaRanges(one, ranges));
  if (byContent !== undefined) return byContent;
  if (await isBelievable(file, found, ranges, detection)) return file.type;
  if (isAnything(file.type, found, ranges, detection)) return BINARY;
  const content = found === undefined ? 'is unknown' : `is "${found}"`;
  const reason = `by its content, the type of the file "${name}" ${content}, and it is stated to be "${file.type}"`;
  throw httpError('rest_unsupported_media_type', `${reason}, not ${ranges.join(' or ')}`);
}

/** Whether the stated type counts: no signature is known for it, and it is accepted by its name, or is a text. */
async function isBelievable(
  { type, content }: ClaimedFile,
  found: string | undefined,
  ranges: readonly string[],
  detection: MediaTypeDetection,
): Promise<boolean> {
  if (type === BINARY || !isInMediaRanges(type, ranges)) return false;
  const isText = TEXT.test(type);
  if (!isText && isDetected(type, ranges, detection)) return false;
  // The only signature that a text may have, whatever it is about.
  const mayBeText = found === undefined || found === 'application/xml';
  if (XML_TEXT.test(type)) return mayBeText;
  return isText || JSON_TEXT.test(type) ? mayBeText && holdsText(content) : true;
}

/** Whether a type that is accepted has a known signature, or belongs to a range with types that have one. */
function isDetected(
  type: string,
  ranges: readonly string[],
  { known }: MediaTypeDetection,
): boolean {
  if (mediaTypeNames(type).some((one) => known.has(one))) return true;
  const [top = ''] = type.split('/');
  return !ranges.includes(type) && [...known].some((one) => one.startsWith(`${top}/`));
}

/** Whether any file is accepted as bytes: by their name, or as those of `application/*` that no signature tells apart. */
function isAnything(
  stated: string,
  found: string | undefined,
  ranges: readonly string[],
  { known }: MediaTypeDetection,
): boolean {
  if (ranges.includes(BINARY)) return true;
  const isUntold = found === undefined && !mediaTypeNames(stated).some((one) => known.has(one));
  return isUntold && isInMediaRanges(BINARY, ranges) && isInMediaRanges(stated, ranges);
}

/** Streams, because a file may be larger than memory. */
async function holdsText(content: FileContent): Promise<boolean> {
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
