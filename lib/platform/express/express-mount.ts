import type { Server, ServerResponse } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { hasReadableBody, readRequestBody } from '../read-request-body.js';
import type { Served } from '../http/stream-headers.js';
import { overrideMethod } from '../http/request-target.js';
import { makeExpressRequests } from './express-classes.js';
import {
  letReadBodiesPass,
  moveBeforeParsers,
  type Layer,
  exposeBodies,
  REST_BODY,
  type ExpressInstance,
  type ExpressRequest,
  type Next,
  createRequestOrigin,
  ExpressRouteFinder,
} from './express-layers.js';
import { ExpressResponder, watchLateHeaders } from './express-responder.js';
import { isPreflight } from '../../lifecycle/permissions/allow.js';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RouteEntry } from '../../lifecycle/request-context.js';
import type { RouteMatch } from '../../routing/route-table.js';

/** The name that Express gives the layer of `enableCors()`. */
const CORS = 'corsMiddleware';

/** Set to `off`, it leaves the classes of the server as Node has them. */
const OPTIMIZE_VARIABLE = 'NESTJS_REST_ROUTES_OPTIMIZE';

/**
 * Serves on Express with two layers: one reads the bodies of requests to routes, ahead of the body
 * parsers; one after the application's own routes responds.
 */
export function mountOnExpress(
  adapter: AbstractHttpAdapter,
  served: Served,
  bodyLimit: number,
): void {
  const express = adapter.getInstance<ExpressInstance>();
  const { request, response, router } = express;
  const finder = new ExpressRouteFinder(served, router);
  exposeBodies(request);
  watchLateHeaders(response);
  letOptionsPassCors(router.stack, (one) => finder.isRoute(one));
  letReadBodiesPass(router.stack);
  if (process.env[OPTIMIZE_VARIABLE] !== 'off') {
    makeExpressRequests(adapter.getHttpServer() as Server, express);
  }
  const originOf = createRequestOrigin(() => express.get('trust proxy'));
  const responder = new ExpressResponder(adapter, served, finder, originOf);
  adapter.use(bodyMiddleware(finder, bodyLimit));
  moveBeforeParsers(router.stack);
  adapter.use(routeMiddleware(responder));
  adapter.use(errorMiddleware(responder));
  beforeExpress(express, (one) => overrideMethod(one, served, finder.strictness));
}

/**
 * Looks at each request before Express handles it. Middleware that was registered before the application was
 * initialised runs ahead of any layer that could be added now, and a layer at the front would cost each request more
 * than this.
 */
function beforeExpress(express: ExpressInstance, look: (request: ExpressRequest) => void): void {
  const { handle } = express;
  express.handle = function (this: unknown, request, response, done) {
    look(request);
    handle.call(this, request, response, done);
  };
}

/**
 * Lets OPTIONS requests pass the CORS middleware where they are no preflights, with the headers of any
 * simple request. The middleware ends every OPTIONS request otherwise, so that clients of other origins
 * could not read `Allow`.
 *
 * @param isRoute Whether a request is to a route of the library; any other is left as it is.
 */
function letOptionsPassCors(
  stack: readonly Layer[],
  isRoute: (request: ExpressRequest) => boolean,
): void {
  for (const layer of stack) {
    if (layer.name !== CORS) continue;
    const { handle } = layer;
    layer.handle = (request, response, next) => {
      const passes =
        request.method === 'OPTIONS' &&
        !isPreflight('OPTIONS', request.headers) &&
        isRoute(request);
      handle(passes ? asSimple(request) : request, response, next);
    };
  }
}

/** A view of a request with a simple method; only the CORS middleware sees it. */
function asSimple(request: ExpressRequest): ExpressRequest {
  return Object.create(request, { method: { value: 'GET' } }) as ExpressRequest;
}

/**
 * Stands ahead of the body parsers and reads the bodies of requests to routes: a body that another parser
 * has consumed cannot be read as WordPress reads it.
 */
function bodyMiddleware(finder: ExpressRouteFinder, limit: number) {
  return function restBody(request: ExpressRequest, _response: ServerResponse, next: Next): void {
    const found = hasReadableBody(request) ? finder.find(request) : undefined;
    if (typeof found !== 'object') next();
    else readBody(request, found, limit, next);
  };
}

function readBody(
  request: ExpressRequest,
  found: Exclude<RouteMatch<RouteEntry>, symbol>,
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
function routeMiddleware(responder: ExpressResponder) {
  return function restRoutes(request: ExpressRequest, response: ServerResponse, next: Next): void {
    if (!responder.respond(request, response, next)) next();
  };
}

/** Responds to requests below the prefix that middleware has failed on. */
function errorMiddleware(responder: ExpressResponder) {
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
