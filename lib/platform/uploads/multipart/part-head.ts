import { isUtf8, type Buffer } from 'node:buffer';
import { mediaTypeOf } from '../../../pipeline/body/body-format.js';
import { NullRecord } from '../../../shared/null-record.js';
import { malformed } from './malformed.js';

/** The headers of a part, as far as they matter. */
export interface PartHead {
  readonly name: string;
  /** As it was sent; `undefined` for a field. */
  readonly filename: string | undefined;
  /** The whole `Content-Type`; `undefined` where there is none. */
  readonly contentType: string | undefined;
}

const HEADER = /^([\w!#$%&'*+.^`|~-]+):(.*)$/s;
const DISPOSITION = /^form-data[ \t]*(?=;|$)/i;
/** One parameter. A quote within quotes has a backslash before it; any other backslash is a character. */
const PARAMETER =
  /^;[ \t]*([\w!#$%&'*+.^`|~-]+)[ \t]*=[ \t]*(?:"((?:\\"|[^"])*)"|([^\s";]*))[ \t]*/;
/** What transport has not changed; form data has no other encoding (RFC 7578, 4.7). */
const PLAIN_ENCODINGS: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary']);

/** @throws RestException where the headers are malformed, or those of no field of a form. */
export function partHeadOf(head: Buffer): PartHead {
  if (!isUtf8(head)) throw malformed('a name that is not UTF-8');
  const headers = headersOf(head.toString('utf8'));
  const encoding = headers['content-transfer-encoding'] ?? 'binary';
  if (!PLAIN_ENCODINGS.has(encoding.toLowerCase())) throw malformed('an encoded part');
  const { name, filename } = parametersOf(headers['content-disposition'] ?? '');
  if (name === undefined) throw malformed('a part without a name');
  const contentType = headers['content-type'];
  if (filename === undefined && mediaTypeOf(contentType ?? '').startsWith('multipart/')) {
    throw malformed('another form in it');
  }
  return { name, filename, contentType };
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
  const parameters = new NullRecord<string>();
  const [type] = DISPOSITION.exec(disposition) ?? [];
  if (type === undefined) throw malformed('a part that is no form data');
  for (let rest = disposition.slice(type.length); rest !== '';) {
    const [text = '', key, quoted, bare] = PARAMETER.exec(rest) ?? [];
    if (key === undefined) throw malformed('a malformed Content-Disposition');
    parameters[key.toLowerCase()] = quoted?.replaceAll('\\"', '"') ?? bare ?? '';
    rest = rest.slice(text.length);
  }
  return parameters;
}
