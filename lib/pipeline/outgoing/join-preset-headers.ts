import type { RouteResponse } from '../responses/route-response.js';
import { appendLink } from '../responses/append-link.js';
import type { RequestContext } from '../request-context.js';
import type { Exchange } from '../exchange.js';
import { isRestricted, isShared, privateCaching } from './cache-directives.js';
import { isStrong, weakened } from './entity-tags.js';

/**
 * Joins the headers of a response with those that middleware, hooks and CORS have set before, because
 * writing a header replaces the one that is set. Without `Vary: Origin`, a shared cache would send one
 * origin the response to another.
 */
export function joinPresetHeaders(
  response: RouteResponse,
  exchange: Exchange,
  context: RequestContext | undefined,
): void {
  const { headers } = response;
  if (headers['link'] !== undefined) joinLink(response, exchange);
  if (headers['vary'] !== undefined) joinVary(response, exchange);
  if (headers['etag'] !== undefined) joinEncoding(response, exchange);
  if (headers['set-cookie'] !== undefined) joinCookies(response, exchange);
  if (headers['cache-control'] !== undefined) joinCaching(response, exchange, context);
}

function joinLink({ headers }: RouteResponse, exchange: Exchange): void {
  const preset = exchange.presetHeader('link');
  if (preset !== undefined) headers['link'] = appendLink(preset, String(headers['link']));
}

function joinVary({ headers }: RouteResponse, exchange: Exchange): void {
  const preset = exchange.presetHeader('vary');
  if (preset !== undefined) headers['vary'] = mergeNames(preset, String(headers['vary']));
}

/** Weakens the tag where middleware encodes the response, which changes its bytes. @see RFC 9110 8.8.1 */
function joinEncoding({ headers }: RouteResponse, exchange: Exchange): void {
  const { etag } = headers;
  if (!isStrong(etag) || headers['content-encoding'] !== undefined) return;
  const encoding = exchange.presetHeader('content-encoding')?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') headers['etag'] = weakened(etag);
}

/** The cookies of middleware come first: of two with one name, clients keep the later one. */
function joinCookies({ headers }: RouteResponse, exchange: Exchange): void {
  const preset = exchange.presetCookies();
  if (preset.length === 0) return;
  headers['set-cookie'] = [...preset, ...[headers['set-cookie'] ?? []].flat()];
}

/**
 * On a cached route, a preset `no-store`, `private` or `no-cache` overrides the `Cache-Control` of the route.
 * A cookie of middleware is meant for one user, so no shared cache may keep it.
 *
 * @see RFC 9111 7.3
 */
function joinCaching(
  { headers }: RouteResponse,
  exchange: Exchange,
  context: RequestContext | undefined,
): void {
  const preset = exchange.presetHeader('cache-control');
  if (preset !== undefined && isCachedRoute(context) && isRestricted(preset)) {
    headers['cache-control'] = preset;
  }
  const own = headers['cache-control'];
  if (isShared(own) && exchange.presetCookies().length > 0) {
    headers['cache-control'] = privateCaching(String(own));
  }
}

function isCachedRoute(context: RequestContext | undefined): boolean {
  return context?.endpoint.definition.cache !== undefined;
}

/** Merges two lists of header names, each name once. @see RFC 9110 12.5.5 */
function mergeNames(preset: string, own: string): string {
  const names = new Map<string, string>();
  for (const name of `${preset},${own}`.split(',')) {
    const trimmed = name.trim();
    const key = trimmed.toLowerCase();
    if (trimmed !== '' && !names.has(key)) names.set(key, trimmed);
  }
  return names.has('*') ? '*' : [...names.values()].join(', ');
}
