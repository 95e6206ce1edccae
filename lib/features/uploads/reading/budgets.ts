import { tooLarge, httpError } from '../../../diagnostics/http-error-catalogue.js';
import type { Readable } from 'node:stream';
import type { RestException } from '../../../diagnostics/rest.exception.js';
import { NullRecord } from '../../../shared/records.js';
import { parserErrorOf } from '../../../platform/node/parser-errors.js';
import type { MediaTypeDetection } from './media-types.js';

/** The number of bytes that may still be received. */
export class ByteBudget {
  readonly #limit: number;
  #left: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#left = limit;
  }

  /** @throws RestException, 413, beyond the limit. */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw tooLarge(this.#limit, 'the body without its files');
  }
}

/** Bytes of memory that may be held at the same time; a part of a larger budget if one is given. */
export class MemoryBudget {
  #held = 0;

  constructor(
    private readonly limit: number,
    private readonly parent?: MemoryBudget,
  ) {}

  get held(): number {
    return this.#held;
  }

  /** Holds some more bytes. If they do not fit, holds nothing and returns false. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.limit) return false;
    if (this.parent?.take(bytes) === false) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
    this.parent?.give(bytes);
  }
}

/** The bytes of a request, read chunk by chunk: they are received only as fast as they are used. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Buffer | string>;
  readonly #stream: Readable;

  /** @throws TypeError if the application has made texts of the bytes. */
  constructor(stream: Readable) {
    if (stream.readableEncoding !== null) {
      throw new TypeError('The application has called setEncoding on a request with a form.');
    }
    this.#stream = stream;
    // If reading ends early, the response still has to be sent, so the socket must stay.
    this.#chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer | string>;
  }

  /**
   * The next chunk; `undefined` at the end.
   *
   * @throws RestException if the client has gone, or the bytes cannot be read.
   */
  async next(): Promise<Buffer | undefined> {
    try {
      const { done, value } = await this.#chunks.next();
      if (done === true) return undefined;
      // The stream that a hook has made of a body may emit texts.
      return typeof value === 'string' ? Buffer.from(value) : value;
    } catch (error) {
      // The stream that a hook has made of a body may fail, as at compressed bytes that are none.
      throw parserErrorOf(error) ?? this.interrupted();
    }
  }

  /** The error of a request whose client has left; the client does not receive it. */
  interrupted(): RestException {
    return httpError('rest_invalid_body', 'it was interrupted');
  }

  /** Ends reading; bytes that come later are dropped. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
    this.#stream.resume();
  }
}

/** `forRoot({ uploads })`, checked. Sizes are in bytes. */
export interface UploadSettings {
  readonly maxFileSize: number;
  readonly maxFiles: number;
  readonly maxFields: number;
  /** For the small files of one request. */
  readonly memoryLimit: number;
  /** The folder of temporary files; it exists. */
  readonly folder: string;
  /** For everything in a form except the content of files. */
  readonly maxFieldsSize: number;
  /** Absent if no parameter states media types. */
  readonly detection?: MediaTypeDetection | undefined;
}

/** The error for a body that is not a valid form: `a part without a name`. */
export function malformed(reason: string): RestException {
  return httpError('rest_invalid_body', `the form has ${reason}`);
}

/** One parameter, or none between two semicolons. */
const PARAMETER =
  /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:"((?:\\"|[^"])*)"|([^\s";]*))[ \t]*)?(?=;|$)/y;

/**
 * The parameters of a header, from the first semicolon on, by their names in lower case; `undefined` if they are
 * malformed. A quote within quotes has a backslash before it; any other backslash is a character.
 *
 * @throws RestException for a parameter that is stated twice: two parsers could take two values.
 * @see RFC 9110 5.6.6
 */
export function readParameters(header: string): Readonly<Record<string, string>> | undefined {
  const text = header.trimStart();
  const parameters = new NullRecord<string>();
  PARAMETER.lastIndex = 0;
  for (let end = 0; end < text.length; end = PARAMETER.lastIndex) {
    const match = PARAMETER.exec(text);
    if (match === null) return undefined;
    const [, name, quoted, bare = ''] = match;
    if (name === undefined) continue;
    const key = name.toLowerCase();
    if (Object.hasOwn(parameters, key)) throw malformed(`a parameter twice: ${key.slice(0, 64)}`);
    parameters[key] = quoted?.replaceAll('\\"', '"') ?? bare;
  }
  return parameters;
}
