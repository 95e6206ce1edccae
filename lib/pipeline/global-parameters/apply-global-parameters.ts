import { StreamableFile } from '@nestjs/common';
import { etagOf } from '../../caching/entries/etag.js';
import { jsonAnswer, type Answer } from '../responses/route-response.js';
import type { Call } from '../request-context.js';
import type { AnswerHeaders } from '../responses/rest-response.js';
import { parseFields, pickFields } from './fields.js';

/**
 * Shapes an answer as the host's global parameters ask: `_fields` leaves out what is not wanted, and
 * `_envelope` puts status, headers and body into a body of status 200, for clients that cannot read
 * them otherwise. After the cache, so that one entry serves all shapes.
 */
export function present(answer: Answer, call: Call): Answer {
  // Nobody asks on most requests: one look at the text is all that they pay.
  if (!call.exchange.queryText.includes('_')) return answer;
  const { query } = call;
  const picked = Object.hasOwn(query, '_fields') ? withFields(answer, query['_fields']) : answer;
  return Object.hasOwn(query, '_envelope') ? envelope(picked) : picked;
}

function withFields(answer: Answer, asked: unknown): Answer {
  const fields = parseFields(asked);
  const { body, status, headers } = answer;
  if (fields === undefined || status >= 400 || typeof body !== 'string') return answer;
  const picked = jsonAnswer(pickFields(JSON.parse(body), fields), status, headers);
  if (headers['etag'] !== undefined && typeof picked.body === 'string') {
    // Other bytes have another tag.
    picked.headers['etag'] = etagOf(picked.body);
  }
  return picked;
}

function envelope(answer: Answer): Answer {
  const { body, status, headers } = answer;
  if (body instanceof StreamableFile || body instanceof Uint8Array) return answer;
  const { 'content-type': _type, ...inner } = headers;
  const data: unknown = body === undefined ? null : JSON.parse(body);
  return jsonAnswer({ body: data, status, headers: inner }, 200, forCaches(answer));
}

/**
 * What caches must be told outside of the envelope as well: to them a private response, or an error,
 * would be a plain 200, which some keep by default.
 */
function forCaches({ status, headers }: Answer): AnswerHeaders {
  const outer: AnswerHeaders = {};
  for (const name of ['cache-control', 'vary', 'age', 'expires']) {
    const value = headers[name];
    if (value !== undefined) outer[name] = value;
  }
  if (status >= 400) outer['cache-control'] ??= 'no-store';
  return outer;
}
