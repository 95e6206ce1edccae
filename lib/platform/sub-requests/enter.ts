import { AsyncResource } from 'node:async_hooks';
import { IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { Exchange } from '../../pipeline/exchange.js';
import type { Enter, SubRequest, SubRequests } from '../../pipeline/sub-requests/sub-requests.js';
import { SubResponse } from './sub-response.js';

/**
 * Makes sub-requests enter where requests of clients do: at the server, ahead of everything that the
 * application has bound to it or to its adapter. The request has the connection of the outer one, so that its
 * address, its protocol and the certificate of its client are the same.
 *
 * `light-my-request` would do the same for Fastify. For Express it replaces the prototypes of all requests of
 * the application, those of clients included.
 */
export function createEnter(adapter: AbstractHttpAdapter, subRequests: SubRequests): Enter {
  return async (request, { outer, budget, mark, signal }) => {
    const server = serverOf(adapter, outer);
    const classes = classesOf(server);
    const message = messageOf(request, outer, classes.IncomingMessage);
    const response = new SubResponse(new classes.ServerResponse(message), budget);
    const abort = (): void => response.abort();
    signal?.addEventListener('abort', abort);
    subRequests.add(message, mark);
    const waiting = setTimeout(() => {
      budget.isBlocked = true;
      mark.giveUp();
      response.giveUp();
    }, budget.maxWait);
    waiting.unref();
    mark.onArrival = () => clearTimeout(waiting);
    response.node.once('close', () => message.destroy());
    try {
      // What middleware sets in the asynchronous context of the request stays in it.
      new AsyncResource('RestSubRequest').runInAsyncScope(() =>
        server.emit('request', message, response.node),
      );
    } catch {
      // Without a batch around it, the process would end here.
      abort();
    }
    const received = await response.received;
    signal?.removeEventListener('abort', abort);
    clearTimeout(waiting);
    return received;
  };
}

/** The server that the outer request came through: an application may have several. */
function serverOf(adapter: AbstractHttpAdapter, { message }: Exchange): Server {
  const own: unknown = Reflect.get(message.socket, 'server');
  return isServer(own) ? own : (adapter.getHttpServer() as Server);
}

function isServer(value: unknown): value is Server {
  if (typeof value !== 'object' || value === null || !('listenerCount' in value)) return false;
  return (value as Server).listenerCount('request') > 0;
}

/** The classes of the requests and the responses of a server. */
interface Classes {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Those that the server makes requests of clients with: Express gives objects of other classes other prototypes,
 * which slows all later code on them.
 */
function classesOf(server: Server): Classes {
  const own: Record<string, unknown> = {};
  for (const symbol of Object.getOwnPropertySymbols(server)) {
    const { description = '' } = symbol;
    const value: unknown = Reflect.get(server, symbol);
    if (typeof value === 'function') own[description] = value;
  }
  const { IncomingMessage: message, ServerResponse: response } = own;
  return {
    IncomingMessage: isKind(message, IncomingMessage) ? message : IncomingMessage,
    ServerResponse: isKind(response, ServerResponse) ? response : ServerResponse,
  };
}

/** Whether instances of a class are also instances of Node's. HTTP/2 has others. */
function isKind<Class extends abstract new (...args: never[]) => object>(
  value: unknown,
  base: Class,
): value is Class {
  if (value === base) return true;
  return typeof value === 'function' && value.prototype instanceof base;
}

/** A request of Node's on the connection of the outer request. */
function messageOf(
  { method, path, queryText, headers, body }: SubRequest,
  { message: outer, prefix }: Exchange,
  Message: typeof IncomingMessage,
): IncomingMessage {
  const message = new Message(outer.socket);
  const query = queryText === '' ? '' : `?${queryText}`;
  message.method = method;
  message.url = `${baseOf(outer)}${prefix}${path}${query}`;
  message.headers = headers;
  message.rawHeaders = Object.entries(headers).flatMap(([name, value = '']) =>
    [value].flat().flatMap((line) => [name, line]),
  );
  message.httpVersion = '1.1';
  message.httpVersionMajor = 1;
  message.httpVersionMinor = 1;
  message.complete = true;
  message._read = () => {
    if (body !== undefined) message.push(body);
    message.push(null);
  };
  // Node's own would close the connection of the outer request.
  message._destroy = (error, callback) => callback(error);
  return message;
}

/** Where the application is mounted in another one of Express's. */
function baseOf(outer: IncomingMessage): string {
  const { baseUrl } = outer as { readonly baseUrl?: unknown };
  return typeof baseUrl === 'string' ? baseUrl : '';
}
