import type { RequestTarget } from '../../lifecycle/exchange.js';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Body } from '../../lifecycle/arguments/body.js';
import { isPreflight } from '../../lifecycle/permissions/allow.js';
import { isDecodable } from '../../routing/shape-tree.js';
import type { Served } from '../http/stream-headers.js';
import { targetBelow } from '../http/request-target.js';

/** Fastify's request, as far as it matters here; the package is needed only where it is the adapter. */
export interface FastifyRequest {
  readonly raw: IncomingMessage;
  readonly originalUrl: string;
  readonly method: string;
  readonly protocol: string;
  readonly host: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly routeOptions?: RouteOptions;
  params: unknown;
  body?: unknown;
  rawBody?: unknown;
  /** The library's own, declared with `decorateRequest` so that requests keep one shape. */
  restBody?: Body | undefined;
  /** The library's own: the URL that Fastify has routed; middleware may change the request's. */
  restUrl?: string | undefined;
}

/** Fastify's reply, as far as it matters here. */
export interface FastifyReply {
  readonly raw: ServerResponse;
  readonly sent: boolean;
  readonly statusCode: number;
  code(status: number): FastifyReply;
  header(name: string, value: string | string[]): FastifyReply;
  getHeader(name: string): number | string | string[] | undefined;
  hasHeader(name: string): boolean;
  getHeaders(): Readonly<Record<string, unknown>>;
  removeHeader(name: string): FastifyReply;
  /** Leaves the response to the caller. */
  hijack(): FastifyReply;
  serialize(payload: unknown): unknown;
  send(body?: unknown): FastifyReply;
  /** Responds as to a path that no route of the application has. */
  callNotFound(): void;
}

export type ParserDone = (error: Error | null, body?: unknown) => void;

/** A Fastify application, or a scope of it, as far as it matters here. */
export interface FastifyInstance {
  readonly server: Server;
  readonly initialConfig: {
    readonly bodyLimit?: number;
    readonly useSemicolonDelimiter?: boolean;
    readonly routerOptions?: { readonly useSemicolonDelimiter?: boolean };
  };
  register(plugin: (scope: FastifyInstance, options: object, done: () => void) => void): unknown;
  readonly supportedMethods: readonly string[];
  addHttpMethod(method: string): void;
  decorateRequest(name: string, value: unknown): void;
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    parser: (request: FastifyRequest, payload: Readable, done: ParserDone) => void,
  ): void;
  addContentTypeParser(
    type: (string | RegExp)[],
    options: { readonly parseAs: 'buffer'; readonly bodyLimit: number },
    parser: (request: FastifyRequest, bytes: Buffer, done: ParserDone) => void,
  ): void;
  setErrorHandler(
    handler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown,
  ): void;
  hasRoute(options: { readonly method: string; readonly url: string }): boolean;
  route(options: {
    readonly method: readonly string[];
    readonly url: string;
    readonly handler: (request: FastifyRequest, reply: FastifyReply) => void;
  }): void;
}

interface RouteOptions {
  readonly url?: unknown;
  readonly bodyLimit?: unknown;
  readonly config?: { readonly cors?: unknown };
}

/**
 * Lets OPTIONS requests that are no preflights pass `@fastify/cors` with the headers of a simple request;
 * otherwise the plugin rejects them. It reads `config.cors` of a request's route, which disables the
 * preflight here for the requests of one scope, however the plugin is registered.
 *
 * @param isRoute Whether a request is to a route of the library; any other is left as it is.
 */
export function letOptionsPassCors(
  scope: FastifyInstance,
  isRoute: (request: FastifyRequest) => boolean,
): void {
  let read: (() => RouteOptions) | undefined;
  scope.decorateRequest('routeOptions', {
    getter(this: FastifyRequest) {
      // Plugins read it several times for each request.
      read ??= findGetter(this);
      const options = Reflect.apply(read, this, []);
      if (this.method !== 'OPTIONS' || isPreflight('OPTIONS', this.headers)) return options;
      return isRoute(this) ? withoutPreflight(options) : options;
    },
  });
}

function withoutPreflight(options: RouteOptions): RouteOptions {
  const { cors } = options.config ?? {};
  if (cors === false) return options;
  const own = typeof cors === 'object' ? cors : {};
  return { ...options, config: { ...options.config, cors: { ...own, preflight: false } } };
}

/** Fastify's own getter, from a prototype above that of the scope. */
function findGetter(request: object): () => RouteOptions {
  const scoped: unknown = Object.getPrototypeOf(request);
  for (let at = scoped; at !== null; at = Object.getPrototypeOf(at)) {
    const own = at === scoped ? undefined : Object.getOwnPropertyDescriptor(at, 'routeOptions');
    if (own !== undefined && 'get' in own) return Reflect.get(own, 'get') as () => RouteOptions;
  }
  return () => ({});
}

/**
 * Reads URLs as the router does: where `;` is configured to begin the query, middleware sees a path that
 * ends there.
 */
export function urlReader({
  useSemicolonDelimiter,
  routerOptions,
}: FastifyInstance['initialConfig']): (url: string) => string {
  const isDelimiter = routerOptions?.useSemicolonDelimiter ?? useSemicolonDelimiter ?? false;
  return isDelimiter ? (url) => url.replace(/^([^?;]*);/, '$1?') : (url) => url;
}

/** A URL whose path loses one slash at its end; several are left, as no route has them. */
export function withoutSlashAtEnd(url: string, prefix: string): string {
  const query = url.indexOf('?');
  const end = query === -1 ? url.length : query;
  const isOne = url[end - 1] === '/' && url[end - 2] !== '/' && end - 1 > prefix.length;
  return isOne ? url.slice(0, end - 1) + url.slice(end) : url;
}

/** A path of Fastify's that matches another in any case: `/:rest0(^[aA][pP][iI]$)`. */
export function anyCase(path: string): string {
  return path
    .split('/')
    .map((segment, at) => (segment === '' ? '' : `:rest${at}(^${caseless(segment)}$)`))
    .join('/');
}

function caseless(text: string): string {
  return text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

/** The path that replaces a malformed URL, so that the mount responds to it; no route begins so. */
const MALFORMED = '/%20malformed';

/** Where a request aims below the prefix, by the URL that Fastify has routed. */
export function targetOf(
  { restUrl, raw }: FastifyRequest,
  served: Served,
): RequestTarget | undefined {
  return targetBelow(served, restUrl ?? raw.url ?? '');
}

export function isMalformed({ path }: RequestTarget): boolean {
  return path === MALFORMED;
}

export function isMountedRoute(request: FastifyRequest, served: Served): boolean {
  const target = targetOf(request, served);
  return (
    target !== undefined && typeof served.table.match(request.method, target.path) === 'object'
  );
}

/** Fastify responds to a malformed URL before any scope runs: such a request gets another URL. */
export function replaceMalformedUrl(request: IncomingMessage, served: Served): void {
  const { url = '' } = request;
  // Only an escape can be malformed; other requests pay for no more than this.
  if (!url.includes('%')) return;
  const target = targetBelow(served, url);
  if (target === undefined || isDecodable(target.path)) return;
  request.url = `${served.owned[0] ?? served.prefix}${MALFORMED}`;
}

/** The hooks of a scope, which inherits from its parent, by their name; none where Fastify keeps them elsewhere. */
export function hooksOf(scope: object): Readonly<Record<string, unknown[] | undefined>> {
  const hooks = keptUnder('fastify.hooks', scope);
  return (hooks ?? {}) as ReturnType<typeof hooksOf>;
}

/** What Fastify keeps under a symbol of its own; `undefined` where this version keeps it elsewhere. */
export function keptUnder(name: string, holder: object): unknown {
  const symbol = Object.getOwnPropertySymbols(holder).find(
    ({ description }) => description === name,
  );
  return symbol === undefined ? undefined : Reflect.get(holder, symbol);
}
