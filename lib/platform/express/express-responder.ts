import type { ServerResponse, OutgoingHttpHeaders } from 'node:http';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { MALFORMED_PATH } from '../../routing/route-table.js';
import { StreamableFile } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { NO_BODY } from '../../lifecycle/arguments/body.js';
import type { Dispatched } from '../../lifecycle/respond.js';
import { contentOf, type Reply } from '../../lifecycle/responses/reply.js';
import { isThenable } from '../../shared/promises.js';
import {
  rememberHeaders,
  ResponseClosing,
  sendableFile,
  type Served,
  endBegun,
  logFailure,
} from '../http/stream-headers.js';
import { lateHeadersOf, settleHeaders, type LateHeaders } from '../http/late-headers.js';
import {
  REST_BODY,
  type ExpressRequest,
  type Next,
  type ExpressRouteFinder,
} from './express-layers.js';
import type { Readable } from 'node:stream';
import { hasOwnErrorHandler } from '../../lifecycle/responses/streams.js';
import { ExpressExchange } from './exchange.js';

/** Where a response keeps which headers are checked again when its head is written. */
const LATE = Symbol('late headers');

/** Dispatches requests below the prefix, and writes their responses. */
export class ExpressResponder {
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
   * @param next Receives an error of the dispatcher itself.
   * @returns Whether the request is below the prefix.
   */
  respond(request: ExpressRequest, response: ServerResponse, next: Next): boolean {
    const target = this.finder.target(request);
    if (target === undefined) return false;
    const found = this.finder.find(request, target);
    if (typeof found === 'symbol' && this.finder.leaves(request, target)) return false;
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

  /**
   * Responds for middleware that failed on a request below the prefix. Where the path has no route, the
   * response is a 404, or a 400 for a malformed path, for any error of the middleware.
   *
   * @returns Whether the response was still to be written, and this library's to write.
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
 * The length of a text or of bytes. Without content it is 0, except where a response has none to state, or where HEAD
 * leaves out the content of GET.
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
 * Sends a stream through Nest's adapter. `fail` responds where the stream fails before its first byte is
 * sent, as a stream does whose first chunk is neither text nor bytes. After the first byte the connection
 * is destroyed.
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
 * A handler of the application's own is left in place. A response that has begun is not ended, which would
 * make the file look whole, except where the stream has handed over every byte before it failed. The oldest
 * Nest 12 ends it in either case.
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

/** Also where a stream is destroyed without an error, for which `pipe()` would wait forever. */
function destroyWith(stream: Readable, response: ServerResponse): void {
  stream.once('close', () => {
    const isCut = response.headersSent && !stream.readableEnded && !response.writableEnded;
    if (isCut) response.destroy();
  });
}

interface LateResponse extends ServerResponse {
  [LATE]?: LateHeaders;
}

/**
 * Checks headers after all middleware: `compression` and `express-session` add theirs in a `writeHead` of
 * their own, around the one of the prototype that is replaced here.
 *
 * @param prototype Of all responses of the application.
 */
export function watchLateHeaders(prototype: object): void {
  const base = Reflect.get(prototype, 'writeHead') as (...args: unknown[]) => unknown;
  Reflect.defineProperty(prototype, 'writeHead', {
    value: function writeHead(this: LateResponse, ...args: unknown[]) {
      const late = this[LATE];
      if (late !== undefined) settleHeaders(this, late, headersIn(args));
      return Reflect.apply(base, this, args);
    },
    writable: true,
    configurable: true,
  });
}

function expectLateHeaders(response: LateResponse, late: LateHeaders): void {
  // Without a `writeHead` of its own no middleware can add a header any more.
  if (Object.hasOwn(response, 'writeHead')) response[LATE] = late;
}

/** `writeHead(status, headers)`, or with a phrase between. */
function headersIn(args: readonly unknown[]): OutgoingHttpHeaders | undefined {
  const last = args.at(-1);
  const isHeaders = typeof last === 'object' && last !== null && !Array.isArray(last);
  return isHeaders ? (last as OutgoingHttpHeaders) : undefined;
}
