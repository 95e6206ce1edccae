import { StreamableFile } from '@nestjs/common';
import { pipeline, Transform, type Readable } from 'node:stream';
import { types } from 'node:util';
import { hasOwnErrorHandler } from '../../pipeline/streams/error-handler.js';

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
