import { StreamableFile } from '@nestjs/common';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { destroyStream, hasOwnErrorHandler } from '../../lifecycle/responses/streams.js';
import { wholeFileOf } from '../../platform/node/internals.js';
import type { ByteRange } from './requested-range.js';

/** A file of which parts can be sent. */
export interface DivisibleFile {
  /** In bytes; `undefined` for a file on the disk of which nothing is known yet. */
  readonly length: number | undefined;
  /** The path, if the stream reads a file on the disk from its first byte to its last. */
  readonly path: string | Buffer | undefined;
}

/** `undefined` for a stream of unknown length. */
export function divisible(file: StreamableFile): DivisibleFile | undefined {
  const { length } = file.getHeaders();
  const stream: Readable = file.getStream();
  // A legacy stream cannot be iterated, and of a stream that was read already, bytes are missing.
  if (!(Symbol.asyncIterator in stream) || stream.readableDidRead) return undefined;
  const path = wholeFileOf(stream);
  return length === undefined && path === undefined ? undefined : { length, path };
}

/** The file on the disk, if it is as long as the method says; to be closed. `undefined` if it cannot be read. */
export async function openFile({ path, length }: DivisibleFile): Promise<OpenFile | undefined> {
  if (path === undefined) return undefined;
  const handle = await open(path).catch(() => undefined);
  const stats = await handle?.stat().catch(() => undefined);
  const isWhole = stats?.isFile() === true && (length === undefined || length === stats.size);
  if (handle !== undefined && isWhole) return { handle, length: stats.size };
  await handle?.close();
  return undefined;
}

export interface OpenFile {
  readonly handle: FileHandle;
  readonly length: number;
}

/** A part of a stream: of an open file it is read from its place, of any other stream the bytes before it are skipped. */
export class PartOfFile extends StreamableFile {
  constructor(
    private readonly file: StreamableFile,
    private readonly range: ByteRange,
    opened: OpenFile | undefined,
  ) {
    const { first: start, last: end } = range;
    const stream =
      opened === undefined
        ? Readable.from(skip(file.getStream(), range), { objectMode: false })
        : opened.handle.createReadStream({ start, end });
    super(stream);
    if (opened !== undefined) destroyStream(file);
    this.setErrorLogger(file.errorLogger);
    if (hasOwnErrorHandler(file)) this.setErrorHandler(file.errorHandler);
  }

  override getHeaders(): ReturnType<StreamableFile['getHeaders']> {
    const { first, last } = this.range;
    return { ...this.file.getHeaders(), length: last - first + 1 };
  }
}

/** The loop destroys the source once it ends, or if its reader is destroyed. */
async function* skip(source: Readable, { first, last }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of source) {
    const bytes = bytesOf(chunk);
    const part = bytes.subarray(Math.max(0, first - at), last + 1 - at);
    if (part.length > 0) yield part;
    at += bytes.length;
    if (at > last) return;
  }
}

function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk === 'string') return Buffer.from(chunk);
  throw new TypeError(`A file is text or bytes; its stream has ${typeof chunk}.`);
}
