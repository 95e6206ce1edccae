import { Buffer, isUtf8 } from 'node:buffer';
import { mediaTypeOf } from '../../../lifecycle/messages/body.js';
import { NullRecord } from '../../../shared/records.js';
import { malformed, readParameters } from './budgets.js';

/** The headers of a part that are used here. */
export interface EntryHead {
  readonly name: string;
  /** As it was sent; `undefined` for a field. */
  readonly filename: string | undefined;
  /** The whole `Content-Type`; `undefined` if there is none. */
  readonly contentType: string | undefined;
}

const HEADER = /^([\w!#$%&'*+.^`|~-]+):(.*)$/s;
const DISPOSITION = /^form-data[ \t]*(?=;|$)/i;
/** A name in another encoding in addition to the unencoded one, as sent by .NET. */
const EXTENDED = /^utf-8'[\w-]*'([\w!#$&+.^`|~%-]*)$/i;
const ENCODED_WORD = /^=\?utf-8\?B\?([\w+/]*=*)\?=$/i;
/** The encodings that leave the content unchanged; form data has no other encoding (RFC 7578, 4.7). */
const PLAIN_ENCODINGS: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary']);

/** @throws RestException if the headers are malformed, or do not belong to a field of a form. */
export function entryHeadOf(head: Buffer): EntryHead {
  if (!isUtf8(head)) throw malformed('a name that is not UTF-8');
  const headers = headersOf(head.toString('utf8'));
  const encoding = headers['content-transfer-encoding'] ?? 'binary';
  if (!PLAIN_ENCODINGS.has(encoding.toLowerCase())) throw malformed('an encoded part');
  const { name, ...others } = parametersOf(headers['content-disposition'] ?? '');
  if (name === undefined) throw malformed('a part without a name');
  const contentType = headers['content-type'];
  // A parameter that is stated twice is rejected; the rest may have any form.
  if (contentType?.includes(';')) readParameters(contentType.slice(contentType.indexOf(';')));
  if (mediaTypeOf(contentType ?? '').startsWith('multipart/'))
    throw malformed('another form in it');
  return { name, filename: filenameOf(others), contentType };
}

/**
 * RFC 7578 forbids `filename*`: of two names, different parsers take different ones, and if there is only `filename*`,
 * some parsers read a field and others a file. It may repeat `filename`.
 */
function filenameOf({ filename, ...others }: Readonly<Record<string, string>>): string | undefined {
  const extended = Object.keys(others).filter((key) => /^(?:file)?name\*/.test(key));
  if (extended.length === 0) return filename;
  const decoded = decodedName(others['filename*']);
  const [, word] = ENCODED_WORD.exec(filename ?? '') ?? [];
  const unencoded = word === undefined ? filename : Buffer.from(word, 'base64').toString('utf8');
  if (extended.length > 1 || decoded === undefined || decoded !== unencoded) {
    throw malformed(`a name in two ways: ${extended.join(', ').slice(0, 64)}`);
  }
  return decoded;
}

function decodedName(text = ''): string | undefined {
  const [, encoded] = EXTENDED.exec(text) ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined; // the percent signs are not those of UTF-8
  }
}

function headersOf(text: string): Readonly<Record<string, string>> {
  const headers = new NullRecord<string>();
  if (text === '') return headers;
  for (const line of text.split('\r\n')) {
    const [, name, value = ''] = HEADER.exec(line) ?? [];
    if (name === undefined || /[\r\n\0]/.test(value)) throw malformed('a malformed header');
    const key = name.toLowerCase();
    if (Object.hasOwn(headers, key)) throw malformed(`a header twice: ${key.slice(0, 64)}`);
    headers[key] = value.trim();
  }
  return headers;
}

/** The parameters of a `Content-Disposition`. */
function parametersOf(disposition: string): Readonly<Record<string, string>> {
  const [type] = DISPOSITION.exec(disposition) ?? [];
  if (type === undefined) throw malformed('a part that is not form data');
  const parameters = readParameters(disposition.slice(type.length));
  if (parameters === undefined) throw malformed('a malformed Content-Disposition');
  return parameters;
}
