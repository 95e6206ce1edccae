import type { Server, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { NO_BODY } from '../../lifecycle/messages/body.js';
import type { Dispatched } from '../../lifecycle/pipeline.js';
import { contentOf, type Reply } from '../../lifecycle/messages/reply.js';
import { hasOwnErrorHandler } from '../../lifecycle/responses/streams.js';
import { MALFORMED_PATH, NO_MATCH } from '../../routing/route-table.js';
import { isThenable } from '../../shared/promises.js';
import { enterAgain } from '../inner/enter-again.js';
import { hasReadableBody, readRequestBody } from '../node/body.js';
import { hasBody } from '../node/target.js';
import { ResponseClosing } from '../node/closing.js';
import { endBegun, rememberHeaders, sendableFile } from '../node/files.js';
import { lateHeadersOf } from '../node/late-headers.js';
import { logFailure, type Serve, type Served } from '../served.js';
import { createRequestOrigin, ExpressExchange, ExpressRouteFinder } from './exchange.js';
import { makeExpressRequests } from './express-classes.js';
import {
  expectLateHeaders,
  exposeBodies,
  letOptionsPassCors,
  letReadBodiesPass,
  moveBeforeParsers,
  REST_BODY,
  watchLateHeaders,
  type ExpressInstance,
  type ExpressRequest,
  type Next,
} from './internals.js';

/** If it is `off`, the classes of the server stay Node's own. */
const OPTIMIZE_VARIABLE = 'NESTJS_REST_ROUTES_OPTIMIZE';

/**
 * Serves on Express with layers: one before the body parsers reads the bodies of requests to routes; two after the
 * application's own routes respond.
 */
export function mountOnExpress(adapter: AbstractHttpAdapter): Serve {
  return (served, bodyLimit) => {
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
  };
}

/**
 * Runs before the body parsers and reads the bodies of requests to routes: a body that another parser has consumed
 * cannot be read as WordPress reads it. A request that states another method is read for the route that it means,
 * because it enters again when its body is gone; unless a plain controller gets it as it was sent.
 */
function bodyMiddleware(finder: ExpressRouteFinder, limit: number) {
  return function restBody(request: ExpressRequest, _response: ServerResponse, next: Next): void {
    const isUnread = hasBody(request) && request[REST_BODY] === undefined;
    const target = isUnread ? finder.target(request) : undefined;
    if (target === undefined) return next();
    const method = finder.meant(request, target);
    const found = hasReadableBody(request, method) ? finder.find(request, target) : undefined;
    if (typeof found !== 'object') return next();
    if (method !== request.method && finder.isPlainRequest(request)) return next();
    const { url } = request;
    readRequestBody(request, request, { limit, method }, (read) => {
      request[REST_BODY] = { ...read, found, method, url };
      next();
    });
  };
}

/** Runs after the application's own routes and responds to requests below the prefix. */
function routeMiddleware(responder: ExpressResponder) {
  return function restRoutes(request: ExpressRequest, response: ServerResponse, next: Next): void {
    if (!responder.respond(request, response, next)) next();
  };
}

/** Responds to requests below the prefix on which middleware has failed. */
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

/** The properties in which the routers of Express keep how far a request has come. */
const OF_ROUTER = ['baseUrl', 'originalUrl', 'params', 'next', 'route'] as const;

/** Dispatches requests below the prefix, and writes their responses. */
class ExpressResponder {
  readonly closing = new ResponseClosing();
  /** Responses whose head was sent before the library had the request. */
  readonly #begun = new WeakSet<ServerResponse>();

  constructor(
    private readonly adapter: AbstractHttpAdapter,
    private readonly served: Served,
    private readonly finder: ExpressRouteFinder,
    readonly originOf: (request: ExpressRequest) => string | undefined,
  ) {}

  /**
   * Responds to a request below the prefix.
   *
   * @param next Is called with an error of the dispatcher itself.
   * @returns Whether the request is below the prefix.
   */
  respond(request: ExpressRequest, response: ServerResponse, next: Next): boolean {
    const target = this.finder.target(request);
    if (target === undefined) return false;
    const matched = this.finder.find(request, target);
    if (typeof matched === 'symbol' && this.finder.leaves(request, target)) return false;
    const method = this.finder.meant(request, target);
    const isElsewhere = method !== request.method && typeof matched === 'object';
    if (isElsewhere && !response.headersSent) {
      this.#enterAgain(request, response, method);
      return true;
    }
    // A response that has begun cannot begin again.
    const found = isElsewhere ? NO_MATCH : matched;
    const body = request[REST_BODY]?.body ?? NO_BODY;
    if (response.headersSent) this.#begun.add(response);
    const { served } = this;
    const exchange = new ExpressExchange(request, response, target, body, served, this);
    const dispatched = served.dispatch(exchange, found);
    if (!isThenable(dispatched)) this.write(request, response, dispatched);
    else
      dispatched.then((routeResponse) => this.write(request, response, routeResponse)).catch(next);
    return true;
  }

  /** Express, also one in which the application is mounted, begins with a request that no router has changed. */
  #enterAgain(request: ExpressRequest, response: ServerResponse, method: string): void {
    const url = request.originalUrl ?? request.url ?? '';
    request.url = url;
    for (const name of OF_ROUTER) Reflect.deleteProperty(request, name);
    enterAgain(this.adapter, request, response, { method, url });
  }

  /**
   * Responds if middleware failed on a request below the prefix. If the path has no route, the response is a 404, or a
   * 400 for a malformed path, for any error of the middleware.
   *
   * @returns Whether the response was not yet written and the library had to write it.
   */
  respondWithError(error: unknown, request: ExpressRequest, response: ServerResponse): boolean {
    const target = this.finder.target(request);
    if (response.headersSent || target === undefined) return false;
    const found = this.finder.find(request);
    const isRoute = typeof found === 'object';
    if (!isRoute && this.finder.isPlainRoute(request, target)) return false;
    const cause = isRoute ? error : noRoute(found);
    const { served } = this;
    const exchange = new ExpressExchange(request, response, target, NO_BODY, served, this);
    const rejected = served.reject(cause, exchange);
    if (!isThenable(rejected)) this.write(request, response, rejected);
    else {
      rejected
        .then((routeResponse) => this.write(request, response, routeResponse))
        .catch((failure: unknown) => {
          logFailure(failure);
          response.destroy();
        });
    }
    return true;
  }

  write(request: ExpressRequest, response: ServerResponse, routeResponse: Dispatched): void {
    if (routeResponse === undefined || response.writableEnded) return;
    if (response.headersSent) {
      if (this.#begun.has(response)) endBegun(response, request.method, routeResponse);
      return;
    }
    const { status, headers } = routeResponse;
    const content = contentOf(routeResponse);
    const late = lateHeadersOf(routeResponse);
    if (late !== undefined) expectLateHeaders(response, late);
    if (content instanceof StreamableFile) {
      sendStream(this.adapter, response, routeResponse, content, (error) =>
        this.respondWithError(error, request, response),
      );
      return;
    }
    const isHead = request.method === 'HEAD';
    const length = lengthOf(content, status, isHead);
    if (length !== undefined) headers['content-length'] = length;
    response.writeHead(status, headers);
    response.end(isHead ? undefined : content);
  }
}

function noRoute(found: symbol): RestException {
  return found === MALFORMED_PATH
    ? httpError('rest_invalid_url', 'percent-encoding')
    : httpError('rest_no_route');
}

/**
 * The length of a text or of bytes. Without content it is 0, except if a response states none, or if HEAD leaves out
 * the content of GET.
 *
 * @see RFC 9110, 8.6
 */
function lengthOf(
  content: string | Uint8Array | undefined,
  status: number,
  isHead: boolean,
): string | undefined {
  if (content !== undefined) return String(Buffer.byteLength(content));
  return isHead || status === 204 || status === 304 ? undefined : '0';
}

/**
 * Sends a stream through Nest's adapter. `fail` responds if the stream fails before its first byte is sent, for example
 * because its first chunk is neither text nor bytes. After the first byte the connection is destroyed.
 */
function sendStream(
  adapter: AbstractHttpAdapter,
  response: ServerResponse,
  { status, headers }: Reply,
  body: StreamableFile,
  fail: (error: unknown) => void,
): void {
  const file = sendableFile(body);
  handleErrors(file, response, rememberHeaders(response, headers), fail);
  destroyWith(file.getStream(), response);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  adapter.reply(response, file, status);
}

/**
 * An error handler of the application is kept. A response that has begun is not ended, which would make the file look
 * complete, except if the stream had handed over every byte before it failed. The oldest Nest 12 ends it in either
 * case.
 */
function handleErrors(
  file: StreamableFile,
  response: ServerResponse,
  restoreHeaders: () => void,
  fail: (error: unknown) => void,
): void {
  if (hasOwnErrorHandler(file)) return;
  file.setErrorHandler((error) => {
    if (response.destroyed) return;
    if (!response.headersSent) {
      restoreHeaders();
      fail(error);
      return;
    }
    file.errorLogger(error);
    if (file.getStream().readableEnded) response.end();
    else response.destroy();
  });
}

/** Also if a stream is destroyed without an error, for which `pipe()` would wait forever. */
function destroyWith(stream: Readable, response: ServerResponse): void {
  stream.once('close', () => {
    const isCut = response.headersSent && !stream.readableEnded && !response.writableEnded;
    if (isCut) response.destroy();
  });
}
