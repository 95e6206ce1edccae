import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { StreamableFile } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { bodyFormat, FORM_TYPE, mediaTypeOf, type Body } from '../../lifecycle/messages/body.js';
import type { RequestTarget } from '../../lifecycle/messages/exchange.js';
import type { Dispatched } from '../../lifecycle/pipeline.js';
import type { Reply } from '../../lifecycle/messages/reply.js';
import { isShared } from '../../lifecycle/responses/cache-directives.js';
import { hasOwnErrorHandler } from '../../lifecycle/responses/streams.js';
import { isThenable, whenReady, type Awaitable } from '../../shared/promises.js';
import { formOf, isUnreadForm, keepForm, readUnreadForm } from '../node/body.js';
import { isOfNames, parserErrorOf } from '../node/parser-errors.js';
import { hasBody, isForApplication } from '../node/target.js';
import type { ResponseClosing } from '../node/closing.js';
import { endBegun, OF_STREAMS, sendableFile } from '../node/files.js';
import { rememberHeaders } from '../node/response-headers.js';
import { endFailed, logFailure, type Serve, type Served } from '../served.js';
import { createRequestOrigin, ExpressExchange, ExpressRouteFinder, sendData } from './exchange.js';
import {
  keepHead,
  letOptionsPassCors,
  placeAroundParsers,
  readAsJson,
  REST_BODY,
  watchHeads,
  type ExpressInstance,
  type ExpressRequest,
  type ExpressResponse,
  type Next,
} from './internals.js';

/**
 * Serves on Express with layers: three around the body parsers of the application; two after its own routes respond.
 */
export function mountOnExpress(adapter: AbstractHttpAdapter): Serve {
  return (served, formLimit) => {
    const express = adapter.getInstance<ExpressInstance>();
    const { response, router } = express;
    const finder = new ExpressRouteFinder(served, router);
    watchHeads(response);
    if (served.isDescribed) letOptionsPassCors(router.stack, (one) => finder.isRoute(one));
    const responder = new ExpressResponder(adapter, served, finder);
    const reader = new ExpressBodyReader(finder, router, formLimit);
    const around = [reader.beforeParsers(), reader.afterFailure(), reader.afterParsers()];
    for (const layer of around) adapter.use(layer);
    placeAroundParsers(router.stack, around.length);
    adapter.use(routeMiddleware(responder));
    adapter.use(errorMiddleware(responder));
    return { finder };
  };
}

/**
 * Reads what the parsers of the application leave unread, for requests to routes, before everything that may look at
 * the body: forms with the names of PHP, and JSON under other media types.
 */
class ExpressBodyReader {
  constructor(
    private readonly finder: ExpressRouteFinder,
    private readonly router: ExpressInstance['router'],
    private readonly limit: number,
  ) {}

  beforeParsers() {
    return (request: ExpressRequest, _response: ServerResponse, next: Next): void => {
      const type = request.headers['content-type'];
      const isForm = type !== undefined && mediaTypeOf(type) === FORM_TYPE;
      if (isForm && !request.readableDidRead && this.finder.isRoute(request)) {
        request[REST_BODY] = keepForm(request);
      }
      next();
    };
  }

  /** The errors of parsers wait: guards decide first. An error of the application is its own. */
  afterFailure() {
    // Express recognises an error layer by its four parameters.
    return (
      error: unknown,
      request: ExpressRequest,
      _response: ServerResponse,
      next: Next,
    ): void => {
      const rejection = parserErrorOf(error);
      if (rejection === undefined || !this.#isOwn(request)) return next(error);
      // The library's own limits hold for the names of a form that was read to its end.
      const isKept = typeof request[REST_BODY] === 'function' && isOfNames(error);
      if (!isKept) request[REST_BODY] = rejection;
      next();
    };
  }

  afterParsers() {
    return (request: ExpressRequest, response: ServerResponse, next: Next): void => {
      if (typeof request[REST_BODY] === 'function') {
        const bytes = request[REST_BODY]();
        request[REST_BODY] = undefined;
        if (bytes !== undefined) show(request, formOf(request, bytes));
      }
      const isRead = request.body !== undefined || request[REST_BODY] !== undefined;
      if (isRead || !hasBody(request)) next();
      else this.#readUnread(request, response, next);
    };
  }

  #readUnread(request: ExpressRequest, response: ServerResponse, next: Next): void {
    if (request.readableDidRead || !this.finder.isRoute(request)) return next();
    const done = (body: Body): void => {
      show(request, body);
      next();
    };
    const type = request.headers['content-type'];
    if (isUnreadForm(type, request.method ?? '', () => this.finder.find(request))) {
      readUnreadForm(request, request, this.limit, done);
    } else if (bodyFormat(type) === 'json') {
      readAsJson(this.router, request, response, (error) => {
        const rejection = parserErrorOf(error);
        if (rejection !== undefined) request[REST_BODY] = rejection;
        next(rejection === undefined ? error : undefined);
      });
    } else next();
  }

  /** Whether the library responds to a request, with the response of a route or with its own 404. */
  #isOwn(request: ExpressRequest): boolean {
    const { finder } = this;
    const target = finder.target(request);
    return (
      target !== undefined && (finder.isRoute(request) || !finder.isPlainRoute(request, target))
    );
  }
}

/** Shows a body as a parser of the application does, or keeps its error until the guards have run. */
function show(request: ExpressRequest, body: Body): void {
  if (body.kind === 'parameters') request.body = body.whole;
  else {
    request.body = undefined;
    request[REST_BODY] = body.error;
  }
}

/** Runs after the application's own routes and responds to requests below the prefix. */
function routeMiddleware(responder: ExpressResponder) {
  return function restRoutes(request: ExpressRequest, response: ExpressResponse, next: Next): void {
    if (!responder.respond(request, response, next)) next();
  };
}

/** Responds to requests below the prefix on which middleware has failed. */
function errorMiddleware(responder: ExpressResponder) {
  // Express recognises an error layer by its four parameters.
  return function restErrors(
    error: unknown,
    request: ExpressRequest,
    response: ExpressResponse,
    next: Next,
  ): void {
    const isMalformed = error instanceof URIError;
    const cause = isMalformed ? httpError('rest_invalid_url', 'percent-encoding') : error;
    if (!responder.respondWithError(cause, request, response)) next(error);
  };
}

/** Dispatches requests below the prefix, and writes their responses. */
class ExpressResponder {
  readonly closing: ResponseClosing;
  /** Responses whose head was sent before the library had the request. */
  readonly #begun = new WeakSet<ServerResponse>();
  /** Responses that could not be sent; an error replaces each, once. */
  readonly #failed = new WeakSet<ServerResponse>();

  readonly originOf: (request: ExpressRequest) => string | undefined;
  readonly #express: ExpressInstance;
  #parsesQueries: boolean | undefined;

  constructor(
    private readonly adapter: AbstractHttpAdapter,
    private readonly served: Served,
    private readonly finder: ExpressRouteFinder,
  ) {
    this.closing = served.closing;
    const express = adapter.getInstance<ExpressInstance>();
    this.#express = express;
    this.originOf = createRequestOrigin(() => express.get('trust proxy'));
  }

  /** Settings are looked up at the first request: until then the application may change them. */
  get parsesQueries(): boolean {
    if (this.#parsesQueries === undefined) {
      const parser = this.#express.get('query parser');
      this.#parsesQueries = typeof parser === 'function' || parser === false;
    }
    return this.#parsesQueries;
  }

  #exchangeOf(
    request: ExpressRequest,
    response: ExpressResponse,
    target: RequestTarget,
    next?: Next,
  ): ExpressExchange {
    return new ExpressExchange(request, response, target, this.served, this, next);
  }

  /**
   * Responds to a request below the prefix.
   *
   * @param next Is called with an error of the dispatcher itself.
   * @returns Whether the request is below the prefix.
   */
  respond(request: ExpressRequest, response: ExpressResponse, next: Next): boolean {
    const target = this.finder.target(request);
    if (target === undefined) return false;
    const found = this.finder.find(request, target);
    if (typeof found === 'symbol' && this.finder.isForApplication(request, target)) return false;
    if (response.headersSent) this.#begun.add(response);
    const exchange = this.#exchangeOf(request, response, target, next);
    const mayBeUnknown = typeof found === 'symbol' || request.method === 'OPTIONS';
    if (mayBeUnknown && isForApplication(this.served, request, target.path)) {
      exchange.passOnTo(() => next());
    }
    const dispatched = this.served.dispatch(exchange, found);
    if (!isThenable(dispatched)) void this.write(exchange, dispatched);
    else {
      this.closing.begin(response);
      dispatched.then((reply) => this.write(exchange, reply)).catch(next);
    }
    return true;
  }

  /**
   * Responds if middleware failed on a request below the prefix. If the path has no route, the response is a 404, or a
   * 400 for a malformed path, for any error of the middleware.
   *
   * @returns Whether the response was not yet written and the library had to write it.
   */
  respondWithError(error: unknown, request: ExpressRequest, response: ExpressResponse): boolean {
    const target = this.finder.target(request);
    if (response.headersSent || target === undefined) return false;
    const found = this.finder.find(request);
    const isUnmatched = typeof found === 'symbol';
    if (isUnmatched && this.finder.isPlainRoute(request, target)) return false;
    const exchange = this.#exchangeOf(request, response, target);
    const rejected = isUnmatched
      ? this.served.rejectUnmatched(found, exchange)
      : this.served.reject(error, exchange);
    if (!isThenable(rejected)) void this.write(exchange, rejected);
    else {
      rejected
        .then((reply) => this.write(exchange, reply))
        .catch((failure: unknown) => {
          logFailure(failure);
          response.destroy();
        });
    }
    return true;
  }

  /** Returns a promise if a wrapper of the application does; it never rejects. */
  write(exchange: ExpressExchange, reply: Dispatched): Awaitable<void> {
    try {
      return this.#write(exchange, reply);
    } finally {
      this.closing.leave(exchange.response);
    }
  }

  #write(exchange: ExpressExchange, reply: Dispatched): Awaitable<void> {
    const { raw, response } = exchange;
    if (reply === undefined || response.writableEnded) return undefined;
    const replaced: Replaced[] = [];
    try {
      if (response.headersSent) {
        if (this.#begun.has(response)) endBegun(response, raw.method, reply);
        return undefined;
      }
      const sent = this.#send(raw, response, reply, replaced);
      // As Nest does. Without a wrapper, it is the response itself.
      if (sent === response || !isThenable(sent)) return undefined;
      return this.#settle(sent, exchange, reply, replaced);
    } catch (error) {
      return this.#replace(error, exchange, reply, replaced);
    }
  }

  async #settle(
    sent: PromiseLike<unknown>,
    exchange: ExpressExchange,
    reply: Reply,
    replaced: readonly Replaced[],
  ): Promise<void> {
    try {
      await sent;
    } catch (error) {
      await this.#replace(error, exchange, reply, replaced);
    }
  }

  /** @returns What the adapter returns: the response, or what a wrapper of the application returns. */
  #send(
    request: ExpressRequest,
    response: ExpressResponse,
    reply: Reply,
    replaced: Replaced[],
  ): unknown {
    const { status, headers, body } = reply;
    const isFromCache = headers['cache-status'] !== undefined;
    if (isFromCache || isShared(headers['cache-control'])) keepHead(response, reply);
    const { stream } = body;
    if (stream !== undefined) {
      return sendStream(this.adapter, response, reply, stream, (error) =>
        this.respondWithError(error, request, response),
      );
    }
    for (const name in headers) {
      const current = response.getHeader(name);
      if (current !== undefined) replaced.push([name, current]);
      // Node keeps a list, and middleware adds cookies to it.
      const value = headers[name] ?? '';
      response.setHeader(name, Array.isArray(value) ? [...value] : value);
    }
    const data = body.data();
    if (data === undefined) return this.adapter.reply(response, undefined, status);
    return body.isJson
      ? sendData(this.adapter, response, data, status)
      : response.status(status).send(contentToSend(data));
  }

  /** Responds with the error of a response that could not be sent; once, because the error may fail as well. */
  #replace(
    error: unknown,
    exchange: ExpressExchange,
    reply: Reply,
    replaced: readonly Replaced[],
  ): Awaitable<void> {
    const { response } = exchange;
    if (!response.headersSent) {
      for (const name of [...Object.keys(reply.headers), 'content-length', 'etag'])
        response.removeHeader(name);
      for (const [name, value] of replaced) response.setHeader(name, value);
    }
    if (response.headersSent || this.#failed.has(response)) return endFailed(response, error);
    this.#failed.add(response);
    return whenReady(this.served.fail(error, exchange), (other) => this.#write(exchange, other));
  }
}

/** A header that the response had before, under its name. */
type Replaced = readonly [name: string, value: OutgoingHttpHeader];

function contentToSend(content: unknown): string | Buffer {
  if (typeof content === 'string') return content;
  const { buffer, byteOffset, byteLength } = content as Uint8Array;
  return Buffer.from(buffer, byteOffset, byteLength);
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
): unknown {
  const file = sendableFile(body);
  const names = [...Object.keys(headers), ...OF_STREAMS];
  handleErrors(file, response, rememberHeaders({ node: response }, names), fail);
  destroyWith(file.getStream(), response);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  return adapter.reply(response, file, status);
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
