import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type {
  NoResponse,
  OpenResponse,
  ResponseBudget,
} from '../../lifecycle/sub-requests/marks.js';
import { Sink } from './sink.js';
import type { WrittenResponse } from '../../lifecycle/sub-requests/in-process-exchange.js';
import { joinCookies } from '../node/late-headers.js';
import { showHeaders } from '../node/response-headers.js';
import type { ResponseHeaders } from '../../lifecycle/messages/rest-response.js';
import { hasJson, ReplyBody, type Reply } from '../../lifecycle/messages/reply.js';

/** Media types whose bytes are text. */
const TEXTUAL = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript)\b)/i;

/** The property of a response of Node that holds its `RecordedResponse`. */
const KEEPER = Symbol('kept response');

/** The functions of a response that set what is sent. */
interface Recorded {
  write: (chunk: unknown, ...rest: readonly unknown[]) => boolean;
  end: (chunk: unknown, ...rest: readonly unknown[]) => ServerResponse;
  writeHead: (status: number, ...rest: readonly unknown[]) => ServerResponse;
  [KEEPER]: RecordedResponse;
}

/**
 * A response of Node whose bytes are kept instead of sent, for a sub-request or a request in process. Its socket
 * discards them, so that everything else is Node's own: events, piped streams, `headersSent`.
 *
 * Its own functions are properties of the response itself, as those of compression and sessions are: Express
 * replaces the prototypes of all responses.
 */
export class RecordedResponse implements OpenResponse, WrittenResponse {
  /** Settles once the response has closed, when hooks and listeners have seen its end. */
  readonly received: Promise<Reply | NoResponse>;
  /** The functions of Node. */
  readonly base: Pick<Recorded, 'write' | 'end' | 'writeHead'>;
  /** The arguments of `writeHead`, which Node writes and does not keep. */
  given: unknown;
  /** A text is kept as a text and not as bytes, because most responses are one text. */
  readonly #chunks: (string | Buffer)[] = [];
  #bytes = 0;
  #isTooLarge = false;
  #isLost = false;
  #settle: ((received: Reply | NoResponse) => void) | undefined;

  /** @param budget Limits the bytes that are kept; without it, there is no limit. */
  constructor(
    readonly node: ServerResponse,
    message: IncomingMessage,
    private readonly budget?: ResponseBudget,
  ) {
    const recorded = node as unknown as Recorded;
    this.base = { write: recorded.write, end: recorded.end, writeHead: recorded.writeHead };
    recorded[KEEPER] = this;
    recorded.write = write;
    recorded.end = end;
    recorded.writeHead = writeHead;
    const sink = new Sink();
    // The type asks for a connection; a response only writes to it.
    node.assignSocket(sink as unknown as Socket);
    this.received = new Promise((resolve) => {
      this.#settle = resolve;
    });
    node.on('finish', () => sink.destroy());
    node.on('close', () => {
      message.destroy();
      this.#settle?.(this.#read());
    });
  }

  get isEnded(): boolean {
    return this.node.writableEnded || this.node.destroyed;
  }

  get statusCode(): number {
    return this.node.statusCode;
  }

  set statusCode(status: number) {
    this.node.statusCode = status;
  }

  headers(): Readonly<Record<string, unknown>> {
    return this.node.getHeaders();
  }

  setDefault(name: string, value: string): void {
    const { node } = this;
    if (!node.headersSent && !node.hasHeader(name)) node.setHeader(name, value);
  }

  addCookies(lines: readonly string[]): void {
    const { node } = this;
    if (!node.headersSent)
      node.setHeader('set-cookie', joinCookies(node.getHeader('set-cookie'), lines));
  }

  show(headers: ResponseHeaders): () => void {
    return showHeaders({ node: this.node }, headers);
  }

  whenEnded(listener: () => void): void {
    if (this.isEnded) listener();
    else this.node.once('close', listener);
  }

  finish(status: number): void {
    if (this.isEnded) return;
    this.node.statusCode = status;
    this.node.end();
  }

  giveUp(): void {
    // The response does not end here: the function that holds it may end it later, to release something.
    this.#settle?.('blocked');
  }

  abort(): void {
    this.node.destroy();
  }

  /** It takes no more: a stream that is piped to it pauses, and lets it abort. */
  get isTooLarge(): boolean {
    return this.#isTooLarge;
  }

  /** Counts before it copies: a response beyond the limit is not read to its end. */
  keep(chunk: unknown, encoding: unknown): void {
    // Node lets a response end that was destroyed before that.
    this.#isLost ||= this.node.destroyed;
    const isText = typeof chunk === 'string';
    if (this.#isTooLarge || !(isText || chunk instanceof Uint8Array)) return;
    const name = typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8';
    const size = isText ? Buffer.byteLength(chunk, name) : chunk.byteLength;
    if (this.budget?.take(size) !== false) {
      this.#bytes += size;
      if (size > 0) this.#chunks.push(isText ? textOf(chunk, name) : Buffer.from(chunk));
      return;
    }
    this.#isTooLarge = true;
    this.#drop();
    process.nextTick(() => this.abort());
  }

  #drop(): void {
    this.budget?.giveBack(this.#bytes);
    this.#bytes = 0;
    this.#chunks.length = 0;
  }

  #read(): Reply | NoResponse {
    if (this.#isTooLarge) return 'too large';
    const { statusCode: status, writableFinished } = this.node;
    if (!writableFinished || this.#isLost) {
      this.#drop();
      return 'aborted';
    }
    const headers = headersOf(this.node, this.given);
    if (this.#bytes === 0 || status === 204 || status === 304) {
      return { status, headers, body: ReplyBody.NONE };
    }
    const content = this.#content(isTextual(headers));
    // The batch parses the data of a sub-request.
    const isJson = this.budget === undefined && hasJson(headers);
    const body = isJson
      ? ReplyBody.ofJson({ text: content.toString(), hasBigInts: false })
      : ReplyBody.ofContent(content);
    return { status, headers, body };
  }

  #content(isText: boolean): string | Buffer {
    const [first = '', ...others] = this.#chunks;
    if (others.length === 0 && typeof first === 'string' && isText) return first;
    const bytes = Buffer.concat(
      this.#chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)),
    );
    return isText ? bytes.toString('utf8') : bytes;
  }
}

/** A text that UTF-8 can express unchanged stays a text. */
function textOf(text: string, encoding: BufferEncoding): string | Buffer {
  const isUtf8 = encoding === 'utf8' || encoding === 'utf-8';
  return isUtf8 && text.isWellFormed() ? text : Buffer.from(text, encoding);
}

function write(this: Recorded, chunk: unknown, ...rest: readonly unknown[]): boolean {
  const { [KEEPER]: keeper } = this;
  keeper.keep(chunk, rest[0]);
  return Reflect.apply(keeper.base.write, this, [chunk, ...rest]) && !keeper.isTooLarge;
}

function end(
  this: Recorded & ServerResponse,
  chunk: unknown,
  ...rest: readonly unknown[]
): ServerResponse {
  const { [KEEPER]: keeper } = this;
  if (!this.writableEnded) keeper.keep(chunk, rest[0]);
  return Reflect.apply(keeper.base.end, this, [chunk, ...rest]);
}

function writeHead(this: Recorded, status: number, ...rest: readonly unknown[]): ServerResponse {
  const { [KEEPER]: keeper } = this;
  const response = Reflect.apply(keeper.base.writeHead, this, [status, ...rest]);
  keeper.given = typeof rest[0] === 'string' ? rest[1] : (rest[0] ?? rest[1]);
  return response;
}

/** The headers that were set, and those of `writeHead`: an object, or names and values in turn. */
function headersOf(node: ServerResponse, written: unknown): ResponseHeaders {
  const headers: ResponseHeaders = {};
  const set = node.getHeaders();
  for (const name in set) put(headers, name, set[name]);
  if (Array.isArray(written)) {
    const own: ResponseHeaders = {};
    const flat: readonly unknown[] = written.flat();
    for (let at = 0; at < flat.length; at += 2) {
      const name = String(flat[at]).toLowerCase();
      put(own, name, [own[name] ?? [], String(flat[at + 1])].flat());
    }
    for (const name in own) put(headers, name, own[name]);
  } else if (typeof written === 'object' && written !== null) {
    const values = written as OutgoingHttpHeaders;
    for (const name in values) put(headers, name.toLowerCase(), values[name]);
  }
  return headers;
}

function put(headers: ResponseHeaders, name: string, value: OutgoingHttpHeaders[string]): void {
  if (value === undefined) return;
  if (!Array.isArray(value)) headers[name] = String(value);
  else headers[name] = value.length === 1 ? (value[0] ?? '') : [...value];
}

/** An encoding that middleware applies on its own turns a text into bytes. */
function isTextual(headers: ResponseHeaders): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  return TEXTUAL.test(String(type)) && String(encoding).toLowerCase() === 'identity';
}
