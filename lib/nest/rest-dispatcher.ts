import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { RestRequest } from '../routes/rest-request.js';
import type { ResponseHeaders } from '../lifecycle/messages/rest-response.js';
import { IncomingMessage, type IncomingHttpHeaders } from 'node:http';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import {
  type InProcessCaller,
  type InProcessRequest,
  targetOfPath,
} from '../lifecycle/in-process/in-process-exchange.js';
import { RequestContext } from '../lifecycle/request-context.js';
import type { Prepare } from '../lifecycle/in-process/in-process-dispatcher.js';
import { isHttpMethod, type HttpMethod } from '../routes/declaration/route-declaration.js';
import {
  bodyOfData,
  addHeaders,
  callerHeaders,
  type HeaderValues,
} from '../lifecycle/in-process/body-of-data.js';
import { queryTextOf, type QueryValue } from '../lifecycle/in-process/query-text.js';

/** The argument of `RestDispatcher.request`. */
export interface DispatchedRequest {
  /** `GET` by default. */
  readonly method?: HttpMethod | 'HEAD' | 'OPTIONS';
  /** Below the prefix, with a slash in front; may have a query: `/acme/v1/items?page=2`. */
  readonly path: string;
  /** Added to the query of the path. Lists and objects nest as PHP's names do: `tags[]=a`. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** The content of a JSON body, as data; an `UploadedFile` is a file of a form. */
  readonly body?: unknown;
  /** They replace those of the caller, by name in upper or lower case. */
  readonly headers?: HeaderValues;
}

/** The routes of an application for requests inside of the process. */
export interface OpenRoutes {
  readonly prepare: Prepare;
  /** With a slash in front and none at the end; empty for the root. */
  readonly prefix: string;
  /** The origin of links if no request has one. */
  readonly origin: string | undefined;
}

/** The routes of the application for requests inside of the process; open once the routes are known. */
@Injectable()
export class InProcessRoutes {
  #opened: OpenRoutes | undefined;
  #opening: Promise<OpenRoutes> | undefined;
  #openOnFirstUse: (() => Promise<OpenRoutes>) | undefined;

  open(routes: OpenRoutes): void {
    this.#opened = routes;
  }

  /** @param open Opens the routes of an application that serves no HTTP. */
  openOnFirstUse(open: () => Promise<OpenRoutes>): void {
    this.#openOnFirstUse = open;
  }

  /** @throws Error before the application is initialised. */
  ready(): OpenRoutes | Promise<OpenRoutes> {
    if (this.#opened !== undefined) return this.#opened;
    if (this.#openOnFirstUse === undefined) throw notReady();
    return (this.#opening ??= this.#openOnFirstUse().then(
      (routes) => (this.#opened = routes),
      (error: unknown) => {
        this.#opening = undefined;
        throw error;
      },
    ));
  }
}

/** The caller of an in-process request. */
export interface DispatchOptions {
  /**
   * A `RestRequest`: the same caller, with the user, the headers (credentials, cookies, languages) and the
   * origin of that request. Anything else is the user itself, as `forRoot({ user })` would return it;
   * `user` is not called. Without it, the request is anonymous.
   */
  readonly as?: unknown;
}

/** The response to an in-process request. */
export interface DispatchedResponse<Data = unknown> {
  readonly status: number;
  /** By name in lower case; several lines are a list. */
  readonly headers: Readonly<ResponseHeaders>;
  /**
   * The return value of the method, or the body of an error: `{ code, message, data }`. It is not copied. A response of
   * the cache has the content of its JSON text. A `StreamableFile` stays one. `undefined` if a response has no body.
   */
  readonly data: Data;
}

/**
 * Makes requests to the application's own routes inside of the process: through matching, guards, validation,
 * permission, cache, interceptors and filters, without a socket, and without JSON unless something needs it. Middleware
 * of the adapter does not run. It also works in an application context without HTTP, as in jobs and commands.
 *
 * @example
 * const { status, data } = await this.dispatcher.request(
 *   { method: 'POST', path: '/lib/v1/books', body: { title: 'Momo' } },
 *   { as: request },
 * );
 *
 * @see WordPress's `rest_do_request`.
 */
@Injectable()
export class RestDispatcher {
  /** Counts nested requests that name no outer request. It has no cost before its first use. */
  readonly #depth = new AsyncLocalStorage<number>();

  /** @internal Nest calls it. */
  constructor(@Inject(InProcessRoutes) private readonly routes: InProcessRoutes) {}

  /**
   * Makes one request. An error is a response with its status: an error of a route does not reject the promise.
   *
   * @example
   * await dispatcher.request({ path: '/lib/v1/books', query: { genre: ['novel'] } });
   *
   * @param request `method` is `GET` by default.
   * @throws InvalidArgumentException on an unknown method, a path without a slash in front, a query or a body
   *   that cannot be written, or the adapter's own request as the caller.
   * @throws Error before the application is initialised, and if more than 16 requests are nested, for example by a
   * route that requests itself.
   */
  async request<Data = unknown>(
    request: DispatchedRequest,
    { as }: DispatchOptions = {},
  ): Promise<DispatchedResponse<Data>> {
    const depth = this.#depth.getStore() ?? 0;
    const open = await this.routes.ready();
    const caller = callerOf(as, open, depth);
    const { outer } = caller;
    const inner = inProcessRequestOf(request, as instanceof RestRequest ? as.headers : {});
    const prepared = open.prepare(inner, caller);
    const { status, headers, body } =
      outer === undefined
        ? await this.#depth.run(depth + 1, () => prepared.respond())
        : await prepared.respond();
    return { status, headers, data: body.data() as Data };
  }
}

/**
 * The caller of an in-process request.
 *
 * @param as A `RestRequest`, or a user; nothing for an anonymous request.
 * @throws InvalidArgumentException on the adapter's own request, which is not an user.
 */
function callerOf(as: unknown, { prefix, origin }: OpenRoutes, depth: number): InProcessCaller {
  if (!(as instanceof RestRequest)) {
    if (isRawRequest(as)) throw notRaw();
    return { user: as ?? undefined, prefix, origin, outer: undefined, depth, mayEmbed: true };
  }
  const parts = RestRequest.partsOf(as);
  // A request to a plain controller has no exchange of the library.
  const outer = parts instanceof RequestContext ? parts.exchange : undefined;
  const from = outer?.origin ?? origin;
  return { user: as.user ?? undefined, prefix, origin: from, outer, depth, mayEmbed: true };
}

function isRawRequest(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (
    value instanceof IncomingMessage || ('raw' in value && value.raw instanceof IncomingMessage)
  );
}

function notRaw(): InvalidArgumentException {
  return new InvalidArgumentException(
    "RestDispatcher: `as` is a RestRequest or a user, not the adapter's request. Take a parameter of the type RestRequest and pass that.",
  );
}

export function notReady(): Error {
  return new Error(
    'The routes are not served yet: make in-process requests after the application is initialised, as in onApplicationBootstrap.',
  );
}

/** @throws InvalidArgumentException on a mistake of the caller, before anything runs. */
function inProcessRequestOf(
  { method = 'GET', path, query, body, headers = {} }: DispatchedRequest,
  outer: IncomingHttpHeaders,
): InProcessRequest {
  const target = targetOfPath(path);
  const added = query === undefined ? '' : queryTextOf(query);
  const content = bodyOfData(body);
  const all = callerHeaders(outer);
  if (content.kind === 'parameters' && content.whole !== undefined && content.files === undefined) {
    all['content-type'] = 'application/json';
  }
  addHeaders(all, headers);
  return {
    method: checkedMethod(method),
    path: target.path,
    queryText: [target.queryText, added].filter((text) => text !== '').join('&'),
    headers: all,
    body: content,
  };
}

function checkedMethod(method: unknown): string {
  const name = String(method).toUpperCase();
  if (isHttpMethod(name) || name === 'HEAD' || name === 'OPTIONS') return name;
  throw new InvalidArgumentException(
    `RestDispatcher: the method is GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS. Received: ${JSON.stringify(method)}.`,
  );
}
