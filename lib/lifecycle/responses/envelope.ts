import type { RequestContext } from '../request-context.js';
import { ReplyBody, type Reply } from '../messages/reply.js';
import type { ResponseHeaders } from '../messages/rest-response.js';

/**
 * Applies `_envelope`: status, headers and body are put into a body of status 200, for clients that cannot
 * read them otherwise. Runs after the cache, so that one entry serves all shapes.
 */
export function envelopeStep(reply: Reply, { exchange, query }: RequestContext): Reply | undefined {
  if (exchange.inner !== undefined) return undefined;
  const text = Object.hasOwn(query, '_envelope') ? (reply.body.text() ?? 'null') : undefined;
  if (typeof text !== 'string') return undefined;
  const { status, headers } = reply;
  // Scripts must not read cookies, least of all those that are `HttpOnly`.
  const { 'content-type': _type, 'set-cookie': _cookies, ...inner } = headers;
  const inside = reply.body.isJson || reply.body === ReplyBody.NONE ? text : JSON.stringify(text);
  const whole = `{"body":${inside},"status":${status},"headers":${JSON.stringify(inner)}}`;
  return { status: 200, headers: outerHeaders(reply), body: ReplyBody.ofContent(whole, true) };
}

/**
 * Cookies, which can only be set by headers, and the headers that caches need outside of the envelope as well: without
 * these, caches would treat a private response, or an error, as a plain 200, which some of them store by default.
 */
function outerHeaders({ status, headers }: Reply): ResponseHeaders {
  const outer: ResponseHeaders = {};
  for (const name of ['set-cookie', 'cache-control', 'vary', 'age', 'expires']) {
    const value = headers[name];
    if (value !== undefined) outer[name] = value;
  }
  if (status >= 400) outer['cache-control'] ??= 'no-store';
  return outer;
}
