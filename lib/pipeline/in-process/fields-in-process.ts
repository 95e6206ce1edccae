import { applyFields } from '../global-parameters/apply-fields.js';
import { placeOfLinks } from '../links/linked-data.js';
import { noteLinks } from '../links/links-header.js';
import { dropLinksHeader } from '../links/resolve-links.js';
import type { RequestContext } from '../request-context.js';
import { jsonResponse, keptResponse, type RouteResponse } from '../responses/route-response.js';
import { dataOfResponse } from './in-process-result.js';

/**
 * Applies `_fields` to data: as their JSON text has them, since a class may write other properties than it
 * has.
 */
export function applyFieldsInProcess(
  response: RouteResponse,
  context: RequestContext,
): RouteResponse {
  const { kept, status, headers } = response;
  if (!context.exchange.queryText.includes('_fields') || status >= 400) return response;
  const place = kept === undefined ? undefined : placeOfLinks(kept.data);
  const text = kept === undefined ? response : jsonResponse(kept.data, status, { ...headers });
  if (place !== undefined) noteLinks(text.headers, place);
  const picked = dropLinksHeader(applyFields(text, context));
  return picked === text && kept !== undefined
    ? response
    : keptResponse(dataOfResponse(picked), status, headers);
}
