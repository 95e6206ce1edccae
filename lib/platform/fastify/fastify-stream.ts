import { StreamableFile } from '@nestjs/common';
import { pipeline, Transform, type Readable } from 'node:stream';
import { types } from 'node:util';

/**
 * The file as Fastify can send it. A stream in object mode may have a chunk that is neither text nor bytes:
 * Node throws such a chunk inside a listener of the stream, where nothing catches it, and the process ends.
 * Nest checks the chunks only from Nest 12 on.
 */
export function sendableFile(file: StreamableFile): StreamableFile {
  return file.getStream().readableObjectMode ? new CheckedFile(file) : file;
}

class CheckedFile extends StreamableFile {
  constructor(private readonly file: StreamableFile) {
    super(checkedStream(file.getStream()));
    this.setErrorLogger(file.errorLogger);
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
  // Each is destroyed with the other. Fastify has the error from the stream that it sends.
  return pipeline(source, checked, () => undefined);
}
