import { StreamableFile } from '@nestjs/common';
import { ServerResponse } from 'node:http';
import { NO_BODY } from '../lifecycle/messages/body.js';
import { splitTarget, type Exchange } from '../lifecycle/messages/exchange.js';
import { contentOf, type Reply } from '../lifecycle/messages/reply.js';
import type { ExpressRequest } from './express/internals.js';
import { ExpressExchange } from './express/exchange.js';
import type { FastifyReply, FastifyRequest } from './fastify/internals.js';
import { FastifyExchange } from './fastify/exchange.js';
import { ResponseClosing } from './node/closing.js';

/**
 * A request that no route of the library serves, and its response, with either adapter. The path is the whole path, and
 * the body is that of the adapter's request: the library does not read it.
 */
export interface PlainExchange extends Exchange {
  /** The pattern of the handler, as the adapter has it. */
  readonly pattern: unknown;
  /** In bytes, if the request has it; the error may have it instead. */
  readonly bodyLimit: unknown;
  readonly status: number;
  /** Whether the response, or its beginning, was sent. */
  readonly isSent: boolean;
  /** Sets status and headers of a response that is sent later. */
  writeHead(head: Pick<Reply, 'status' | 'headers'>): void;
  removeHeader(name: string): void;
  send(response: Reply): void;
  /** Ends a response whose beginning was sent. */
  end(): void;
}

/** The properties that a request shares with those below the prefix: it is not a sub-request, and builds no URL. */
const PARTS = {
  originOf: () => undefined,
  closing: new ResponseClosing(),
  prefix: '',
  owned: [],
  subRequests: undefined,
};

/**
 * The exchange of the request and the response that Nest passes to guards, interceptors and filters: a response of
 * Node, on Express and in Nest's middleware on Fastify, or a reply of Fastify. `undefined` for anything else.
 */
export function plainExchangeOf(request: unknown, response: unknown): PlainExchange | undefined {
  if (isNodeResponse(response)) {
    return new NodeExchange(request as ExpressRequest, response);
  }
  return isReply(response) ? new ReplyExchange(request as FastifyRequest, response) : undefined;
}

function isReply(response: unknown): response is FastifyReply {
  return (
    typeof response === 'object' &&
    response !== null &&
    'raw' in response &&
    isNodeResponse(response.raw)
  );
}

/** The responses of HTTP/1.1 and of HTTP/2 have no class in common. */
function isNodeResponse(response: unknown): response is ServerResponse {
  if (response instanceof ServerResponse) return true;
  const isObject = typeof response === 'object' && response !== null;
  return isObject && 'writeHead' in response && 'headersSent' in response;
}

/** An exchange with a response of Node. */
class NodeExchange extends ExpressExchange implements PlainExchange {
  readonly bodyLimit = undefined;

  constructor(raw: ExpressRequest, response: ServerResponse) {
    super(raw, response, splitTarget(raw.originalUrl ?? raw.url ?? ''), NO_BODY, PARTS, PARTS);
  }

  get pattern(): unknown {
    return this.raw.route?.path;
  }

  get status(): number {
    return this.response.statusCode;
  }

  get isSent(): boolean {
    return this.response.headersSent;
  }

  writeHead({ status, headers }: Pick<Reply, 'status' | 'headers'>): void {
    this.response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) this.response.setHeader(name, value);
    }
  }

  removeHeader(name: string): void {
    this.response.removeHeader(name);
  }

  send(reply: Reply): void {
    const content = contentOf(reply);
    const text = typeof content === 'string' ? content : undefined;
    if (text !== undefined) reply.headers['content-length'] = String(Buffer.byteLength(text));
    this.writeHead(reply);
    this.response.end(this.response.req.method === 'HEAD' ? undefined : text);
  }

  end(): void {
    this.response.end();
  }
}

/** An exchange with a reply of Fastify. */
class ReplyExchange extends FastifyExchange implements PlainExchange {
  constructor(raw: FastifyRequest, response: FastifyReply) {
    super(raw, response, splitTarget(raw.originalUrl), PARTS, PARTS);
  }

  get pattern(): unknown {
    return this.raw.routeOptions?.url;
  }

  get bodyLimit(): unknown {
    return this.raw.routeOptions?.bodyLimit;
  }

  get status(): number {
    return this.response.statusCode;
  }

  get isSent(): boolean {
    return this.response.sent || this.response.raw.headersSent;
  }

  writeHead({ status, headers }: Pick<Reply, 'status' | 'headers'>): void {
    this.response.code(status);
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) this.response.header(name, value);
    }
  }

  removeHeader(name: string): void {
    this.response.removeHeader(name);
  }

  send(reply: Reply): void {
    const content = contentOf(reply);
    this.writeHead(reply);
    this.response.send(content);
  }

  end(): void {
    this.response.raw.end();
  }
}

/** Whether a value is a stream of any kind: a stream, a web `Response`, an asynchronous iterable. */
export function isStreamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (
    value instanceof StreamableFile ||
    ('pipe' in value && typeof value.pipe === 'function') ||
    ('getReader' in value && typeof value.getReader === 'function') ||
    Symbol.asyncIterator in value ||
    Object.prototype.toString.call(value) === '[object Response]'
  );
}
