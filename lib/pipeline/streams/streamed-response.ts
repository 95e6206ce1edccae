import type { StreamableFile } from '@nestjs/common';
import type { Answer } from '../responses/route-response.js';
import type { Exchange } from '../exchange.js';
import { hasOwnErrorHandler } from './error-handler.js';
import { firstByte } from './first-byte.js';
import { destroyStream } from './release-stream.js';

/** An answer whose body is a stream that has something to send, or that needs none of it. */
export function streamedAnswer(
  answer: Answer,
  file: StreamableFile,
  exchange: Exchange,
): Answer | Promise<Answer> {
  // What the application does with a failing stream goes first, as in Nest.
  if (hasOwnErrorHandler(file)) return answer;
  if (answer.status === 204 || answer.status === 304) return withoutBody(answer, file);
  const finish = (): Answer =>
    exchange.method === 'HEAD' ? withoutBody(headed(answer, file, exchange), file) : answer;
  const waiting = firstByte(file.getStream());
  return waiting === undefined ? finish() : waiting.then(finish);
}

/** The stream is opened, to know that it can be, and nothing of it is sent. */
function withoutBody({ status, headers }: Answer, file: StreamableFile): Answer {
  destroyStream(file);
  return { status, headers, body: undefined };
}

/** With the headers that Nest gives a stream that is sent. */
function headed(answer: Answer, file: StreamableFile, exchange: Exchange): Answer {
  const { type, disposition, length } = file.getHeaders();
  const described = {
    'content-type': type,
    'content-disposition': disposition,
    'content-length': length === undefined ? undefined : String(length),
  };
  for (const [name, value] of Object.entries(described)) {
    if (value === undefined || exchange.presetHeader(name) !== undefined) continue;
    answer.headers[name] ??= value;
  }
  return answer;
}
