import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { writeFile } from 'node:fs/promises';
import { brand } from '../shared/brand.js';
import { writeWhole } from '../shared/write-whole.js';
import { UPLOADED_FILE_MARK } from '../types/method-signature.js';

/** The storage of the bytes of an uploaded file: in memory, or in a temporary file. */
export interface FileContent {
  bytes(): Promise<Buffer>;
  /** A new stream for each call. */
  stream(): Readable;
  /** Writes the whole file to the path, or leaves the path unchanged. */
  saveTo(path: string): Promise<void>;
}

/** The bytes are not copied. */
export function memoryContent(bytes: Uint8Array): FileContent {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    bytes: () => Promise.resolve(content),
    // A list of one chunk: Node would read the bytes of an iterable one by one.
    stream: () => Readable.from([content], { objectMode: false }),
    saveTo: (path) => writeWhole(path, (temporary) => writeFile(temporary, content)),
  };
}

/**
 * A file of a `multipart/form-data` body. Declare it as a parameter of a route: `cover: UploadedFile`, `cover:
 * UploadedFile | null = null`, `pages: UploadedFile[]`. It is deleted when the response is finished: use `bytes()`,
 * `stream()` or `saveTo(path)` before.
 *
 * @example
 * async create(title: string, cover: UploadedFile) {
 *   await cover.saveTo(join(this.folder, `${randomUUID()}.png`));
 * }
 *
 * @see RFC 7578 (multipart/form-data)
 */
export class UploadedFile {
  static readonly [UPLOADED_FILE_MARK] = true;
  /** The base name that the client sent, without folders. The client chose it: it is not a safe path. */
  readonly name: string;
  /**
   * The media type that the client sent, which may be wrong; `application/octet-stream` by default. If the parameter
   * states `mediaTypes`, the type of the content.
   */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  readonly #content: FileContent;

  constructor({
    name,
    type,
    size,
    content,
  }: Pick<UploadedFile, 'name' | 'type' | 'size'> & { readonly content: FileContent }) {
    this.name = name;
    this.type = type;
    this.size = size;
    this.#content = content;
  }

  /**
   * A file from memory, for tests and for requests in process. A text is encoded in UTF-8; bytes
   * are not copied.
   *
   * @example
   * await app.post('/lib/v1/books', { title: 'Momo', cover: UploadedFile.of('momo.png', png, 'image/png') });
   *
   * @param type `application/octet-stream` by default.
   */
  static of(
    name: string,
    bytes: Uint8Array | string,
    type = 'application/octet-stream',
  ): UploadedFile {
    const content = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    return new UploadedFile({ name, type, size: content.length, content: memoryContent(content) });
  }

  /**
   * The whole file in memory.
   *
   * @example
   * const image = await cover.bytes();
   */
  bytes(): Promise<Buffer> {
    return this.#content.bytes();
  }

  /**
   * The file as a stream, a new one for each call.
   *
   * @example
   * await pipeline(cover.stream(), createWriteStream(path));
   */
  stream(): Readable {
    return this.#content.stream();
  }

  /**
   * Writes the file to a path, and replaces an existing file. Its folder must exist. A failure never leaves a partly
   * written file at the path. A new file has the mode of the umask of the process (0644 for 022), as with `node:fs`;
   * an existing file keeps its mode, and a symbolic link is followed. Never build the path from `name`: the client
   * chose it.
   *
   * @example
   * await cover.saveTo(join(folder, `${randomUUID()}.png`));
   *
   * @throws the error of the file system, as `node:fs` throws it.
   */
  saveTo(path: string): Promise<void> {
    return this.#content.saveTo(path);
  }
}

/** Whether a value is an `UploadedFile`, of this copy of the library or of another. */
export const isUploadedFile = brand(UploadedFile, 'UploadedFile');
