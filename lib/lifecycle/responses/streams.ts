import { StreamableFile } from '@nestjs/common';
import { validateHeaderValue } from 'node:http';
import { ReplyBody, WITHOUT_CONTENT, type Reply } from '../messages/reply.js';
import type { Exchange } from '../messages/exchange.js';
import type { Readable } from 'node:stream';

/** The source text of Nest's own handler. */
const NEST_HANDLER = String(new StreamableFile(new Uint8Array()).errorHandler);

/** The response with a stream that has its first byte, or without the stream if none is sent. */
export function streamedReply(
  response: Reply,
  file: StreamableFile,
  exchange: Exchange,
): Reply | Promise<Reply> {
  if (WITHOUT_CONTENT.has(response.status)) return withoutBody(response, file);
  const described = headersOfFile(file);
  try {
    // An uploader may choose the name of a file. An adapter rejects it only after it has set other headers.
    for (const [name, value] of described) validateHeaderValue(name, value);
  } catch (error) {
    return Promise.reject(error as Error);
  }
  // As in Nest, the application's own handler of a failing stream has priority.
  if (hasOwnErrorHandler(file)) return response;
  const reply = (): Reply =>
    exchange.method === 'HEAD'
      ? withoutBody(headed(response, described, exchange), file)
      : response;
  const waiting = firstByte(file.getStream());
  return waiting === undefined ? reply() : waiting.then(reply);
}

/** The stream was opened to detect errors, and is not sent. */
function withoutBody({ status, headers }: Reply, file: StreamableFile): Reply {
  destroyStream(file);
  return { status, headers, body: ReplyBody.NONE };
}

/** The headers that Nest gives a stream that is sent. */
function headersOfFile(file: StreamableFile): readonly (readonly [name: string, value: string])[] {
  const { type, disposition, length } = file.getHeaders();
  const named = {
    'content-type': type,
    'content-disposition': disposition,
    'content-length': length,
  };
  return Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
}

function headed(
  response: Reply,
  described: ReturnType<typeof headersOfFile>,
  exchange: Exchange,
): Reply {
  for (const [name, value] of described) {
    if (exchange.appliedHeader(name) === undefined) response.headers[name] ??= value;
  }
  return response;
}

/**
 * Waits until a stream has something to send, or has ended; `undefined` if there is nothing to wait for. Until then no
 * header is sent, so a stream that fails can still become an error of the API.
 *
 * @throws The error of the stream, or an Error if the stream is destroyed before it has ended.
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

export function hasOwnErrorHandler(file: StreamableFile): boolean {
  return String(file.errorHandler) !== NEST_HANDLER;
}

/** A legacy stream has no `destroy`. */
export function destroyStream(file: StreamableFile): void {
  const stream: { destroy?: () => unknown } = file.getStream();
  stream.destroy?.();
}
