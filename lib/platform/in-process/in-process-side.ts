import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type {
  InProcessCaller,
  InProcessRequest,
  InProcessSide,
} from '../../pipeline/in-process/in-process-exchange.js';

/**
 * The platform's side of an in-process request: a request that has everything of the outer one except what
 * differs, and a response without a socket.
 */
export function makeInProcessSide(
  request: InProcessRequest,
  { outer, prefix, user }: InProcessCaller,
): InProcessSide {
  const message = messageOf(request, prefix);
  const raw = outer === undefined ? message : derived(outer.raw, message, request);
  if (user !== undefined) define(raw, 'user', user);
  const response = new ServerResponse(message);
  return {
    message,
    raw,
    response: {
      response,
      headers: () => response.getHeaders(),
      setDefault: (name, value) => {
        if (!response.hasHeader(name)) response.setHeader(name, value);
      },
    },
  };
}

function messageOf(
  { method, path = '', queryText, headers }: InProcessRequest,
  prefix: string,
): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.method = method;
  message.url = `${prefix}${path}${queryText === '' ? '' : `?${queryText}`}`;
  message.headers = headers;
  message.complete = true;
  return message;
}

/** The outer request as the adapter made it, with the method, URL, headers and body of the inner one. */
function derived(outer: unknown, message: IncomingMessage, { body }: InProcessRequest): object {
  const raw = Object.create(outer as object) as object;
  define(raw, 'method', message.method);
  define(raw, 'url', message.url);
  define(raw, 'originalUrl', message.url);
  define(raw, 'headers', message.headers);
  define(raw, 'body', body.kind === 'parameters' ? body.whole : undefined);
  return raw;
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    writable: true,
    configurable: true,
    enumerable: true,
  });
}
