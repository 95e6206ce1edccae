import type { Reply } from '../responses/reply.js';
import type { RequestContext } from '../request-context.js';
import type { Exchange, PresetHeaders } from '../exchange.js';
import { isAnonymous } from '../../model/permissions/anonymous.js';

/** What WordPress sends to authenticated users: no cache keeps the response. */
const NEVER_CACHED = 'no-cache, must-revalidate, max-age=0, no-store, private';
/** The client may store a response with an entity tag, for conditional requests. */
const REVALIDATED = 'private, no-cache';
const EXPIRED = 'Wed, 11 Jan 1984 05:00:00 GMT';

/**
 * The headers that keep browsers from guessing a media type and search engines from listing responses.
 * They replace nothing that the method or the application has set.
 *
 * @see WordPress, `WP_REST_Server::serve_request`
 */
export function protect({ headers }: Reply, preset: Pick<PresetHeaders, 'presetHeader'>): void {
  // The only valid value, so replacing one that is set changes nothing.
  headers['x-content-type-options'] ??= 'nosniff';
  if (headers['x-robots-tag'] === undefined && preset.presetHeader('x-robots-tag') === undefined) {
    headers['x-robots-tag'] = 'noindex';
  }
}

/**
 * Keeps the responses of authenticated users out of caches, unless the route, the method or the application
 * has set a `Cache-Control`.
 *
 * @see WordPress, `wp_get_nocache_headers`
 */
export function keepFromCaches(
  { headers }: Reply,
  exchange: Exchange,
  context: RequestContext,
): void {
  if (isAnonymous(context.user)) return;
  if (headers['cache-control'] !== undefined || headers['expires'] !== undefined) return;
  if (exchange.presetHeader('cache-control') !== undefined) return;
  if (headers['etag'] !== undefined) {
    headers['cache-control'] = REVALIDATED;
    return;
  }
  headers['cache-control'] = NEVER_CACHED;
  headers['expires'] = EXPIRED;
}

/** The same for a response that the application writes itself. */
export function protectResponse(exchange: Exchange): void {
  exchange.presetDefault('X-Content-Type-Options', 'nosniff');
  exchange.presetDefault('X-Robots-Tag', 'noindex');
}
