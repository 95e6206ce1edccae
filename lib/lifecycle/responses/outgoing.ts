import type { Reply } from './reply.js';
import type { RequestContext } from '../request-context.js';
import type { ApiLink } from '../discovery.js';
import type { Exchange, PresetHeaders } from '../exchange.js';
import {
  keepFromCaches,
  protect,
  protectResponse,
  challengeClient,
  forbidCaching,
  type ErrorHeaders,
} from './outgoing-headers.js';
import { appendLink } from './rest-response.js';

const SHARED = /(?:^|[\s,])(?:public|s-maxage\s*=)/i;

const RESTRICTED = /(?:^|[\s,])(?:no-store|private|no-cache)(?:$|[\s,=])/i;

/** The headers of every response below the prefix. */
export interface OutgoingOptions extends ErrorHeaders {
  /** Adds the `Link` to the API; absent where discovery is switched off. */
  readonly apiLink?: ApiLink;
  /** Headers have the names that APIs other than WordPress's use. */
  readonly isNeutral: boolean;
}

/** Completes the headers of responses. */
export interface Outgoing {
  /**
   * Adds the headers of every response; the last step before a reply is written. A request of the application itself
   * has only those of its route: those of every response are on the one that it becomes part of.
   */
  complete(reply: Reply, exchange: Exchange, context?: RequestContext): Reply;
  /** Sets the protective headers on a response that a method or a filter writes itself. */
  prepare(exchange: Exchange): void;
}

export function createOutgoing({
  apiLink,
  challenge,
  isProtective,
  isNeutral,
}: OutgoingOptions): Outgoing {
  const paging = isNeutral ? 'X-Total-Count' : 'X-WP-Total, X-WP-TotalPages';
  const exposed = `${paging}, Link, Allow`;
  return {
    complete(reply, exchange, context) {
      if (exchange.inner !== undefined) {
        joinPresetHeaders(reply, exchange, context);
        return reply;
      }
      apiLink?.(reply, exchange);
      if (exchange.headers.origin !== undefined) exposeHeaders(reply, exchange, exposed);
      if (challenge !== undefined && reply.status === 401) {
        challengeClient(challenge, reply, exchange);
      }
      if (isProtective) protect(reply, exchange);
      joinPresetHeaders(reply, exchange, context);
      if (isProtective && context !== undefined) keepFromCaches(reply, exchange, context);
      if (isHeuristicallyCached(reply, context)) forbidCaching(reply, exchange);
      return reply;
    },
    prepare(exchange) {
      if (isProtective && exchange.inner === undefined) protectResponse(exchange);
    },
  };
}

/**
 * Lets scripts of another origin read the headers of paging, discovery and permissions, where `enableCors`
 * lets them read the response. The headers that `enableCors` exposes stay exposed.
 *
 * @see The Fetch standard, `Access-Control-Expose-Headers`
 */
function exposeHeaders({ headers }: Reply, exchange: Exchange, names: string): void {
  if (exchange.presetHeader('access-control-allow-origin') === undefined) return;
  const exposed = exchange.presetHeader('access-control-expose-headers');
  headers['access-control-expose-headers'] = exposed === undefined ? names : `${exposed}, ${names}`;
}

/**
 * Whether a response is an error of a cached route, or of a path without a route. Shared caches may store a
 * 404 without a `Cache-Control`, and send it to all clients after the resource exists. @see RFC 9110 15.1
 */
function isHeuristicallyCached({ status }: Reply, context: RequestContext | undefined): boolean {
  if (context === undefined) return status >= 400;
  return (
    context.endpoint.definition.cache !== undefined &&
    (status >= 400 || context.failure !== undefined)
  );
}

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

/** Whether shared caches may keep a response with this `Cache-Control`. @see RFC 9111 5.2.2 */
export function isShared(cacheControl: string | string[] | undefined): boolean {
  if (cacheControl === undefined) return false;
  const text = String(cacheControl);
  // The forms that the cache of a route writes, before any pattern.
  return text.startsWith('public') || (!text.startsWith('private') && SHARED.test(text));
}

/** Whether a `Cache-Control` keeps a response out of shared caches, or of all caches. */
export function isRestricted(cacheControl: string): boolean {
  return RESTRICTED.test(cacheControl);
}

/** The same `Cache-Control` for the caches of one user only. */
export function privateCaching(cacheControl: string): string {
  const others = cacheControl
    .split(',')
    .map((directive) => directive.trim())
    .filter(
      (directive) => directive !== '' && !/^(?:public|private|s-maxage\b.*)$/i.test(directive),
    );
  return ['private', ...others].join(', ');
}

/** Whether an entity tag is strong: equal for equal bytes only. @see RFC 9110 8.8.3 */
export function isStrong(etag: unknown): etag is string {
  return typeof etag === 'string' && !etag.startsWith('W/');
}

/** The same tag for representations that mean the same in other bytes. */
export function weakened(etag: string): string {
  return `W/${etag}`;
}
