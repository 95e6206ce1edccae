import type { ServerResponse } from 'node:http';
import type { StreamableFile } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { RouteResponse } from '../../pipeline/responses/route-response.js';
import { hasOwnErrorHandler } from '../../pipeline/streams/error-handler.js';
import { rememberHeaders } from '../http/stream-headers.js';

/**
 * Sends a stream through Nest's adapter. `fail` answers for a stream that fails before its first byte
 * is out, such as one whose first chunk is neither text nor bytes; after it the connection is destroyed,
 * also where the stream is destroyed without an error, for which `pipe()` would wait for ever.
 */
export function sendStream(
  adapter: AbstractHttpAdapter,
  response: ServerResponse,
  { status, headers }: RouteResponse,
  file: StreamableFile,
  fail: (error: unknown) => void,
): void {
  const restore = rememberHeaders(response, headers);
  if (!hasOwnErrorHandler(file)) {
    const later = file.errorHandler;
    file.setErrorHandler((error, raw) => {
      if (response.headersSent || response.destroyed) return later(error, raw);
      restore();
      fail(error);
    });
  }
  const stream = file.getStream();
  stream.once('close', () => {
    if (response.headersSent && !stream.readableEnded && !response.writableEnded)
      response.destroy();
  });
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  adapter.reply(response, file, status);
}
