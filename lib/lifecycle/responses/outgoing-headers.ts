import type { Reply } from './reply.js';
import type { RequestContext } from '../request-context.js';
import type { Exchange, PresetHeaders } from '../exchange.js';
import {
  isAnonymous,
  type SecurityScheme,
  type SecuritySchemes,
} from '../../routes/declaration/permission.js';

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

/** What options decide about the headers of an error. */
export interface ErrorHeaders {
  /** The `WWW-Authenticate` of a 401, such as `Bearer`; absent for none. */
  readonly challenge?: string;
  readonly isProtective: boolean;
}

type Preset = Pick<PresetHeaders, 'presetHeader'>;

/** The headers of an error where no route is: those of routes, without `Allow` and the link to the API. */
export function addErrorHeaders(
  response: Reply,
  preset: Preset,
  { challenge, isProtective }: ErrorHeaders,
): void {
  if (challenge !== undefined) challengeClient(challenge, response, preset);
  if (isProtective) protect(response, preset);
  forbidCaching(response, preset);
}

/** Adds the challenge to a 401; the application's own challenge stays. @see RFC 9110 11.6.1 */
export function challengeClient(
  challenge: string,
  { status, headers }: Reply,
  preset: Preset,
): void {
  if (status !== 401 || headers['www-authenticate'] !== undefined) return;
  if (preset.presetHeader('www-authenticate') !== undefined) return;
  headers['www-authenticate'] = challenge;
}

/** Keeps an error out of caches: they may store a 404 without a `Cache-Control`. @see RFC 9110 15.1 */
export function forbidCaching({ headers }: Reply, preset: Preset): void {
  if (headers['cache-control'] !== undefined) return;
  if (preset.presetHeader('cache-control') === undefined) headers['cache-control'] = 'no-store';
}

/**
 * The `WWW-Authenticate` of a 401 by the ways in which callers identify themselves: one challenge for each
 * scheme of HTTP among them. `undefined` where there is none, as for keys and cookies.
 *
 * @example
 * challengesOf({ token: { type: 'oauth2' }, login: { type: 'http', scheme: 'basic' } }, 'acme');
 * // 'Bearer, Basic realm="acme"'
 *
 * @see RFC 9110, 11.6.1; RFC 6750, 3; RFC 7617, 2
 */
export function challengesOf(schemes: SecuritySchemes, realm: string): string | undefined {
  const challenges = Object.values(schemes).map((scheme) => challengeOfScheme(scheme, realm));
  const known = new Set(challenges.filter((challenge) => challenge !== undefined));
  return known.size === 0 ? undefined : [...known].join(', ');
}

/** Other schemes of HTTP, such as `digest`, need parameters that are made for each response. */
function challengeOfScheme({ type, scheme }: SecurityScheme, realm: string): string | undefined {
  if (type === 'oauth2' || type === 'openIdConnect') return 'Bearer';
  if (type !== 'http' || typeof scheme !== 'string') return undefined;
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return 'Bearer';
    case 'basic':
      return `Basic realm="${realm.replace(/["\\]/g, '\\$&')}", charset="UTF-8"`;
    default:
      return undefined;
  }
}
