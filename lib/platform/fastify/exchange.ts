import {
  validateHeaderName,
  validateHeaderValue,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { isRestException, RestException } from '../../diagnostics/rest.exception.js';
import { codeOfStatus } from '../../diagnostics/translate-error.js';
import { bodyOf, type Body } from '../../lifecycle/messages/body.js';
import {
  areSameParameters,
  areTexts,
  isFlatReading,
} from '../../lifecycle/messages/query-string.js';
import type { RouteEntry } from '../../lifecycle/endpoint.js';
import { hasJson, JSON_TYPE, textOfData } from '../../lifecycle/messages/reply.js';
import {
  type Exchange,
  type SubRequest,
  type Params,
  type RequestTarget,
} from '../../lifecycle/messages/exchange.js';
import type { OriginalTarget, Parameters } from '../../routes/rest-request.js';
import { because, reportError } from '../../shared/report-error.js';
import { NO_MATCH, type RouteMatch } from '../../routing/route-table.js';
import { joinCookies, linesOf } from '../node/late-headers.js';
import { showHeaders } from '../node/response-headers.js';
import type { ResponseHeaders } from '../../lifecycle/messages/rest-response.js';
import type { ResponseClosing } from '../node/closing.js';
import { originalOf, parametersOf, SLASH, targetBelow } from '../node/target.js';
import { endFailed, findStated, type RouteFinder, type Served } from '../served.js';
import {
  pendingCookies,
  RequestState,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from './internals.js';

/** A request of Fastify as a route sees it. */
export class FastifyExchange implements Exchange {
  matched: unknown;
  passOn?: () => void;
  readonly subRequest: SubRequest | undefined;
  readonly method: string;
  readonly path: string;
  readonly queryText: string;
  readonly prefix: string;
  readonly node: ServerResponse;
  #isQueryExposed = false;

  constructor(
    readonly raw: FastifyRequest,
    readonly response: FastifyReply,
    target: RequestTarget,
    served: Pick<Served, 'prefix' | 'subRequests'>,
    private readonly mount: {
      readonly originOf: (scheme: string, host: string | undefined) => string | undefined;
      readonly closing: ResponseClosing;
    },
  ) {
    this.method = raw.method;
    this.node = response.raw;
    this.path = target.path;
    this.queryText = target.queryText;
    this.prefix = served.prefix;
    this.subRequest = served.subRequests?.markOf(raw.raw);
  }

  get origin(): string | undefined {
    return this.mount.originOf(this.raw.protocol, this.raw.host);
  }

  get original(): OriginalTarget {
    return originalOf(this.message, this.raw.originalUrl);
  }

  get message(): IncomingMessage {
    return this.raw.raw;
  }

  get payload(): Readable {
    return this.raw.restState?.payload ?? this.raw.raw;
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }

  get body(): Body {
    const { body, restState } = this.raw;
    const kept = restState?.body;
    return isRestException(kept) ? { kind: 'rejected', error: kept } : bodyOf(body);
  }

  get isClosed(): boolean {
    return this.mount.closing.isClosed(this.response.raw);
  }

  get isFinished(): boolean {
    return this.response.raw.writableFinished;
  }

  whenClosed(listener: () => void): void {
    this.mount.closing.whenClosed(this.response.raw, listener);
  }

  appliedHeader(name: string): string | undefined {
    const value = this.response.getHeader(name);
    if (value === undefined) return undefined;
    // Middleware sets headers on Node's response. Hooks set them on the reply, which hides those of the response.
    const raw = this.response.raw.getHeader(name);
    if (typeof value === 'string' && (raw === undefined || raw === value)) return value;
    const lines = raw === undefined || String(raw) === String(value) ? [value] : [raw, value];
    return lines.flat().join(', ');
  }

  appliedHeaders(): Readonly<Record<string, unknown>> {
    const { response } = this;
    const cookies = pendingCookies(response);
    if (cookies.length === 0) return response.getHeaders();
    return { ...response.getHeaders(), 'set-cookie': [this.appliedCookies(), cookies].flat() };
  }

  appliedCookies(): readonly string[] {
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

  show(headers: ResponseHeaders): () => void {
    const { response } = this;
    return showHeaders({ node: response.raw, reply: response }, headers);
  }

  applyDefault(name: string, value: string): void {
    if (!this.response.hasHeader(name)) this.response.header(name, value);
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
    if (!isFlatReading(this.queryText, this.raw.query)) return;
    this.raw.query = parsed;
    this.#isQueryExposed = true;
  }

  queryNow(parsed: Parameters): Parameters {
    const { query } = this.raw;
    const isUntouched = !this.#isQueryExposed && areSameParameters(parsed, query);
    return isUntouched ? parsed : parametersOf(query);
  }

  textsNow(pairs: number): Parameters | undefined {
    const { query } = this.raw;
    return areTexts(query, pairs) ? query : undefined;
  }
}

/**
 * Sends data as a value, for hooks and serializers of the application. Data that Fastify would not send as JSON are
 * written here: a text, which it takes for one that was written already; bytes, streams and errors, which it sends in
 * another way. Serializers do not get those, as they do not get the texts of plain handlers.
 *
 * @param isError An error is JSON, whatever media type the reply has got for another response.
 * @returns The reply, or what a wrapper of the application returns.
 */
export function sendData(reply: FastifyReply, data: unknown, isError = false): unknown {
  if (data === undefined) return reply.send();
  const isValue = isSentAsValue(data);
  const type = reply.getHeader('content-type');
  const isKept = type === undefined ? isValue : isTypeOf(type, reply, isValue && !isError);
  // Of an error as Nest does: Fastify adds the charset, unless a serializer of the application writes it.
  if (!isKept) reply.header('content-type', isError && isValue ? 'application/json' : JSON_TYPE);
  return reply.send(isValue ? data : textOfData(data));
}

/** @param mayBeOther Whether the data may have another media type: a hook may set one, and a serializer for it. */
function isTypeOf(
  type: number | string | string[],
  reply: FastifyReply,
  mayBeOther: boolean,
): boolean {
  if (hasJson({ 'content-type': String(type) })) return true;
  return mayBeOther && reply.raw.getHeader('content-type') !== type;
}

function isSentAsValue(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return typeof data !== 'string';
  if (Array.isArray(data)) return true;
  const { buffer, pipe, getReader } = data as Readonly<Record<string, unknown>>;
  if (typeof pipe === 'function' || typeof getReader === 'function') return false;
  if (buffer instanceof ArrayBuffer || data instanceof Error) return false;
  return Object.prototype.toString.call(data) !== '[object Response]';
}

/** Sends the headers of the application, such as those of CORS, but not through its hooks, which have failed. */
export function endFailedReply(reply: FastifyReply, error: unknown): void {
  const { raw } = reply;
  const headers = reply.getHeaders();
  reply.hijack();
  if (!raw.headersSent) {
    for (const [name, value] of Object.entries(headers)) raw.setHeader(name, value as string);
  }
  endFailed(raw, error);
}

/** Fastify decodes before it routes, so it also finds the mount at `/%61pi`: no route has that path. */
const NOWHERE: RequestTarget = { path: '//', queryText: '' };

/** Finds the routes of requests of the scope. */
export class FastifyRouteFinder implements RouteFinder {
  /** Whether `;` begins the query too. */
  readonly #isDelimiter: boolean;

  constructor(
    private readonly served: Served,
    { useSemicolonDelimiter, routerOptions }: FastifyInstance['initialConfig'],
  ) {
    this.#isDelimiter = routerOptions?.useSemicolonDelimiter ?? useSemicolonDelimiter ?? false;
  }

  /** Without the slash at the end of its path, which Fastify and middleware see as another path. */
  canonicalUrl(url: string): string {
    const whole = this.#isDelimiter ? url.replace(/^([^?;]*);/, '$1?') : url;
    const query = whole.indexOf('?');
    const end = query === -1 ? whole.length : query;
    const hasOneSlash =
      whole.charCodeAt(end - 1) === SLASH && end > 1 && whole.charCodeAt(end - 2) !== SLASH;
    return hasOneSlash ? whole.slice(0, end - 1) + whole.slice(end) : whole;
  }

  match(method: string, url: string): RouteMatch<RouteEntry> {
    const target = targetBelow(this.served, url);
    return target === undefined ? NO_MATCH : this.served.table.match(method, target.path);
  }

  /** The state of a request; made by the first hook, or by an error before it. */
  stateOf(request: FastifyRequest): RequestState {
    return (request.restState ??= new RequestState(
      targetBelow(this.served, request.raw.url ?? '') ?? NOWHERE,
    ));
  }

  find(request: FastifyRequest): RouteMatch<RouteEntry> {
    const { path, queryText } = this.stateOf(request).target;
    const { method } = request;
    const { table } = this.served;
    const endsWithSlash = path.charCodeAt(path.length - 1) === SLASH && path.length > 1;
    if (endsWithSlash || (this.#isDelimiter && path.includes(';'))) {
      const found = table.match(method, path);
      // Fastify and middleware see another path than the routes do: nothing that is bound to the route has run.
      return typeof found === 'object' ? NO_MATCH : found;
    }
    if (method !== 'POST') return table.match(method, path);
    return findStated(request.raw, queryText, this.served, (stated) => table.match(stated, path));
  }

  isRoute(request: FastifyRequest): boolean {
    return typeof this.find(request) === 'object';
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
 * The error to send for the `Error` with `statusCode` 429 that @fastify/rate-limit throws in a hook. Its status
 * is kept, because clients wait because of it. Its message is not sent, because an HTTP client's error looks the same.
 */
export function rateLimitError(error: unknown): RestException | undefined {
  if (!isRateLimit(error)) return undefined;
  reportError(new Logger('RestModule'), because('A hook responded with 429.', error), 'warn');
  return new RestException(codeOfStatus(429), 'Too Many Requests', 429);
}

export function isRateLimit(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 429;
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
