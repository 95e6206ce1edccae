import { StreamableFile } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { translateError } from '../../diagnostics/translate-error.js';
import type { Dispatched } from '../../pipeline/respond.js';
import { contentOf } from '../../pipeline/responses/reply.js';
import { isThenable } from '../../shared/thenable.js';
import type { Served } from '../http/http-mount.js';
import { lateHeadersOf } from '../http/late-headers.js';
import { createOriginOf } from '../http/origin.js';
import { outsideError, rateLimitError } from '../http/outside-error.js';
import { ResponseClosing } from '../http/response-closing.js';
import { rememberHeaders } from '../http/stream-headers.js';
import { FastifyExchange, type ExchangeParts } from './fastify-exchange.js';
import type { FastifyReply, FastifyRequest } from './fastify-instance.js';
import { expectLateHeaders } from './fastify-late-headers.js';
import { sendableFile } from '../http/sendable-file.js';

/** Dispatches requests below the prefix, and writes their responses. */
export class FastifyResponder {
  readonly #parts: ExchangeParts = { originOf: createOriginOf(), closing: new ResponseClosing() };
  /** For each reply that streams, the function that restores its headers. */
  readonly #streaming = new WeakMap<FastifyReply, () => void>();

  constructor(
    private readonly adapter: AbstractHttpAdapter,
    private readonly served: Served,
  ) {}

  /**
   * Returns nothing: Fastify adds listeners to the end of the response where a handler returns its reply,
   * or a promise of it, and they cost more than all that is done here.
   */
  respond(request: FastifyRequest, reply: FastifyReply): void {
    const exchange = new FastifyExchange(request, reply, this.served, this.#parts);
    const dispatched = this.served.dispatch(exchange);
    if (!isThenable(dispatched)) return this.#write(reply, dispatched);
    dispatched
      .then((routeResponse) => this.#write(reply, routeResponse))
      .catch((error: unknown) => this.respondWithError(error, request, reply));
  }

  respondWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    this.#streaming.get(reply)?.();
    const exchange = new FastifyExchange(request, reply, this.served, this.#parts);
    const rejected = this.served.reject(error, exchange, knownError);
    if (!isThenable(rejected)) this.#write(reply, rejected);
    else {
      rejected
        .then((routeResponse) => this.#write(reply, routeResponse))
        .catch((failure: unknown) => {
          outsideError(failure);
          reply.raw.destroy();
        });
    }
  }

  #write(reply: FastifyReply, routeResponse: Dispatched): void {
    if (routeResponse === undefined || reply.sent) return;
    const { status, headers } = routeResponse;
    const body = contentOf(routeResponse);
    const late = lateHeadersOf(routeResponse);
    if (late !== undefined) expectLateHeaders(reply.raw, late);
    // Fastify adds to the cookies that a reply has, which these headers contain already.
    if (headers['set-cookie'] !== undefined) reply.removeHeader('set-cookie');
    const isStream = body instanceof StreamableFile;
    if (isStream) this.#streaming.set(reply, rememberHeaders(reply.raw, headers, reply));
    for (const name in headers) reply.header(name, headers[name] ?? '');
    if (!isStream) return void reply.code(status).send(body);
    const file = sendableFile(body);
    // Fastify logs errors of a stream only where its own logger is on.
    file.getStream().once('error', file.errorLogger);
    this.adapter.reply(reply, file, status);
  }
}

function knownError(error: unknown): RestException {
  return translateError(error) ?? rateLimitError(error) ?? outsideError(error);
}
