/**
 * The private parts of Express that the library uses. docs/architecture.md lists each use, with the promise that it
 * keeps and the public alternative that was considered.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { ReadBody } from '../../lifecycle/messages/body.js';
import type { RouteEntry } from '../../lifecycle/endpoint.js';
import { isPreflight } from '../../lifecycle/permissions/allow.js';
import type { RouteMatch } from '../../routing/route-table.js';
import { settleHeaders, type LateHeaders } from '../node/late-headers.js';

/** Marks a handler of a plain controller. */
export const PLAIN_HANDLER = Symbol('handler of a plain controller');

/** A middleware or a route in Express's stack. */
export interface Layer {
  readonly name: string;
  handle: (request: ExpressRequest, response: unknown, next: Next) => unknown;
  /** Set for a route; a layer of middleware has none. */
  readonly route?: {
    readonly path: unknown;
    readonly stack: readonly { readonly method?: string; readonly handle: object }[];
  };
  match(path: string): boolean;
}

/** Whether the application has a route at a path. */
export function hasRouteAt({ stack }: ExpressInstance['router'], path: string): boolean {
  return stack.some((layer) => layer.route !== undefined && layer.match(path));
}

/** Whether a handler of a plain controller has a path and a method. Middleware of modules is a route of Express too. */
export function hasPlainHandler(
  { stack }: ExpressInstance['router'],
  method: string,
  path: string,
): boolean {
  const name = method.toLowerCase();
  const isHandler = ({ method: own, handle }: { method?: string; handle: object }): boolean =>
    (own === undefined || own === name) && PLAIN_HANDLER in handle;
  return stack.some((layer) => layer.route?.stack.some(isHandler) === true && layer.match(path));
}

/** The names that Express gives the layers of its body parsers. */
const PARSERS: ReadonlySet<string> = new Set([
  'jsonParser',
  'urlencodedParser',
  'textParser',
  'rawParser',
]);

/** Moves the layer that was added last ahead of the first body parser; the layers before it stay. */
export function moveBeforeParsers(stack: Layer[]): void {
  const own = stack.pop();
  const at = stack.findIndex(isParser);
  if (own !== undefined) stack.splice(at === -1 ? stack.length : at, 0, own);
}

/**
 * Lets requests whose body has been read pass the body parsers. A parser detects that nothing is left to read, but not
 * that reading ended at the limit: it would parse the rest, and its error would replace the 413.
 */
export function letReadBodiesPass(stack: readonly Layer[]): void {
  for (const layer of stack) {
    if (!PARSERS.has(layer.name)) continue;
    const { handle } = layer;
    layer.handle = (request, response, next) => {
      if (request[REST_BODY] !== undefined) next();
      else handle(request, response, next);
    };
  }
}

function isParser({ name }: Layer): boolean {
  return PARSERS.has(name);
}

/**
 * The property of a request that holds the body read for its route. It is on the request itself, because entries of a
 * `WeakMap` burden the garbage collector. It is one property, because each further property of an Express request is
 * slow to add if the server is not Nest's.
 */
export const REST_BODY = Symbol('rest body');

/** The body read for a request, and the route that it was read for. */
interface RequestRead extends ReadBody {
  readonly found: RouteMatch<RouteEntry>;
  /** The method and the URL for which the route was found: middleware may have changed them since. */
  readonly method: string | undefined;
  readonly url: string | undefined;
}

/**
 * Shows the read body as `body` and `rawBody`, where guards and interceptors look for it. The accessors are on the
 * prototype of the application's requests; an assignment gives a request its own property.
 */
export function exposeBodies(prototype: object): void {
  expose(prototype, 'body', ({ body }) => (body.kind === 'parameters' ? body.whole : undefined));
  expose(prototype, 'rawBody', ({ bytes }) => bytes);
}

function expose(prototype: object, name: string, read: (body: ReadBody) => unknown): void {
  // Returns false if the prototype is frozen; then the application starts without the two accessors.
  Reflect.defineProperty(prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: ExpressRequest) {
      const known = this[REST_BODY];
      return known === undefined ? undefined : read(known);
    },
    set(this: ExpressRequest, value: unknown) {
      const own = { value, configurable: true, enumerable: true, writable: true };
      Object.defineProperty(this, name, own);
    },
  });
}

/** Express's request, with the members that are used here. On Fastify, Nest's middleware has Node's request. */
export interface ExpressRequest extends IncomingMessage {
  readonly protocol: string;
  readonly host: string | undefined;
  originalUrl?: string | undefined;
  /** The path at which the application is mounted in another one. */
  baseUrl?: string | undefined;
  readonly route?: { readonly path?: unknown };
  params?: unknown;
  /** Set by the library, on a request that was read for its route. */
  [REST_BODY]?: RequestRead;
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
  get(setting: 'trust proxy'): unknown;
}

export type Next = (error?: unknown) => void;

/** The name that Express gives the layer of `enableCors()`. */
const CORS = 'corsMiddleware';

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

/** The property of a response that holds the headers to check again when its head is written. */
const LATE = Symbol('late headers');

interface LateResponse extends ServerResponse {
  [LATE]?: LateHeaders;
}

/**
 * Checks headers after all middleware: `compression` and `express-session` add theirs in their own `writeHead`, which
 * wraps the one of the prototype that is replaced here.
 *
 * @param prototype Of all responses of the application.
 */
export function watchLateHeaders(prototype: object): void {
  const base = Reflect.get(prototype, 'writeHead') as (...args: unknown[]) => unknown;
  Reflect.defineProperty(prototype, 'writeHead', {
    value: function writeHead(this: LateResponse, ...args: unknown[]) {
      const late = this[LATE];
      if (late !== undefined) settleHeaders(this, late, headersIn(args));
      return Reflect.apply(base, this, args);
    },
    writable: true,
    configurable: true,
  });
}

export function expectLateHeaders(response: LateResponse, late: LateHeaders): void {
  // Without its own `writeHead`, no middleware can add a header any more.
  if (Object.hasOwn(response, 'writeHead')) response[LATE] = late;
}

/** `writeHead(status, headers)`, or with a reason phrase between them. */
function headersIn(args: readonly unknown[]): OutgoingHttpHeaders | undefined {
  const last = args.at(-1);
  const isHeaders = typeof last === 'object' && last !== null && !Array.isArray(last);
  return isHeaders ? (last as OutgoingHttpHeaders) : undefined;
}
