import type { Readable } from 'node:stream';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';

/** The bytes of a request, taken chunk by chunk: nothing is received faster than it is used. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #stream: Readable;

  constructor(stream: Readable) {
    this.#stream = stream;
    // The response still has to be sent where reading ends early, so the socket must stay.
    this.#chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  }

  /**
   * The next chunk; `undefined` at the end.
   *
   * @throws RestException where the client has gone.
   */
  async next(): Promise<Buffer | undefined> {
    try {
      const { done, value } = await this.#chunks.next();
      return done === true ? undefined : value;
    } catch {
      throw this.interrupted();
    }
  }

  /** The error of a request whose client has gone; it is not received. */
  interrupted(): RestException {
    return httpError('rest_invalid_body', 'it was interrupted');
  }

  /** Ends reading; what still comes is dropped. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
    this.#stream.resume();
  }
}
