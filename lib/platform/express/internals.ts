/**
 * The private parts of Express that the library uses. docs/architecture.md lists each use, with the promise that it
 * keeps and the public alternative that was considered.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { textOfData } from '../../lifecycle/messages/reply.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { isPreflight } from '../../lifecycle/permissions/allow.js';
import { settleHead, type CacheableHead } from '../node/late-headers.js';

/** The methods of an adapter with which Nest adds the handlers of controllers. */
const ADDERS = [
  'all',
  'delete',
  'get',
  'head',
  'options',
  'patch',
  'post',
  'put',
  'search',
] as const;

type Handler = (request: IncomingMessage, response: unknown, next: () => unknown) => unknown;

/**
 * Lets a plain handler pass requests on. Middleware of modules is also a route of Express: only the adapter itself, not
 * the instance of Express, distinguishes a controller from it.
 *
 * @param isFor Whether a request is for plain handlers.
 * @param note Receives the path of each handler, and its method: `get`, or `all`.
 */
export function passPlainHandlers(
  adapter: AbstractHttpAdapter,
  isFor: (message: IncomingMessage) => boolean,
  note: (path: string, methods: readonly string[]) => void,
): void {
  const wrap =
    (handler: Handler): Handler =>
    (message, response, next) =>
      isFor(message) ? handler(message, response, next) : next();
  for (const name of ADDERS) {
    const base: unknown = Reflect.get(adapter, name);
    if (typeof base !== 'function') continue;
    Reflect.set(adapter, name, (...args: unknown[]) => {
      if (typeof args[0] === 'string') note(args[0], [name]);
      return Reflect.apply(
        base,
        adapter,
        args.map((one) => (typeof one === 'function' ? wrap(one as Handler) : one)),
      ) as unknown;
    });
  }
}

/** A middleware or a route in Express's stack. */
export interface Layer {
  readonly name: string;
  handle: (request: ExpressRequest, response: unknown, next: Next) => unknown;
  /** Set for a route; a layer of middleware has none. */
  readonly route?: { readonly path: unknown };
  match(path: string): boolean;
}

/** Whether the application has a route at a path. */
export function hasRouteAt({ stack }: ExpressInstance['router'], path: string): boolean {
  return stack.some((layer) => layer.route !== undefined && layer.match(path));
}

/** The names that Express gives layers, which are those of the functions that the packages of middleware return. */
const JSON_PARSER = 'jsonParser';

const PARSERS: ReadonlySet<string> = new Set([
  JSON_PARSER,
  'urlencodedParser',
  'textParser',
  'rawParser',
]);

/** The layer of `enableCors()`. */
const CORS = 'corsMiddleware';

/**
 * Moves the layers that were added last around the body parsers: the first of them before the parsers, the others after
 * them. Without parsers, all stand before the first route, which middleware of modules is too.
 */
export function placeAroundParsers(stack: Layer[], added: number): void {
  const [before, ...after] = stack.splice(stack.length - added, added);
  const first = stack.findIndex(isParser);
  const last = stack.findLastIndex(isParser);
  const route = stack.findIndex((layer) => layer.route !== undefined);
  const end = route === -1 ? stack.length : route;
  stack.splice(last === -1 ? end : last + 1, 0, ...after);
  if (before !== undefined) stack.splice(first === -1 ? end : first, 0, before);
}

function isParser({ name }: Layer): boolean {
  return PARSERS.has(name);
}

/**
 * Reads a body of a type such as `application/vnd.api+json` with the JSON parsers of the application, which see it as
 * `application/json`: their checks and limits hold for it.
 */
export function readAsJson(
  { stack }: ExpressInstance['router'],
  request: ExpressRequest,
  response: ServerResponse,
  next: Next,
): void {
  const { headers, url = '' } = request;
  const sent = headers['content-type'] ?? '';
  const [path = ''] = url.split('?');
  const parsers = stack.filter((layer) => layer.name === JSON_PARSER && layer.match(path));
  const parse = (error?: unknown): void => {
    const parser = parsers.shift();
    const isOver = parser === undefined || error !== undefined || request.body !== undefined;
    headers['content-type'] = isOver ? sent : sent.replace(/^[^;]*/, 'application/json');
    if (isOver) next(error);
    else parser.handle(request, response, parse);
  };
  parse();
}

/**
 * The property of a request that holds its form until a parser of the application has read it, and the error of its
 * body until the guards have admitted the caller. It is one property, because each further property of an Express
 * request is slow to add if the server is not Nest's.
 */
export const REST_BODY = Symbol('rest body');

/** Express's request, with the members that are used here. On Fastify, Nest's middleware has Node's request. */
export interface ExpressRequest extends IncomingMessage {
  readonly protocol: string;
  readonly host: string | undefined;
  originalUrl?: string | undefined;
  /** The path at which the application is mounted in another one. */
  baseUrl?: string | undefined;
  readonly route?: { readonly path?: unknown };
  params?: unknown;
  body?: unknown;
  readonly query?: unknown;
  /** Set by the library. */
  [REST_BODY]?: (() => Buffer | undefined) | RestException | undefined;
}

/** Express's response, with the members that are used here. */
export interface ExpressResponse extends ServerResponse {
  status(code: number): this;
  json(data: unknown): unknown;
  send(content?: string | Buffer): unknown;
}

/** An Express application, with the members that are used here. */
export interface ExpressInstance {
  readonly router: {
    readonly stack: Layer[];
    readonly caseSensitive?: boolean;
    readonly strict?: boolean;
  };
  /** The prototypes of all requests and responses. */
  readonly request: object;
  readonly response: object;
  get(setting: 'trust proxy' | 'query parser'): unknown;
}

export type Next = (error?: unknown) => void;

/**
 * Lets OPTIONS requests pass the CORS middleware if they are not preflights, with the headers of any simple request.
 * Without this, the middleware ends every OPTIONS request, and clients of other origins cannot read `Allow`.
 *
 * @param isRoute Whether a request is to a route of the library; any other is unchanged.
 */
export function letOptionsPassCors(
  stack: readonly Layer[],
  isRoute: (request: ExpressRequest) => boolean,
): void {
  for (const layer of stack) {
    if (layer.name !== CORS) continue;
    const { handle } = layer;
    layer.handle = (request, response, next) => {
      const passes =
        request.method === 'OPTIONS' &&
        !isPreflight('OPTIONS', request.headers) &&
        isRoute(request);
      handle(passes ? asSimple(request) : request, response, next);
    };
  }
}

/** A view of a request with a simple method; only the CORS middleware sees it. */
function asSimple(request: ExpressRequest): ExpressRequest {
  return Object.create(request, { method: { value: 'GET' } }) as ExpressRequest;
}

/** The property of a response whose caching is checked when its head is written. */
const HEAD = Symbol('cacheable head');

interface CacheableResponse extends ServerResponse {
  [HEAD]?: CacheableHead | undefined;
}

/** Marks a prototype that is watched. */
const WATCHED = Symbol('watched heads');

/**
 * Checks the caching of responses after all middleware: `express-session` adds its cookie in its own `writeHead`, which
 * wraps the one of the prototype that is replaced here.
 *
 * @param prototype Of all responses of the application.
 */
export function watchHeads(prototype: object): void {
  if (Object.hasOwn(prototype, WATCHED)) return;
  Reflect.defineProperty(prototype, WATCHED, { value: true });
  const base = Reflect.get(prototype, 'writeHead') as (...args: unknown[]) => unknown;
  Reflect.defineProperty(prototype, 'writeHead', {
    value: function writeHead(this: CacheableResponse, ...args: unknown[]) {
      const head = this[HEAD];
      if (head !== undefined && (args[0] !== head.status || this.hasHeader('set-cookie'))) {
        settleHead(this, head, Number(args[0]));
      }
      return Reflect.apply(base, this, args);
    },
    writable: true,
    configurable: true,
  });
}

/** Called before the response has the headers of the reply. */
export function keepHead(
  response: CacheableResponse,
  { status, headers }: Pick<CacheableHead, 'status' | 'headers'>,
): void {
  const before = {
    vary: response.getHeader('vary'),
    'cache-control': response.getHeader('cache-control'),
  };
  response[HEAD] = { status, headers, before };
}

/**
 * Lets `res.json` fail on an object whose `toJSON` has no result: it would send an empty response. Only what it passes
 * to `res.send` shows that, because a text of our own would call `toJSON` a second time.
 */
export function rejectMissingText(response: ExpressResponse, data: object): void {
  const send = response.send.bind(response);
  let isFirst = true;
  response.send = (...args) => {
    if (isFirst && args[0] === undefined) textOfData(data);
    isFirst = false;
    return send(...args);
  };
}
