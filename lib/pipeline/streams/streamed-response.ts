import type { StreamableFile } from '@nestjs/common';
import { ReplyBody, type Reply } from '../responses/reply.js';
import type { Exchange } from '../exchange.js';
import { hasOwnErrorHandler } from './error-handler.js';
import { firstByte } from './first-byte.js';
import { destroyStream } from './release-stream.js';

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
