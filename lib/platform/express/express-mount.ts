import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { StreamableFile } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { RouteResponse } from '../../pipeline/responses/route-response.js';
import { NO_BODY, type Body } from '../../pipeline/body/body-format.js';
import type { Dispatched, RouteFound } from '../../pipeline/dispatcher.js';
import type { Exchange } from '../../pipeline/exchange.js';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { isSpelledAs } from '../../routing/path-capture.js';
import { NO_MATCH } from '../../routing/route-table.js';
import { exposeBodies, REST_BODY, type ReadRequest } from './express-body.js';
import { beforeExpress } from './express-entrance.js';
import { makeExpressRequests } from './express-classes.js';
import { letOptionsPassCors } from './express-cors.js';
import { sendStream } from './express-stream.js';
import { expectLateHeaders, watchLateHeaders } from './express-late-headers.js';
import { lateHeadersOf } from '../http/late-headers.js';
import {
  isFreeBetween,
  letReadBodiesPass,
  moveBeforeParsers,
  type Layer,
} from './express-layers.js';
import { overrideMethod } from '../http/method-override.js';
import { outsideError } from '../http/outside-error.js';
import { isThenable } from '../../shared/thenable.js';
import { translateError } from '../../diagnostics/translate-error.js';
import type { HttpMount, MountOptions, Served } from '../http/http-mount.js';
import {
  DEFAULT_BODY_LIMIT,
  hasOtherBody,
  hasReadableBody,
  readRequestBody,
} from '../body/read-request-body.js';
import { linesOf } from '../http/lines-of-headers.js';
import { createOriginOf } from '../http/origin.js';
import { ResponseClosing } from '../http/response-closing.js';
import {
  LENIENT,
  targetBelow,
  type RequestTarget,
  type Strictness,
} from '../http/request-target.js';

/** Express's request, as far as it matters here. */
interface Request extends IncomingMessage, ReadRequest {
  readonly protocol: string;
  readonly host: string | undefined;
  params?: unknown;
}

interface ExpressInstance {
  readonly router: {
    readonly stack: Layer<Request>[];
    readonly caseSensitive?: boolean;
    readonly strict?: boolean;
  };
  /** The prototypes of all requests and responses. */
  readonly request: object;
  readonly response: object;
  get(setting: 'trust proxy'): unknown;
}

type Next = (error?: unknown) => void;

/**
 * Serves on Express with two layers: one reads the bodies that belong to routes, ahead of the body
 * parsers, since a body that another parser consumed cannot be read as WordPress reads it; one after
 * the application's own routes answers. Where nothing between the two would see a request, the first
 * answers at once: the way past two parsers costs a twentieth of a request.
 */
export class ExpressMount implements HttpMount {
  #served: Served | undefined;
  #strictness: Strictness = LENIENT;
  /** The beginnings of routes that the first layer may answer; found out by the first request. */
  #direct: readonly string[] | undefined;
  readonly #layers = [restBody(this), restRoutes(this)] as const;
  readonly #limit: number;
  readonly #parts: ExchangeParts;

  constructor(
    private readonly adapter: AbstractHttpAdapter,
    options: MountOptions,
  ) {
    this.#limit = options.bodyLimit ?? DEFAULT_BODY_LIMIT;
    this.#parts = {
      originOf: createOrigin(() => adapter.getInstance<ExpressInstance>().get('trust proxy')),
      closing: new ResponseClosing(),
    };
  }

  serve(served: Served): void {
    this.#served = served;
    const express = this.adapter.getInstance<ExpressInstance>();
    const { router, request } = express;
    exposeBodies(request);
    watchLateHeaders(express.response);
    letOptionsPassCors(router.stack, (one) => this.#isRoute(one));
    letReadBodiesPass(router.stack, (one) => one[REST_BODY] !== undefined);
    makeExpressRequests(this.adapter.getHttpServer() as Server, express);
    this.#strictness = {
      isCaseSensitive: router.caseSensitive === true,
      isSlashSensitive: router.strict === true,
    };
    beforeExpress<Request>(express, (early) => overrideMethod(early, served, this.#strictness));
    const [reading, respondingParts] = this.#layers;
    this.adapter.use(reading);
    moveBeforeParsers(router.stack);
    this.adapter.use(respondingParts);
    this.adapter.use(restErrors(this));
  }

  /** The route of a request that has a body to read; any other request is left alone. */
  routeWithBody(request: Request): RouteFound | undefined {
    const found = hasReadableBody(request) ? this.#find(request) : NO_MATCH;
    return typeof found === 'object' ? found : undefined;
  }

  /** Whether no other layer would see this request on its way to its route. */
  isDirect(request: Request): boolean {
    // A parser of the application's may read it.
    if (hasOtherBody(request)) return false;
    const { url = '' } = request;
    this.#direct ??= this.#directBeginnings();
    for (const beginning of this.#direct) if (url.startsWith(beginning)) return true;
    return false;
  }

  readBody(request: Request, found: RouteFound, goOn: () => void): void {
    readRequestBody(request, request, this.#limit, ({ body, bytes }) => {
      const { method, url } = request;
      request[REST_BODY] = { body, bytes, found, method, url };
      goOn();
    });
  }

  /** Responds a request below the prefix; whether it is one. `next` hears of what nobody can answer for. */
  respond(request: Request, response: ServerResponse, next: Next): boolean {
    const target = this.#target(request);
    if (this.#served === undefined || target === undefined) return false;
    const body = request[REST_BODY]?.body ?? NO_BODY;
    const { prefix, dispatch } = this.#served;
    const exchange = new ExpressExchange(request, response, target, prefix, body, this.#parts);
    const dispatched = dispatch(exchange, this.#find(request, target));
    if (!isThenable(dispatched)) this.#write(request, response, dispatched);
    else
      dispatched.then((routeResponse) => this.#write(request, response, routeResponse)).catch(next);
    return true;
  }

  /**
   * Responds for middleware that failed below the prefix; whether it was on the way to a route, or to
   * nothing: then there is no route, whatever the middleware had against the request.
   */
  respondWithError(error: unknown, request: Request, response: ServerResponse): boolean {
    const target = this.#target(request);
    if (response.headersSent || this.#served === undefined || target === undefined) return false;
    const isRoute = this.#isRoute(request);
    if (!isRoute && this.#isPlainRoute(request)) return false;
    const known = isRoute
      ? (translateError(error) ?? outsideError(error))
      : httpError('rest_no_route');
    const { prefix, reject } = this.#served;
    const exchange = new ExpressExchange(request, response, target, prefix, NO_BODY, this.#parts);
    this.#write(request, response, reject(known, exchange));
    return true;
  }

  /** All routes of the application are there by its first request; whatever comes later comes last. */
  #directBeginnings(): readonly string[] {
    const { prefix = '', table } = this.#served ?? {};
    const namespaces = new Set(table?.groups.map(({ entries }) => entries[0].definition.namespace));
    namespaces.delete('');
    const beginnings = [...namespaces].map((namespace) => `${prefix}/${namespace}/`);
    const { stack } = this.adapter.getInstance<ExpressInstance>().router;
    return isFreeBetween(stack, this.#layers, beginnings) ? beginnings : [];
  }

  /** Whether the application has a route of its own at a path below the prefix. */
  #isPlainRoute(request: Request): boolean {
    const [path = ''] = (request.url ?? '').split('?');
    const { stack } = this.adapter.getInstance<ExpressInstance>().router;
    return stack.some((layer) => layer.route !== undefined && layer.match(path));
  }

  /** By the URL as it stands, by which Express's own routes are found: middleware may have changed it. */
  #target({ url = '' }: Request): RequestTarget | undefined {
    return this.#served === undefined
      ? undefined
      : targetBelow(this.#served, url, this.#strictness);
  }

  #isRoute(request: Request): boolean {
    return typeof this.#find(request) === 'object';
  }

  /** Looked up once for a request that middleware leaves as it is: the body was read for the same route. */
  #find(request: Request, target = this.#target(request)): RouteFound {
    const { method = '', url } = request;
    const read = request[REST_BODY];
    if (read !== undefined && read.method === method && read.url === url) return read.found;
    if (this.#served === undefined || target === undefined) return NO_MATCH;
    const found = this.#served.table.match(method, target.path);
    if (!this.#strictness.isCaseSensitive || typeof found === 'symbol') return found;
    return isSpelledAs(found.group.pattern, target.path) ? found : NO_MATCH;
  }

  #write(request: Request, response: ServerResponse, routeResponse: Dispatched): void {
    if (routeResponse === undefined || response.headersSent || response.writableEnded) return;
    const { status, headers, body }: RouteResponse = routeResponse;
    const late = lateHeadersOf(routeResponse);
    if (late !== undefined) expectLateHeaders(response, late);
    if (body instanceof StreamableFile) {
      sendStream(this.adapter, response, routeResponse, body, (error) =>
        this.respondWithError(error, request, response),
      );
      return;
    }
    if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
    response.writeHead(status, headers);
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}

/** What the requests of one mount share. */
interface ExchangeParts {
  readonly originOf: OriginOfRequest;
  readonly closing: ResponseClosing;
}

/** A request of Express's as a route sees it. */
class ExpressExchange implements Exchange {
  constructor(
    readonly raw: Request,
    readonly response: ServerResponse,
    private readonly target: RequestTarget,
    readonly prefix: string,
    readonly body: Body,
    private readonly parts: ExchangeParts,
  ) {}

  get origin(): string | undefined {
    return this.parts.originOf(this.raw);
  }

  get method(): string {
    return this.raw.method ?? 'GET';
  }

  get message(): IncomingMessage {
    return this.raw;
  }

  get path(): string {
    return this.target.path;
  }

  get queryText(): string {
    return this.target.queryText;
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }

  get isClosed(): boolean {
    return this.parts.closing.isClosed(this.response);
  }

  whenClosed(listener: () => void): void {
    this.parts.closing.whenClosed(this.response, listener);
  }

  presetHeader(name: string): string | undefined {
    const value = this.response.getHeader(name);
    return value === undefined ? undefined : String(value);
  }

  presetHeaders(): Readonly<Record<string, unknown>> {
    return this.response.getHeaders();
  }

  presetCookies(): readonly string[] {
    return linesOf(this.response.getHeader('set-cookie'));
  }

  presetDefault(name: string, value: string): void {
    if (!this.response.headersSent && !this.response.hasHeader(name)) {
      this.response.setHeader(name, value);
    }
  }

  exposeParams(params: Readonly<Record<string, string>>): void {
    this.raw.params = params;
  }
}

type OriginOfRequest = (request: Request) => string | undefined;

/**
 * By which origin a request came. Express asks its settings for every part of it; where no proxy is
 * trusted, which is found out by the first request, the request itself says the same.
 */
function createOrigin(trustedProxies: () => unknown): OriginOfRequest {
  const originOf = createOriginOf();
  let trustsNobody: boolean | undefined;
  return (request) => {
    trustsNobody ??= !trustedProxies();
    if (!trustsNobody) return originOf(request.protocol, request.host);
    return originOf('encrypted' in request.socket ? 'https' : 'http', request.headers.host);
  };
}

function restBody(mount: ExpressMount) {
  return function restBody(request: Request, response: ServerResponse, next: Next): void {
    // Called from a stream too, where nobody else would catch what is thrown.
    const goOn = (): void => {
      try {
        if (mount.isDirect(request) && mount.respond(request, response, next)) return;
      } catch (error) {
        next(error);
        return;
      }
      next();
    };
    const found = mount.routeWithBody(request);
    if (found === undefined) goOn();
    else mount.readBody(request, found, goOn);
  };
}

function restRoutes(mount: ExpressMount) {
  return function restRoutes(request: Request, response: ServerResponse, next: Next): void {
    if (!mount.respond(request, response, next)) next();
  };
}

function restErrors(mount: ExpressMount) {
  // Express knows an error layer by its four parameters.
  return function restErrors(
    error: unknown,
    request: Request,
    response: ServerResponse,
    next: Next,
  ): void {
    const cause =
      error instanceof URIError ? httpError('rest_invalid_url', 'percent-encoding') : error;
    if (!mount.respondWithError(cause, request, response)) next(error);
  };
}
