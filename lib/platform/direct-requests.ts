import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { StreamableFile } from '@nestjs/common';
import {
  bodyFormat,
  NO_BODY,
  readBody,
  type Body,
  type BodyFormat,
  type ReadBody,
} from '../lifecycle/arguments/body.js';
import type { RouteEntry } from '../lifecycle/request-context.js';
import type { RouteMatch } from '../routing/route-table.js';
import type {
  Exchange,
  InnerRequest,
  PresetHeaders,
  ResponseLife,
  RequestTarget,
} from '../lifecycle/exchange.js';
import type { Dispatched } from '../lifecycle/respond.js';
import { effectiveMethod } from '../lifecycle/responses/fields.js';
import { contentOf, type Reply } from '../lifecycle/responses/reply.js';
import { isThenable } from '../shared/promises.js';
import { joinCookies, linesOf } from './http/late-headers.js';
import { createOriginOf, hasBody, namespaceBeginnings } from './http/request-target.js';
import {
  type Framework,
  type FrameworkSide,
  logFailure,
  ResponseClosing,
  type Served,
} from './http/stream-headers.js';
import { collectBody, isUsualBody, readingError } from './read-request-body.js';

const NO_BYTES: ReadBody = { body: NO_BODY, bytes: undefined };

/** A response of Node as an exchange has it: the headers that are set on it, and its life. */
export abstract class NodeSide implements PresetHeaders, ResponseLife {
  constructor(
    readonly node: ServerResponse,
    private readonly closing: ResponseClosing,
  ) {}

  get isClosed(): boolean {
    return this.closing.isClosed(this.node);
  }

  whenClosed(listener: () => void): void {
    this.closing.whenClosed(this.node, listener);
  }

  presetHeader(name: string): string | undefined {
    const value = this.node.getHeader(name);
    return value === undefined ? undefined : linesOf(value).join(', ');
  }

  presetHeaders(): Readonly<Record<string, unknown>> {
    return this.node.getHeaders();
  }

  presetCookies(): readonly string[] {
    return linesOf(this.node.getHeader('set-cookie'));
  }

  addCookies(lines: readonly string[]): void {
    if (this.node.headersSent) return;
    this.node.setHeader('set-cookie', joinCookies(this.node.getHeader('set-cookie'), lines));
  }

  presetDefault(name: string, value: string): void {
    if (!this.node.headersSent && !this.node.hasHeader(name)) this.node.setHeader(name, value);
  }
}

/** A request that the framework has made nothing of yet, and makes its request of when one asks for it. */
class DirectExchange extends NodeSide implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly queryText: string;
  readonly prefix: string;
  readonly inner: InnerRequest | undefined;
  #side: FrameworkSide | undefined;
  #params: Readonly<Record<string, string>> | undefined;

  constructor(
    readonly message: IncomingMessage,
    node: ServerResponse,
    { path, queryText }: RequestTarget,
    private readonly read: ReadBody,
    private readonly parts: DirectRequests,
  ) {
    super(node, parts.closing);
    const { prefix, subRequests } = parts.served;
    this.method = message.method ?? 'GET';
    this.path = path;
    this.queryText = queryText;
    this.prefix = prefix;
    this.inner = subRequests?.isUsed === true ? subRequests.markOf(message) : undefined;
  }

  get headers(): IncomingHttpHeaders {
    return this.message.headers;
  }

  get body(): Body {
    return this.read.body;
  }

  get origin(): string | undefined {
    const { message, parts } = this;
    return parts.originOf('encrypted' in message.socket ? 'https' : 'http', message.headers.host);
  }

  get untouched(): IncomingMessage | undefined {
    return this.#side === undefined ? this.message : undefined;
  }

  /** The request and the response of the framework; made on first use. */
  get side(): FrameworkSide {
    if (this.#side !== undefined) return this.#side;
    const { message, node, read } = this;
    const side = this.parts.framework.enter(message, node, read);
    this.#side = side;
    // Its events occur now if its body was collected, else after the response, as Node does it.
    if (read.bytes !== undefined) message.resume();
    else node.once('finish', () => message.resume());
    if (this.#params !== undefined) Reflect.set(side.raw, 'params', this.#params);
    return side;
  }

  get raw(): unknown {
    return this.side.raw;
  }

  get response(): unknown {
    return this.side.response;
  }

  /** With what the framework sets when it makes its response: it is not the application that sets it. */
  override presetHeaders(): Readonly<Record<string, unknown>> {
    const headers = this.node.getHeaders();
    if (this.#side !== undefined) return headers;
    for (const [name, value] of this.parts.framework.headers) headers[name.toLowerCase()] = value;
    return headers;
  }

  exposeParams(params: Readonly<Record<string, string>>): void {
    this.#params = params;
  }
}

/**
 * Responds to requests of which nothing but the library would see anything: no middleware, no hook, no guard, no
 * interceptor and no filter. They pass by the framework, which makes its request and its response only where the
 * application asks for them. Any doubt leaves a request to the framework, which hands it to the library as ever.
 */
export class DirectRequests {
  readonly originOf = createOriginOf();
  readonly closing = new ResponseClosing();
  /** The beginnings of the paths of direct requests; the first request decides. */
  #beginnings: readonly string[] | undefined;
  /** The headers that the framework adds to each response. */
  #headers: Framework['headers'] = [];

  constructor(
    readonly served: Served,
    readonly framework: Framework,
    /** Of a body, in bytes. */
    private readonly limit: number,
  ) {}

  /** @returns Whether the request is direct: its response is under way then. */
  respond(message: IncomingMessage, response: ServerResponse): boolean {
    const { method = '', url = '', headers } = message;
    // Later versions have requests and responses of other classes.
    const isOfVersion1 = message.httpVersionMajor === 1;
    if (!isOfVersion1 || !this.#isFree(url) || !this.framework.isIdle()) return false;
    const query = url.indexOf('?');
    const end = query === -1 ? url.length : query;
    const path = url.slice(this.served.prefix.length, end);
    // The frameworks decode paths, and each has its own way with a slash at the end.
    if (path.includes('%') || path.endsWith('/')) return false;
    const queryText = query === -1 ? '' : url.slice(query + 1);
    const isOverridden =
      method === 'POST' && effectiveMethod({ method, headers, queryText }) !== method;
    if (isOverridden || method === 'OPTIONS') return false;
    const found = this.served.table.match(method, path);
    if (typeof found === 'symbol' || !found.entry.open().isDirect) return false;
    const target = { path, queryText };
    if (!hasBody(message)) {
      // Takes nothing. After the response, Node reads a request to its end unless a read has begun, which costs a
      // seventh of the time of a small GET.
      if (isUnwatched(message)) message.read(0);
      this.#start(message, response, found, target, NO_BYTES);
      return true;
    }
    const format = bodyFormat(headers['content-type'], method);
    if (method === 'GET' || method === 'HEAD' || !isUsualBody(headers, format, this.limit))
      return false;
    collectBody(message, isUnwatched(message), (bytes) => {
      const read = this.#decode(bytes, format, headers['content-type']);
      this.#start(message, response, found, target, read);
    });
    return true;
  }

  #start(
    message: IncomingMessage,
    response: ServerResponse,
    found: RouteMatch<RouteEntry>,
    target: RequestTarget,
    read: ReadBody,
  ): void {
    const exchange = new DirectExchange(message, response, target, read, this);
    const dispatched = this.served.dispatch(exchange, found);
    if (!isThenable(dispatched)) this.#write(exchange, dispatched);
    else void dispatched.then((reply) => this.#write(exchange, reply));
  }

  #isFree(url: string): boolean {
    for (const beginning of this.#beginnings ?? this.#begin())
      if (url.startsWith(beginning)) return true;
    return false;
  }

  /** By the first request all routes and settings of the application are known. */
  #begin(): readonly string[] {
    const { framework, served } = this;
    const free = namespaceBeginnings(served).filter((beginning) => framework.isFree(beginning));
    this.#headers = framework.headers;
    this.#beginnings = free;
    return free;
  }

  #decode(bytes: Buffer, format: BodyFormat, type: string | undefined): ReadBody {
    try {
      return { body: readBody(bytes, format, type), bytes };
    } catch (error) {
      // A text may be longer than V8 allows.
      const body: Body = { kind: 'rejected', error: readingError(error, this.limit) };
      return { body, bytes };
    }
  }

  #write(exchange: DirectExchange, reply: Dispatched): void {
    const { node } = exchange;
    if (reply === undefined || node.headersSent || node.writableEnded) return;
    try {
      const content = contentOf(reply);
      if (exchange.untouched === undefined || content instanceof StreamableFile) {
        this.framework.write(exchange.side, reply);
      } else send(node, reply, content, this.#headers, exchange.method === 'HEAD');
    } catch (error) {
      // A header that cannot be written, for instance.
      this.#fail(error, exchange);
    }
  }

  #fail(error: unknown, exchange: DirectExchange): void {
    try {
      this.framework.respondWithError(error, exchange.side);
    } catch (failure) {
      logFailure(failure);
      exchange.node.destroy();
    }
  }
}

/** Whether a server has no other listener of requests, which may wait for their events. */
function isUnwatched({ socket }: IncomingMessage): boolean {
  const { server } = socket as { readonly server?: EventEmitter };
  return server?.listenerCount('request') === 1;
}

/** As a list of names and values, which Node writes in two thirds of the time that an object takes. */
function send(
  response: ServerResponse,
  { status, headers, body }: Reply,
  content: string | Uint8Array | undefined,
  more: Framework['headers'],
  isHead: boolean,
): void {
  const isEmpty = content === undefined;
  const lines: (string | string[])[] = [];
  for (const name in headers) {
    const value = headers[name];
    // The length that a route states counts only where nothing is sent, as for HEAD of a file.
    if (value !== undefined && (isEmpty || name !== 'content-length')) lines.push(name, value);
  }
  for (const [name, value] of more)
    if (headers[name.toLowerCase()] === undefined) lines.push(name, value);
  const length = isEmpty ? 0 : body.byteLength;
  if (!isEmpty || (status !== 204 && status !== 304 && !isHead))
    lines.push('content-length', String(length));
  response.writeHead(status, lines as string[]);
  // ASCII has the same bytes in Latin-1, which Node writes faster.
  if (length === content?.length) response.end(content, 'latin1');
  else response.end(content);
}
