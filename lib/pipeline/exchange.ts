import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Body } from './body/body-format.js';

/** The request of an exchange. */
export interface ExchangeRequest {
  readonly method: string;
  /** Where the API is mounted: begins with a slash and does not end with one; empty for the root. */
  readonly prefix: string;
  /** Scheme and authority by which the client reached the application, as far as proxies are trusted. */
  readonly origin: string | undefined;
  /** Below the prefix, not decoded, without the query; `undefined` where the URL is malformed. */
  readonly path: string | undefined;
  /** Without the question mark; empty where there is no query. */
  readonly queryText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
  /** The request of Node. */
  readonly message: IncomingMessage;
  /** The adapter's own request, for guards and filters. */
  readonly raw: unknown;
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
  /** Calls a listener once the response has closed; at once where it already has. */
  whenClosed(listener: () => void): void;
}

/**
 * One request and its response, as an adapter passes them to the pipeline. Each function takes only the
 * part that it needs.
 */
export interface Exchange extends ExchangeRequest, PresetHeaders, ResponseLife {
  /** The adapter's own response, for guards and filters. */
  readonly response: unknown;
  /** Makes the values of the path available to guards and interceptors. */
  exposeParams(params: Readonly<Record<string, string>>): void;
}
