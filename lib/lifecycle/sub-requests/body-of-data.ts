import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { isUploadedFile } from '../../routes/file-content.js';
import { MAXIMUM_LEVELS, NullRecord } from '../../shared/records.js';
import { NO_BODY, type Body } from '../messages/body.js';
import { validateHeaderName, validateHeaderValue, type IncomingHttpHeaders } from 'node:http';

/**
 * The body of an in-process request from data: the value that JSON would carry, without the text. Dates and other
 * objects with `toJSON` become its result; files stay unchanged. The data are copied, because a route may change the
 * data that it receives.
 *
 * @throws InvalidArgumentException on data that JSON cannot carry: a bigint, or more levels than a body may have.
 */
export function bodyOfData(data: unknown): Body {
  if (data === undefined) return NO_BODY;
  const whole = copyData(data, 1);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) {
    return { kind: 'parameters', value: NO_BODY.value, whole };
  }
  const value = whole as Record<string, unknown>;
  const files = takeFiles(value);
  return files === undefined
    ? { kind: 'parameters', value, whole }
    : { kind: 'parameters', value, whole, files };
}

/** Files are not parameters: only parameters for files find them. */
function takeFiles(value: Record<string, unknown>): Record<string, unknown> | undefined {
  let files: Record<string, unknown> | undefined;
  for (const [name, item] of Object.entries(value)) {
    if (!isFiles(item)) continue;
    files ??= new NullRecord<unknown>();
    files[name] = item;
    delete value[name];
  }
  return files;
}

function isFiles(value: unknown): boolean {
  if (isUploadedFile(value)) return true;
  return Array.isArray(value) && value.length > 0 && value.every((one) => isUploadedFile(one));
}

function copyData(value: unknown, level: number): unknown {
  if (typeof value === 'bigint') throw invalid('a bigint, which JSON does not have');
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null || isUploadedFile(value)) return value;
  if (level > MAXIMUM_LEVELS) throw invalid(`more than ${MAXIMUM_LEVELS} levels`);
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return copyData(Reflect.apply(value.toJSON, value, ['']), level + 1);
  }
  if (Array.isArray(value)) return value.map((item) => copyData(item, level + 1) ?? null);
  return copyObject(value, level);
}

function copyObject(value: object, level: number): Record<string, unknown> {
  const record = new NullRecord<unknown>();
  for (const [name, item] of Object.entries(value)) {
    const copied = copyData(item, level + 1);
    if (copied !== undefined) record[name] = copied;
  }
  return record;
}

function invalid(what: string): InvalidArgumentException {
  return new InvalidArgumentException(`RestDispatcher: the body has ${what}.`);
}

/** Headers by name, in upper or lower case; several values make several lines. */
export type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Headers that describe one request and its message, not its caller: the body, the connection, conditions
 * on the response, its key, and a method override.
 */
const OF_ONE_REQUEST =
  /^(?:content-.*|transfer-encoding|te|trailer|connection|proxy-connection|keep-alive|upgrade|http2-settings|expect|range|if-.*|idempotency-key|x-http-method-override)$/;

export function callerHeaders(outer: IncomingHttpHeaders): IncomingHttpHeaders {
  const headers = new NullRecord<string | string[] | undefined>();
  for (const name in outer) if (!OF_ONE_REQUEST.test(name)) headers[name] = outer[name];
  return headers;
}

/**
 * The headers of a sub-request over the adapter. The library reads its response, so it does not accept an encoding.
 * HTTP/2 states `Host` under a name that other versions do not have.
 */
export function subRequestHeaders(outer: IncomingHttpHeaders): IncomingHttpHeaders {
  const headers = new NullRecord<string | string[] | undefined>();
  for (const name in outer) {
    if (name[0] !== ':' && name !== 'accept-encoding' && !OF_ONE_REQUEST.test(name)) {
      headers[name] = outer[name];
    }
  }
  const authority = outer[':authority'];
  if (authority !== undefined) headers['host'] ??= authority;
  return headers;
}

/** Each request has its own headers: middleware may change them. */
export function copyOf(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const copy = new NullRecord<string | string[] | undefined>();
  for (const name in headers) copy[name] = headers[name];
  return copy;
}

/** @throws InvalidArgumentException on a header that no request over HTTP has: a line break, or two spellings of a name. */
export function addHeaders(headers: IncomingHttpHeaders, added: HeaderValues): void {
  const names = new Set<string>();
  for (const [name, value] of Object.entries(added)) {
    if (value === undefined) continue;
    const key = name.toLowerCase();
    checkHeader(name, value);
    if (names.size === names.add(key).size) throw invalidHeader(name, 'is stated twice');
    // Node joins the lines of all headers but this one.
    if (key === 'set-cookie') headers[key] = [value].flat();
    else
      headers[key] = Array.isArray(value)
        ? value.join(key === 'cookie' ? '; ' : ', ')
        : String(value);
  }
}

function checkHeader(name: string, value: string | readonly string[]): void {
  try {
    validateHeaderName(name);
    for (const line of [value].flat()) validateHeaderValue(name, String(line));
  } catch {
    throw invalidHeader(name, 'has a character that HTTP does not allow in a name or a value');
  }
}

function invalidHeader(name: string, what: string): InvalidArgumentException {
  return new InvalidArgumentException(
    `RestDispatcher: the header ${JSON.stringify(name)} ${what}.`,
  );
}
