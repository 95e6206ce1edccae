import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { StreamableFile } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { Reply } from '../../pipeline/responses/reply.js';
import { hasOwnErrorHandler } from '../../pipeline/streams/error-handler.js';
import { sendableFile } from '../http/sendable-file.js';
import { rememberHeaders } from '../http/stream-headers.js';

/**
 * Sends a stream through Nest's adapter. `fail` responds where the stream fails before its first byte is
 * sent, as a stream does whose first chunk is neither text nor bytes. After the first byte the connection
 * is destroyed.
 */
export function sendStream(
  adapter: AbstractHttpAdapter,
  response: ServerResponse,
  { status, headers }: Reply,
  body: StreamableFile,
  fail: (error: unknown) => void,
): void {
  const file = sendableFile(body);
  handleErrors(file, response, rememberHeaders(response, headers), fail);
  destroyWith(file.getStream(), response);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  adapter.reply(response, file, status);
}

/**
 * A handler of the application's own is left in place. A response that has begun is not ended, which would
 * make the file look whole, except where the stream has handed over every byte before it failed. The oldest
 * Nest 12 ends it in either case.
 */
function handleErrors(
  file: StreamableFile,
  response: ServerResponse,
  restoreHeaders: () => void,
  fail: (error: unknown) => void,
): void {
  if (hasOwnErrorHandler(file)) return;
  file.setErrorHandler((error) => {
    if (response.destroyed) return;
    if (!response.headersSent) {
      restoreHeaders();
      fail(error);
      return;
    }
    file.errorLogger(error);
    if (file.getStream().readableEnded) response.end();
    else response.destroy();
  });
}

/** Also where a stream is destroyed without an error, for which `pipe()` would wait forever. */
function destroyWith(stream: Readable, response: ServerResponse): void {
  stream.once('close', () => {
    const isCut = response.headersSent && !stream.readableEnded && !response.writableEnded;
    if (isCut) response.destroy();
  });
}
