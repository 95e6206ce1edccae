import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Body } from '../../lifecycle/arguments/body.js';
import type { Exchange, InnerRequest, RequestTarget } from '../../lifecycle/exchange.js';
import { joinCookies, linesOf } from '../http/late-headers.js';
import type { ResponseClosing, Served } from '../http/stream-headers.js';
import type { ExpressRequest } from './express-layers.js';

/** A request of Express's as a route sees it. */
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
