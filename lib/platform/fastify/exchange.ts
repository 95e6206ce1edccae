import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { NO_BODY, type Body } from '../../lifecycle/arguments/body.js';
import type { Exchange, InnerRequest, RequestTarget } from '../../lifecycle/exchange.js';
import { joinCookies, linesOf } from '../http/late-headers.js';
import type { ResponseClosing, Served } from '../http/stream-headers.js';
import { isMalformed, type FastifyReply, type FastifyRequest } from './fastify-instance.js';

/** A request of Fastify's as a route sees it. */
export class FastifyExchange implements Exchange {
  readonly inner: InnerRequest | undefined;
  readonly path: string | undefined;
  readonly queryText: string;
  readonly prefix: string;

  constructor(
    readonly raw: FastifyRequest,
    readonly response: FastifyReply,
    target: RequestTarget,
    { prefix, subRequests }: Pick<Served, 'prefix' | 'subRequests'>,
    private readonly parts: {
      readonly originOf: (scheme: string, host: string | undefined) => string | undefined;
      readonly closing: ResponseClosing;
    },
  ) {
    this.path = isMalformed(target) ? undefined : target.path;
    this.queryText = target.queryText;
    this.prefix = prefix;
    this.inner = subRequests?.markOf(raw.raw);
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

  get node(): ServerResponse {
    return this.response.raw;
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
    const { response } = this;
    const cookies = pendingCookies(response);
    if (cookies.length === 0) return response.getHeaders();
    return { ...response.getHeaders(), 'set-cookie': [this.presetCookies(), cookies].flat() };
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

/**
 * The cookies of `reply.setCookie`: `@fastify/cookie` makes headers of them when the response is sent, after the
 * method, and has no public way to ask for them before. Without its symbol there are none.
 */
function pendingCookies(reply: object): readonly string[] {
  return Object.getOwnPropertySymbols(reply)
    .filter(({ description }) => description === 'fastify.reply.setCookies')
    .flatMap((symbol) => {
      const cookies: unknown = Reflect.get(reply, symbol);
      return cookies instanceof Map ? [...cookies.values()].map((one) => JSON.stringify(one)) : [];
    });
}
