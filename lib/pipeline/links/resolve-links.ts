import { etagOf } from '../../caching/entries/etag.js';
import type { Exchange } from '../exchange.js';
import type { RouteResponse } from '../responses/route-response.js';
import { placeOfLinks, withCanonicalLinks } from './linked-data.js';
import type { LinkSettings } from './link-settings.js';
import { insertRoot } from './link-text.js';
import { hasOwnTag, LINKS_HEADER } from './links-header.js';

/** The URL of the API as this request reached it, without a slash at the end. */
export function rootOf(
  { origin, prefix }: Pick<Exchange, 'origin' | 'prefix'>,
  { url }: LinkSettings,
): string {
  return `${url ?? origin ?? ''}${prefix}`;
}

/** Makes the links of a response absolute. Runs after the cache, whose entries serve several origins. */
export function resolveLinks(
  response: RouteResponse,
  exchange: Exchange,
  settings: LinkSettings,
): RouteResponse {
  const { status, headers, body } = response;
  if (typeof body !== 'string' || headers[LINKS_HEADER] === undefined) return response;
  const root = rootOf(exchange, settings);
  const { etag } = headers;
  // Different bytes need a different tag. A tag of the method is its own, and stays.
  if (etag !== undefined && !hasOwnTag(headers))
    headers['etag'] = etagOf(`${String(etag)} ${root}`);
  return { status, headers, body: insertRoot(body, root) };
}

/** Makes the links absolute in the data of an in-process response. */
export function resolveKeptLinks(
  response: RouteResponse,
  exchange: Exchange,
  settings: LinkSettings,
): RouteResponse {
  const { kept } = response;
  if (kept === undefined) return dropLinksHeader(resolveLinks(response, exchange, settings));
  const place = placeOfLinks(kept.data);
  if (place === undefined) return response;
  const data = withCanonicalLinks(kept.data, place, settings, rootOf(exchange, settings));
  return { ...response, kept: { data } };
}

/** Removes the header that carried the links through the cache. */
export function dropLinksHeader(response: RouteResponse): RouteResponse {
  delete response.headers[LINKS_HEADER];
  return response;
}
