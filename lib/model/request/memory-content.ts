import { Buffer } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { writeWhole } from '../../shared/write-whole.js';
import type { FileContent } from './file-content.js';

/** The content of a file that is in memory. The bytes are not copied. */
export function memoryContent(bytes: Uint8Array): FileContent {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    bytes: () => Promise.resolve(content),
    // A list of one chunk: Node would read the bytes of an iterable one by one.
    stream: () => Readable.from([content], { objectMode: false }),
    saveTo: (path) => writeWhole(path, (temporary) => writeFile(temporary, content)),
  };
}
