import type { Reply } from '../responses/reply.js';
import { appendLink } from '../responses/append-link.js';
import type { RequestContext } from '../request-context.js';
import type { Exchange, PresetHeaders } from '../exchange.js';
import { isRestricted, isShared, privateCaching } from './cache-directives.js';
import { isStrong, weakened } from './entity-tags.js';

type Headed = Pick<Reply, 'headers'>;
type Preset = Pick<PresetHeaders, 'presetHeader' | 'presetCookies'>;

/**
 * Joins the headers of a response with those that middleware, hooks and CORS have set before, because
 * writing a header replaces the one that is set. Without `Vary: Origin`, a shared cache would send one
 * origin the response to another.
 */
export function joinPresetHeaders(
  response: Reply,
  exchange: Exchange,
  context: RequestContext | undefined,
): void {
  joinLists(response, exchange);
  if (response.headers['cache-control'] !== undefined) {
    joinCaching(response, exchange, isCachedRoute(context));
  }
}

/** The same for a handler of a plain controller that is cached. */
export function joinCachedHeaders(response: Headed, preset: Preset): void {
  joinLists(response, preset);
  if (response.headers['cache-control'] !== undefined) joinCaching(response, preset, true);
}

function joinLists(response: Headed, preset: Preset): void {
  const { headers } = response;
  if (headers['link'] !== undefined) joinLink(response, preset);
  if (headers['vary'] !== undefined) joinVary(response, preset);
  if (headers['etag'] !== undefined) joinEncoding(response, preset);
  if (headers['set-cookie'] !== undefined) joinCookies(response, preset);
}

function joinLink({ headers }: Headed, exchange: Preset): void {
  const preset = exchange.presetHeader('link');
  if (preset !== undefined) headers['link'] = appendLink(preset, String(headers['link']));
}

function joinVary({ headers }: Headed, exchange: Preset): void {
  const preset = exchange.presetHeader('vary');
  if (preset !== undefined) headers['vary'] = mergeNames(preset, String(headers['vary']));
}

/** Weakens the tag where middleware encodes the response, which changes its bytes. @see RFC 9110 8.8.1 */
function joinEncoding({ headers }: Headed, exchange: Preset): void {
  const { etag } = headers;
  if (!isStrong(etag) || headers['content-encoding'] !== undefined) return;
  const encoding = exchange.presetHeader('content-encoding')?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') headers['etag'] = weakened(etag);
}

/** The cookies of middleware come first: of two with one name, clients keep the later one. */
function joinCookies({ headers }: Headed, exchange: Preset): void {
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
function joinCaching({ headers }: Headed, exchange: Preset, isCached: boolean): void {
  const preset = exchange.presetHeader('cache-control');
  if (preset !== undefined && isCached && isRestricted(preset)) {
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
