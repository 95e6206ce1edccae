import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { NO_BODY, type Body } from '../../pipeline/body/body-format.js';
import { joinCookies } from '../http/join-cookies.js';
import type { Exchange, InnerRequest } from '../../pipeline/exchange.js';
import type { Served } from '../http/http-mount.js';
import { linesOf } from '../http/lines-of-headers.js';
import type { OriginOf } from '../http/origin.js';
import type { RequestTarget } from '../http/request-target.js';
import type { ResponseClosing } from '../http/response-closing.js';
import type { FastifyReply, FastifyRequest } from './fastify-instance.js';
import { isMalformed, targetOf } from './fastify-target.js';

/** Fastify decodes before it routes, and so finds the mount at `/%61pi` too: no route has that path. */
const NOWHERE: RequestTarget = { path: '//', queryText: '' };

/** What the requests of one mount share. */
export interface ExchangeParts {
  readonly originOf: OriginOf;
  readonly closing: ResponseClosing;
}

/** A request of Fastify's as a route sees it. */
export class FastifyExchange implements Exchange {
  readonly inner: InnerRequest | undefined;
  readonly path: string | undefined;
  readonly queryText: string;
  readonly prefix: string;

  constructor(
    readonly raw: FastifyRequest,
    readonly response: FastifyReply,
    served: Served,
    private readonly parts: ExchangeParts,
  ) {
    const target = targetOf(raw, served) ?? NOWHERE;
    this.path = isMalformed(target) ? undefined : target.path;
    this.queryText = target.queryText;
    this.prefix = served.prefix;
    this.inner = served.subRequests?.markOf(raw.raw);
  }

  get origin(): string | undefined {
    return this.parts.originOf(this.raw.protocol, this.raw.host);
  }

  get method(): string {
    return this.raw.method;
  }

  get message(): IncomingMessage {
    return this.raw.raw;
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }

  get body(): Body {
    return this.raw.restBody ?? NO_BODY;
  }

  get isClosed(): boolean {
    return this.parts.closing.isClosed(this.response.raw);
  }

  whenClosed(listener: () => void): void {
    this.parts.closing.whenClosed(this.response.raw, listener);
  }

  presetHeader(name: string): string | undefined {
    const value = this.response.getHeader(name);
    if (value === undefined) return undefined;
    // Middleware sets headers on Node's response, hooks on the reply, which hides them.
    const raw = this.response.raw.getHeader(name);
    const lines = raw === undefined || String(raw) === String(value) ? [value] : [raw, value];
    return lines.flat().join(', ');
  }

  presetHeaders(): Readonly<Record<string, unknown>> {
    return this.response.getHeaders();
  }

  presetCookies(): readonly string[] {
    const lines = linesOf(this.response.getHeader('set-cookie'));
    return [...new Set([...linesOf(this.response.raw.getHeader('set-cookie')), ...lines])];
  }

  addCookies(lines: readonly string[]): void {
    const { response } = this;
    if (response.sent) return;
    const joined = joinCookies(response.getHeader('set-cookie'), lines);
    // Fastify adds to this header, and replaces all others.
    response.removeHeader('set-cookie').header('set-cookie', joined);
  }

  presetDefault(name: string, value: string): void {
    if (!this.response.hasHeader(name)) this.response.header(name, value);
  }

  exposeParams(params: Readonly<Record<string, string>>): void {
    this.raw.params = params;
  }
}
