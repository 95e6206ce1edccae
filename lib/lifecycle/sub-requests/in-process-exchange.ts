import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import type { OriginalTarget, Parameters } from '../../routes/rest-request.js';
import { bodyOf, type Body } from '../messages/body.js';
import { areSameParameters } from '../messages/query-string.js';
import {
  joinTarget,
  splitTarget,
  type Exchange,
  type RejectRoute,
  type SubRequest,
  type Params,
  type RequestTarget,
  type ResponseLife,
} from '../messages/exchange.js';
import type { Reply } from '../messages/reply.js';
import type { ResponseHeaders } from '../messages/rest-response.js';
import type { WrittenQuery } from './query-text.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';

/** A request inside of the process: below the adapter, or through the adapter like one of a client. */
export interface InProcessRequest
  extends RequestTarget, Pick<Exchange, 'method' | 'headers' | 'body'> {
  /** The part of the query that code states as data. */
  readonly query?: WrittenQuery;
}

/** The origin of an in-process request. */
export interface InProcessCaller {
  /** The caller; it is not identified again. */
  readonly user: unknown;
  readonly prefix: string;
  readonly origin: string | undefined;
  /** The exchange of the request that makes this one; `undefined` for a job. */
  readonly outer: Exchange | undefined;
  /** Whether `outer` goes on without its client, because its response is kept: then this request does too. */
  readonly outlivesClient?: boolean;
  /** The number of in-process requests that surround this one, if `outer` is not given. */
  readonly depth?: number;
  /** Whether the response is the result of the application's own code, not a part of another response. */
  readonly isWhole?: boolean;
  /** Stated for a request of a batch. */
  readonly rejectRoute?: RejectRoute;
}

export function callerWithin({
  exchange,
  user,
}: {
  readonly exchange: Exchange;
  readonly user: unknown;
}): InProcessCaller {
  return { user, prefix: exchange.prefix, origin: exchange.origin, outer: exchange };
}

/** An in-process request and its response for guards, interceptors and filters; made on first use. */
export interface InProcessMessages {
  /** The request of Node. */
  readonly message: IncomingMessage;
  /** A request as the adapter would make it. */
  readonly raw: unknown;
  /** A response as the adapter would make it. */
  readonly response: unknown;
  readonly written: WrittenResponse;
  /** Sets `params` or `query` of the request. */
  expose(name: 'params' | 'query', values: Parameters): void;
}

/** Makes the request and the response of the platform for an in-process request. */
export type MakeInProcessMessages = (
  request: InProcessRequest,
  caller: InProcessCaller,
) => InProcessMessages;

/** A request and its response without a socket. */
export class InProcessExchange implements Exchange {
  matched: unknown;
  readonly subRequest: SubRequest;
  /** Absent for work that continues after its request, because a response that is closed already does not end it. */
  readonly #life: ResponseLife | undefined;
  #messages: InProcessMessages | undefined;
  #params: Params = {};
  #query: Parameters | undefined;
  /** Used until the platform's response is made. */
  readonly #node = { statusCode: 200 };

  constructor(
    private readonly request: InProcessRequest,
    private readonly caller: InProcessCaller,
    private readonly makeMessages: MakeInProcessMessages,
  ) {
    const { user, outer, outlivesClient = false, depth = 0, isWhole = false, rejectRoute } = caller;
    const isBatched = rejectRoute !== undefined;
    this.#life = outlivesClient || outer?.isClosed === true ? undefined : outer;
    this.subRequest = {
      takesData: !isBatched,
      isPart: !isWhole,
      isBatched,
      rejectRoute,
      isEntered: false,
      caller: { user },
      depth: Math.max(depth, outer?.subRequest?.depth ?? 0) + 1,
      admit: () => undefined,
    };
  }

  get method(): string {
    return this.request.method;
  }

  get original(): OriginalTarget {
    return { method: this.request.method, url: `${this.prefix}${joinTarget(this.request)}` };
  }

  get prefix(): string {
    return this.caller.prefix;
  }

  get origin(): string | undefined {
    return this.caller.origin;
  }

  get path(): string {
    return this.request.path;
  }

  get queryText(): string {
    return this.request.queryText;
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers;
  }

  get body(): Body {
    const { body } = this.request;
    if (body.kind === 'rejected') return body;
    const whole = this.#shown('body', body.whole);
    return whole === body.whole ? body : { ...body, ...bodyOf(whole) };
  }

  /** A property of the request as guards have left it: nothing has changed it before the first of them has seen it. */
  #shown(name: 'body' | 'params' | 'query', value: unknown): unknown {
    const raw = this.#messages?.raw;
    const isShown = typeof raw === 'object' && raw !== null && Object.hasOwn(raw, name);
    return isShown ? Reflect.get(raw, name) : value;
  }

  get message(): IncomingMessage {
    return this.#platform.message;
  }

  get payload(): Readable {
    return this.message;
  }

  get raw(): unknown {
    return this.#platform.raw;
  }

  get response(): unknown {
    return this.#platform.response;
  }

  get node(): Exchange['node'] {
    return this.#messages?.written ?? this.#node;
  }

  /** Whether the request that made this one is closed, or a method or a filter has written the response itself. */
  get isClosed(): boolean {
    return this.isWritten || (this.#life?.isClosed ?? false);
  }

  get isFinished(): boolean {
    return this.isWritten || (this.#life?.isFinished ?? false);
  }

  whenClosed(listener: () => void): void {
    this.#life?.whenClosed(listener);
    this.#messages?.written.whenEnded(listener);
  }

  appliedHeader(name: string): string | undefined {
    const value = this.appliedHeaders()[name.toLowerCase()];
    return value === undefined ? undefined : [value].flat().map(String).join(', ');
  }

  /** The headers that guards and interceptors of this request have set: none before the first of them runs. */
  appliedHeaders(): Readonly<Record<string, unknown>> {
    return this.#messages?.written.headers() ?? {};
  }

  appliedCookies(): readonly string[] {
    const lines = this.appliedHeaders()['set-cookie'];
    return lines === undefined ? [] : [lines].flat().map(String);
  }

  addCookies(lines: readonly string[]): void {
    this.#platform.written.addCookies(lines);
  }

  show(headers: ResponseHeaders): () => void {
    return this.#platform.written.show(headers);
  }

  applyDefault(name: string, value: string): void {
    this.#platform.written.setDefault(name, value);
  }

  exposeParams(params: Params): void {
    this.#params = params;
    this.#messages?.expose('params', params);
  }

  paramsNow(exposed: Params): Params {
    return this.#shown('params', exposed) as Params;
  }

  exposeQuery(parsed: Parameters): void {
    this.#query = parsed;
    this.#messages?.expose('query', parsed);
  }

  queryNow(parsed: Parameters): Parameters {
    const query = this.#shown('query', parsed);
    return areSameParameters(parsed, query) ? parsed : (query as Parameters);
  }

  /** Whether the application has written the response itself, or has destroyed it. */
  get isWritten(): boolean {
    return this.#messages?.written.isEnded ?? false;
  }

  /** The response that the application writes itself; `undefined` if it destroys it or the caller is gone. */
  async written(): Promise<Reply | undefined> {
    const { written } = this.#platform;
    const gone = new Promise<undefined>((resolve) =>
      this.#life?.whenClosed(() => resolve(undefined)),
    );
    const received = await Promise.race([written.received, gone]);
    return typeof received === 'object' ? received : undefined;
  }

  /**
   * Adds the headers that guards and interceptors have set on the response, and notifies its listeners, which
   * interceptors may have added, that it is finished: once a stream has ended, because what a method has opened for it is
   * closed with the response.
   */
  finish({ status, headers, body: { stream } }: Reply): void {
    for (const name of Object.keys(this.appliedHeaders())) {
      const value = name === 'set-cookie' ? [...this.appliedCookies()] : this.appliedHeader(name);
      if (value !== undefined) headers[name] ??= value;
    }
    const written = this.#messages?.written;
    if (written === undefined) return;
    if (stream === undefined) written.finish(status);
    else finished(stream.getStream(), () => written.finish(status));
  }

  get #platform(): InProcessMessages {
    if (this.#messages !== undefined) return this.#messages;
    const caller = this.caller;
    // As over HTTP, guards find the user of a batch where middleware and the guards of the batch have put it.
    const seen = this.subRequest.isBatched ? { ...caller, user: undefined } : caller;
    const messages = this.makeMessages(this.request, seen);
    this.#messages = messages;
    messages.written.statusCode = this.#node.statusCode;
    messages.expose('params', this.#params);
    if (this.#query !== undefined) messages.expose('query', this.#query);
    return messages;
  }
}

/** The response that is written to for an in-process request. */
export interface WrittenResponse {
  statusCode: number;
  headers(): Readonly<Record<string, unknown>>;
  setDefault(name: string, value: string): void;
  addCookies(lines: readonly string[]): void;
  show(headers: ResponseHeaders): () => void;
  /** Whether the application has ended the response itself. */
  readonly isEnded: boolean;
  /** Calls a listener once the application has ended the response itself; at once if it already has. */
  whenEnded(listener: () => void): void;
  /** Settles once the response has closed; with a text if the application has destroyed it before its end. */
  readonly received: Promise<Reply | string>;
  /** Emits the events of the adapter's response after it is sent. */
  finish(status: number): void;
}

/** The characters that a URL never contains unescaped. A path may be percent-encoded already. */
const UNSAFE = /[^\w\-.~!$&'()*+,;=:@/?%[\]]+/g;

/**
 * Splits a path with an optional query, and escapes the characters that a URL cannot contain.
 *
 * @throws InvalidArgumentException on a path that does not begin with a slash, or has half of a surrogate pair.
 */
export function targetOfPath(text: string): RequestTarget {
  if (typeof text !== 'string' || !text.startsWith('/')) {
    throw new InvalidArgumentException(
      `RestDispatcher: the path begins with a slash, below the prefix of the API, as in "/acme/v1/items". Received: ${JSON.stringify(text)}.`,
    );
  }
  const escaped = text.replace(UNSAFE, escape);
  return splitTarget(escaped);
}

/** Whether a text can be part of a URL: half of a surrogate pair cannot. */
export function isUrlText(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function escape(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new InvalidArgumentException('RestDispatcher: the path has half of a surrogate pair.');
  }
}
