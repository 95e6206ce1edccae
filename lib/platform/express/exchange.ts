import type { AbstractHttpAdapter } from '@nestjs/core';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { isRestException } from '../../diagnostics/rest.exception.js';
import { bodyOf, type Body } from '../../lifecycle/messages/body.js';
import {
  splitTarget,
  type Exchange,
  type SubRequest,
  type Params,
  type RequestTarget,
} from '../../lifecycle/messages/exchange.js';
import type { OriginalTarget, Parameters } from '../../routes/rest-request.js';
import type { RouteEntry } from '../../lifecycle/endpoint.js';
import { hasJson, JSON_TYPE, textOfData } from '../../lifecycle/messages/reply.js';
import { NO_MATCH, NO_METHOD, type RouteMatch } from '../../routing/route-table.js';
import { isSpelledAs } from '../../routing/path-tree.js';
import { joinCookies, linesOf } from '../node/late-headers.js';
import { showHeaders } from '../node/response-headers.js';
import type { ResponseHeaders } from '../../lifecycle/messages/rest-response.js';
import { setProperty } from '../sub-requests/message.js';
import type { ResponseClosing } from '../node/closing.js';
import {
  createOriginOf,
  isForApplication,
  originalOf,
  parametersOf,
  targetBelow,
  type Strictness,
} from '../node/target.js';
import { findStated, type RouteFinder, type Served } from '../served.js';
import {
  hasRouteAt,
  rejectMissingText,
  REST_BODY,
  type Next,
  type ExpressInstance,
  type ExpressRequest,
  type ExpressResponse,
} from './internals.js';

/** A request of Express as a route sees it. */
export class ExpressExchange implements Exchange {
  matched: unknown;
  passOn?: () => void;
  readonly subRequest: SubRequest | undefined;
  readonly method: string;
  readonly path: string;
  readonly queryText: string;
  readonly prefix: string;
  readonly node: ServerResponse;

  constructor(
    readonly raw: ExpressRequest,
    readonly response: ExpressResponse,
    { path, queryText }: RequestTarget,
    { prefix, subRequests }: Pick<Served, 'prefix' | 'subRequests'>,
    private readonly mount: {
      readonly originOf: (request: ExpressRequest) => string | undefined;
      readonly closing: ResponseClosing;
      /** Whether the application has its own parser of queries. */
      readonly parsesQueries: boolean;
    },
    readonly next?: Next,
  ) {
    this.method = raw.method ?? 'GET';
    this.node = response;
    this.path = path;
    this.queryText = queryText;
    this.prefix = prefix;
    this.subRequest = subRequests?.markOf(raw);
  }

  get origin(): string | undefined {
    return this.mount.originOf(this.raw);
  }

  get original(): OriginalTarget {
    const { raw } = this;
    return originalOf(raw, raw.originalUrl ?? raw.url ?? '');
  }

  get message(): IncomingMessage {
    return this.raw;
  }

  get payload(): Readable {
    return this.raw;
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }

  get body(): Body {
    const { body, [REST_BODY]: kept } = this.raw;
    return isRestException(kept) ? { kind: 'rejected', error: kept } : bodyOf(body);
  }

  /** If no route serves the request, the application does. */
  passOnTo(application: () => void): void {
    this.passOn = application;
  }

  exposeParams(params: Params): void {
    this.raw.params = params;
  }

  paramsNow(exposed: Params): Params {
    const { params } = this.raw;
    return params === exposed ? exposed : parametersOf(params);
  }

  exposeQuery(parsed: Parameters): void {
    if (!this.#hasOwnQuery) setProperty(this.raw, 'query', parsed);
  }

  queryNow(parsed: Parameters): Parameters {
    return this.#hasOwnQuery ? parametersOf(this.raw.query) : parsed;
  }

  /** Express parses the URL at each access: only a property of the request itself keeps a change. */
  get #hasOwnQuery(): boolean {
    return this.mount.parsesQueries || Object.hasOwn(this.raw, 'query');
  }

  get isClosed(): boolean {
    return this.mount.closing.isClosed(this.response);
  }

  get isFinished(): boolean {
    return this.response.writableFinished;
  }

  whenClosed(listener: () => void): void {
    this.mount.closing.whenClosed(this.response, listener);
  }

  appliedHeader(name: string): string | undefined {
    const value = this.response.getHeader(name);
    if (value === undefined || typeof value === 'string') return value;
    return linesOf(value).join(', ');
  }

  appliedHeaders(): Readonly<Record<string, unknown>> {
    return this.response.getHeaders();
  }

  appliedCookies(): readonly string[] {
    return linesOf(this.response.getHeader('set-cookie'));
  }

  addCookies(lines: readonly string[]): void {
    const { response } = this;
    if (response.headersSent) return;
    response.setHeader('set-cookie', joinCookies(response.getHeader('set-cookie'), lines));
  }

  show(headers: ResponseHeaders): () => void {
    return showHeaders({ node: this.response }, headers);
  }

  applyDefault(name: string, value: string): void {
    const { response } = this;
    if (!response.headersSent && !response.hasHeader(name)) response.setHeader(name, value);
  }
}

/**
 * Sends data by `res.json`, with the settings of Express and what the application has wrapped. Nest's adapter does it
 * for objects; it does not send `null` or a text as JSON.
 *
 * @returns What the wrappers return, which may be a promise.
 */
export function sendData(
  adapter: Pick<AbstractHttpAdapter, 'reply'>,
  response: ExpressResponse,
  data: unknown,
  status: number,
): unknown {
  keepJsonType(response);
  if (typeof data !== 'object' || data === null) {
    // A function or a symbol has no text.
    if (typeof data === 'function' || typeof data === 'symbol') textOfData(data);
    return response.status(status).json(data);
  }
  if ('toJSON' in data) rejectMissingText(response, data);
  // Nest 11 replaces another media type of JSON on errors.
  const type = String(response.getHeader('content-type') ?? JSON_TYPE);
  return type.startsWith('application/json')
    ? adapter.reply(response, data, status)
    : response.status(status).json(data);
}

/** Replaces a media type that the application has set for other content, as Nest does: Express adds the charset. */
export function keepJsonType(response: ExpressResponse): void {
  const type = response.getHeader('content-type');
  if (type !== undefined && !hasJson({ 'content-type': String(type) })) {
    response.setHeader('content-type', 'application/json');
  }
}

/**
 * The origin of a request. Express looks up its settings for each part of it. The first request
 * shows whether any proxy is trusted. If none is, the connection and the header `Host` have the same values.
 */
export function createRequestOrigin(
  trustedProxies: () => unknown,
): (request: ExpressRequest) => string | undefined {
  const originOf = createOriginOf();
  let trustsProxies: boolean | undefined;
  return (request) => {
    trustsProxies ??= Boolean(trustedProxies());
    if (trustsProxies) return originOf(request.protocol, request.host);
    return originOf('encrypted' in request.socket ? 'https' : 'http', request.headers.host);
  };
}

/** Finds the route of a request, as strictly as Express's own router does. */
export class ExpressRouteFinder implements RouteFinder {
  readonly strictness: Strictness;

  constructor(
    private readonly served: Served,
    private readonly router: ExpressInstance['router'],
  ) {
    this.strictness = {
      isCaseSensitive: router.caseSensitive === true,
      isSlashSensitive: router.strict === true,
    };
  }

  /** Uses the current URL, as Express's own routes do: middleware may have changed it. */
  target({ url = '' }: ExpressRequest): RequestTarget | undefined {
    return targetBelow(this.served, url, this.strictness);
  }

  match(method: string, url: string): RouteMatch<RouteEntry> {
    const target = targetBelow(this.served, url, this.strictness);
    return target === undefined ? NO_MATCH : this.#match(method, target.path);
  }

  find(request: ExpressRequest, target = this.target(request)): RouteMatch<RouteEntry> {
    if (target === undefined) return NO_MATCH;
    const { path, queryText } = target;
    const { method = '' } = request;
    if (method !== 'POST') return this.#match(method, path);
    return findStated(request, queryText, this.served, (stated) => this.#match(stated, path));
  }

  isRoute(request: ExpressRequest): boolean {
    return typeof this.find(request) === 'object';
  }

  /** Whether the application responds to a path without a route; it does not for a request of a batch. */
  isForApplication(request: ExpressRequest, target: RequestTarget): boolean {
    return (
      isForApplication(this.served, request, target.path) &&
      this.find(request, target) !== NO_METHOD
    );
  }

  /** Whether the application has its own route at a path below the prefix, or its own 404. */
  isPlainRoute(request: ExpressRequest, target: RequestTarget): boolean {
    if (this.isForApplication(request, target)) return true;
    return hasRouteAt(this.router, splitTarget(request.url ?? '').path);
  }

  #match(method: string, path: string): RouteMatch<RouteEntry> {
    const { table } = this.served;
    const found = table.match(method, path);
    if (!this.strictness.isCaseSensitive) return found;
    const other = found === NO_METHOD ? table.match('OPTIONS', path) : found;
    if (typeof other === 'symbol') return found;
    return isSpelledAs(other.group.pattern, path) ? found : NO_MATCH;
  }
}
