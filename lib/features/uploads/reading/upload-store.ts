import { Buffer } from 'node:buffer';
import { type FileContent, memoryContent } from '../../../routes/file-content.js';
import type { MemoryBudget } from './budgets.js';
import { randomUUID } from 'node:crypto';
import { close, constants, createWriteStream, openSync, read, unlinkSync, write } from 'node:fs';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { writeWhole } from '../../../shared/write-whole.js';

const CHUNK_BYTES = 65_536;

const { O_CREAT, O_EXCL, O_RDWR, O_NOFOLLOW } = constants;

const OWNER_ONLY = 0o600;

const readAt = promisify(read);

const writeAt = promisify(write);

/**
 * A file that has no name: it is created exclusively, for its owner only, and its name is removed before
 * anything is written. The system frees it with its descriptor, so nothing is left of it, not even by a
 * process that is killed. Both happen in one turn of the event loop, which `process.exit()` cannot interrupt.
 */
class TemporaryFile implements FileContent {
  readonly #descriptor: number;
  #size = 0;
  #pending = 0;
  #isClosing = false;

  /** @throws The error of the file system, also if it cannot remove the name of an open file. */
  constructor(folder: string) {
    const path = join(folder, `upload-${randomUUID()}`);
    // Windows has no symbolic links to follow here, and no such flag.
    const flags = O_CREAT | O_EXCL | O_RDWR | (O_NOFOLLOW ?? 0);
    this.#descriptor = openSync(path, flags, OWNER_ONLY);
    try {
      unlinkSync(path);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get size(): number {
    return this.#size;
  }

  async append(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      const { bytesWritten } = await this.#use(() =>
        writeAt(this.#descriptor, chunk, at, chunk.length - at, this.#size),
      );
      at += bytesWritten;
      this.#size += bytesWritten;
    }
  }

  async bytes(): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(this.#size);
    let at = 0;
    for await (const chunk of this.#chunks()) at += chunk.copy(bytes, at);
    return bytes;
  }

  stream(): Readable {
    const stream = Readable.from(this.#chunks(), { objectMode: false });
    passErrorsOn(stream);
    return stream;
  }

  saveTo(path: string): Promise<void> {
    return writeWhole(path, (temporary) => pipeline(this.stream(), createWriteStream(temporary)));
  }

  /** Closes after the current read or write: another file could get a closed descriptor. */
  close(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#closeUnused();
  }

  async *#chunks(): AsyncGenerator<Buffer, void, undefined> {
    for (let at = 0; at < this.#size;) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, this.#size - at));
      const { bytesRead } = await this.#use(() =>
        readAt(this.#descriptor, chunk, 0, chunk.length, at),
      );
      if (bytesRead === 0) throw new Error('The temporary file is shorter than what was written.');
      at += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  }

  async #use<Result>(operation: () => Promise<Result>): Promise<Result> {
    if (this.#isClosing) {
      throw new Error(
        'The uploaded file is gone: its response is finished, or its client has left.',
      );
    }
    this.#pending++;
    try {
      return await operation();
    } finally {
      this.#pending--;
      this.#closeUnused();
    }
  }

  #closeUnused(): void {
    // No caller could receive an error.
    if (this.#isClosing && this.#pending === 0) close(this.#descriptor, () => undefined);
  }
}

/**
 * The file is gone if the client leaves while `pipe()` copies it. Node would end the process, because nothing listens
 * to the error, and the destination of the stream would never be closed.
 */
function passErrorsOn(stream: Readable): void {
  const destinations = new Set<NodeJS.WritableStream>();
  const pipe = stream.pipe.bind(stream);
  stream.pipe = (destination, options) => {
    if (options?.end !== false) {
      destinations.add(destination);
      destination.once('unpipe', () => destinations.delete(destination));
    }
    return pipe(destination, options);
  };
  stream.on('error', (error) => {
    for (const destination of destinations) {
      // Also removes the listeners of `pipe()` itself.
      stream.unpipe(destination);
      const isHeard = destination.listenerCount('error') > 0;
      if ('destroy' in destination) (destination as Writable).destroy(isHeard ? error : undefined);
    }
  });
}

/** A file that was stored. */
interface StoredFile {
  readonly size: number;
  readonly content: FileContent;
}

/** The files of one request: in memory while its budget lasts, then in temporary files. */
export class UploadStore {
  readonly #files: TemporaryFile[] = [];
  #isReleased = false;

  constructor(
    private readonly folder: string,
    private readonly memory: MemoryBudget,
  ) {}

  /** Stores the chunks of a file; `next` returns `undefined` at its end. */
  async store(next: () => Promise<Buffer | undefined>): Promise<StoredFile> {
    const chunks: Buffer[] = [];
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
      if (this.#isReleased) throw new Error('The request was released while its files were read.');
      if (!this.memory.take(chunk.length)) return this.#storeInFile([...chunks, chunk], next);
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    return { size: bytes.length, content: memoryContent(bytes) };
  }

  /** Closes the temporary files, and releases the memory. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    for (const file of this.#files) file.close();
    this.memory.give(this.memory.held);
  }

  async #storeInFile(
    chunks: readonly Buffer[],
    next: () => Promise<Buffer | undefined>,
  ): Promise<StoredFile> {
    const file = new TemporaryFile(this.folder);
    this.#files.push(file);
    // All chunks but the last, which did not fit. This is done before anything is waited for: see `release`.
    this.memory.give(chunks.slice(0, -1).reduce((bytes, { length }) => bytes + length, 0));
    for (const chunk of chunks) await file.append(chunk);
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
      await file.append(chunk);
    }
    return { size: file.size, content: file };
  }
}
