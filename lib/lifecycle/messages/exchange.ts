import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { Awaitable } from '../../shared/promises.js';
import type { OriginalTarget, Parameters } from '../../routes/rest-request.js';
import type { RouteDefinition } from '../../routes/route.js';
import type { Body } from './body.js';
import type { ResponseHeaders } from './rest-response.js';

/** The part of a URL that identifies the target of a request. */
export interface RequestTarget {
  /** Below the prefix, undecoded, without the query; always with a slash in front. */
  readonly path: string;
  /** Without the question mark. */
  readonly queryText: string;
}

export function splitTarget(url: string): RequestTarget {
  const query = url.indexOf('?');
  return query === -1
    ? { path: url, queryText: '' }
    : { path: url.slice(0, query), queryText: url.slice(query + 1) };
}

export function joinTarget({ path, queryText }: RequestTarget): string {
  return queryText === '' ? path : `${path}?${queryText}`;
}

/** The values of the placeholders of a path. */
export type Params = Readonly<Record<string, string>>;

/** The headers that are applied: middleware, hooks and CORS have set them on the adapter's response. */
export interface AppliedHeaders {
  appliedHeader(name: string): string | undefined;
  /** All of them, by name in lower case. */
  appliedHeaders(): Readonly<Record<string, unknown>>;
  /** The lines of `Set-Cookie`. */
  appliedCookies(): readonly string[];
  /** Adds lines of `Set-Cookie` to those that are set. */
  addCookies(lines: readonly string[]): void;
  /** Sets a header unless it is set, for a response that the application writes itself. */
  applyDefault(name: string, value: string): void;
  /**
   * Sets headers in place of those that are set.
   *
   * @returns A function that restores those of them that nothing has changed since.
   */
  show(headers: ResponseHeaders): () => void;
}

/** The life of a response. */
export interface ResponseLife {
  /** Whether the response was sent, or its client is gone. */
  readonly isClosed: boolean;
  /** Whether the whole response was sent; of a closed response, `false` if its client has left before. */
  readonly isFinished: boolean;
  /** Calls a listener once the response has closed; at once if it already has. */
  whenClosed(listener: () => void): void;
}

/** `undefined` if the route allows the request. */
export type RejectRoute = (route: RouteDefinition) => RestException | undefined;

/** The properties that distinguish a request that the application makes itself from that of a client. */
export interface SubRequest {
  /** Whether the response is read as data. If not, its text becomes a part of another response. */
  readonly takesData: boolean;
  /** Whether its response becomes a part of another one: `_embed` is not applied, and it is not a stream. */
  readonly isPart: boolean;
  /** Whether it is a request of a batch. */
  readonly isBatched: boolean;
  /** The rejection of a request to a route that does not allow such requests; absent if each route does. */
  readonly rejectRoute?: RejectRoute | undefined;
  /** Whether it came through the adapter, with everything that the application has bound to it. */
  readonly isEntered: boolean;
  /** The only route that may respond to it; absent if any may. */
  readonly route?: RouteDefinition | undefined;
  /** The caller; it is not identified again. Absent if the request still has to be identified. */
  readonly caller?: { readonly user: unknown };
  /** The number of nested requests that do not pass the adapter, including this one. */
  readonly depth: number;
  /** The request has passed its checks. If it must not be executed, returns the rejection. */
  admit(): Awaitable<RestException | undefined>;
}

/**
 * One request and its response, as an adapter passes them to the pipeline. Each function takes only the
 * part that it needs.
 */
export interface Exchange extends AppliedHeaders, ResponseLife {
  readonly method: string;
  /** The method and the URL that the client has sent. */
  readonly original: OriginalTarget;
  /** The path at which the API is mounted: begins with a slash and does not end with one; empty for the root. */
  readonly prefix: string;
  /** Scheme and authority by which the client reached the application, as far as proxies are trusted. */
  readonly origin: string | undefined;
  /** Below the prefix, not decoded, without the query; `undefined` if the URL is malformed. */
  readonly path: string | undefined;
  /** Without the question mark; empty if there is no query. */
  readonly queryText: string;
  readonly headers: IncomingHttpHeaders;
  /** As the application has made it by now. */
  readonly body: Body;
  /** The request of Node. */
  readonly message: IncomingMessage;
  /** The bytes of the body: the request of Node, or the stream that a hook of the application has made of it. */
  readonly payload: Readable;
  /** The adapter's own request, for guards and filters. */
  readonly raw: unknown;
  /** Absent for the request of a client. */
  readonly subRequest: SubRequest | undefined;
  /** The adapter's own response, for guards and filters. */
  readonly response: unknown;
  /** The function of Express that passes the request, or an error, on; absent elsewhere, as in Nest. */
  readonly next?: unknown;
  /** Node's response, or its replacement: interceptors and the method may set its status. */
  readonly node: { statusCode: number };
  /** Passes a request that no route serves on to the application; absent if it does not respond to such a path. */
  passOn?: () => void;
  /** The request that the dispatcher has matched, for an error while the adapter sends its response. */
  matched?: unknown;
  /** Makes the values of the path available to guards and interceptors. */
  exposeParams(params: Params): void;
  /** The values of the path as the application has made them by now. */
  paramsNow(exposed: Params): Params;
  /**
   * Makes the parameters of the query available to guards and interceptors under the names of PHP, which the adapter
   * does not read; unless the application has its own parser, or has changed them already.
   */
  exposeQuery(parsed: Parameters): void;
  /** The parameters of the query as the application has made them by now; `parsed` if it has not touched them. */
  queryNow(parsed: Parameters): Parameters;
  /**
   * The parameters of the query as they are now, if they are as many texts as its text has pairs; absent if the adapter
   * keeps none. Only for a text that every parser reads in the same way.
   */
  textsNow?(pairs: number): Parameters | undefined;
}
