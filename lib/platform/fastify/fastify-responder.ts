import { StreamableFile } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { Dispatched } from '../../lifecycle/respond.js';
import { contentOf, type Reply } from '../../lifecycle/responses/reply.js';
import { isThenable } from '../../shared/promises.js';
import {
  rememberHeaders,
  ResponseClosing,
  sendableFile,
  type Served,
  endBegun,
  logFailure,
  rateLimitError,
} from '../http/stream-headers.js';
import { lateHeadersOf, settleHeaders, type LateHeaders } from '../http/late-headers.js';
import { FastifyExchange } from './exchange.js';
import { createOriginOf, isLeft } from '../http/request-target.js';
import {
  type FastifyReply,
  type FastifyRequest,
  hooksOf,
  keptUnder,
  targetOf,
} from './fastify-instance.js';
import {
  validateHeaderName,
  validateHeaderValue,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { BATCH_PATH } from '../../lifecycle/batch/batch-route.js';
import { NO_MATCH } from '../../routing/route-table.js';
import type { RequestTarget } from '../../lifecycle/exchange.js';

/** Fastify decodes before it routes, and so finds the mount at `/%61pi` too: no route has that path. */
const NOWHERE: RequestTarget = { path: '//', queryText: '' };

/** Dispatches requests below the prefix, and writes their responses. */
export class FastifyResponder {
  readonly originOf = createOriginOf();
  readonly closing = new ResponseClosing();
  /** For each reply that streams, the function that restores its headers. */
  readonly #streaming = new WeakMap<FastifyReply, () => void>();
  /** Replies whose head was sent before the library had the request. */
  readonly #begun = new WeakSet<FastifyReply>();
  /** Replies whose response could not be written; an error takes its place, once. */
  readonly #failed = new WeakSet<FastifyReply>();

  constructor(
    private readonly adapter: AbstractHttpAdapter,
    private readonly served: Served,
  ) {}

  /**
   * Returns nothing: Fastify adds listeners to the end of the response where a handler returns its reply,
   * or a promise of it, and they cost more than all that is done here.
   */
  respond(request: FastifyRequest, reply: FastifyReply): void {
    const target = targetOf(request, this.served) ?? NOWHERE;
    const mayLeave = this.served.leaves !== undefined;
    if (mayLeave && this.#leaves(request, target)) return reply.callNotFound();
    if (reply.raw.headersSent) this.#begun.add(reply);
    const exchange = new FastifyExchange(request, reply, target, this.served, this);
    const dispatched = this.served.dispatch(exchange);
    if (!isThenable(dispatched)) {
      this.write(request, reply, dispatched);
      return;
    }
    void dispatched.then((routeResponse) => this.write(request, reply, routeResponse));
    if (mayMakeSubRequests(exchange)) this.served.subRequests?.hold(dispatched);
  }

  /** @throws The error itself at a path that is the application's: Fastify gives it to the next error handler. */
  respondWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const target = targetOf(request, this.served) ?? NOWHERE;
    if (this.#leaves(request, target)) throw error;
    this.#reject(error, request, reply, target);
  }

  #reject(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    target: RequestTarget,
  ): void {
    this.#streaming.get(reply)?.();
    const exchange = new FastifyExchange(request, reply, target, this.served, this);
    const rejected = this.served.reject(error, exchange, rateLimitError);
    if (!isThenable(rejected)) this.write(request, reply, rejected);
    else void rejected.then((routeResponse) => this.write(request, reply, routeResponse));
  }

  #leaves({ method, raw }: FastifyRequest, { path }: RequestTarget): boolean {
    return isLeft(this.served, raw, path) && this.served.table.match(method, path) === NO_MATCH;
  }

  /** Never throws: nothing would catch it after a promise. */
  write(request: FastifyRequest, reply: FastifyReply, routeResponse: Dispatched): void {
    if (routeResponse === undefined || reply.sent) return;
    const { raw } = reply;
    try {
      if (!raw.headersSent) this.#send(reply, routeResponse);
      else if (this.#begun.has(reply)) {
        reply.hijack();
        endBegun(raw, request.method, routeResponse);
      }
    } catch (error) {
      if (raw.headersSent || this.#failed.has(reply)) {
        logFailure(error);
        raw.destroy();
        return;
      }
      this.#failed.add(reply);
      // A guard or a hook may have set an invalid header, which Fastify does not check.
      const others = invalidHeaders(reply);
      for (const name of [...Object.keys(routeResponse.headers), 'content-length', ...others])
        reply.removeHeader(name);
      this.#reject(error, request, reply, targetOf(request, this.served) ?? NOWHERE);
    }
  }

  #send(reply: FastifyReply, routeResponse: Reply): void {
    const { status, headers } = routeResponse;
    const body = contentOf(routeResponse);
    const late = lateHeadersOf(routeResponse);
    if (late !== undefined) expectLateHeaders(reply.raw, late);
    // Fastify adds to the cookies that a reply has, which these headers contain already.
    if (headers['set-cookie'] !== undefined) reply.removeHeader('set-cookie');
    const isStream = body instanceof StreamableFile;
    if (isStream) this.#streaming.set(reply, rememberHeaders(reply.raw, headers, reply));
    // Fastify counts the length of a text, and does not correct one that is stated for HEAD.
    const isCounted = body !== undefined && !isStream;
    for (const name in headers) {
      if (!isCounted || name !== 'content-length') reply.header(name, headers[name] ?? '');
    }
    if (!isStream) return void reply.code(status).send(body);
    const file = sendableFile(body);
    // Fastify logs errors of a stream only where its own logger is on.
    file.getStream().once('error', file.errorLogger);
    this.adapter.reply(reply, file, status);
  }
}

/** Fastify responds with 503 to requests that enter while it closes: those of a batch or of `_embed` must not. */
function mayMakeSubRequests({ inner, method, path, queryText }: FastifyExchange): boolean {
  if (inner !== undefined) return false;
  return queryText.includes('_embed') || (method === 'POST' && path?.toLowerCase() === BATCH_PATH);
}

/** The names of the headers of a reply that Node does not write. */
function invalidHeaders(reply: FastifyReply): readonly string[] {
  const isInvalid = ([name, value]: [string, unknown]): boolean => {
    try {
      validateHeaderName(name);
      for (const line of [value].flat()) validateHeaderValue(name, String(line));
      return false;
    } catch {
      return true;
    }
  };
  return Object.entries(reply.getHeaders())
    .filter(isInvalid)
    .map(([name]) => name);
}

/**
 * Looks at the headers of one response after all `onSend` hooks: `@fastify/compress` and `@fastify/cookie`
 * add theirs there. Middleware that has wrapped `writeHead` adds them later still, by `setHeader`.
 */
function expectLateHeaders(response: ServerResponse, late: LateHeaders): void {
  const isWrapped = Object.hasOwn(response, 'writeHead');
  const write = response.writeHead.bind(response);
  const writeHead = (status: number, headers?: OutgoingHttpHeaders): ServerResponse => {
    settleHeaders(response, late, headers);
    if (isWrapped) watchSetHeader(response, late);
    return headers === undefined ? write(status) : write(status, headers);
  };
  response.writeHead = writeHead as ServerResponse['writeHead'];
}

function watchSetHeader(response: ServerResponse, late: LateHeaders): void {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    set(name, value);
    if (/^(?:set-cookie|content-encoding)$/i.test(name)) settleHeaders(response, late);
    return response;
  };
}

/**
 * Whether hooks of an application change values before Fastify serializes them, as `preSerialization` does.
 * True as well where this version of Fastify keeps its hooks elsewhere.
 */
export function hasSerializationHooks(instance: object): boolean {
  return hooksOf(instance)['preSerialization']?.length !== 0;
}

/** Whether a reply has a serializer of its own, which Fastify would call for a text once more. */
export function hasOwnSerializer(reply: object): boolean {
  return keptUnder('fastify.reply.serializer', reply) !== null;
}
