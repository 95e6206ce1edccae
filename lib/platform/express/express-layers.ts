import type { RequestTarget } from '../../lifecycle/exchange.js';
import type { ReadBody } from '../../lifecycle/arguments/body.js';
import type { RouteEntry } from '../../lifecycle/request-context.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLeft, createOriginOf, targetBelow, type Strictness } from '../http/request-target.js';
import { isSpelledAs } from '../../routing/shape-tree.js';
import { NO_MATCH, type RouteMatch } from '../../routing/route-table.js';
import type { Served } from '../http/stream-headers.js';

/** What Express keeps of a middleware or a route. */
export interface Layer {
  readonly name: string;
  handle: (request: ExpressRequest, response: unknown, next: Next) => unknown;
  /** Of a route; a layer of middleware has none. */
  readonly route?: { readonly path: unknown };
  match(path: string): boolean;
}

/** The names that Express gives the layers of its body parsers. */
const PARSERS: ReadonlySet<string> = new Set([
  'jsonParser',
  'urlencodedParser',
  'textParser',
  'rawParser',
]);

/** Moves the layer that was added last ahead of the first body parser; what stands before that stays. */
export function moveBeforeParsers(stack: Layer[]): void {
  const own = stack.pop();
  const at = stack.findIndex(isParser);
  if (own !== undefined) stack.splice(at === -1 ? stack.length : at, 0, own);
}

/**
 * Lets requests whose body has been read pass the body parsers. A parser notices by itself that nothing
 * is left to read, but not where reading ended at the limit: it would parse the rest, and its error
 * would take the place of the 413.
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
 * Where a request keeps what was read for its route: on the request itself, as entries of a `WeakMap` burden
 * the garbage collector, and in one property, as each further property of an Express request is slow
 * to add where the server is not Nest's.
 */
export const REST_BODY = Symbol('rest body');

/** What was read of a request, and the route that it was read for. */
interface RequestRead extends ReadBody {
  readonly found: RouteMatch<RouteEntry>;
  /** The method and the URL that the route was found for: middleware may have changed them since. */
  readonly method: string | undefined;
  readonly url: string | undefined;
}

/**
 * Shows what was read as `body` and `rawBody`, where guards and interceptors look for it. On the
 * prototype of the application's requests; an assignment gives a request a property of its own.
 */
export function exposeBodies(prototype: object): void {
  expose(prototype, 'body', ({ body }) => (body.kind === 'parameters' ? body.whole : undefined));
  expose(prototype, 'rawBody', ({ bytes }) => bytes);
}

function expose(prototype: object, name: string, read: (body: ReadBody) => unknown): void {
  // Returns false where the prototype is frozen; the application starts without the two accessors then.
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

/** Express's request, as far as it matters here. Nest's middleware on Fastify has Node's, without what Express adds. */
export interface ExpressRequest extends IncomingMessage {
  readonly protocol: string;
  readonly host: string | undefined;
  readonly originalUrl?: string;
  readonly route?: { readonly path?: unknown };
  params?: unknown;
  /** The library's own, of a request that was read for its route. */
  [REST_BODY]?: RequestRead;
}

/** An Express application, as far as it matters here. */
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
  /** Every request goes through it. */
  handle: (
    this: unknown,
    request: ExpressRequest,
    response: ServerResponse,
    done?: unknown,
  ) => void;
}

export type Next = (error?: unknown) => void;

/**
 * The origin of a request. Express looks up its settings for each part of it. The first request
 * shows whether any proxy is trusted. If none is, the connection and the header `Host` have the same values.
 */
export function createRequestOrigin(
  trustedProxies: () => unknown,
): (request: ExpressRequest) => string | undefined {
  const originOf = createOriginOf();
  let trustsProxies: boolean | undefined;
  return (request) => {
    trustsProxies ??= Boolean(trustedProxies());
    if (trustsProxies) return originOf(request.protocol, request.host);
    return originOf('encrypted' in request.socket ? 'https' : 'http', request.headers.host);
  };
}

/** Finds the route of a request, as strictly as Express's own router does. */
export class ExpressRouteFinder {
  readonly strictness: Strictness;

  constructor(
    private readonly served: Served,
    private readonly router: ExpressInstance['router'],
  ) {
    this.strictness = {
      isCaseSensitive: router.caseSensitive === true,
      isSlashSensitive: router.strict === true,
    };
  }

  /** Goes by the current URL, as Express's own routes do: middleware may have changed it. */
  target({ url = '' }: ExpressRequest): RequestTarget | undefined {
    return targetBelow(this.served, url, this.strictness);
  }

  /** Uses the route that the body was read for, unless middleware has changed the method or the URL. */
  find(request: ExpressRequest, target = this.target(request)): RouteMatch<RouteEntry> {
    const { method = '', url } = request;
    const read = request[REST_BODY];
    if (read !== undefined && read.method === method && read.url === url) return read.found;
    return target === undefined ? NO_MATCH : this.#match(method, target.path);
  }

  isRoute(request: ExpressRequest): boolean {
    return typeof this.find(request) === 'object';
  }

  /** Whether a path without a route is the application's; it is not for a request of a batch. */
  leaves(request: ExpressRequest, { path }: RequestTarget): boolean {
    return isLeft(this.served, request, path);
  }

  /** Whether the application has a route of its own at a path below the prefix, or its own 404. */
  isPlainRoute(request: ExpressRequest, target: RequestTarget): boolean {
    if (this.leaves(request, target)) return true;
    const [path = ''] = request.url?.split('?') ?? [];
    return this.router.stack.some((layer) => layer.route !== undefined && layer.match(path));
  }

  #match(method: string, path: string): RouteMatch<RouteEntry> {
    const found = this.served.table.match(method, path);
    if (!this.strictness.isCaseSensitive || typeof found === 'symbol') return found;
    return isSpelledAs(found.group.pattern, path) ? found : NO_MATCH;
  }
}
