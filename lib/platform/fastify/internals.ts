/**
 * The private parts of Fastify and of its plugins that the library uses. docs/architecture.md lists each use, with the
 * promise that it keeps and the public alternative that was considered.
 */
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  Server,
  ServerResponse,
} from 'node:http';
import type { Readable } from 'node:stream';
import type { ResponseHeaders } from '../../lifecycle/messages/rest-response.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { Exchange, RequestTarget } from '../../lifecycle/messages/exchange.js';
import { isPreflight } from '../../lifecycle/permissions/allow.js';
import { copyProperties, setProperty } from '../sub-requests/message.js';
import { settleCaching, settleHead, type CacheableHead } from '../node/late-headers.js';

/** An exchange of Fastify's request and reply. */
export interface ReplyingExchange extends Exchange {
  readonly raw: FastifyRequest;
  readonly response: FastifyReply;
}

/** Fastify's request, with the members that are used here; the package is needed only if it is the adapter. */
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
  query?: unknown;
  /** Set by the library, for the routes of its scope. */
  restState?: RequestState | undefined;
}

/** The library's state of a request: one property, because V8 makes a request with many more slowly. */
export class RequestState {
  /**
   * Reads what the parsers of the application have left unread, until the body is read; then its error, until the guards
   * have admitted the caller.
   */
  body: (() => Buffer | undefined) | RestException | undefined = undefined;
  /** The stream that a hook has made of a body, if no parser has read it. */
  payload: Readable | undefined = undefined;
  /** Once the library responds: a later error is one of sending its response. */
  exchange: ReplyingExchange | undefined = undefined;
  /** The headers of the response that is being sent. */
  headers: ResponseHeaders | undefined = undefined;

  /** @param target The target of the request, before a guard or a later hook changes its URL. */
  constructor(readonly target: RequestTarget) {}
}

/** Fastify's reply, with the members that are used here. */
export interface FastifyReply {
  readonly raw: ServerResponse;
  readonly sent: boolean;
  readonly statusCode: number;
  code(status: number): FastifyReply;
  header(name: string, value: string | string[]): FastifyReply;
  headers(headers: ResponseHeaders): FastifyReply;
  getHeader(name: string): number | string | string[] | undefined;
  hasHeader(name: string): boolean;
  getHeaders(): Readonly<Record<string, unknown>>;
  removeHeader(name: string): FastifyReply;
  /** Leaves the response to the caller. */
  hijack(): FastifyReply;
  send(body?: unknown): unknown;
  /** Responds as to a path that no route of the application has. */
  callNotFound(): void;
}

export type ParserDone = (error: Error | null, body?: unknown) => void;

/** A Fastify application, or a scope of it, with the members that are used here. */
export interface FastifyInstance {
  readonly server: Server;
  readonly initialConfig: {
    readonly useSemicolonDelimiter?: boolean;
    readonly routerOptions?: { readonly useSemicolonDelimiter?: boolean };
  };
  addHook(
    name: 'onRequest' | 'preValidation',
    hook: (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void,
  ): unknown;
  addHook(
    name: 'onError',
    hook: (request: FastifyRequest, reply: FastifyReply, error: unknown, done: () => void) => void,
  ): unknown;
  addHook(name: 'onRoute', hook: (route: AddedRoute) => void): unknown;
  register(plugin: (scope: FastifyInstance, options: object, done: () => void) => void): unknown;
  readonly supportedMethods: readonly string[];
  addHttpMethod(method: string): void;
  decorateRequest(name: string, value: unknown): void;
  hasContentTypeParser(type: string): boolean;
  removeContentTypeParser(type: string): void;
  addContentTypeParser(
    type: string,
    parser: (request: FastifyRequest, payload: Readable, done: ParserDone) => void,
  ): void;
  setErrorHandler(
    handler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown,
  ): void;
  hasRoute(options: { readonly method: string; readonly url: string }): boolean;
  route(options: {
    readonly method: readonly string[];
    readonly url: string;
    readonly handler: (request: FastifyRequest, reply: FastifyReply) => void;
    readonly schema: { readonly response: Readonly<Record<string, object>> };
    readonly serializerCompiler: () => (data: unknown) => string;
  }): void;
}

/** A hook that may replace what is sent: a text, bytes or a stream. */
export type OnSend = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
) => void;

/** A route that is being added; hooks `onRoute` may add hooks of its own. */
interface AddedRoute {
  readonly method: string | readonly string[];
  onSend?: OnSend | readonly OnSend[];
}

interface RouteOptions {
  readonly url?: unknown;
  readonly bodyLimit?: unknown;
  readonly config?: { readonly cors?: unknown };
}

/** The value that Fastify keeps under one of its symbols; `undefined` if this version keeps it elsewhere. */
function keptUnder(name: string, holder: object): unknown {
  const symbol = Object.getOwnPropertySymbols(holder).find(
    ({ description }) => description === name,
  );
  return symbol === undefined ? undefined : Reflect.get(holder, symbol);
}

/**
 * The cookies of `reply.setCookie`: `@fastify/cookie` makes headers of them when the response is sent, after the
 * method, and has no public way to ask for them before. Without its symbol there are none.
 */
export function pendingCookies(reply: object): readonly string[] {
  const cookies = keptUnder('fastify.reply.setCookies', reply);
  return cookies instanceof Map ? [...cookies.values()].map((one) => JSON.stringify(one)) : [];
}

/**
 * Lets OPTIONS requests that are not preflights pass `@fastify/cors` with the headers of a simple request; otherwise
 * the plugin rejects them. It reads `config.cors` of a request's route, which disables the preflight here for the
 * requests of one scope, however the plugin is registered.
 *
 * @param isRoute Whether a request is to a route of the library; any other is unchanged.
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
      const options = read.call(this);
      if (this.raw.method !== 'OPTIONS' || isPreflight('OPTIONS', this.headers)) return options;
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
 * Checks the caching of one response after all `onSend` hooks: they may set another status, and `@fastify/cookie` adds
 * its cookies there. Middleware that has wrapped `writeHead` adds them even later, by `setHeader`. Called before the
 * reply has the headers of the response.
 */
export function keepHead(
  reply: FastifyReply,
  { status: kept, headers: own }: Pick<CacheableHead, 'status' | 'headers'>,
): void {
  const { raw: response } = reply;
  const before = {
    vary: reply.getHeader('vary'),
    'cache-control': reply.getHeader('cache-control'),
  };
  const isWrapped = Object.hasOwn(response, 'writeHead');
  const write = response.writeHead.bind(response);
  const writeHead = (status: number, headers?: OutgoingHttpHeaders): ServerResponse => {
    const hasCookie = headers?.['set-cookie'] !== undefined || response.hasHeader('set-cookie');
    if (status !== kept || hasCookie) {
      settleHead(response, { status: kept, headers: own, before }, status, headers);
    }
    if (isWrapped) watchCookies(response);
    return headers === undefined ? write(status) : write(status, headers);
  };
  response.writeHead = writeHead as ServerResponse['writeHead'];
}

function watchCookies(response: ServerResponse): void {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    set(name, value);
    if (name.toLowerCase() === 'set-cookie') settleCaching(response);
    return response;
  };
}

/** A parser as Fastify keeps it. */
export interface KeptParser {
  /** Whether it gets the body as a text, or else as bytes, instead of a stream. */
  readonly asString: boolean;
  readonly asBuffer: boolean;
  /** In bytes. */
  readonly bodyLimit: number;
  fn(request: FastifyRequest, body: unknown, done: ParserDone): unknown;
}

/** The parser of the application for JSON; `undefined` if it has removed it, or this version keeps it elsewhere. */
export function jsonParserOf(scope: FastifyInstance): KeptParser | undefined {
  if (!scope.hasContentTypeParser('application/json')) return undefined;
  return parserOf(scope, 'application/json');
}

/**
 * The parser of the application for all types that have no other, which it adds as `*`; `undefined` without one, or if
 * this version keeps it elsewhere. `hasContentTypeParser('*')` is false in either case. Fastify looks it up for a body
 * without a type.
 */
export function catchAllParserOf(scope: FastifyInstance): KeptParser | undefined {
  return parserOf(scope, '');
}

export const TEXT_TYPE = 'text/plain';

/** Its own parser for texts, or that of the application in its place; `undefined` if the application has removed it. */
export function textParserOf(scope: FastifyInstance): KeptParser | undefined {
  if (!scope.hasContentTypeParser(TEXT_TYPE)) return undefined;
  // Fastify remembers the parser of each type that it was asked for, also after it is removed: no client sends this one.
  return parserOf(scope, `${TEXT_TYPE}; purpose=replacement`);
}

function parserOf(scope: FastifyInstance, type: string): KeptParser | undefined {
  const kept = keptUnder('fastify.contentTypeParser', scope) as
    { getParser?(type: string): KeptParser | undefined } | undefined;
  return kept?.getParser?.(type);
}

/** The properties under symbols that Fastify keeps of one request: its URL, its body, and values derived from them. */
const OF_ONE_REQUEST =
  /^(?:REQUEST_CONTEXT_ID|fastify\.request\.(?:originalUrl|contentType|cache\.validateFns|signal))$/;

/** As the outer request is; without one, as Fastify's requests are, whose class is kept under a symbol. */
export function rawRequest(outer: unknown, fastify: object): object {
  if (typeof outer === 'object' && outer !== null && 'raw' in outer) {
    const raw = Object.create(Object.getPrototypeOf(outer) as object) as object;
    copyProperties(outer, raw, Reflect.ownKeys(outer).filter(isShared));
    return raw;
  }
  const type = keptUnder('fastify.Request', fastify);
  const raw = (typeof type === 'function' ? Object.create(type.prototype as object) : {}) as object;
  // Fastify reads these of the route that it has matched.
  setProperty(raw, 'server', fastify);
  setProperty(raw, 'routeOptions', {});
  setProperty(raw, 'is404', false);
  setProperty(raw, 'log', Reflect.get(fastify, 'log'));
  setProperty(raw, 'id', 'in-process');
  return raw;
}

function isShared(key: PropertyKey): boolean {
  return typeof key !== 'symbol' || !OF_ONE_REQUEST.test(key.description ?? '');
}
