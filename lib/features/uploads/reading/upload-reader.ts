import type { Exchange } from '../../../lifecycle/messages/exchange.js';
import { type Body, FORM_DATA, mediaTypeOf } from '../../../lifecycle/messages/body.js';
import { httpError, tooLarge } from '../../../diagnostics/http-error-catalogue.js';
import {
  type ExpectedFiles,
  type ExpectedEntries,
  type UploadPort,
  fileOfBody,
} from '../upload.step.js';
import { onceRead } from '../../../platform/node/body.js';
import { FormReader, type EntryReader } from './form-reader.js';
import {
  ByteBudget,
  MemoryBudget,
  ByteSource,
  type UploadSettings,
  malformed,
  readParameters,
} from './budgets.js';
import { MultipartReader } from './multipart-reader.js';
import { UploadStore } from './upload-store.js';
import { Buffer, isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { EntryHead } from './entry-head.js';
import type { Http2ServerRequest } from 'node:http2';

/** Up to 70 characters; the last one is not a blank. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** The time for which a client may go on sending after its response: most clients stop once they have read it. */
const LINGER_MS = 30_000;

/** The number of requests that may each hold all the memory of one request at the same time. */
const FULL_REQUESTS = 64;

/** Reads the forms of the requests of one application. */
export class UploadReader implements UploadPort {
  /** For all requests together: beyond it, small files also go to temporary files. */
  readonly #memory: MemoryBudget;

  constructor(private readonly settings: UploadSettings) {
    this.#memory = new MemoryBudget(FULL_REQUESTS * settings.memoryLimit);
  }

  async read(exchange: Exchange, expected: ExpectedEntries): Promise<Body> {
    const source = new ByteSource(exchange.payload);
    const memory = new MemoryBudget(this.settings.memoryLimit, this.#memory);
    const store = new UploadStore(this.settings.folder, memory);
    exchange.whenClosed(() => store.release());
    try {
      const reader = this.#readerOf(exchange, source, expected.files);
      const body = await new FormReader(reader, expected, store, this.settings).read();
      showBody(exchange, body);
      return body;
    } catch (error) {
      store.release();
      this.reject(exchange);
      throw exchange.isClosed ? source.interrupted() : error;
    } finally {
      await source.close();
    }
  }

  /**
   * Closes the connection of a client that does not stop sending a rejected form. It does not close it at once, because
   * the system would discard a response that the client has not read yet. Until then, Node drops the bytes.
   *
   * @see RFC 9112 9.6
   */
  reject(exchange: Exchange): void {
    exchange.whenClosed(() => {
      const { message } = exchange;
      if (message.complete || message.destroyed) return;
      const timer = setTimeout(() => closeRequest(message), LINGER_MS).unref();
      message.once('close', () => clearTimeout(timer));
    });
  }

  /** @throws RestException for a form that cannot be read, before any of it is received. */
  #readerOf(exchange: Exchange, source: ByteSource, files: ExpectedFiles): EntryReader {
    const { headers, message, payload } = exchange;
    const { maxFieldsSize, maxFiles, maxFileSize } = this.settings;
    // The headers do not describe the stream that a hook has made of the body.
    const isAsSent = payload === message;
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (isAsSent && encoding !== 'identity') {
      throw httpError(
        'rest_unsupported_media_type',
        `content encoding "${encoding}" of a form or a file`,
      );
    }
    const largest = maxFieldsSize + maxFiles * maxFileSize;
    if (isAsSent && Number(headers['content-length'] ?? 0) > largest) {
      throw tooLarge(largest);
    }
    const whole = fileOfBody(exchange, files);
    if (whole !== undefined) return new WholeBody(source, whole, headers);
    return new MultipartReader(source, boundaryOf(message), new ByteBudget(maxFieldsSize));
  }
}

/** The connection of a request over HTTP/2 has other methods. */
function closeRequest(message: IncomingMessage): void {
  if (message.httpVersionMajor !== 2) message.socket.destroy();
  else (message as unknown as Http2ServerRequest).stream.close();
}

/** Puts the fields where interceptors and Nest's decorators look for them. */
function showBody({ raw }: Exchange, body: Body): void {
  if (body.kind === 'parameters' && typeof raw === 'object' && raw !== null) {
    Reflect.set(raw, 'body', body.whole);
  }
}

/**
 * The boundary that the `Content-Type` of a request states.
 *
 * @throws RestException if it states no valid boundary, or if another parser could read another one.
 * @see RFC 2046 5.1.1
 */
function boundaryOf({ headers, rawHeaders }: IncomingMessage): string {
  // Node keeps the first of several lines; a proxy or a firewall may have read the last.
  const isName = (text: string, at: number): boolean =>
    at % 2 === 0 && text.toLowerCase() === 'content-type';
  if (rawHeaders.filter(isName).length > 1) {
    throw malformed('a header twice: content-type');
  }
  const type = headers['content-type'] ?? '';
  const start = type.indexOf(';');
  const parameters = start === -1 ? {} : readParameters(type.slice(start));
  const { boundary = '' } = parameters ?? {};
  // `boundary*` and `boundary*0` are the same parameter to a parser of RFC 2231.
  const others = Object.keys(parameters ?? {}).filter((name) => name.startsWith('boundary*'));
  if (!BOUNDARY.test(boundary) || others.length > 0) throw malformed('no valid boundary');
  return boundary;
}

/** A body that is one file, as the only part of a form. */
class WholeBody implements EntryReader {
  #head: EntryHead | undefined;

  /**
   * @param name The argument for the file.
   * @throws RestException if the `Content-Disposition` has no file name.
   */
  constructor(
    private readonly source: ByteSource,
    name: string,
    headers: IncomingHttpHeaders,
  ) {
    const filename = filenameIn(headers['content-disposition'] ?? '');
    this.#head = { name, filename, contentType: headers['content-type'] };
  }

  nextEntry(): Promise<EntryHead | undefined> {
    const head = this.#head;
    this.#head = undefined;
    return Promise.resolve(head);
  }

  nextChunk(): Promise<Buffer | undefined> {
    return this.source.next();
  }

  nextFieldChunk(): Promise<Buffer | undefined> {
    return this.nextChunk();
  }
}

/** As in WordPress, any disposition type may come first: clients send `attachment`, `form-data` and others. */
function filenameIn(disposition: string): string {
  const start = disposition.indexOf(';');
  const written = start === -1 ? '' : disposition.slice(start);
  const parameters = readParameters(written);
  const filename = parameters === undefined ? bareFilenameIn(written) : parameters['filename'];
  if (filename === undefined || filename === '') {
    const isMalformed = parameters === undefined;
    const reason = isMalformed ? 'is malformed' : 'has no file name';
    throw httpError('rest_invalid_body', `its Content-Disposition ${reason}`);
  }
  // Node reads headers as Latin-1; clients write UTF-8.
  const bytes = Buffer.from(filename, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : filename;
}

/**
 * A name with blanks that the client has not put into quotes, as WordPress reads it: up to the next semicolon. Nothing
 * else may be malformed, and no other parameter names the file.
 */
function bareFilenameIn(parameters: string): string | undefined {
  const [, ...written] = parameters.split(';').map((one) => one.trim());
  const names = written.filter((one) => /^filename\*?[ \t]*=/i.test(one));
  const [name] = names;
  if (name === undefined || names.length > 1 || parameters.includes('"')) return undefined;
  const others = written.filter((one) => one !== name);
  if (readParameters(others.map((one) => `;${one}`).join('')) === undefined) return undefined;
  return /^filename=(.*)$/is.exec(name)?.[1]?.trim();
}

/**
 * Tells a client that waits with its form or its file to send it once something begins to read it. By default Node
 * tells every client at once, also a client whose form will be rejected unread. If the application listens to such
 * requests itself, now or later, the library leaves them to it.
 *
 * @see RFC 9110 10.1.1
 */
export function awaitReaders(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (server.listenerCount('checkContinue') > 1) return;
    const { 'content-type': type = '', 'content-disposition': disposition } = request.headers;
    if (mediaTypeOf(type) === FORM_DATA || disposition !== undefined) {
      onceRead(request, () => {
        if (!response.headersSent) response.writeContinue();
      });
    } else response.writeContinue();
    server.emit('request', request, response);
  });
}
