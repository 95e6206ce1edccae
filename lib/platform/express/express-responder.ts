import type { ServerResponse } from 'node:http';
import { StreamableFile } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { translateError } from '../../diagnostics/translate-error.js';
import { NO_BODY } from '../../pipeline/body/body-format.js';
import type { Dispatched } from '../../pipeline/respond.js';
import { contentOf } from '../../pipeline/responses/reply.js';
import { isThenable } from '../../shared/thenable.js';
import type { Served } from '../http/http-mount.js';
import { lateHeadersOf } from '../http/late-headers.js';
import { outsideError } from '../http/outside-error.js';
import type { RequestTarget } from '../http/request-target.js';
import { REST_BODY } from './express-body.js';
import { ExpressExchange, type ExchangeParts } from './express-exchange.js';
import { expectLateHeaders } from './express-late-headers.js';
import type { ExpressRequest, Next } from './express-request.js';
import type { ExpressRouteFinder } from './express-route-finder.js';
import { sendStream } from './express-stream.js';

/** Dispatches requests below the prefix, and writes their responses. */
export class ExpressResponder {
  constructor(
    private readonly adapter: AbstractHttpAdapter,
    private readonly served: Served,
    private readonly finder: ExpressRouteFinder,
    private readonly parts: ExchangeParts,
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
    const body = request[REST_BODY]?.body ?? NO_BODY;
    const { prefix, dispatch } = this.served;
    const exchange = new ExpressExchange(request, response, target, prefix, body, this.parts);
    const dispatched = dispatch(exchange, this.finder.find(request, target));
    if (!isThenable(dispatched)) this.#write(request, response, dispatched);
    else
      dispatched.then((routeResponse) => this.#write(request, response, routeResponse)).catch(next);
    return true;
  }

  /**
   * Responds for middleware that failed on a request below the prefix. Where the path has no route, the
   * response is a 404, for any error of the middleware.
   *
   * @returns Whether the response was still to be written, and this library's to write.
   */
  respondWithError(error: unknown, request: ExpressRequest, response: ServerResponse): boolean {
    const target = this.finder.target(request);
    if (response.headersSent || target === undefined) return false;
    const isRoute = this.finder.isRoute(request);
    if (!isRoute && this.finder.isPlainRoute(request)) return false;
    const cause = isRoute ? error : httpError('rest_no_route');
    const rejected = this.#rejected(cause, request, response, target);
    if (!isThenable(rejected)) this.#write(request, response, rejected);
    else {
      rejected
        .then((routeResponse) => this.#write(request, response, routeResponse))
        .catch((failure: unknown) => {
          outsideError(failure);
          response.destroy();
        });
    }
    return true;
  }

  #rejected(
    error: unknown,
    request: ExpressRequest,
    response: ServerResponse,
    target: RequestTarget,
  ): ReturnType<Served['reject']> {
    const { prefix, reject } = this.served;
    const exchange = new ExpressExchange(request, response, target, prefix, NO_BODY, this.parts);
    return reject(error, exchange, knownError);
  }

  #write(request: ExpressRequest, response: ServerResponse, routeResponse: Dispatched): void {
    if (routeResponse === undefined || response.headersSent || response.writableEnded) return;
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
    if (content !== undefined) headers['content-length'] = String(Buffer.byteLength(content));
    response.writeHead(status, headers);
    response.end(request.method === 'HEAD' ? undefined : content);
  }
}

function knownError(error: unknown): RestException {
  return translateError(error) ?? outsideError(error);
}
