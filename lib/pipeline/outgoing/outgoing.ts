import type { RouteResponse } from '../responses/route-response.js';
import type { RequestContext } from '../request-context.js';
import type { ApiLink } from '../discovery/api-link.js';
import type { Exchange } from '../exchange.js';
import { challengeClient, forbidCaching, type ErrorHeaders } from './error-headers.js';
import { exposedHeaders, exposeHeaders } from './exposed-headers.js';
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
  /** Adds the headers of every response; the last step before the adapter writes it. */
  complete(response: RouteResponse, exchange: Exchange, context?: RequestContext): RouteResponse;
  /** Sets the protective headers on a response that a method or a filter writes itself. */
  prepare(exchange: Exchange): void;
}

export function createOutgoing({
  apiLink,
  challenge,
  isProtective,
  isNeutral,
}: OutgoingOptions): Outgoing {
  const exposed = exposedHeaders(isNeutral);
  return {
    complete(response, exchange, context) {
      apiLink?.(response, exchange);
      exposeHeaders(response, exchange, exposed);
      if (challenge !== undefined) challengeClient(challenge, response, exchange);
      if (isProtective) protect(response, exchange);
      joinPresetHeaders(response, exchange, context);
      if (isProtective && context !== undefined) keepFromCaches(response, exchange, context);
      if (isHeuristicallyCached(response, context)) forbidCaching(response, exchange);
      return response;
    },
    prepare(exchange) {
      if (isProtective) protectResponse(exchange);
    },
  };
}

/**
 * Whether a response is an error of a cached route, or of a path without a route. Shared caches may store a
 * 404 without a `Cache-Control`, and send it to all clients after the resource exists. @see RFC 9110 15.1
 */
function isHeuristicallyCached(
  { status }: RouteResponse,
  context: RequestContext | undefined,
): boolean {
  if (context === undefined) return status >= 400;
  return (
    context.endpoint.definition.cache !== undefined &&
    (status >= 400 || context.failure !== undefined)
  );
}
