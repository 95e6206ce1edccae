import type { ServerResponse } from 'node:http';
import { StreamableFile } from '@nestjs/common';
import { pipeline, Transform, type Readable } from 'node:stream';
import { types } from 'node:util';
import { hasOwnErrorHandler } from '../../lifecycle/responses/streams.js';
import { contentOf, type Reply } from '../../lifecycle/messages/reply.js';

/** The headers that Nest adds to a stream. An error that replaces it must have none of them. */
export const OF_STREAMS = ['content-type', 'content-disposition', 'content-length'] as const;

/**
 * The file in a form that an adapter can send. A stream in object mode may have a chunk that is neither text nor bytes:
 * Node throws such a chunk inside a listener of the stream, where nothing catches it, and the process ends. Some
 * supported versions of Nest do not check the chunks.
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

/** Passes chunks on one at a time, and fails at the first chunk that cannot be sent. */
function checkedStream(source: Readable): Readable {
  const checked = new Transform({
    writableObjectMode: true,
    writableHighWaterMark: 1,
    transform(chunk: unknown, _encoding, callback) {
      if (typeof chunk === 'string' || types.isUint8Array(chunk)) callback(null, chunk);
      else callback(new TypeError(`A file is text or bytes; its stream has ${typeof chunk}.`));
    },
  });
  // If one stream is destroyed, so is the other. The adapter gets the error from the stream that it sends.
  return pipeline(source, checked, () => undefined);
}

/**
 * Sends the content of a response whose head was already sent by middleware, for example to keep the connection alive.
 * Its status and its headers stay.
 */
export function endBegun(response: ServerResponse, method: string | undefined, reply: Reply): void {
  const content = contentOf(reply);
  if (content instanceof StreamableFile) pipeline(content.getStream(), response, () => undefined);
  else response.end(method === 'HEAD' ? undefined : content);
}
