import type { IncomingMessage } from 'node:http';
import { malformed } from './malformed.js';
import { readParameters } from './parameters.js';

/** Up to 70 characters, the last of them no blank. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/**
 * The boundary that the `Content-Type` of a request states.
 *
 * @throws RestException where it states none that is valid, or where another parser could read another one.
 * @see RFC 2046 5.1.1
 */
export function boundaryOf({ headers, headersDistinct }: IncomingMessage): string {
  // Node keeps the first of several lines; a proxy or a firewall may have read the last.
  if ((headersDistinct['content-type']?.length ?? 0) > 1) {
    throw malformed('a header twice: content-type');
  }
  const type = headers['content-type'] ?? '';
  const start = type.indexOf(';');
  const parameters = start === -1 ? {} : readParameters(type.slice(start));
  const { boundary = '' } = parameters ?? {};
  // `boundary*` and `boundary*0` are the same parameter to a parser of RFC 2231.
  const others = Object.keys(parameters ?? {}).filter((name) => name.startsWith('boundary*'));
  if (!BOUNDARY.test(boundary) || others.length > 0) throw malformed('no valid boundary');
  return boundary;
}
