import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { Awaitable } from '../../shared/promises.js';
import type { OriginalTarget } from '../../routes/rest-request.js';
import type { Body } from './body.js';

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

/** The headers that middleware, hooks and CORS have set on the adapter's response before the pipeline. */
export interface PresetHeaders {
  presetHeader(name: string): string | undefined;
  /** All of them, by name in lower case. */
  presetHeaders(): Readonly<Record<string, unknown>>;
  /** The lines of `Set-Cookie`. */
  presetCookies(): readonly string[];
  /** Adds lines of `Set-Cookie` to those that are set. */
  addCookies(lines: readonly string[]): void;
  /** Sets a header unless it is set, for a response that the application writes itself. */
  presetDefault(name: string, value: string): void;
}

/** The life of a response. */
export interface ResponseLife {
  /** Whether the response was sent, or its client is gone. */
  readonly isClosed: boolean;
  /** Calls a listener once the response has closed; at once if it already has. */
  whenClosed(listener: () => void): void;
}

/** The properties that distinguish a request that the application makes itself from that of a client. */
export interface InnerRequest {
  /** Whether the response is read as data. If not, its text becomes a part of another response. */
  readonly takesData: boolean;
  /** Whether `_embed` is applied. */
  readonly mayEmbed: boolean;
  /** Whether it is a request of a batch, which its route must allow, and whose response is not a stream. */
  readonly isBatched: boolean;
  /** Whether it came through the adapter, with everything that the application has bound to it. */
  readonly isEntered: boolean;
  /** The caller; it is not identified again. Absent if the request still has to be identified. */
  readonly caller?: { readonly user: unknown };
  /** The number of nested requests that do not pass the adapter, including this one. */
  readonly depth: number;
  /** The request has passed its checks. If it must not be executed, returns the rejection. */
  arrive(): Awaitable<RestException | undefined>;
}

/**
 * One request and its response, as an adapter passes them to the pipeline. Each function takes only the
 * part that it needs.
 */
export interface Exchange extends PresetHeaders, ResponseLife {
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
  readonly body: Body;
  /** The request of Node. */
  readonly message: IncomingMessage;
  /** The adapter's own request, for guards and filters. */
  readonly raw: unknown;
  /** Absent for the request of a client. */
  readonly inner: InnerRequest | undefined;
  /** The adapter's own response, for guards and filters. */
  readonly response: unknown;
  /** Node's response, or its replacement: interceptors and the method may set its status. */
  readonly node: { statusCode: number };
  /** Makes the values of the path available to guards and interceptors. */
  exposeParams(params: Readonly<Record<string, string>>): void;
}
