import { isUtf8 } from 'node:buffer';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { MalformedParameters, parseParameters } from './query-string.js';
import type { Parameters } from '../../routes/rest-request.js';

/** The limit of WordPress's parser. */
const MAXIMUM_DEPTH = 512;

/** A body as routes get it: parameters by name, or the reason why it was rejected. */
export type Body =
  | {
      readonly kind: 'parameters';
      readonly value: Parameters;
      readonly whole: unknown;
      /** Each value is an `UploadedFile`, under its PHP name: `pages[]` is a list. Absent if there are none. */
      readonly files?: Parameters;
      /** The names of files that no argument expects, which were not kept; absent if no form was read. */
      readonly discarded?: ReadonlySet<string>;
    }
  | { readonly kind: 'rejected'; readonly error: RestException };

/** The formats of WordPress; a body of another media type is left to the application. */
type BodyFormat = 'json' | 'form' | 'other';

const JSON_TYPE = /^application\/(?:[\w!#$&^.+-]+\+)?json(?:\+oembed)?$/i;
export const FORM_TYPE = 'application/x-www-form-urlencoded';
const UTF8_CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
const NO_PARAMETERS: Parameters = Object.freeze(Object.create(null) as Parameters);

/** No body, or one that the library does not read. */
export const NO_BODY = {
  kind: 'parameters',
  value: NO_PARAMETERS,
  whole: undefined,
} as const satisfies Body;

/** The format of a body by its media type. */
export function bodyFormat(contentType = ''): BodyFormat {
  // The usual value needs no parsing.
  if (contentType === 'application/json') return 'json';
  const mediaType = mediaTypeOf(contentType);
  if (JSON_TYPE.test(mediaType)) return 'json';
  return mediaType === FORM_TYPE ? 'form' : 'other';
}

/** The body that a parser, middleware, a hook or a guard of the application has made. */
export function bodyOf(whole: unknown): Body {
  if (whole === undefined) return NO_BODY;
  // A text, a number, a list or bytes have no names: WordPress reads no argument from them.
  return { kind: 'parameters', value: hasNames(whole) ? whole : NO_PARAMETERS, whole };
}

/** Whether a body has content, and no names from which arguments could be read. */
export function isNameless(body: Body): boolean {
  if (body.kind === 'rejected' || body.value !== NO_PARAMETERS) return false;
  return body.whole !== undefined && body.whole !== '';
}

function hasNames(value: unknown): value is Parameters {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** Reads the bytes of a form, with the names of PHP. Never throws: an error is reported once the route is known. */
export function readForm(bytes: Buffer, contentType: string | undefined): Body {
  const charset = charsetOf(contentType);
  if (!isUtf8Charset(charset)) return rejectedCharset(charset);
  const text = bytes.toString('utf8');
  // Decoding replaces invalid bytes with this character, which a valid text may also contain.
  if (text.includes('\ufffd') && !isUtf8(bytes)) return malformedForm('it is not UTF-8');
  try {
    return bodyOf(parseParameters(text));
  } catch (error) {
    if (error instanceof MalformedParameters) return malformedForm(error.message);
    throw error;
  }
}

function malformedForm(reason: string): Body {
  return { kind: 'rejected', error: httpError('rest_invalid_body', reason) };
}

export function rejectedCharset(charset: string): Body {
  const error = httpError('rest_unsupported_media_type', `charset "${charset}"`);
  return { kind: 'rejected', error };
}

export function isUtf8Charset(charset: string): boolean {
  return UTF8_CHARSETS.has(charset);
}

export function mediaTypeOf(contentType: string): string {
  const end = contentType.indexOf(';');
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

/** A parameter of a media type; its value may be quoted, with escaped characters. */
const PARAMETER = /;\s*([\w!#$&^.+-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/** @see RFC 9110, 8.3.1 */
export function charsetOf(contentType = ''): string {
  if (!contentType.includes(';')) return 'utf-8';
  for (const [, name, quoted, token] of contentType.matchAll(PARAMETER)) {
    if (name?.toLowerCase() === 'charset') return (quoted ?? token ?? '').toLowerCase();
  }
  return 'utf-8';
}

/**
 * Whether a value has more levels than WordPress reads, so that no recursive code meets it. Goes level by level.
 *
 * @param bytes The length of its text, if it is known: a short text cannot be that deep.
 */
export function isTooDeep(value: unknown, bytes: number): boolean {
  if (bytes < 2 * MAXIMUM_DEPTH) return false;
  let level: readonly object[] = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAXIMUM_DEPTH) return true;
    level = level.flatMap((one) => Object.values(one).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

/** The media type of forms with files. */
export const FORM_DATA = 'multipart/form-data';
