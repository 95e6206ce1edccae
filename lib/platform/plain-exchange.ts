import { StreamableFile } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { ServerResponse } from 'node:http';
import { splitTarget, type Exchange } from '../lifecycle/messages/exchange.js';
import { contentOf, JSON_TYPE, type Reply } from '../lifecycle/messages/reply.js';
import {
  keepHead as keepExpressHead,
  watchHeads,
  type ExpressInstance,
  type ExpressRequest,
  type ExpressResponse,
} from './express/internals.js';
import { ExpressExchange, keepJsonType } from './express/exchange.js';
import {
  keepHead as keepFastifyHead,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from './fastify/internals.js';
import { endFailedReply, FastifyExchange, sendData } from './fastify/exchange.js';
import { ResponseClosing } from './node/closing.js';
import { rememberHeaders, type HeaderTarget } from './node/response-headers.js';
import { endFailed } from './served.js';

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
  /**
   * Does so for a response that caches may keep, which is being sent: no other response leaves with these headers.
   *
   * @returns A function that takes the head back, unless it was sent.
   */
  beginWith(head: Pick<Reply, 'status' | 'headers'>): () => void;
  /** @returns What a wrapper of the application returns, which may be a promise. */
  send(response: Reply): unknown;
  /** Ends a response that cannot be sent. */
  fail(error: unknown): void;
  /** Ends a response whose beginning was sent. */
  end(): void;
}

/** The properties that a request shares with those below the prefix: it is not a sub-request, and builds no URL. */
const PARTS = {
  originOf: () => undefined,
  closing: new ResponseClosing(),
  parsesQueries: false,
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
    super(
      raw,
      // On Fastify, it is only a response of Node, in Nest's middleware.
      response as ExpressResponse,
      splitTarget(raw.originalUrl ?? raw.url ?? ''),
      PARTS,
      PARTS,
    );
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

  beginWith(head: Pick<Reply, 'status' | 'headers'>): () => void {
    const { response } = this;
    keepExpressHead(response, head);
    return begin(this, head, { node: response });
  }

  send(reply: Reply): unknown {
    this.writeHead(reply);
    const { response } = this;
    const data = reply.body.data();
    // Nest's middleware on Fastify has a response of Node, without the methods of Express.
    if (data !== undefined && 'json' in response) {
      keepJsonType(response);
      return otherThan(response, response.json(data));
    }
    const text = contentOf(reply);
    if (typeof text !== 'string') {
      response.end();
      return undefined;
    }
    response.setHeader('content-type', reply.headers['content-type'] ?? JSON_TYPE);
    response.setHeader('content-length', String(Buffer.byteLength(text)));
    response.end(response.req.method === 'HEAD' ? undefined : text);
    return undefined;
  }

  fail(error: unknown): void {
    endFailed(this.response, error);
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

  beginWith(head: Pick<Reply, 'status' | 'headers'>): () => void {
    const { response } = this;
    keepFastifyHead(response, head);
    return begin(this, head, { node: response.raw, reply: response });
  }

  send(reply: Reply): unknown {
    const { response } = this;
    this.writeHead(reply);
    return otherThan(response, sendData(response, reply.body.data(), true));
  }

  fail(error: unknown): void {
    endFailedReply(this.response, error);
  }

  end(): void {
    this.response.raw.end();
  }
}

/** A 304 has no content. */
const OF_CONTENT = 'content-type';

function begin(
  exchange: PlainExchange,
  head: Pick<Reply, 'status' | 'headers'>,
  target: HeaderTarget,
): () => void {
  const { status } = exchange;
  const restore = rememberHeaders(target, [...Object.keys(head.headers), OF_CONTENT]);
  exchange.writeHead(head);
  if (head.status === 304) (target.reply ?? target.node).removeHeader(OF_CONTENT);
  return () => {
    if (exchange.isSent) return;
    restore();
    exchange.writeHead({ status, headers: {} });
  };
}

/**
 * Prepares an adapter for `beginWith`.
 *
 * @param onFailed Is called with a reply of Fastify whose content could not be sent. On Express, the function fails that
 * sends it.
 */
export function prepareHeads(
  adapter: AbstractHttpAdapter,
  onFailed: (response: object) => void,
): void {
  if (adapter.getType() === 'express') {
    watchHeads(adapter.getInstance<ExpressInstance>().response);
  } else if (adapter.getType() === 'fastify') {
    adapter.getInstance<FastifyInstance>().addHook('onError', (_request, reply, _error, done) => {
      onFailed(reply);
      done();
    });
  }
}

/** Without a wrapper, the adapters return the response. That of Fastify has a method `then`. */
function otherThan(response: object, sent: unknown): unknown {
  return sent === response ? undefined : sent;
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
