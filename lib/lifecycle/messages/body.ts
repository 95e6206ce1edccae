import { isUtf8 } from 'node:buffer';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { MalformedParameters, parseParameters } from './query-string.js';
import type { Parameters } from '../../routes/rest-request.js';

/** The limit of WordPress's parser. */
const MAXIMUM_DEPTH = 512;

/** A body as routes read it: parameters by name, or the reason why it was rejected. */
export type Body =
  | {
      readonly kind: 'parameters';
      readonly value: Parameters;
      readonly whole: unknown;
      /** Each value is an `UploadedFile`, under its PHP name: `pages[]` is a list. Absent if there are none. */
      readonly files?: Parameters;
    }
  | { readonly kind: 'rejected'; readonly error: RestException };

/** A body and its bytes, over which the application may check a signature. */
export interface ReadBody {
  readonly body: Body;
  readonly bytes: Buffer | undefined;
}

/** The formats that the library reads; a body of another media type is left to the application. */
export type BodyFormat = 'json' | 'form' | 'other';

const JSON_TYPE = /^application\/(?:[\w!#$&^.+-]+\+)?json(?:\+oembed)?$/i;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const UTF8_CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
const NO_PARAMETERS: Parameters = Object.freeze(Object.create(null) as Parameters);

/** No body, or one that the library does not read. */
export const NO_BODY = {
  kind: 'parameters',
  value: NO_PARAMETERS,
  whole: undefined,
} as const satisfies Body;

/** The format of a body by its media type. Without one, a form except on POST, as in WordPress. */
export function bodyFormat(contentType: string | undefined, method: string): BodyFormat {
  // The usual value needs no parsing.
  if (contentType === 'application/json') return 'json';
  if (contentType === undefined || contentType === '') return method === 'POST' ? 'other' : 'form';
  const mediaType = mediaTypeOf(contentType);
  if (JSON_TYPE.test(mediaType)) return 'json';
  return mediaType === FORM_TYPE ? 'form' : 'other';
}

/** Reads the bytes of a body. Never throws: an error is reported once the route is known. */
export function readBody(bytes: Buffer, format: BodyFormat, contentType: string | undefined): Body {
  if (format === 'other' || bytes.length === 0) return NO_BODY;
  const charset = charsetOf(contentType);
  if (!isUtf8Charset(charset)) {
    return {
      kind: 'rejected',
      error: httpError('rest_unsupported_media_type', `charset "${charset}"`),
    };
  }
  const text = bytes.toString('utf8');
  // Decoding replaces invalid bytes with this character, which a valid text may also contain.
  if (text.includes('\ufffd') && !isUtf8(bytes)) return unreadable(format, 'it is not UTF-8');
  return format === 'json' ? readJson(text) : readForm(text);
}

export function isUtf8Charset(charset: string): boolean {
  return UTF8_CHARSETS.has(charset);
}

function readJson(sent: string): Body {
  // A byte order mark is not JSON, and clients on Windows write one. See RFC 8259, 8.1.
  const text = sent.charCodeAt(0) === 0xfeff ? sent.slice(1) : sent;
  if (isTooDeep(text)) return unreadable('json', 'it is nested too deeply');
  try {
    const whole: unknown = JSON.parse(text);
    // A string, a number or a list has no names: WordPress reads no argument from it.
    const isObject = typeof whole === 'object' && whole !== null && !Array.isArray(whole);
    return { kind: 'parameters', value: isObject ? (whole as Parameters) : NO_PARAMETERS, whole };
  } catch (error) {
    return unreadable('json', error instanceof Error ? error.message : 'it does not parse');
  }
}

function readForm(text: string): Body {
  try {
    const value = parseParameters(text);
    return { kind: 'parameters', value, whole: value };
  } catch (error) {
    if (error instanceof MalformedParameters) return unreadable('form', error.message);
    throw error;
  }
}

function unreadable(format: 'json' | 'form', reason: string): Body {
  const code = format === 'json' ? 'rest_invalid_json' : 'rest_invalid_body';
  return { kind: 'rejected', error: httpError(code, reason) };
}

export function mediaTypeOf(contentType: string): string {
  const end = contentType.indexOf(';');
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

export function charsetOf(contentType = ''): string {
  if (!contentType.includes(';')) return 'utf-8';
  return (/;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8').toLowerCase();
}

/**
 * Whether a JSON text is nested deeper than WordPress reads. The text is checked before it is parsed, so no
 * recursive code meets such a value. A short text cannot be that deep.
 */
function isTooDeep(text: string): boolean {
  if (text.length <= MAXIMUM_DEPTH || !opensMoreThan(text, MAXIMUM_DEPTH)) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 34 /* " */) index = endOfText(text, index);
    else if (code === 91 /* [ */ || code === 123 /* { */) {
      if (++depth > MAXIMUM_DEPTH) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}

/** Whether arrays and objects begin more often than `most`; most bodies have few, and the engine searches faster. */
function opensMoreThan(text: string, most: number): boolean {
  let count = 0;
  for (const bracket of ['[', '{'])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (++count > most) return true;
  return false;
}

function endOfText(text: string, quote: number): number {
  for (let end = text.indexOf('"', quote + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 92) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
