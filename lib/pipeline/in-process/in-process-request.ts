import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Body } from '../body/body-format.js';
import type { Exchange } from '../exchange.js';
import type { Reply } from '../responses/reply.js';

/** A request that is made inside of the process. */
export interface InProcessRequest {
  readonly method: string;
  /** Below the prefix, not decoded, without the query. */
  readonly path: string | undefined;
  /** Without the question mark. */
  readonly queryText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

/** Where an in-process request comes from. */
export interface InProcessCaller {
  /** The caller, who is not identified again. */
  readonly user: unknown;
  readonly prefix: string;
  readonly origin: string | undefined;
  /** The exchange of the request that makes this one; `undefined` for a job. */
  readonly outer: Exchange | undefined;
  /** How many in-process requests surround this one, where `outer` does not tell. */
  readonly depth?: number;
  /** Whether `_embed` is applied; a response inside of another does not embed. */
  readonly mayEmbed?: boolean;
  /** Whether it is a request of a batch. */
  readonly isBatched?: boolean;
}

/** What guards, interceptors and filters see of an in-process request; made on first use. */
export interface InProcessSide {
  /** The request of Node. */
  readonly message: IncomingMessage;
  /** A request as the adapter would make it. */
  readonly raw: unknown;
  /** A response as the adapter would make it. */
  readonly response: unknown;
  readonly written: WrittenResponse;
  /** Shows the values of the path. */
  expose(params: Readonly<Record<string, string>>): void;
  /** Emits what the adapter's response emits once it is sent. */
  finish(status: number): void;
}

/** What is written to the response of an in-process request. */
export interface WrittenResponse {
  headers(): Readonly<Record<string, unknown>>;
  setDefault(name: string, value: string): void;
  addCookies(lines: readonly string[]): void;
  /** Whether the application has ended the response itself. */
  readonly isEnded: boolean;
  /** Calls a listener once the application has ended the response itself; at once where it has. */
  whenEnded(listener: () => void): void;
  read(): Reply;
}

/** Makes the platform's side of an in-process request. */
export type MakeInProcessSide = (
  request: InProcessRequest,
  caller: InProcessCaller,
) => InProcessSide;
