import type { RouteResponse } from '../responses/route-response.js';
import { appendLink } from '../responses/append-link.js';
import type { RequestContext } from '../request-context.js';
import type { Exchange } from '../exchange.js';
import { isRestricted, isShared, privateCaching } from './cache-directives.js';
import { isStrong, weakened } from './entity-tags.js';

/**
 * Adds what middleware, hooks and CORS have set on the response to the headers of a response, since
 * writing a header replaces the one that is there. Without `Vary: Origin`, a shared cache gives one
 * origin what was meant for another. A header that the response does not have costs nothing here.
 */
export function joinOutside(
  response: RouteResponse,
  exchange: Exchange,
  context: RequestContext | undefined,
): void {
  const { headers } = response;
  const { link, vary } = headers;
  if (link !== undefined) {
    const outside = exchange.presetHeader('link');
    if (outside !== undefined) headers['link'] = appendLink(outside, String(link));
  }
  if (vary !== undefined) {
    const outside = exchange.presetHeader('vary');
    if (outside !== undefined) headers['vary'] = joinedNames(outside, String(vary));
  }
  if (headers['etag'] !== undefined) joinEncoding(response, exchange);
  if (headers['set-cookie'] !== undefined) joinCookies(response, exchange);
  if (headers['cache-control'] !== undefined) joinCaching(response, exchange, context);
}

/** Middleware that has announced an encoding already will write other bytes. @see RFC 9110 8.8.1 */
function joinEncoding({ headers }: RouteResponse, exchange: Exchange): void {
  const { etag } = headers;
  if (!isStrong(etag) || headers['content-encoding'] !== undefined) return;
  const encoding = exchange.presetHeader('content-encoding')?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') headers['etag'] = weakened(etag);
}

/** The cookies of middleware go first: of two with one name, clients keep the later. */
function joinCookies({ headers }: RouteResponse, exchange: Exchange): void {
  const outside = exchange.presetCookies();
  if (outside.length === 0) return;
  headers['set-cookie'] = [...outside, ...[headers['set-cookie'] ?? []].flat()];
}

/**
 * On a cached route a `no-store`, `private` or `no-cache` from outside wins over what the route says.
 * A cookie of middleware is meant for one user, so no shared cache may keep it.
 *
 * @see RFC 9111 7.3
 */
function joinCaching(
  { headers }: RouteResponse,
  exchange: Exchange,
  context: RequestContext | undefined,
): void {
  const outside = exchange.presetHeader('cache-control');
  if (
    outside !== undefined &&
    context?.endpoint.definition.cache !== undefined &&
    isRestricted(outside)
  ) {
    headers['cache-control'] = outside;
  }
  const own = headers['cache-control'];
  if (isShared(own) && exchange.presetCookies().length > 0) {
    headers['cache-control'] = privateCaching(String(own));
  }
}

/** One list of header names, each once. @see RFC 9110 12.5.5 */
function joinedNames(outside: string, own: string): string {
  const names = new Map<string, string>();
  for (const name of `${outside},${own}`.split(',')) {
    const trimmed = name.trim();
    const key = trimmed.toLowerCase();
    if (trimmed !== '' && !names.has(key)) names.set(key, trimmed);
  }
  return names.has('*') ? '*' : [...names.values()].join(', ');
}
