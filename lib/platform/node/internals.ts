import { ReadStream } from 'node:fs';
/**
 * The private parts of Node that the library uses, and what it replaces on Node's objects. docs/architecture.md lists
 * each use, with the promise that it keeps and the public alternative that was considered.
 */
import type { Server, ServerResponse } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';

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
 * The path of the file that a stream reads from its first byte to its last; `undefined` for any other stream. The first
 * and the last byte are properties without documentation.
 */
export function wholeFileOf(stream: object): string | Buffer | undefined {
  if (!(stream instanceof ReadStream)) return undefined;
  const start: unknown = Reflect.get(stream, 'start');
  const end: unknown = Reflect.get(stream, 'end');
  // One that was made of a file handle has no path.
  const { path }: { readonly path: string | Buffer | undefined } = stream;
  return start === undefined && end === Infinity && stream.bytesRead === 0 ? path : undefined;
}
