import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { StreamableFile, Logger } from '@nestjs/common';
import { pipeline, Transform, type Readable } from 'node:stream';
import { types } from 'node:util';
import { hasOwnErrorHandler } from '../../lifecycle/responses/streams.js';
import type { Dispatcher } from '../../lifecycle/dispatcher.js';
import type { RouteEntry } from '../../lifecycle/request-context.js';
import type { SubRequests } from '../../lifecycle/batch/sub-requests.js';
import type { RouteTable } from '../../routing/route-table.js';
import { RestException } from '../../diagnostics/rest.exception.js';
import { contentOf, type Reply } from '../../lifecycle/responses/reply.js';
import { logError, logStack } from '../../shared/log-text.js';
import { codeOfStatus } from '../../diagnostics/translate-error.js';

/** The headers that Nest adds to a stream. */
const OF_STREAMS = ['content-type', 'content-disposition', 'content-length'];

/** A reply of Fastify's, which keeps headers beside those of Node's response. */
interface HeaderReply {
  getHeader(name: string): OutgoingHttpHeader | undefined;
  removeHeader(name: string): unknown;
  header(name: string, value: string | string[]): unknown;
}

/**
 * Remembers the headers that are about to be set for a stream. The returned function restores them: an
 * error in place of the stream has neither its type, nor its length, nor its `ETag`.
 */
export function rememberHeaders(
  response: ServerResponse,
  headers: object,
  reply?: HeaderReply,
): () => void {
  const names = new Set([...Object.keys(headers), ...OF_STREAMS]);
  const remembered = [...names].map((name) => ({
    name,
    ofReply: reply?.getHeader(name),
    ofResponse: response.getHeader(name),
  }));
  return () => {
    for (const { name, ofReply, ofResponse } of remembered) {
      reply?.removeHeader(name);
      response.removeHeader(name);
      if (ofResponse !== undefined) response.setHeader(name, ofResponse);
      // A reply also shows the headers of its response.
      if (ofReply === undefined || String(ofReply) === String(ofResponse)) continue;
      reply?.header(name, Array.isArray(ofReply) ? ofReply : String(ofReply));
    }
  };
}

/**
 * Says when responses have closed: sent, or their client gone. A response that waits behind others on
 * its connection has no socket yet, and Node does not close it together with the connection.
 */
export class ResponseClosing {
  /** One listener for each connection: any number of requests may be pipelined on it. */
  readonly #bySocket = new WeakMap<Socket, Set<() => void>>();

  isClosed(response: ServerResponse): boolean {
    return response.closed || response.destroyed || response.req?.socket?.destroyed === true;
  }

  /** Calls a listener once; at once where the response has closed already. */
  whenClosed(response: ServerResponse, listener: () => void): void {
    if (this.isClosed(response)) {
      listener();
      return;
    }
    const socket: Socket | undefined = response.req?.socket;
    const waiting = response.socket === null && socket !== undefined && this.#waitingOn(socket);
    const close = (): void => {
      if (waiting !== false) waiting.delete(close);
      response.off('close', close);
      listener();
    };
    if (waiting !== false) waiting.add(close);
    response.once('close', close);
  }

  #waitingOn(socket: Socket): Set<() => void> {
    const known = this.#bySocket.get(socket);
    if (known !== undefined) return known;
    const waiting = new Set<() => void>();
    this.#bySocket.set(socket, waiting);
    socket.once('close', () => {
      for (const close of waiting) close();
    });
    return waiting;
  }
}

/**
 * The file as an adapter can send it. A stream in object mode may have a chunk that is neither text nor bytes:
 * Node throws such a chunk inside a listener of the stream, where nothing catches it, and the process ends.
 * Some versions of Nest that are supported do not check the chunks.
 */
export function sendableFile(file: StreamableFile): StreamableFile {
  return file.getStream().readableObjectMode ? new CheckedFile(file) : file;
}

class CheckedFile extends StreamableFile {
  constructor(private readonly file: StreamableFile) {
    super(checkedStream(file.getStream()));
    this.setErrorLogger(file.errorLogger);
    if (hasOwnErrorHandler(file)) this.setErrorHandler(file.errorHandler);
  }

  override getHeaders(): ReturnType<StreamableFile['getHeaders']> {
    return this.file.getHeaders();
  }
}

/** Passes chunks on one at a time, and fails at the first that cannot be sent. */
function checkedStream(source: Readable): Readable {
  const checked = new Transform({
    writableObjectMode: true,
    writableHighWaterMark: 1,
    transform(chunk: unknown, _encoding, callback) {
      if (typeof chunk === 'string' || types.isUint8Array(chunk)) callback(null, chunk);
      else callback(new TypeError(`A file is text or bytes; its stream has ${typeof chunk}.`));
    },
  });
  // Each is destroyed with the other. The adapter has the error from the stream that it sends.
  return pipeline(source, checked, () => undefined);
}

/** What is mounted. */
export interface Served extends Pick<Dispatcher, 'dispatch' | 'reject'> {
  /** With a slash in front and none at the end; empty for the root. */
  readonly prefix: string;
  /** The beginnings of all paths that belong to the mount. */
  readonly owned: readonly string[];
  /** Whether a path below the prefix that has no route is the application's; absent where none is. */
  readonly leaves?: ((path: string) => boolean) | undefined;
  readonly table: RouteTable<RouteEntry>;
  readonly subRequests: SubRequests | undefined;
}

/**
 * Sends the content of a response whose head middleware has sent, to keep the connection alive for instance. Its status
 * and its headers stay.
 */
export function endBegun(response: ServerResponse, method: string | undefined, reply: Reply): void {
  const content = contentOf(reply);
  if (content instanceof StreamableFile) pipeline(content.getStream(), response, () => undefined);
  else response.end(method === 'HEAD' ? undefined : content);
}

/** Logs the error of a request whose response cannot be written. */
export function logFailure(error: unknown): void {
  new Logger('RestModule').error(`A request failed: ${logError(error)}`, logStack(error));
}

/**
 * The error to send for the plain `Error` with `statusCode` 429 that @fastify/rate-limit throws in a hook.
 * Its status is kept, since clients wait because of it. Its message is not sent: an HTTP client's error
 * looks the same.
 */
export function rateLimitError(error: unknown): RestException | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || error.statusCode !== 429) {
    return undefined;
  }
  new Logger('RestModule').warn(`A hook responded with 429: ${logError(error)}`);
  return new RestException(codeOfStatus(429), 'Too Many Requests', 429);
}
