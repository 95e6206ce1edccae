import { AsyncResource } from 'node:async_hooks';
import { IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { joinTarget, type Exchange } from '../../lifecycle/messages/exchange.js';
import type { Enter, SubRequests } from '../../lifecycle/sub-requests/marks.js';
import type { InProcessRequest } from '../../lifecycle/sub-requests/in-process-exchange.js';
import { serverOfSocket } from '../node/internals.js';
import { destroyWithResponse, fillMessage } from './message.js';
import { RecordedResponse } from './recorded.js';

/**
 * Makes sub-requests enter at the server, as requests of clients do, before everything that the application has bound
 * to it or to its adapter. The request has the connection of the outer one, so that its address, its protocol and the
 * certificate of its client are the same.
 *
 * `light-my-request` would do the same for Fastify. For Express it replaces the prototypes of all requests of
 * the application, those of clients included.
 */
export function createEnter(adapter: AbstractHttpAdapter, subRequests: SubRequests): Enter {
  return (request, outer, mark) => {
    const server = serverOf(adapter, outer.message);
    const message = messageOf(request, outer);
    const node = new ServerResponse(message);
    destroyWithResponse(message, node);
    const response = new RecordedResponse(node, message, mark.budget);
    subRequests.add(message, mark);
    mark.enter(response);
    try {
      // Values that middleware sets in the asynchronous context of the request stay in that context.
      new AsyncResource('RestSubRequest').runInAsyncScope(emitRequest, server, message, response);
    } catch {
      // Middleware has thrown. Outside of a batch, its error would end the process.
      response.abort();
    }
    return response.received;
  };
}

function emitRequest(this: Server, message: IncomingMessage, { node }: RecordedResponse): void {
  this.emit('request', message, node);
}

/** The server that received a request: an application may have several. */
function serverOf(adapter: AbstractHttpAdapter, { socket }: IncomingMessage): Server {
  return serverOfSocket(socket) ?? (adapter.getHttpServer() as Server);
}

/** A request of Node on the connection of the outer request. */
function messageOf(
  request: InProcessRequest,
  { message: outer, prefix }: Exchange,
): IncomingMessage {
  const message = new IncomingMessage(outer.socket);
  const { method, headers, body } = request;
  const text = body.kind === 'parameters' ? jsonOf(body.whole) : undefined;
  if (text !== undefined) headers['content-length'] = String(Buffer.byteLength(text));
  fillMessage(message, method, `${baseOf(outer)}${prefix}${joinTarget(request)}`, headers);
  for (const name in headers) addLines(message.rawHeaders, name, headers[name]);
  if (text !== undefined) message._read = pushBody(text);
  return message;
}

function jsonOf(data: unknown): string | undefined {
  return JSON.stringify(data) as string | undefined;
}

function addLines(lines: string[], name: string, value: string | string[] = ''): void {
  if (typeof value === 'string') lines.push(name, value);
  else for (const one of value) lines.push(name, one);
}

function pushBody(body: string) {
  return function (this: IncomingMessage): void {
    this.push(body);
    this.push(null);
  };
}

/** The path at which the application is mounted in another Express application. */
function baseOf(outer: IncomingMessage): string {
  const { baseUrl } = outer as { readonly baseUrl?: unknown };
  return typeof baseUrl === 'string' ? baseUrl : '';
}
