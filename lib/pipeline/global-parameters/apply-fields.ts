import { etagOf } from '../../caching/entries/etag.js';
import { isLinkedObject } from '../links/links-header.js';
import type { RequestContext } from '../request-context.js';
import { jsonResponse, type RouteResponse } from '../responses/route-response.js';
import { parseFields, pickFields, type FieldTree } from './fields.js';

/**
 * Applies `_fields`, which picks properties. Runs after the cache, so that one entry serves all shapes.
 */
export function applyFields(response: RouteResponse, context: RequestContext): RouteResponse {
  // Most requests have no such parameter: a search in the text avoids parsing the query.
  if (!context.exchange.queryText.includes('_')) return response;
  const { query } = context;
  return Object.hasOwn(query, '_fields') ? withFields(response, query['_fields']) : response;
}

function withFields(response: RouteResponse, value: unknown): RouteResponse {
  const fields = parseFields(value);
  const { body, status, headers } = response;
  if (fields === undefined || status >= 400 || typeof body !== 'string') return response;
  const picked = jsonResponse(pickData(body, fields, response), status, headers);
  if (headers['etag'] !== undefined && typeof picked.body === 'string') {
    // Different bytes need a different tag.
    picked.headers['etag'] = etagOf(picked.body);
  }
  return picked;
}

/** WordPress adds the links of a single object after it has picked its fields. */
function pickData(text: string, fields: FieldTree, { headers }: RouteResponse): unknown {
  const data: unknown = JSON.parse(text);
  const picked = pickFields(data, fields);
  if (!isLinkedObject(headers)) return picked;
  const { _links } = data as { readonly _links: unknown };
  return Object.assign(picked as object, { _links });
}
