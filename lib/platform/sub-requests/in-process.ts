import type { ExpressInstance } from '../express/internals.js';
import { joinTarget } from '../../lifecycle/messages/exchange.js';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type {
  MakeInProcessMessages,
  InProcessCaller,
  InProcessRequest,
  InProcessMessages,
} from '../../lifecycle/sub-requests/in-process-exchange.js';
import {
  ServerResponse,
  IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
} from 'node:http';
import { showCaller } from '../../lifecycle/steps/authorize.step.js';
import { rawRequest } from '../fastify/internals.js';
import { copyProperties, destroyWithResponse, fillMessage, setProperty } from './message.js';
import { RecordedResponse } from './recorded.js';
import { parse } from 'node:querystring';
import { finished, Readable } from 'node:stream';
import { Socket } from 'node:net';

/**
 * A reply like those of Fastify, for guards, interceptors, filters and methods that use it. Fastify's own class needs a
 * request that its router has matched. The reply has no decorations of plugins, such as `setCookie`.
 */
class InProcessReply {
  readonly log: unknown;
  #isHijacked = false;

  constructor(
    readonly request: object,
    readonly raw: ServerResponse,
    readonly server: object,
  ) {
    this.log = Reflect.get(server, 'log');
  }

  get statusCode(): number {
    return this.raw.statusCode;
  }

  set statusCode(status: number) {
    this.raw.statusCode = status;
  }

  get sent(): boolean {
    return this.#isHijacked || this.raw.writableEnded;
  }

  get elapsedTime(): number {
    return 0;
  }

  code(status: number): this {
    this.raw.statusCode = status;
    return this;
  }

  status(status: number): this {
    return this.code(status);
  }

  /** As in Fastify, cookies are added and other headers are replaced. */
  header(name: string, value: OutgoingHttpHeader = ''): this {
    if (name.toLowerCase() === 'set-cookie')
      this.raw.appendHeader(name, [value].flat().map(String));
    else this.raw.setHeader(name, value);
    return this;
  }

  headers(headers: OutgoingHttpHeaders): this {
    for (const [name, value] of Object.entries(headers)) this.header(name, value);
    return this;
  }

  getHeader(name: string): OutgoingHttpHeader | undefined {
    return this.raw.getHeader(name);
  }

  getHeaders(): OutgoingHttpHeaders {
    return this.raw.getHeaders();
  }

  hasHeader(name: string): boolean {
    return this.raw.hasHeader(name);
  }

  removeHeader(name: string): this {
    this.raw.removeHeader(name);
    return this;
  }

  type(contentType: string): this {
    return this.header('content-type', contentType);
  }

  redirect(url: string, status = 302): this {
    return this.code(status).header('location', url).send();
  }

  hijack(): this {
    this.#isHijacked = true;
    return this;
  }

  send(payload?: unknown): this {
    if (this.raw.writableEnded) return this;
    if (payload instanceof Readable) this.#sendStream(payload);
    else if (payload instanceof Error) this.#sendError(payload);
    else if (payload instanceof Uint8Array) this.#end(payload, 'application/octet-stream');
    else if (typeof payload === 'string') this.#end(payload, 'text/plain; charset=utf-8');
    else if (payload === undefined || payload === null) this.raw.end();
    else this.#end(JSON.stringify(payload), 'application/json; charset=utf-8');
    return this;
  }

  #end(body: string | Uint8Array, type: string): void {
    if (!this.raw.hasHeader('content-type')) this.raw.setHeader('content-type', type);
    this.raw.end(body);
  }

  /** As in Fastify, a stream that fails or is destroyed loses the response. */
  #sendStream(stream: Readable): void {
    finished(stream, { writable: false }, (error) => {
      if (error instanceof Error) this.raw.destroy();
    });
    stream.pipe(this.raw);
  }

  #sendError(error: Error): void {
    const given: unknown = 'statusCode' in error ? error.statusCode : undefined;
    const statusCode = typeof given === 'number' ? given : Math.max(this.raw.statusCode, 500);
    this.code(statusCode).send({ statusCode, error: error.name, message: error.message });
  }
}

/**
 * Makes requests and responses like those of the adapter; those of Node if there is no adapter.
 *
 * @param hasUserBefore Whether requests have `user` before the guards run, as if middleware had set it.
 */
export function chooseMessages(
  adapter: AbstractHttpAdapter | undefined,
  hasUserBefore: boolean,
): MakeInProcessMessages {
  const make = messagesOf(adapter);
  if (!hasUserBefore) return make;
  return (request, caller) => {
    const messages = make(request, caller);
    showCaller(messages.raw, caller.user);
    return messages;
  };
}

function messagesOf(adapter: AbstractHttpAdapter | undefined): MakeInProcessMessages {
  switch (adapter?.getType()) {
    case 'express': {
      const express = adapter.getInstance<ExpressInstance>();
      return (request, caller) => nodeMessages(request, caller, express);
    }
    case 'fastify': {
      const fastify = adapter.getInstance<object>();
      return (request, caller) => fastifyMessages(request, caller, fastify);
    }
    default:
      return (request, caller) => nodeMessages(request, caller);
  }
}

/**
 * The request and the response of an in-process request if those of the adapter are Node's: on Express, and in an
 * application without HTTP.
 */
function nodeMessages(
  request: InProcessRequest,
  caller: InProcessCaller,
  prototypes?: Pick<ExpressInstance, 'request' | 'response'>,
): InProcessMessages {
  const message = nodeRequest(request, caller);
  const response = new ServerResponse(message);
  if (prototypes !== undefined) {
    Object.setPrototypeOf(message, prototypes.request);
    Object.setPrototypeOf(response, prototypes.response);
  }
  describe(message, response, request, caller);
  const written = new RecordedResponse(response, message);
  destroyWithResponse(message, response);
  return {
    message,
    raw: message,
    response,
    written,
    expose: (name, values) => setProperty(message, name, values),
  };
}

/** Sets the properties that Express and its middleware set. */
function describe(
  message: IncomingMessage,
  response: ServerResponse,
  { body }: InProcessRequest,
  { outer }: InProcessCaller,
): void {
  const raw: unknown = outer?.raw;
  if (typeof raw === 'object' && raw !== null) copyProperties(raw, message, Object.keys(raw));
  setProperty(message, 'originalUrl', message.url);
  setProperty(message, 'baseUrl', '');
  setProperty(message, 'body', body.kind === 'parameters' ? body.whole : undefined);
  setProperty(message, 'res', response);
  setProperty(response, 'locals', {});
}

function fastifyMessages(
  request: InProcessRequest,
  caller: InProcessCaller,
  fastify: object,
): InProcessMessages {
  const message = nodeRequest(request, caller);
  const serverResponse = new ServerResponse(message);
  const written = new RecordedResponse(serverResponse, message);
  destroyWithResponse(message, serverResponse);
  const raw = rawRequest(caller.outer?.raw, fastify);
  const { body } = request;
  setProperty(raw, 'raw', message);
  setProperty(raw, 'originalUrl', message.url);
  setProperty(raw, 'query', parse(request.queryText));
  setProperty(raw, 'body', body.kind === 'parameters' ? body.whole : undefined);
  return {
    message,
    raw,
    response: new InProcessReply(raw, serverResponse, fastify),
    written,
    expose: (name, values) => setProperty(raw, name, values),
  };
}

/** A request of Node on the connection of the outer request. Its body is empty, because it never consisted of bytes. */
function nodeRequest(
  request: InProcessRequest,
  { prefix, outer }: InProcessCaller,
): IncomingMessage {
  const message = new IncomingMessage(outer?.message.socket ?? new Socket());
  fillMessage(message, request.method, `${prefix}${joinTarget(request)}`, request.headers);
  return message;
}

/**
 * The methods of an adapter that Nest's filters and parameter decorators call, for an application without an adapter.
 * The responses are those of Node.
 */
export const NO_ADAPTER = {
  getType: () => 'none',
  isHeadersSent: (response: ServerResponse) => response.headersSent,
  setHeader: (response: ServerResponse, name: string, value: string) =>
    response.setHeader(name, value),
  status(response: ServerResponse, status: number) {
    response.statusCode = status;
  },
  reply(response: ServerResponse, body: unknown, status?: number) {
    if (status !== undefined) response.statusCode = status;
    if (typeof body === 'string' || body === undefined || body === null) return response.end(body);
    response.setHeader('content-type', 'application/json; charset=utf-8');
    return response.end(JSON.stringify(body));
  },
  end: (response: ServerResponse, message?: string) => response.end(message),
};
