import { StreamableFile } from '@nestjs/common';
import { etagOf } from '../../caching/entries/etag.js';
import { jsonResponse, type RouteResponse } from '../responses/route-response.js';
import type { RequestContext } from '../request-context.js';
import type { ResponseHeaders } from '../responses/rest-response.js';
import { parseFields, pickFields } from './fields.js';

/**
 * Shapes a response as WordPress's global parameters ask: `_fields` leaves out what is not wanted, and
 * `_envelope` puts status, headers and body into a body of status 200, for clients that cannot read
 * them otherwise. After the cache, so that one entry serves all shapes.
 */
export function applyGlobalParameters(
  response: RouteResponse,
  context: RequestContext,
): RouteResponse {
  // Nobody asks on most requests: one look at the text is all that they pay.
  if (!context.exchange.queryText.includes('_')) return response;
  const { query } = context;
  const picked = Object.hasOwn(query, '_fields')
    ? withFields(response, query['_fields'])
    : response;
  return Object.hasOwn(query, '_envelope') ? envelope(picked) : picked;
}

function withFields(response: RouteResponse, asked: unknown): RouteResponse {
  const fields = parseFields(asked);
  const { body, status, headers } = response;
  if (fields === undefined || status >= 400 || typeof body !== 'string') return response;
  const picked = jsonResponse(pickFields(JSON.parse(body), fields), status, headers);
  if (headers['etag'] !== undefined && typeof picked.body === 'string') {
    // Other bytes have another tag.
    picked.headers['etag'] = etagOf(picked.body);
  }
  return picked;
}

function envelope(response: RouteResponse): RouteResponse {
  const { body, status, headers } = response;
  if (body instanceof StreamableFile || body instanceof Uint8Array) return response;
  const { 'content-type': _type, ...inner } = headers;
  const data: unknown = body === undefined ? null : JSON.parse(body);
  return jsonResponse({ body: data, status, headers: inner }, 200, forCaches(response));
}

/**
 * What caches must be told outside of the envelope as well: to them a private response, or an error,
 * would be a plain 200, which some keep by default.
 */
function forCaches({ status, headers }: RouteResponse): ResponseHeaders {
  const outer: ResponseHeaders = {};
  for (const name of ['cache-control', 'vary', 'age', 'expires']) {
    const value = headers[name];
    if (value !== undefined) outer[name] = value;
  }
  if (status >= 400) outer['cache-control'] ??= 'no-store';
  return outer;
}
