import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Body } from '../../lifecycle/messages/body.js';
import {
  splitTarget,
  type Exchange,
  type InnerRequest,
  type RequestTarget,
} from '../../lifecycle/messages/exchange.js';
import type { OriginalTarget } from '../../routes/rest-request.js';
import type { RouteEntry } from '../../lifecycle/endpoint.js';
import { NO_MATCH, type RouteMatch } from '../../routing/route-table.js';
import { isSpelledAs } from '../../routing/shape-tree.js';
import { joinCookies, linesOf } from '../node/late-headers.js';
import { meantMethod, originalOf } from '../inner/enter-again.js';
import type { ResponseClosing } from '../node/closing.js';
import { createOriginOf, isLeft, targetBelow, type Strictness } from '../node/target.js';
import type { Served } from '../served.js';
import {
  hasPlainHandler,
  hasRouteAt,
  REST_BODY,
  type ExpressInstance,
  type ExpressRequest,
} from './internals.js';

/** A request of Express as a route sees it. */
export class ExpressExchange implements Exchange {
  readonly inner: InnerRequest | undefined;
  readonly path: string;
  readonly queryText: string;
  readonly prefix: string;

  constructor(
    readonly raw: ExpressRequest,
    readonly response: ServerResponse,
    { path, queryText }: RequestTarget,
    readonly body: Body,
    { prefix, subRequests }: Pick<Served, 'prefix' | 'subRequests'>,
    private readonly parts: {
      readonly originOf: (request: ExpressRequest) => string | undefined;
      readonly closing: ResponseClosing;
    },
  ) {
    this.path = path;
    this.queryText = queryText;
    this.prefix = prefix;
    this.inner = subRequests?.markOf(raw);
  }

  get node(): ServerResponse {
    return this.response;
  }

  get origin(): string | undefined {
    return this.parts.originOf(this.raw);
  }

  get method(): string {
    return this.raw.method ?? 'GET';
  }

  get original(): OriginalTarget {
    const { raw } = this;
    return originalOf(raw, raw.originalUrl ?? raw.url ?? '');
  }

  get message(): IncomingMessage {
    return this.raw;
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }

  exposeParams(params: Readonly<Record<string, string>>): void {
    this.raw.params = params;
  }

  get isClosed(): boolean {
    return this.parts.closing.isClosed(this.response);
  }

  whenClosed(listener: () => void): void {
    this.parts.closing.whenClosed(this.response, listener);
  }

  presetHeader(name: string): string | undefined {
    const value = this.response.getHeader(name);
    return value === undefined ? undefined : linesOf(value).join(', ');
  }

  presetHeaders(): Readonly<Record<string, unknown>> {
    return this.response.getHeaders();
  }

  presetCookies(): readonly string[] {
    return linesOf(this.response.getHeader('set-cookie'));
  }

  addCookies(lines: readonly string[]): void {
    const { response } = this;
    if (response.headersSent) return;
    response.setHeader('set-cookie', joinCookies(response.getHeader('set-cookie'), lines));
  }

  presetDefault(name: string, value: string): void {
    const { response } = this;
    if (!response.headersSent && !response.hasHeader(name)) response.setHeader(name, value);
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
export class ExpressRouteFinder {
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

  /** The method of the override that a request states, or its own. */
  meant(request: ExpressRequest, { queryText }: RequestTarget): string {
    const { method = '' } = request;
    // Only a POST may mean another one.
    return method === 'POST' ? meantMethod(request, queryText, this.served) : method;
  }

  /**
   * Finds the route for the method that a request means. Uses the route that the body was read for, unless middleware
   * has changed the method or the URL.
   */
  find(request: ExpressRequest, target = this.target(request)): RouteMatch<RouteEntry> {
    if (target === undefined) return NO_MATCH;
    const method = this.meant(request, target);
    const read = request[REST_BODY];
    if (read !== undefined && read.method === method && read.url === request.url) return read.found;
    return this.#match(method, target.path);
  }

  isRoute(request: ExpressRequest): boolean {
    return typeof this.find(request) === 'object';
  }

  /** Whether the application responds to a path without a route; it does not for a request of a batch. */
  leaves(request: ExpressRequest, { path }: RequestTarget): boolean {
    return isLeft(this.served, request, path);
  }

  /** Whether the application has its own route at a path below the prefix, or its own 404. */
  isPlainRoute(request: ExpressRequest, target: RequestTarget): boolean {
    if (this.leaves(request, target)) return true;
    return hasRouteAt(this.router, splitTarget(request.url ?? '').path);
  }

  /** Whether a plain controller gets a request before the library: its handler has the path and the method as sent. */
  isPlainRequest({ method = '', url = '' }: ExpressRequest): boolean {
    return hasPlainHandler(this.router, method, splitTarget(url).path);
  }

  #match(method: string, path: string): RouteMatch<RouteEntry> {
    const found = this.served.table.match(method, path);
    if (!this.strictness.isCaseSensitive || typeof found === 'symbol') return found;
    return isSpelledAs(found.group.pattern, path) ? found : NO_MATCH;
  }
}
