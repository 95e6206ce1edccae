import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Body } from './body/body-format.js';

/** One request as an adapter hands it over. */
export interface Exchange {
  readonly method: string;
  /** Where the mount is: a slash in front and none at the end; empty for the root. */
  readonly prefix: string;
  /** Scheme and authority by which the client reached the application, as far as proxies are trusted. */
  readonly origin: string | undefined;
  /** Below the prefix, undecoded, without the query; `undefined` where the URL is malformed. */
  readonly path: string | undefined;
  /** Without the question mark; empty where there is none. */
  readonly queryText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
  /** The request as Node has it. */
  readonly message: IncomingMessage;
  /** The adapter's own request and response, for guards and filters. */
  readonly raw: unknown;
  readonly response: unknown;
  /** A header that middleware has set on the response already. */
  presetHeader(name: string): string | undefined;
  /** All headers that middleware has set on the response already, by name in lower case. */
  presetHeaders(): Readonly<Record<string, unknown>>;
  /** The lines of `Set-Cookie` that middleware has set on the response already. */
  presetCookies(): readonly string[];
  /** Sets a header on the response, unless it is there; for a response that the application writes. */
  presetDefault(name: string, value: string): void;
  /** Whether the response is sent, or its client gone. */
  readonly isClosed: boolean;
  /** Calls a listener once the response has closed; at once where it has already. */
  whenClosed(listener: () => void): void;
  /** Shows guards and interceptors the values of the path where they look for them. */
  exposeParams(params: Readonly<Record<string, string>>): void;
}
