import type { Server, ServerResponse } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { hasReadableBody, readRequestBody, hasOtherBody } from '../read-request-body.js';
import type { MountOptions, Served } from '../http/stream-headers.js';
import { DirectRequests } from '../direct-requests.js';
import { ExpressFramework } from './express-framework.js';
import { namespaceBeginnings, overrideMethod } from '../http/request-target.js';
import { makeExpressRequests } from '../node/express-classes.js';
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

/** Finds requests that no other layer would see between the library's first layer and its second. */
class DirectRoutes {
  /** The beginnings of the paths of such requests; worked out for the first request. */
  #beginnings: readonly string[] | undefined;

  constructor(
    private readonly served: Served,
    private readonly framework: ExpressFramework,
  ) {}

  includes(request: ExpressRequest): boolean {
    // A body parser of the application may read it.
    if (hasOtherBody(request)) return false;
    const { url = '' } = request;
    // By the first request all routes of the application are registered; later ones follow the library's.
    this.#beginnings ??= namespaceBeginnings(this.served).filter((beginning) =>
      this.framework.isFreeBetween(beginning),
    );
    for (const beginning of this.#beginnings) if (url.startsWith(beginning)) return true;
    return false;
  }
}

/** The name that Express gives the layer of `enableCors()`. */
const CORS = 'corsMiddleware';

/**
 * Serves on Express with two layers: one reads the bodies of requests to routes, ahead of the body
 * parsers; one after the application's own routes responds. Where no layer between the two would see a
 * request, the first responds, which saves the way through the parsers.
 */
export function mountOnExpress(
  adapter: AbstractHttpAdapter,
  served: Served,
  { bodyLimit, optimize }: MountOptions,
): void {
  const express = adapter.getInstance<ExpressInstance>();
  const { request, response, router } = express;
  const finder = new ExpressRouteFinder(served, router);
  exposeBodies(request);
  watchLateHeaders(response);
  letOptionsPassCors(router.stack, (one) => finder.isRoute(one));
  letReadBodiesPass(router.stack);
  if (optimize) makeExpressRequests(adapter.getHttpServer() as Server, express);
  const originOf = createRequestOrigin(() => express.get('trust proxy'));
  const responder = new ExpressResponder(adapter, served, finder, originOf);
  const framework = new ExpressFramework(adapter, responder, finder, () => [reading, responding]);
  const between = new DirectRoutes(served, framework);
  const reading = bodyMiddleware(finder, responder, between, bodyLimit, framework);
  const responding = routeMiddleware(responder);
  adapter.use(reading);
  moveBeforeParsers(router.stack);
  adapter.use(responding);
  adapter.use(errorMiddleware(responder));
  const direct = optimize ? new DirectRequests(served, framework, bodyLimit) : undefined;
  beforeExpress(express, direct, (one) => overrideMethod(one, served, finder.strictness));
}

/**
 * Looks at each request before Express handles it. Middleware that was registered before the application was
 * initialised runs ahead of any layer that could be added now, and a layer at the front would cost each request more
 * than this. A request with a callback comes from another application of Express, in which this one is mounted.
 */
function beforeExpress(
  express: ExpressInstance,
  direct: DirectRequests | undefined,
  look: (request: ExpressRequest) => void,
): void {
  const { handle } = express;
  express.handle = function (this: unknown, request, response, done) {
    if (done === undefined && direct?.respond(request, response) === true) return;
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
 * has consumed cannot be read as WordPress reads it. Responds to requests that no other layer would see.
 */
function bodyMiddleware(
  finder: ExpressRouteFinder,
  responder: ExpressResponder,
  direct: DirectRoutes,
  limit: number,
  framework: ExpressFramework,
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
    if (framework.takes(request)) return;
    const found = hasReadableBody(request) ? finder.find(request) : undefined;
    if (typeof found !== 'object') respondOrPass(request, response, next);
    else readBody(request, found, limit, () => respondOrPass(request, response, next));
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
