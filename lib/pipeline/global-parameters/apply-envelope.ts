import { StreamableFile } from '@nestjs/common';
import type { RequestContext } from '../request-context.js';
import type { ResponseHeaders } from '../responses/response-headers.js';
import { jsonResponse, type RouteResponse } from '../responses/route-response.js';

/**
 * Applies `_envelope`: status, headers and body are put into a body of status 200, for clients that cannot
 * read them otherwise. Runs after the cache, so that one entry serves all shapes.
 */
export function applyEnvelope(response: RouteResponse, context: RequestContext): RouteResponse {
  // Most requests have no such parameter: a search in the text avoids parsing the query.
  if (!context.exchange.queryText.includes('_')) return response;
  return Object.hasOwn(context.query, '_envelope') ? envelope(response) : response;
}

function envelope(response: RouteResponse): RouteResponse {
  const { body, status, headers } = response;
  if (body instanceof StreamableFile || body instanceof Uint8Array) return response;
  // Scripts must not read cookies, least of all those that are `HttpOnly`.
  const { 'content-type': _type, 'set-cookie': _cookies, ...inner } = headers;
  const data: unknown = body === undefined ? null : JSON.parse(body);
  return jsonResponse({ body: data, status, headers: inner }, 200, outerHeaders(response));
}

/**
 * Cookies, which only headers set, and the headers that caches need outside of the envelope as well: they would
 * take a private response, or an error, for a plain 200, which some of them store by default.
 */
function outerHeaders({ status, headers }: RouteResponse): ResponseHeaders {
  const outer: ResponseHeaders = {};
  for (const name of ['set-cookie', 'cache-control', 'vary', 'age', 'expires']) {
    const value = headers[name];
    if (value !== undefined) outer[name] = value;
  }
  if (status >= 400) outer['cache-control'] ??= 'no-store';
  return outer;
}
