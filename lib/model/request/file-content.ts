import type { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';

/** Where the bytes of an uploaded file are: in memory, or in a temporary file. */
export interface FileContent {
  bytes(): Promise<Buffer>;
  /** A new stream for each call. */
  stream(): Readable;
  /** Either the whole file is at the path afterwards, or the path is as it was. */
  saveTo(path: string): Promise<void>;
}
