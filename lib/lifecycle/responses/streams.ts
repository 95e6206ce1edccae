import { StreamableFile } from '@nestjs/common';
import { ReplyBody, type Reply } from './reply.js';
import type { Exchange } from '../exchange.js';
import type { Readable } from 'node:stream';

/** The source of Nest's own handler. */
const NEST_HANDLER = String(new StreamableFile(new Uint8Array()).errorHandler);

/** The response with a stream that has something to send, or without the stream where none is sent. */
export function streamedReply(
  response: Reply,
  file: StreamableFile,
  exchange: Exchange,
): Reply | Promise<Reply> {
  // As in Nest, the application's own handler of a failing stream has priority.
  if (hasOwnErrorHandler(file)) return response;
  if (response.status === 204 || response.status === 304) return withoutBody(response, file);
  const finish = (): Reply =>
    exchange.method === 'HEAD' ? withoutBody(headed(response, file, exchange), file) : response;
  const waiting = firstByte(file.getStream());
  return waiting === undefined ? finish() : waiting.then(finish);
}

/** The stream was opened to detect errors, and is not sent. */
function withoutBody({ status, headers }: Reply, file: StreamableFile): Reply {
  destroyStream(file);
  return { status, headers, body: ReplyBody.NONE };
}

/** With the headers that Nest gives a stream that is sent. */
function headed(response: Reply, file: StreamableFile, exchange: Exchange): Reply {
  const { type, disposition, length } = file.getHeaders();
  const described = {
    'content-type': type,
    'content-disposition': disposition,
    'content-length': length === undefined ? undefined : String(length),
  };
  for (const [name, value] of Object.entries(described)) {
    if (value === undefined || exchange.presetHeader(name) !== undefined) continue;
    response.headers[name] ??= value;
  }
  return response;
}

/**
 * Waits until a stream has something to send, or has ended; `undefined` where there is nothing to wait for.
 * Until then no header is sent, so a stream that fails can still become an error of the API.
 *
 * @throws What the stream fails with, or an Error where it is destroyed before it has ended.
 */
function firstByte(stream: Readable): Promise<void> | undefined {
  // Legacy streams do not have a `readableLength`.
  if (typeof stream.readableLength !== 'number') return undefined;
  if (stream.readableLength > 0 && stream.errored === null) return undefined;
  return stream.readableEnded ? undefined : waitFor(stream);
}

function waitFor(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown): void => {
      stream.off('readable', onReady).off('end', onReady);
      stream.off('error', settle).off('close', onClose);
      if (error === undefined) resolve();
      else reject(error as Error);
    };
    const onReady = (): void => settle();
    const onClose = (): void =>
      settle(stream.errored ?? new Error('The stream was destroyed before it was sent.'));
    if (stream.errored !== null || stream.destroyed) return onClose();
    stream.on('readable', onReady).on('end', onReady).on('error', settle).on('close', onClose);
  });
}

/** Whether the application has set its own handler of a file, by `setErrorHandler()`. */
export function hasOwnErrorHandler(file: StreamableFile): boolean {
  return String(file.errorHandler) !== NEST_HANDLER;
}

/** A legacy stream has no `destroy`. */
export function destroyStream(file: StreamableFile): void {
  const stream: { destroy?: () => unknown } = file.getStream();
  stream.destroy?.();
}
