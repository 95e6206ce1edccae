import { validateHeaderName, validateHeaderValue, type IncomingHttpHeaders } from 'node:http';
import { callerHeaders } from '../in-process/inherited-headers.js';
import type { BatchItem } from './batch-arguments.js';

/**
 * Headers that say who sends a request, and from where. A browser, a proxy or a gateway vouches for them
 * on the batch; in a body, anyone could write them.
 */
const OF_THE_CONNECTION =
  /^(?:authorization|cookie|host|origin|referer|forwarded|via|connection|upgrade|keep-alive|te|x-real-ip|x-client-ip|true-client-ip|(?:x-forwarded|x-original|x-rewrite|proxy|sec|cf|x-envoy|x-amzn|access-control)-.*)$/;

/** Headers that describe the body of a request, or its message. */
const OF_THE_MESSAGE =
  /^(?:content-.*|transfer-encoding|trailer|expect|range|x-http-method-override)$/;

/**
 * The headers of one request: those of the batch, and its own ones. Its own ones never replace a header of
 * the batch, except for what they may ask of the response: a gateway may have checked or set that header.
 *
 * @param protectedHeaders Further names that its own headers may not have, in lower case.
 */
export function headersOfItem(
  { headers = {}, body }: BatchItem,
  batch: IncomingHttpHeaders,
  protectedHeaders: ReadonlySet<string>,
): IncomingHttpHeaders {
  const joined = callerHeaders(batch);
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    const text = [value].flat().join(', ');
    if (!mayState(key, batch) || protectedHeaders.has(key) || !isHeader(key, text)) continue;
    joined[key] = text;
  }
  if (body !== undefined) joined['content-type'] = 'application/json';
  return joined;
}

/** What a client may ask for differently in each request. */
const NEGOTIATED = /^(?:accept(?:-language)?|prefer|if-.*|cache-control|user-agent)$/;

function mayState(name: string, batch: IncomingHttpHeaders): boolean {
  if (NEGOTIATED.test(name)) return true;
  if (OF_THE_MESSAGE.test(name) || OF_THE_CONNECTION.test(name)) return false;
  return batch[name] === undefined;
}

/** Whether HTTP could transport a header. */
function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false; // a request over HTTP cannot have such a header either
  }
}
