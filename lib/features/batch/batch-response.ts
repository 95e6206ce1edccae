import type { AppliedHeaders } from '../../lifecycle/messages/exchange.js';
import type { Reply } from '../../lifecycle/messages/reply.js';
import { writtenHeaders, type WrittenHeaders } from '../../lifecycle/responses/written-headers.js';
import { validateHeaderName, validateHeaderValue, type IncomingHttpHeaders } from 'node:http';
import { copyOf } from '../../lifecycle/sub-requests/body-of-data.js';
import type { BatchItem } from './batch-route.js';

/** One response of a batch. */
export interface BatchedResponse {
  /** `null` if the response has no body. */
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<WrittenHeaders>;
}

/** The headers that describe the message or the connection; only the batch has these. */
const OF_THE_MESSAGE =
  /^(?:connection|content-encoding|content-length|content-type|date|keep-alive|transfer-encoding)$/;

/**
 * A response as a part of a batch. Its data are read from its JSON text, which is of the time of the response: a later
 * request of the batch may change the same object.
 *
 * Cookies are set on the response of the batch: in a body, scripts could read them, `HttpOnly` cookies too. Headers
 * that middleware has set to the same value on the batch are left out.
 */
export function batchedResponse(
  response: Reply,
  outer: Pick<AppliedHeaders, 'addCookies' | 'appliedHeader'>,
): BatchedResponse {
  const { status, headers, body } = response;
  const { 'set-cookie': cookies, ...others } = headers;
  if (cookies !== undefined) outer.addCookies([cookies].flat());
  const own = writtenHeaders(
    others,
    (name, value) =>
      !OF_THE_MESSAGE.test(name) &&
      !isWeakTag(name, value) &&
      outer.appliedHeader(name) !== String(value),
  );
  const data = body.data();
  // JSON cannot contain bytes.
  return { body: data instanceof Uint8Array ? null : (data ?? null), status, headers: own };
}

/** Express makes a weak tag of each message. A batch only writes, and no client can state such a tag in `If-Match`. */
function isWeakTag(name: string, value: string | string[]): boolean {
  return name === 'etag' && String(value).startsWith('W/');
}

/**
 * The headers that a client may state for each request: about the content, the condition on which it is executed, the
 * accepted response, and its key. All other headers come from the batch: a browser, a proxy or a gateway vouches for
 * those, but anyone can write a body. A list of forbidden headers would never be complete.
 */
const OWN =
  /^(?:content-(?:disposition|language|location)|if-(?:match|none-match|modified-since|unmodified-since)|accept(?:-(?!encoding$).*)?|idempotency-key)$/;

/**
 * Headers that identify the sender, the origin or the connection of a request, or that describe its message. No option
 * allows a request of a batch to state them.
 */
const NEVER =
  /^(?:authorization|cookie2?|host|origin|referer|forwarded|via|from|connection|upgrade|http2-settings|keep-alive|te|trailer|transfer-encoding|expect|range|if-range|accept-encoding|content-(?:type|length|encoding|range)|set-cookie2?|x-http-method-override|x-method-override|x-http-method|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|fly-client-ip|fastly-client-ip|client-ip|(?:x-forwarded|x-original|x-rewrite|x-auth-request|x-ms-client-principal|x-goog-authenticated-user|x-goog-iap|proxy|sec|cf|x-envoy|x-amzn|x-arr|access-control|remote|ssl-client|x-ssl-client|x-client-cert)(?:-.*)?)$/;

/** Whether `forRoot({ batch: { headers } })` may name a header, in lower case. */
export function mayBeAllowed(name: string): boolean {
  return !NEVER.test(name) && isHeader(name, '');
}

/**
 * The headers of one request: those of the batch, and those of its own that it may state.
 *
 * @param inherited The headers that each request has from the batch.
 * @param allowed Further names that a request may state, in lower case.
 */
export function headersOfItem(
  { headers = {}, body }: BatchItem,
  batch: IncomingHttpHeaders,
  inherited: IncomingHttpHeaders,
  allowed: readonly string[],
): IncomingHttpHeaders {
  const joined = copyOf(inherited);
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    const text = [value].flat().join(', ');
    if (mayState(key, batch, allowed) && isHeader(key, text)) joined[key] = text;
  }
  if (body !== undefined) joined['content-type'] = 'application/json';
  return joined;
}

/** A header that the application allows never replaces one of the batch, which a gateway may have checked. */
function mayState(name: string, batch: IncomingHttpHeaders, allowed: readonly string[]): boolean {
  return OWN.test(name) || (allowed.includes(name) && batch[name] === undefined);
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false; // a request over HTTP cannot have such a header either
  }
}
