import type { ServerResponse } from 'node:http';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RouteFound } from '../../pipeline/dispatcher.js';
import { hasReadableBody, readRequestBody } from '../body/read-request-body.js';
import { REST_BODY } from './express-body.js';
import type { DirectRoutes } from './express-direct-routes.js';
import type { ExpressRequest, Next } from './express-request.js';
import type { ExpressResponder } from './express-responder.js';
import type { ExpressRouteFinder } from './express-route-finder.js';

/**
 * Stands ahead of the body parsers and reads the bodies of requests to routes: a body that another parser
 * has consumed cannot be read as WordPress reads it. Responds to requests that no other layer would see.
 */
export function bodyMiddleware(
  finder: ExpressRouteFinder,
  responder: ExpressResponder,
  direct: DirectRoutes,
  limit: number,
) {
  const respondOrPass = (request: ExpressRequest, response: ServerResponse, next: Next): void => {
    try {
      if (direct.includes(request) && responder.respond(request, response, next)) return;
    } catch (error) {
      // After a body was read a stream calls this, and nothing above it catches.
      return next(error);
    }
    next();
  };
  return function restBody(request: ExpressRequest, response: ServerResponse, next: Next): void {
    const found = hasReadableBody(request) ? finder.find(request) : undefined;
    if (typeof found !== 'object') respondOrPass(request, response, next);
    else readBody(request, found, limit, () => respondOrPass(request, response, next));
  };
}

function readBody(
  request: ExpressRequest,
  found: Exclude<RouteFound, symbol>,
  limit: number,
  done: () => void,
): void {
  readRequestBody(request, request, limit, ({ body, bytes }) => {
    const { method, url } = request;
    request[REST_BODY] = { body, bytes, found, method, url };
    done();
  });
}

/** Stands after the application's own routes and responds to requests below the prefix. */
export function routeMiddleware(responder: ExpressResponder) {
  return function restRoutes(request: ExpressRequest, response: ServerResponse, next: Next): void {
    if (!responder.respond(request, response, next)) next();
  };
}

/** Responds to requests below the prefix that middleware has failed on. */
export function errorMiddleware(responder: ExpressResponder) {
  // Express recognises an error layer by its four parameters.
  return function restErrors(
    error: unknown,
    request: ExpressRequest,
    response: ServerResponse,
    next: Next,
  ): void {
    const isMalformed = error instanceof URIError;
    const cause = isMalformed ? httpError('rest_invalid_url', 'percent-encoding') : error;
    if (!responder.respondWithError(cause, request, response)) next(error);
  };
}
