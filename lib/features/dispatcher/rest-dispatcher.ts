import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import type { AppParts } from '../../nest/composition/feature.js';
import { ReadyApplication } from '../../nest/composition/ready-application.js';
import { keepsResponses } from '../../routes/definition/kept-response.js';
import { RestRequest } from '../../routes/rest-request.js';
import type { ResponseHeaders } from '../../lifecycle/messages/rest-response.js';
import { IncomingMessage, type IncomingHttpHeaders } from 'node:http';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import {
  type InProcessCaller,
  type InProcessRequest,
  targetOfPath,
} from '../../lifecycle/sub-requests/in-process-exchange.js';
import { RequestContext } from '../../lifecycle/request-context.js';
import { isHttpMethod, type HttpMethod } from '../../routes/declaration/route-declaration.js';
import {
  bodyOfData,
  addHeaders,
  callerHeaders,
  type HeaderValues,
} from '../../lifecycle/sub-requests/body-of-data.js';
import { writeQuery, type QueryValue } from '../../lifecycle/sub-requests/query-text.js';

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
  constructor(@Inject(ReadyApplication) private readonly application: ReadyApplication) {}

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
    const app = await this.application.parts();
    const caller = callerOf(as, app, depth);
    const { outer } = caller;
    const subRequest = inProcessRequestOf(request, as instanceof RestRequest ? as.headers : {});
    const prepared = app.requester.prepare(subRequest, caller);
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
function callerOf(as: unknown, { prefix, origin }: AppParts, depth: number): InProcessCaller {
  if (!(as instanceof RestRequest)) {
    if (isRawRequest(as)) throw notRaw();
    return { user: as ?? undefined, prefix, origin, outer: undefined, depth, isWhole: true };
  }
  const data = RestRequest.dataOf(as);
  // A request to a plain controller has no exchange of the library.
  const context = data instanceof RequestContext ? data : undefined;
  const outer = context?.exchange;
  return {
    user: as.user ?? undefined,
    prefix,
    origin: outer?.origin ?? origin,
    outer,
    outlivesClient: context !== undefined && keepsResponses(context.endpoint.definition),
    depth,
    isWhole: true,
  };
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

/** @throws InvalidArgumentException on a mistake of the caller, before anything runs. */
function inProcessRequestOf(
  { method = 'GET', path, query, body, headers = {} }: DispatchedRequest,
  outer: IncomingHttpHeaders,
): InProcessRequest {
  const target = targetOfPath(path);
  const written = query === undefined ? undefined : writeQuery(query);
  const content = bodyOfData(body);
  const all = callerHeaders(outer);
  if (content.kind === 'parameters' && content.whole !== undefined && content.files === undefined) {
    all['content-type'] = 'application/json';
  }
  addHeaders(all, headers);
  return {
    method: checkedMethod(method),
    path: target.path,
    queryText: [target.queryText, written?.text ?? ''].filter((text) => text !== '').join('&'),
    headers: all,
    body: content,
    ...(written !== undefined && { query: written }),
  };
}

function checkedMethod(method: unknown): string {
  const name = String(method).toUpperCase();
  if (isHttpMethod(name) || name === 'HEAD' || name === 'OPTIONS') return name;
  throw new InvalidArgumentException(
    `RestDispatcher: the method is GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS. Received: ${JSON.stringify(method)}.`,
  );
}
