import type { IncomingHttpHeaders } from 'node:http';
import { NullRecord } from '../../shared/records.js';

/** Headers by name, in any case of their letters; several values make several lines. */
export type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Headers that describe one request and its message, not its caller: the body, the connection, conditions
 * on the response, and a method override.
 */
const OF_ONE_REQUEST =
  /^(?:content-.*|transfer-encoding|te|trailer|connection|proxy-connection|keep-alive|upgrade|http2-settings|expect|range|if-.*|x-http-method-override)$/;

/** The headers of an in-process request of the same caller: credentials, cookies, languages, proxies. */
export function callerHeaders(outer: IncomingHttpHeaders): IncomingHttpHeaders {
  const headers = new NullRecord<string | string[] | undefined>();
  for (const name in outer) if (!OF_ONE_REQUEST.test(name)) headers[name] = outer[name];
  return headers;
}

/**
 * The headers of a sub-request over the adapter. Its response is read, so that it asks for no encoding. HTTP/2 has the
 * host under another name, which no other version has.
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

/** Each request has headers of its own: middleware may change them. */
export function copyOf(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const copy = new NullRecord<string | string[] | undefined>();
  for (const name in headers) copy[name] = headers[name];
  return copy;
}

/** Adds headers as the caller of an in-process request writes them. */
export function addHeaders(headers: IncomingHttpHeaders, added: HeaderValues): void {
  for (const [name, value] of Object.entries(added)) {
    if (value === undefined) continue;
    const key = name.toLowerCase();
    // Node joins the lines of all headers but this one.
    if (key === 'set-cookie') headers[key] = [value].flat();
    else
      headers[key] = Array.isArray(value)
        ? value.join(key === 'cookie' ? '; ' : ', ')
        : String(value);
  }
}
