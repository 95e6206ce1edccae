import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Body } from '../../pipeline/body/body-format.js';
import { joinCookies } from '../http/join-cookies.js';
import type { Exchange, InnerRequest } from '../../pipeline/exchange.js';
import type { SubRequests } from '../../pipeline/sub-requests/sub-requests.js';
import { linesOf } from '../http/lines-of-headers.js';
import type { RequestTarget } from '../http/request-target.js';
import type { ResponseClosing } from '../http/response-closing.js';
import type { OriginOfRequest } from './express-origin.js';
import type { ExpressRequest } from './express-request.js';

/** What the requests of one mount share. */
export interface ExchangeParts {
  readonly originOf: OriginOfRequest;
  readonly closing: ResponseClosing;
  readonly subRequests: SubRequests | undefined;
}

/** A request of Express's as a route sees it. */
export class ExpressExchange implements Exchange {
  readonly inner: InnerRequest | undefined;
  readonly path: string;
  readonly queryText: string;

  constructor(
    readonly raw: ExpressRequest,
    readonly response: ServerResponse,
    { path, queryText }: RequestTarget,
    readonly prefix: string,
    readonly body: Body,
    private readonly parts: ExchangeParts,
  ) {
    this.path = path;
    this.queryText = queryText;
    this.inner = parts.subRequests?.markOf(raw);
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

  addCookies(lines: readonly string[]): void {
    const { response } = this;
    if (response.headersSent) return;
    response.setHeader('set-cookie', joinCookies(response.getHeader('set-cookie'), lines));
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
