import type { Reply } from '../responses/reply.js';
import type { RequestContext } from '../request-context.js';
import type { ApiLink } from '../discovery/api-link.js';
import type { Exchange } from '../exchange.js';
import { challengeClient, forbidCaching, type ErrorHeaders } from './error-headers.js';
import { joinPresetHeaders } from './join-preset-headers.js';
import { keepFromCaches, protect, protectResponse } from './protective-headers.js';

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
