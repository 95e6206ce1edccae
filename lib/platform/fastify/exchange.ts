import {
  validateHeaderName,
  validateHeaderValue,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Logger } from '@nestjs/common';
import { RestException } from '../../diagnostics/rest.exception.js';
import { codeOfStatus } from '../../diagnostics/translate-error.js';
import { NO_BODY, type Body } from '../../lifecycle/messages/body.js';
import type { RouteEntry } from '../../lifecycle/endpoint.js';
import {
  joinTarget,
  splitTarget,
  type Exchange,
  type InnerRequest,
  type RequestTarget,
} from '../../lifecycle/messages/exchange.js';
import type { OriginalTarget } from '../../routes/rest-request.js';
import { logError } from '../../shared/log-text.js';
import type { RouteMatch } from '../../routing/route-table.js';
import { hasEnteredAgain, meantMethod, originalOf } from '../inner/enter-again.js';
import { joinCookies, linesOf } from '../node/late-headers.js';
import type { ResponseClosing } from '../node/closing.js';
import { targetBelow } from '../node/target.js';
import type { Served } from '../served.js';
import {
  pendingCookies,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type MeantTarget,
} from './internals.js';

/** A request of Fastify as a route sees it. */
export class FastifyExchange implements Exchange {
  readonly inner: InnerRequest | undefined;
  readonly path: string;
  readonly queryText: string;
  readonly prefix: string;

  constructor(
    readonly raw: FastifyRequest,
    readonly response: FastifyReply,
    target: RequestTarget,
    served: Pick<Served, 'prefix' | 'subRequests'>,
    private readonly parts: {
      readonly originOf: (scheme: string, host: string | undefined) => string | undefined;
      readonly closing: ResponseClosing;
    },
  ) {
    this.path = target.path;
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

  get original(): OriginalTarget {
    return originalOf(this.message, this.raw.originalUrl);
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
    // Middleware sets headers on Node's response. Hooks set them on the reply, which hides those of the response.
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

/** Fastify decodes before it routes, so it also finds the mount at `/%61pi`: no route has that path. */
const NOWHERE: MeantTarget = { path: '//', queryText: '', method: '' };

/** Reads what requests of the scope mean, and which of them are not spelled as their routes. */
export class FastifySpellings {
  /** Whether `;` begins the query too. */
  readonly #isDelimiter: boolean;

  constructor(
    private readonly served: Served,
    { useSemicolonDelimiter, routerOptions }: FastifyInstance['initialConfig'],
  ) {
    this.#isDelimiter = routerOptions?.useSemicolonDelimiter ?? useSemicolonDelimiter ?? false;
  }

  target(request: FastifyRequest): MeantTarget {
    return (request.restTarget ??= this.#read(request));
  }

  /** Finds the route of the method that a request means. */
  find(request: FastifyRequest): RouteMatch<RouteEntry> {
    const { method, path } = this.target(request);
    return this.served.table.match(method, path);
  }

  isRoute(request: FastifyRequest): boolean {
    return typeof this.find(request) === 'object';
  }

  /** The spelling in which a request to a route enters again; `undefined` if it is not spelled otherwise. */
  other(request: FastifyRequest): OriginalTarget | undefined {
    const { method } = this.target(request);
    const { url = '' } = request.raw;
    const spelled = this.#spelled(url);
    if (method === request.method && spelled === url) return undefined;
    if (hasEnteredAgain(request.raw) || !this.isRoute(request)) return undefined;
    return { method, url: spelled };
  }

  /** Leads a request to no route. */
  leadNowhere(request: FastifyRequest): void {
    request.restTarget = { ...this.target(request), method: '' };
  }

  #read({ raw }: FastifyRequest): MeantTarget {
    const target = targetBelow(this.served, this.#withQuery(raw.url ?? ''));
    if (target === undefined) return NOWHERE;
    const { path, queryText } = target;
    const { method = '' } = raw;
    // Only a POST may mean another method.
    const isPost = method === 'POST';
    return { path, queryText, method: isPost ? meantMethod(raw, queryText, this.served) : method };
  }

  /** Without the slash at the end of its path, which Fastify and middleware see as another path. */
  #spelled(url: string): string {
    const whole = this.#withQuery(url);
    const { path, queryText } = splitTarget(whole);
    if (!path.endsWith('/') || path.endsWith('//') || path === '/') return whole;
    return joinTarget({ path: path.slice(0, -1), queryText });
  }

  #withQuery(url: string): string {
    return this.#isDelimiter ? url.replace(/^([^?;]*);/, '$1?') : url;
  }
}

/** All paths that belong to a mount, in upper and lower case. */
export function mountedUrls({ owned }: Pick<Served, 'owned'>): readonly string[] {
  const named = owned.filter((beginning) => beginning !== '/');
  const beginnings = [...named, ...anyCase(named)];
  const hasRoot = named.length < owned.length;
  return [
    ...(hasRoot ? ['/'] : []),
    ...beginnings.flatMap((beginning) => [beginning || '/', `${beginning}/*`]),
  ];
}

/**
 * Expressions for paths in upper and lower case, for Fastify, whose routes are case-sensitive. Fastify allows one
 * expression at each place, so several paths of one segment share theirs.
 */
function anyCase(paths: readonly string[]): readonly string[] {
  const [first, ...others] = paths.map((path) => path.split('/').filter(Boolean));
  if (first === undefined || first.length === 0) return [];
  const segments = first.map((segment, at) =>
    [segment, ...others.map((path) => path[at] ?? '')].map(caseless).join('|'),
  );
  return [segments.map((texts, at) => `/:rest${at + 1}(^(?:${texts})$)`).join('')];
}

function caseless(text: string): string {
  return text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

/**
 * The error to send for the plain `Error` with `statusCode` 429 that @fastify/rate-limit throws in a hook. Its status
 * is kept, because clients wait because of it. Its message is not sent, because an HTTP client's error looks the same.
 */
export function rateLimitError(error: unknown): RestException | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || error.statusCode !== 429) {
    return undefined;
  }
  new Logger('RestModule').warn(`A hook responded with 429: ${logError(error)}`);
  return new RestException(codeOfStatus(429), 'Too Many Requests', 429);
}

/** The names of the headers of a reply that Node does not write. */
export function invalidHeaders(reply: FastifyReply): readonly string[] {
  const isInvalid = ([name, value]: [string, unknown]): boolean => {
    try {
      validateHeaderName(name);
      for (const line of [value].flat()) validateHeaderValue(name, String(line));
      return false;
    } catch {
      return true;
    }
  };
  return Object.entries(reply.getHeaders())
    .filter(isInvalid)
    .map(([name]) => name);
}
