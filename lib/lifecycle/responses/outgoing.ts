import { isAnonymous } from '../../routes/declaration/permission.js';
import type { Exchange, AppliedHeaders } from '../messages/exchange.js';
import type { RequestContext } from '../request-context.js';
import { isRestricted, isShared, NEVER_CACHED, privateCaching } from './cache-directives.js';
import { JSON_TYPE, ReplyBody, type Reply } from '../messages/reply.js';
import { appendLink, type ResponseHeaders } from '../messages/rest-response.js';

/** The headers of every response below the prefix, and of errors of plain controllers. */
export interface OutgoingOptions {
  /** Adds the `Link` to the API; absent if discovery is off. */
  readonly apiLink?: ((response: Reply, exchange: Exchange) => void) | undefined;
  /** The headers that scripts of another origin may read, if CORS lets them read the response; absent for none. */
  readonly exposed?: readonly string[] | undefined;
  /** The `WWW-Authenticate` of a 401, such as `Bearer`; absent for none. */
  readonly challenge?: string | undefined;
  readonly isProtective: boolean;
  /** Whether WordPress's own headers are left out, and scripts may read only the headers that are sent. */
  readonly isNeutral: boolean;
}

/** Completes the headers of responses. */
export interface Outgoing {
  /**
   * Adds the headers of every response; the last step before a reply is written. A request of the application itself
   * has only the headers of its route: the headers of every response are on the response that contains it.
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
  exposed,
}: OutgoingOptions): Outgoing {
  return {
    complete(reply, exchange, context) {
      const isCached = context?.endpoint.definition.cache !== undefined;
      if (exchange.subRequest !== undefined) {
        joinAppliedHeaders(reply.headers, exchange, isCached);
        return reply;
      }
      apiLink?.(reply, exchange);
      if (exposed !== undefined && exchange.headers.origin !== undefined) {
        exposeHeaders(reply, exchange, isNeutral ? sentOf(exposed, reply) : exposed);
      }
      if (challenge !== undefined && reply.status === 401) {
        challengeClient(challenge, reply, exchange);
      }
      if (isProtective) protect(reply, exchange, isNeutral);
      joinAppliedHeaders(reply.headers, exchange, isCached);
      if (isProtective && context?.user !== undefined)
        keepFromCaches(reply, exchange, context, isNeutral);
      if (isHeuristicallyCached(reply, context, isCached)) forbidCaching(reply, exchange);
      return (context ?? exchange).method === 'HEAD' ? headReply(reply, exchange) : reply;
    },
    prepare(exchange) {
      if (!isProtective || exchange.subRequest !== undefined) return;
      exchange.applyDefault('X-Content-Type-Options', 'nosniff');
      if (!isNeutral) exchange.applyDefault('X-Robots-Tag', 'noindex');
    },
  };
}

/** If a POST was changed into a HEAD, its connection would wait for the content that the headers state. */
function headReply(reply: Reply, { original, method }: Exchange): Reply {
  if (original.method === method) return reply;
  const { status, headers, body } = reply;
  if (body.isJson && body.data() !== undefined) headers['content-type'] ??= JSON_TYPE;
  delete headers['content-length'];
  return { status, headers, body: ReplyBody.NONE };
}

/**
 * Lets scripts of another origin read the headers of paging, discovery and permissions, if `enableCors` lets them read
 * the response. The headers that `enableCors` exposes stay exposed.
 *
 * @see The Fetch standard, `Access-Control-Expose-Headers`
 */
function exposeHeaders({ headers }: Reply, exchange: Exchange, names: readonly string[]): void {
  if (names.length === 0) return;
  if (exchange.appliedHeader('access-control-allow-origin') === undefined) return;
  const exposed = exchange.appliedHeader('access-control-expose-headers');
  const all = exposed === undefined ? names : [exposed, ...names];
  headers['access-control-expose-headers'] = all.join(', ');
}

function sentOf(names: readonly string[], { headers }: Reply): readonly string[] {
  return names.filter((name) => headers[name.toLowerCase()] !== undefined);
}

/**
 * Whether a response is an error of a cached route, or of a path without a route. Shared caches may store a 404 without
 * a `Cache-Control`, and still send it after the resource exists. @see RFC 9110 15.1
 */
function isHeuristicallyCached(
  { status }: Reply,
  context: RequestContext | undefined,
  isCached: boolean,
): boolean {
  if (context === undefined) return status >= 400;
  return isCached && (status >= 400 || context.failure !== undefined);
}

/**
 * Joins the headers of a response with those that middleware, hooks and CORS have set before, because writing a header
 * replaces an existing one. Without `Vary: Origin`, a shared cache would send the response for one origin to another.
 *
 * @param isCached Whether the response is of a cached route, or of a cached handler of a plain controller.
 */
export function joinAppliedHeaders(
  headers: ResponseHeaders,
  applied: AppliedHeaders,
  isCached: boolean,
): void {
  if (headers['link'] !== undefined) joinLink(headers, applied);
  if (headers['vary'] !== undefined) joinVary(headers, applied);
  if (headers['set-cookie'] !== undefined) joinCookies(headers, applied);
  if (headers['cache-control'] !== undefined) joinCaching(headers, applied, isCached);
}

function joinLink(headers: ResponseHeaders, applied: AppliedHeaders): void {
  const link = applied.appliedHeader('link');
  if (link !== undefined) headers['link'] = appendLink(link, String(headers['link']));
}

function joinVary(headers: ResponseHeaders, applied: AppliedHeaders): void {
  const vary = applied.appliedHeader('vary');
  if (vary !== undefined) headers['vary'] = mergeNames(vary, String(headers['vary']));
}

/** The cookies of middleware come first: of two with the same name, clients keep the later one. */
function joinCookies(headers: ResponseHeaders, applied: AppliedHeaders): void {
  const cookies = applied.appliedCookies();
  if (cookies.length === 0) return;
  headers['set-cookie'] = [...cookies, ...[headers['set-cookie'] ?? []].flat()];
}

/**
 * On a cached route, an applied `no-store`, `private` or `no-cache` overrides the `Cache-Control` of the route. A cookie
 * of middleware is for one user, so shared caches must not keep the response.
 *
 * @see RFC 9111 7.3
 */
function joinCaching(headers: ResponseHeaders, applied: AppliedHeaders, isCached: boolean): void {
  const caching = applied.appliedHeader('cache-control');
  if (caching !== undefined && isCached && isRestricted(caching)) {
    headers['cache-control'] = caching;
  }
  const own = headers['cache-control'];
  if (isShared(own) && applied.appliedCookies().length > 0) {
    headers['cache-control'] = privateCaching(String(own));
  }
}

/** Merges two lists of header names, each name once. @see RFC 9110 12.5.5 */
function mergeNames(applied: string, own: string): string {
  const names = new Map<string, string>();
  for (const name of `${applied},${own}`.split(',')) {
    const trimmed = name.trim();
    const key = trimmed.toLowerCase();
    if (trimmed !== '' && !names.has(key)) names.set(key, trimmed);
  }
  return names.has('*') ? '*' : [...names.values()].join(', ');
}

const NOSNIFF = 'nosniff';
/** The client may store a response with an entity tag, for conditional requests. */
const REVALIDATED = 'private, no-cache';
const EXPIRED = 'Wed, 11 Jan 1984 05:00:00 GMT';

/**
 * The headers that keep browsers from guessing a media type and search engines from listing responses. They do not
 * replace headers that the method or the application has set.
 *
 * @see WordPress, `WP_REST_Server::serve_request`
 */
function protect(
  { headers }: Reply,
  applied: Pick<AppliedHeaders, 'appliedHeader'>,
  isNeutral: boolean,
): void {
  // This is the only valid value, so it may replace an existing one. Helmet has set it already.
  if (applied.appliedHeader('x-content-type-options') !== NOSNIFF) {
    headers['x-content-type-options'] ??= NOSNIFF;
  }
  if (isNeutral || headers['x-robots-tag'] !== undefined) return;
  if (applied.appliedHeader('x-robots-tag') === undefined) headers['x-robots-tag'] = 'noindex';
}

/**
 * Keeps the responses to authenticated users out of caches, unless the route, the method or the application has set a
 * `Cache-Control`.
 *
 * @see WordPress, `wp_get_nocache_headers`
 */
function keepFromCaches(
  { headers }: Reply,
  exchange: Exchange,
  context: RequestContext,
  isNeutral: boolean,
): void {
  if (headers['cache-control'] !== undefined || headers['expires'] !== undefined) return;
  if (isAnonymous(context.user)) return;
  if (exchange.appliedHeader('cache-control') !== undefined) return;
  if (headers['etag'] !== undefined) {
    headers['cache-control'] = REVALIDATED;
    return;
  }
  headers['cache-control'] = NEVER_CACHED;
  if (!isNeutral) headers['expires'] = EXPIRED;
}

/** Adds the challenge to a 401; the application's own challenge stays. @see RFC 9110 11.6.1 */
function challengeClient(
  challenge: string,
  { status, headers }: Reply,
  applied: Pick<AppliedHeaders, 'appliedHeader'>,
): void {
  if (status !== 401 || headers['www-authenticate'] !== undefined) return;
  if (applied.appliedHeader('www-authenticate') !== undefined) return;
  headers['www-authenticate'] = challenge;
}

/** Keeps an error out of caches: caches may store a 404 without a `Cache-Control`. @see RFC 9110 15.1 */
function forbidCaching({ headers }: Reply, applied: Pick<AppliedHeaders, 'appliedHeader'>): void {
  if (headers['cache-control'] !== undefined) return;
  if (applied.appliedHeader('cache-control') === undefined) headers['cache-control'] = 'no-store';
}

/** The relation under which clients of WordPress look for its API. */
const API_RELATION = 'https://api.w.org/';

/**
 * The `Link` by which a client finds the API from any of its responses.
 *
 * @param root Below the origin, with a slash at the end: `/api/`.
 * @param url The origin from the application's options; the origin of each request by default.
 * @see WordPress, which sends it with every response of its API.
 */
export function createApiLink(
  root: string,
  url: string | undefined,
): (response: Reply, exchange: Exchange) => void {
  let last = linkFrom(url, root);
  return ({ headers }, exchange) => {
    const origin = url ?? exchange.origin;
    // Nearly all requests have the same origin as the one before.
    if (origin !== last.origin) last = linkFrom(origin, root);
    const { link } = headers;
    headers['link'] = link === undefined ? last.link : appendLink(link, last.link);
  };
}

function linkFrom(
  origin: string | undefined,
  root: string,
): { readonly origin: string | undefined; readonly link: string } {
  return { origin, link: linkTo(`${origin ?? ''}${root}`) };
}

function linkTo(url: string): string {
  return `<${url}>; rel="${API_RELATION}"`;
}
