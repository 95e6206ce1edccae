import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Body } from '../body/body-format.js';
import type { Exchange } from '../exchange.js';

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
}

/** What guards, interceptors and filters see of an in-process request; made on first use. */
export interface InProcessSide {
  /** The request of Node. */
  readonly message: IncomingMessage;
  /** A request as the adapter would make it. */
  readonly raw: unknown;
  readonly response: InProcessResponse;
}

/** A response that records what is written to it. */
export interface InProcessResponse {
  /** The adapter's own response, for guards and filters. */
  readonly response: unknown;
  headers(): Readonly<Record<string, unknown>>;
  setDefault(name: string, value: string): void;
}

/** Makes the platform's side of an in-process request. */
export type MakeInProcessSide = (
  request: InProcessRequest,
  caller: InProcessCaller,
) => InProcessSide;

/** A request and its response without a socket. */
export class InProcessExchange implements Exchange {
  readonly #request: InProcessRequest;
  readonly #caller: InProcessCaller;
  readonly #makeSide: MakeInProcessSide;
  #side: InProcessSide | undefined;

  constructor(request: InProcessRequest, caller: InProcessCaller, makeSide: MakeInProcessSide) {
    this.#request = request;
    this.#caller = caller;
    this.#makeSide = makeSide;
  }

  get user(): unknown {
    return this.#caller.user;
  }

  get method(): string {
    return this.#request.method;
  }

  get prefix(): string {
    return this.#caller.prefix;
  }

  get origin(): string | undefined {
    return this.#caller.origin;
  }

  get path(): string | undefined {
    return this.#request.path;
  }

  get queryText(): string {
    return this.#request.queryText;
  }

  get headers(): IncomingHttpHeaders {
    return this.#request.headers;
  }

  get body(): Body {
    return this.#request.body;
  }

  get message(): IncomingMessage {
    return this.#platform.message;
  }

  get raw(): unknown {
    return this.#platform.raw;
  }

  get response(): unknown {
    return this.#platform.response.response;
  }

  /** With the request that made this one; a job's is never closed. */
  get isClosed(): boolean {
    return this.#caller.outer?.isClosed ?? false;
  }

  whenClosed(listener: () => void): void {
    this.#caller.outer?.whenClosed(listener);
  }

  presetHeader(name: string): string | undefined {
    const value = this.presetHeaders()[name.toLowerCase()];
    return value === undefined ? undefined : [value].flat().map(String).join(', ');
  }

  /** Those that guards and interceptors of this request have set: none before the first of them runs. */
  presetHeaders(): Readonly<Record<string, unknown>> {
    return this.#side?.response.headers() ?? {};
  }

  presetCookies(): readonly string[] {
    const lines = this.presetHeaders()['set-cookie'];
    return lines === undefined ? [] : [lines].flat().map(String);
  }

  presetDefault(name: string, value: string): void {
    this.#platform.response.setDefault(name, value);
  }

  exposeParams(params: Readonly<Record<string, string>>): void {
    this.#params = params;
    if (this.#side !== undefined) show(this.#side, params);
  }

  #params: Readonly<Record<string, string>> | undefined;

  get #platform(): InProcessSide {
    if (this.#side !== undefined) return this.#side;
    const side = this.#makeSide(this.#request, this.#caller);
    this.#side = side;
    if (this.#params !== undefined) show(side, this.#params);
    return side;
  }
}

function show({ raw }: InProcessSide, params: Readonly<Record<string, string>>): void {
  Object.defineProperty(raw, 'params', { value: params, writable: true, configurable: true });
}
