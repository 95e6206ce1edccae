import type { StreamableFile } from '@nestjs/common';
import type { RouteResponse } from '../responses/route-response.js';
import type { Exchange } from '../exchange.js';
import { hasOwnErrorHandler } from './error-handler.js';
import { firstByte } from './first-byte.js';
import { destroyStream } from './release-stream.js';

/** A response whose body is a stream that has something to send, or that needs none of it. */
export function streamedResponse(
  response: RouteResponse,
  file: StreamableFile,
  exchange: Exchange,
): RouteResponse | Promise<RouteResponse> {
  // What the application does with a failing stream goes first, as in Nest.
  if (hasOwnErrorHandler(file)) return response;
  if (response.status === 204 || response.status === 304) return withoutBody(response, file);
  const finish = (): RouteResponse =>
    exchange.method === 'HEAD' ? withoutBody(headed(response, file, exchange), file) : response;
  const waiting = firstByte(file.getStream());
  return waiting === undefined ? finish() : waiting.then(finish);
}

/** The stream is opened, to know that it can be, and nothing of it is sent. */
function withoutBody({ status, headers }: RouteResponse, file: StreamableFile): RouteResponse {
  destroyStream(file);
  return { status, headers, body: undefined };
}

/** With the headers that Nest gives a stream that is sent. */
function headed(response: RouteResponse, file: StreamableFile, exchange: Exchange): RouteResponse {
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
