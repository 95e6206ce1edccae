/**
 * The private parts of Node that the library uses, and what it replaces on Node's objects. docs/architecture.md lists
 * each use, with the promise that it keeps and the public alternative that was considered.
 */
import { IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';

/**
 * The classes that a server uses for requests of clients and their responses. Express sets other prototypes on objects
 * of other classes, which slows all later code on them.
 */
export function findClasses(server: Server) {
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

/** Whether a class is Node's class or extends it. HTTP/2 has other classes. */
function isKind<Class extends abstract new (...args: never[]) => object>(
  value: unknown,
  base: Class,
): value is Class {
  if (value === base) return true;
  return typeof value === 'function' && value.prototype instanceof base;
}

/** The server that has accepted a connection; `undefined` if Node does not say it. */
export function serverOfSocket(socket: Socket): Server | undefined {
  const own: unknown = Reflect.get(socket, 'server');
  return isServer(own) ? own : undefined;
}

function isServer(value: unknown): value is Server {
  if (typeof value !== 'object' || value === null || !('listenerCount' in value)) return false;
  return (value as Server).listenerCount('request') > 0;
}

/**
 * Calls a function for each session of HTTP/2, with its connection: a session has only a proxy of it. A server creates
 * the session while it handles the event of the connection.
 */
export function onEachSession(
  server: Server,
  listener: (session: ServerHttp2Session, socket: Socket) => void,
): void {
  let latest: Socket | undefined;
  const remember = (socket: Socket): void => {
    latest = socket;
  };
  server.prependListener('connection', remember).prependListener('secureConnection', remember);
  server.on('session', (session: ServerHttp2Session) => {
    if (latest !== undefined) listener(session, latest);
    latest = undefined;
  });
}

/** The response that Node writes to a connection. */
export function responseOn(connection: object): ServerResponse | undefined {
  const { _httpMessage: response } = connection as {
    readonly _httpMessage?: ServerResponse | null;
  };
  return response ?? undefined;
}

/**
 * Another object for the same message. Node emits the events of a message on the object that it has made; some
 * listeners compare it with their own.
 */
export function withOtherIdentity(message: IncomingMessage): IncomingMessage {
  const emit = Reflect.get(message, 'emit') as (...args: unknown[]) => boolean;
  const other = new Proxy(message, {});
  const value = (...args: unknown[]): boolean => Reflect.apply(emit, other, args);
  Object.defineProperty(message, 'emit', { value, configurable: true, writable: true });
  return other;
}

/**
 * Gives a response its own message back at its end: Express sets `req` of a response. From Node 26 on, a server asserts
 * that it is the message that it has made.
 */
export function restoreMessageAtEnd(response: ServerResponse, message: IncomingMessage): void {
  response.prependListener('finish', () => Reflect.set(response, 'req', message));
}
