import {
  METHODS as HTTP_METHODS,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Readable } from 'node:stream';
import { Logger, StreamableFile } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { whenReady } from '../../shared/when-ready.js';
import type { RouteResponse } from '../../pipeline/responses/route-response.js';
import { NO_BODY, type Body } from '../../pipeline/body/body-format.js';
import type { Dispatched } from '../../pipeline/dispatcher.js';
import type { Exchange } from '../../pipeline/exchange.js';
import { isDecodable } from '../../routing/path-spelling.js';
import { isThenable } from '../../shared/thenable.js';
import { translateError } from '../../diagnostics/translate-error.js';
import { decodeBody, readingError } from '../body/decode-body.js';
import { expectLateHeaders } from './fastify-late-headers.js';
import { lateHeadersOf } from '../http/late-headers.js';
import { letOptionsPassCors } from './fastify-cors.js';
import { addFirstHook } from './fastify-first-hook.js';
import { anyCase, urlReader, withoutSlashAtEnd, type RouterConfig } from './fastify-urls.js';
import { overrideMethod } from '../http/method-override.js';
import { outsideError, rateLimitError } from '../http/outside-error.js';
import type { HttpMount, MountOptions, Served } from '../http/http-mount.js';
import {
  DEFAULT_BODY_LIMIT,
  readRequestBody,
  type RequestBody,
} from '../body/read-request-body.js';
import { linesOf } from '../http/lines-of-headers.js';
import { createOriginOf, type OriginOf } from '../http/origin.js';
import { ResponseClosing } from '../http/response-closing.js';
import { rememberHeaders } from '../http/stream-headers.js';
import { targetBelow, type RequestTarget } from '../http/request-target.js';

/** Fastify, as far as it matters here; the package itself is needed only where it is the adapter. */
interface Request {
  readonly raw: IncomingMessage;
  readonly method: string;
  readonly protocol: string;
  readonly host: string | undefined;
  readonly headers: IncomingHttpHeaders;
  params: unknown;
  rawBody?: unknown;
  /** Ours, declared with `decorateRequest` so that requests keep one shape. */
  restBody?: Body | undefined;
  /** Ours too: the URL that Fastify has routed, whatever middleware makes of it. */
  restUrl?: string | undefined;
}

interface Reply {
  readonly raw: ServerResponse;
  readonly sent: boolean;
  code(status: number): Reply;
  header(name: string, value: string | string[]): Reply;
  getHeader(name: string): number | string | string[] | undefined;
  hasHeader(name: string): boolean;
  getHeaders(): Readonly<Record<string, unknown>>;
  removeHeader(name: string): Reply;
  send(body?: unknown): Reply;
}

type ParserDone = (error: Error | null, body?: unknown) => void;
type BufferParser = (request: Request, bytes: Buffer, done: ParserDone) => void;
type StreamParser = (request: Request, payload: Readable, done: ParserDone) => void;

interface Instance {
  readonly server: Server;
  readonly initialConfig: RouterConfig & { readonly bodyLimit?: number };
  register(plugin: (scope: Instance, options: object, done: () => void) => void): unknown;
  readonly supportedMethods: readonly string[];
  addHttpMethod(method: string): void;
  decorateRequest(name: string, value: unknown): void;
  removeAllContentTypeParsers(): void;
  addContentTypeParser(type: string, parser: StreamParser): void;
  addContentTypeParser(
    type: (string | RegExp)[],
    options: { readonly parseAs: 'buffer'; readonly bodyLimit: number },
    parser: BufferParser,
  ): void;
  setErrorHandler(handler: (error: unknown, request: Request, reply: Reply) => unknown): void;
  hasRoute(options: { readonly method: string; readonly url: string }): boolean;
  route(options: {
    readonly method: readonly string[];
    readonly url: string;
    readonly handler: (request: Request, reply: Reply) => void;
  }): void;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const READ_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  /^application\/[\w!#$&^.+-]+\+json/i,
];

/** Fastify rejects a body that is too large, or of another length than it was said to be. */
const BODY_ERROR = 'FST_ERR_CTP_';
/** A missing or malformed media type is not read, like any type without a parser. */
const MEDIA_TYPE_ERRORS: ReadonlySet<string> = new Set([
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'FST_ERR_ROUTE_MISSING_CONTENT_TYPE',
]);

/** Where a malformed URL is sent instead, so that the mount can answer for it; no route begins so. */
const MALFORMED = '/%20malformed';

/** Fastify decodes before it routes, and so finds the mount at `/%61pi` too: no route has that path. */
const NOWHERE: RequestTarget = { path: '//', queryText: '' };

/** Serves on Fastify: one route in a scope of its own, so that its parsers and errors are nobody else's. */
export class FastifyMount implements HttpMount {
  readonly #parts: ExchangeParts = { originOf: createOriginOf(), closing: new ResponseClosing() };
  /** Of each reply that streams, what puts its headers back. */
  readonly #streaming = new WeakMap<Reply, () => void>();

  constructor(
    private readonly adapter: AbstractHttpAdapter,
    private readonly options: MountOptions,
  ) {}

  serve(served: Served): void {
    const instance = this.adapter.getInstance<Instance>();
    catchMalformedUrls(instance.server, served);
    instance.register((scope, _options, done) => {
      const limit = this.options.bodyLimit ?? scope.initialConfig.bodyLimit ?? DEFAULT_BODY_LIMIT;
      scope.decorateRequest('restBody', undefined);
      scope.decorateRequest('restUrl', undefined);
      letOptionsPassCors(scope, (request: Request) => isRoute(request, served));
      this.#readRequestsFirst(scope, served);
      readBodies(scope, limit);
      scope.setErrorHandler((error, request, reply) => {
        const code = codeOf(error);
        if (!code.startsWith(BODY_ERROR) && !MEDIA_TYPE_ERRORS.has(code)) {
          return this.#respondWithError(error, request, reply, served);
        }
        // Said in its turn: an unknown route and a guard go before an unreadable body.
        request.restBody = MEDIA_TYPE_ERRORS.has(code)
          ? NO_BODY
          : { kind: 'rejected', error: readingError(error, limit) };
        return this.#respond(request, reply, served);
      });
      const others = otherMethods(scope);
      const handler = (request: Request, reply: Reply): void =>
        this.#respond(request, reply, served);
      for (const url of mountedUrls(served)) {
        // The application may serve the prefix itself.
        const method = [...METHODS, ...others].filter(
          (name) => !scope.hasRoute({ method: name, url }),
        );
        if (method.length > 0) scope.route({ method, url, handler });
      }
      done();
    });
  }

  /**
   * Fastify has routed a request before any hook or middleware runs, so what they make of its URL moves
   * it to no other route: neither of the application's nor of the library's.
   */
  #readRequestsFirst(scope: Instance, served: Served): void {
    const readUrl = urlReader(scope.initialConfig);
    const isFirst = addFirstHook<Request>(scope, (request, _reply, done) => {
      const { raw } = request;
      overrideMethod(raw, served);
      const url = readUrl(raw.url ?? '');
      request.restUrl = url;
      // Middleware that excludes paths below a route would take its slash for one of them.
      if (url.includes('/?') || url.endsWith('/')) raw.url = withoutSlashAtEnd(url, served.prefix);
      done();
    });
    if (isFirst) return;
    new Logger('RestModule').warn(
      'This version of Fastify keeps its hooks elsewhere: method overrides are ignored.',
    );
  }

  /**
   * Returns nothing: a handler that returns its reply, or a promise of it, is given listeners on the
   * end of the response, which cost more than all else that is done here.
   */
  #respond(request: Request, reply: Reply, served: Served): void {
    const dispatched = served.dispatch(new FastifyExchange(request, reply, served, this.#parts));
    if (!isThenable(dispatched)) return this.#write(reply, dispatched);
    dispatched
      .then((routeResponse) => this.#write(reply, routeResponse))
      .catch((error: unknown) => this.#respondWithError(error, request, reply, served));
  }

  #respondWithError(error: unknown, request: Request, reply: Reply, served: Served): void {
    const known = translateError(error) ?? rateLimitError(error) ?? outsideError(error);
    this.#streaming.get(reply)?.();
    const exchange = new FastifyExchange(request, reply, served, this.#parts);
    this.#write(reply, served.reject(known, exchange));
  }

  #write(reply: Reply, routeResponse: Dispatched): void {
    if (routeResponse === undefined || reply.sent) return;
    const { status, headers, body }: RouteResponse = routeResponse;
    const late = lateHeadersOf(routeResponse);
    if (late !== undefined) expectLateHeaders(reply.raw, late);
    // Fastify adds to the cookies that are there, which these contain already.
    if (headers['set-cookie'] !== undefined) reply.removeHeader('set-cookie');
    const isStream = body instanceof StreamableFile;
    if (isStream) this.#streaming.set(reply, rememberHeaders(reply.raw, headers, reply));
    for (const name in headers) reply.header(name, headers[name] ?? '');
    if (!isStream) return void reply.code(status).send(body);
    // Fastify logs what fails later only where its own logger is on.
    body.getStream().once('error', body.errorLogger);
    this.adapter.reply(reply, body, status);
  }
}

/** What the requests of one mount share. */
interface ExchangeParts {
  readonly originOf: OriginOf;
  readonly closing: ResponseClosing;
}

/** A request of Fastify's as a route sees it. */
class FastifyExchange implements Exchange {
  readonly path: string | undefined;
  readonly queryText: string;
  readonly prefix: string;

  constructor(
    readonly raw: Request,
    readonly response: Reply,
    served: Served,
    private readonly parts: ExchangeParts,
  ) {
    const target = targetOf(raw, served) ?? NOWHERE;
    this.path = target.path === MALFORMED ? undefined : target.path;
    this.queryText = target.queryText;
    this.prefix = served.prefix;
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

  presetDefault(name: string, value: string): void {
    if (!this.response.hasHeader(name)) this.response.header(name, value);
  }

  exposeParams(params: Readonly<Record<string, string>>): void {
    this.raw.params = params;
  }
}

/**
 * The methods that no route has, as PROPFIND and PURGE: below the prefix they are answered as any path
 * without a route. CONNECT never gets so far.
 */
function otherMethods(scope: Instance): readonly string[] {
  const known: readonly string[] = METHODS;
  const others = HTTP_METHODS.filter((name) => name !== 'CONNECT' && !known.includes(name));
  for (const name of others) {
    if (!scope.supportedMethods.includes(name)) scope.addHttpMethod(name);
  }
  return others;
}

function targetOf({ restUrl, raw }: Request, served: Served): RequestTarget | undefined {
  return targetBelow(served, restUrl ?? raw.url ?? '');
}

function isRoute(request: Request, served: Served): boolean {
  const target = targetOf(request, served);
  return (
    target !== undefined && typeof served.table.match(request.method, target.path) === 'object'
  );
}

/** All paths that belong to a mount; the case of its prefix matters as little as that of literals. */
function mountedUrls({ owned }: Served): readonly string[] {
  return [...owned, ...owned.map(anyCase)].flatMap((beginning) => [beginning, `${beginning}/*`]);
}

/** Fastify answers a malformed URL before any scope is asked; the request is renamed for it. */
function catchMalformedUrls(server: Server, served: Served): void {
  server.prependListener('request', (request) => {
    const { url = '' } = request;
    // Without an escape there is nothing malformed: the most that a usual request pays here.
    if (!url.includes('%')) return;
    const target = targetBelow(served, url);
    if (target === undefined || isDecodable(target.path)) return;
    request.url = `${served.owned[0] ?? served.prefix}${MALFORMED}`;
  });
}

/** Fastify's own reader, which is faster than any stream's, for the formats of the layer; the rest is left unread. */
function readBodies(scope: Instance, limit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    READ_TYPES,
    { parseAs: 'buffer', bodyLimit: limit },
    (request, bytes, done) => {
      void whenReady(decodeBody(request.raw, bytes, limit), (body) => keep(request, body, done));
    },
  );
  scope.addContentTypeParser('*', (request, payload, done) => {
    readRequestBody(request.raw, payload, limit, (body) => keep(request, body, done));
  });
}

function keep(request: Request, { body, bytes }: RequestBody, done: ParserDone): void {
  request.restBody = body;
  if (bytes !== undefined) request.rawBody = bytes;
  done(null, body.kind === 'parameters' ? body.whole : undefined);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
