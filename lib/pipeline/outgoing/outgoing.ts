import type { RouteResponse } from '../responses/route-response.js';
import type { RequestContext } from '../request-context.js';
import type { ApiLink } from '../discovery/api-link.js';
import type { Exchange } from '../exchange.js';
import { exposeHeaders } from './exposed-headers.js';
import { joinOutside } from './join-outside.js';
import { keepFromCaches, protect, protectResponse } from './protective-headers.js';

/** What every response below the prefix says. */
export interface OutgoingOptions {
  /** Says where the API begins; absent where discovery is switched off. */
  readonly apiLink?: ApiLink;
  /** What a 401 asks for, such as `Bearer`; absent where it asks for nothing. */
  readonly challenge?: string;
  readonly isProtective: boolean;
}

/** Completes the headers of responses. */
export interface Outgoing {
  /** Adds to a response what every response says; the last step before it is written. */
  complete(response: RouteResponse, exchange: Exchange, context?: RequestContext): RouteResponse;
  /** Sets the protective headers on a response that a method or a filter writes itself. */
  prepare(exchange: Exchange): void;
}

export function createOutgoing({ apiLink, challenge, isProtective }: OutgoingOptions): Outgoing {
  return {
    complete(response, exchange, context) {
      apiLink?.(response, exchange);
      exposeHeaders(response, exchange);
      if (response.status === 401 && challenge !== undefined) demand(challenge, response, exchange);
      if (isProtective) protect(response, exchange);
      joinOutside(response, exchange, context);
      if (isProtective && context !== undefined) keepFromCaches(response, exchange, context);
      if (isKeptByDefault(response, context)) forbidCaching(response, exchange);
      return response;
    },
    prepare(exchange) {
      if (isProtective) protectResponse(exchange);
    },
  };
}

/** A 401 says how to authenticate; the application's own challenge stays. @see RFC 9110 11.6.1 */
function demand(challenge: string, { headers }: RouteResponse, exchange: Exchange): void {
  if (headers['www-authenticate'] !== undefined) return;
  if (exchange.presetHeader('www-authenticate') !== undefined) return;
  headers['www-authenticate'] = challenge;
}

function forbidCaching({ headers }: RouteResponse, exchange: Exchange): void {
  if (headers['cache-control'] !== undefined) return;
  if (exchange.presetHeader('cache-control') === undefined) headers['cache-control'] = 'no-store';
}

/**
 * Whether a response is an error of a cached route, or of a path without a route: shared caches may
 * keep a 404 by default, and give it to everybody after the resource is there. @see RFC 9110 15.1
 */
function isKeptByDefault({ status }: RouteResponse, context: RequestContext | undefined): boolean {
  if (context === undefined) return status >= 400;
  return (
    context.endpoint.definition.cache !== undefined &&
    (status >= 400 || context.failure !== undefined)
  );
}
