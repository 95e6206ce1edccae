import { translateError } from '../../diagnostics/translate-error.js';
import { HTTP_METHODS } from '../../routes/declaration/route-declaration.js';
import { memoize, whenReady, type Awaitable } from '../../shared/promises.js';
import type { PathGroup } from '../../routing/path-group.js';
import type { RequestContext } from '../request-context.js';
import { isNamed, type Endpoint, type ReplyStep, type RouteEntry } from '../endpoint.js';
import type { Exchange } from '../messages/exchange.js';
import { isShared } from '../responses/cache-directives.js';
import type { Reply } from '../messages/reply.js';
import type { Permissions } from './permission-checks.js';
import type { IncomingHttpHeaders } from 'node:http';

/** Reports that the permission of another endpoint threw while `Allow` was computed. */
export type OnAllowFailure = (error: unknown, endpoint: Endpoint) => void;

/**
 * Reports why the guards or the permission of an endpoint have failed, while the request is to another one. An error that
 * was meant for the client is not reported, nor is one that a filter of the application gets: it may make a 403 of it,
 * and anonymous callers could fill the log.
 */
export function reportAllowFailure(
  error: unknown,
  endpoint: Endpoint,
  onFailure: OnAllowFailure,
): void {
  if (translateError(error) !== undefined) return;
  if (endpoint.ports.isForFilters?.(error) !== true) onFailure(error, endpoint);
}

/**
 * Computes the `Allow` of a response.
 *
 * @param exchange The exchange to which the response is sent, if it is not that of the context.
 */
type Allow = (
  context: RequestContext,
  response: Pick<Reply, 'headers'>,
  exchange?: Exchange,
) => string | Promise<string>;

/** The function that computes `Allow` for the endpoints of a path. */
export type AllowOf = (group: PathGroup<RouteEntry>) => Allow;

/**
 * The `Allow` of a matched path: the methods whose permission this caller has for the arguments of this request. A
 * permission that throws denies its method.
 *
 * @see RFC 9110, 10.2.1; WordPress computes it in the same way.
 */
export function createAllow(permissions: Permissions, onFailure: OnAllowFailure): AllowOf {
  return memoize((group) => {
    const named = group.entries.filter(isNamed);
    const ofNamed = allowOfEntries(named, permissions, onFailure);
    if (named.length === group.entries.length) return ofNamed;
    // Only the response of a hidden route names it.
    const ofHidden = memoize((endpoint: Endpoint) => {
      const shown = group.entries.filter((one) => isNamed(one) || one.endpoint() === endpoint);
      return allowOfEntries(shown, permissions, onFailure);
    });
    return (context, ...response) =>
      context.endpoint.definition.options.hidden === true
        ? ofHidden(context.endpoint)(context, ...response)
        : ofNamed(context, ...response);
  });
}

const NO_RESPONSE: Pick<Reply, 'headers'> = { headers: {} };

/** The methods that the `Allow` of a response to this caller would list. */
export function allowedMethods(
  context: RequestContext,
  allowOf: AllowOf,
): Awaitable<readonly string[]> {
  return whenReady(allowOf(context.group)(context, NO_RESPONSE), (text) =>
    text === '' ? [] : text.split(', '),
  );
}

export function allowStep(allowOf: AllowOf): ReplyStep {
  return (reply, context) => {
    const methods = allowOf(context.group)(context, reply);
    if (typeof methods !== 'string') return methods.then((text) => addAllow(reply, text));
    if (methods !== '') reply.headers['allow'] ??= methods;
    return undefined;
  };
}

/** An empty `Allow` says that the path has no methods for anyone. @see RFC 9110, 10.2.1; WordPress leaves it out too. */
function addAllow({ headers }: Reply, methods: string): void {
  if (methods !== '') headers['allow'] ??= methods;
}

/** If every endpoint is public, no permission is checked, and the text is made once. */
function allowOfEntries(
  shown: readonly RouteEntry[],
  permissions: Permissions,
  onFailure: OnAllowFailure,
): Allow {
  const entries = shown.map((entry) => entry.endpoint());
  const isPublic = (endpoint: Endpoint) => permissions.isPublic(endpoint);
  const textOf = memoize((mask: number) =>
    methodsOf(entries.filter((_, at) => (mask & (1 << at)) !== 0)),
  );
  const publicMask = maskOf(entries, isPublic);
  const publicMethods = textOf(publicMask);
  if (entries.every(isPublic)) return () => publicMethods;
  return (context, response, exchange = context.exchange) => {
    if (isForSharedCaches(response, exchange)) return publicMethods;
    const permitted = permittedEndpoints(entries, publicMask, context, permissions, onFailure);
    return typeof permitted === 'number' ? textOf(permitted) : permitted.then(textOf);
  };
}

/**
 * Whether shared caches may send a response to other callers, who have other permissions. Then `Allow`
 * lists only the methods with public permissions.
 */
export function isForSharedCaches(
  { headers }: Pick<Reply, 'headers'>,
  exchange: Exchange,
): boolean {
  const stated = headers['cache-control'] ?? exchange.appliedHeader('cache-control');
  return stated !== undefined && isShared(stated);
}

/** A bit mask of the entries of a path that meet a condition: a path has no more entries than there are methods. */
export function maskOf<Entry>(entries: readonly Entry[], has: (entry: Entry) => boolean): number {
  let mask = 0;
  for (const [at, entry] of entries.entries()) if (has(entry)) mask |= 1 << at;
  return mask;
}

function methodsOf(endpoints: readonly Endpoint[]): string {
  const methods = new Set(endpoints.flatMap((endpoint) => endpoint.methods));
  return HTTP_METHODS.filter((method) => methods.has(method)).join(', ');
}

/**
 * A bit mask of the endpoints of a path whose permission the caller has: a path has no more endpoints than there are
 * methods. Returns no promise, unless a permission returns one.
 */
function permittedEndpoints(
  entries: readonly Endpoint[],
  publicMask: number,
  context: RequestContext,
  permissions: Permissions,
  onFailure: OnAllowFailure,
): number | Promise<number> {
  let mask = publicMask;
  let pending: Promise<number>[] | undefined;
  for (let at = 0; at < entries.length; at++) {
    const endpoint = entries[at];
    const bit = 1 << at;
    if (endpoint === undefined || (publicMask & bit) !== 0) continue;
    const isKnown = endpoint === context.endpoint && context.isPermitted;
    const verdict = isKnown || verdictOf(endpoint, context, permissions, onFailure);
    if (verdict === true) mask |= bit;
    else if (verdict !== false) (pending ??= []).push(verdict.then((is) => (is ? bit : 0)));
  }
  if (pending === undefined) return mask;
  return Promise.all(pending).then((bits) => bits.reduce((sum, bit) => sum | bit, mask));
}

function verdictOf(
  endpoint: Endpoint,
  context: RequestContext,
  permissions: Permissions,
  onFailure: OnAllowFailure,
): boolean | Promise<boolean> {
  try {
    const verdict = permissions.verdict(endpoint, context);
    if (typeof verdict === 'boolean') return verdict;
    return verdict.catch((error: unknown) => deny(error, endpoint, context, onFailure));
  } catch (error) {
    return deny(error, endpoint, context, onFailure);
  }
}

/**
 * A permission may also deny by an exception. The error of the route's own permission was already sent as the response,
 * and is not reported again.
 */
function deny(
  error: unknown,
  endpoint: Endpoint,
  context: RequestContext,
  onFailure: OnAllowFailure,
): boolean {
  if (endpoint !== context.endpoint) reportAllowFailure(error, endpoint, onFailure);
  return false;
}

/**
 * Whether a request is a CORS preflight: a browser checks whether a script may send a request. It has no
 * credentials, so guards would reject it.
 *
 * @see The Fetch standard, CORS-preflight request
 */
export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}
