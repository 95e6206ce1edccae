import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import type { ResponseBudget, NoResponse } from '../../pipeline/sub-requests/sub-requests.js';
import type { ResponseHeaders } from '../../pipeline/responses/response-headers.js';
import type { RouteResponse } from '../../pipeline/responses/route-response.js';

/** Media types whose bytes are text. */
const TEXTUAL = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript)\b)/i;

/**
 * A response of Node's whose bytes are kept instead of sent. It has a socket that discards them, so that
 * everything else about it is Node's own: events, streams that are piped to it, what `headersSent` tells.
 *
 * Its two functions are properties of the response itself, as those of compression and sessions are: Express
 * replaces the prototypes of all responses.
 */
export class SubResponse {
  /** Settles once the response has closed, when hooks and listeners have seen its end. */
  readonly received: Promise<RouteResponse | NoResponse>;
  readonly #budget: ResponseBudget;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #isTooLarge = false;
  #giveUp: (() => void) | undefined;
  #isFinished = false;

  constructor(
    readonly node: ServerResponse,
    budget: ResponseBudget,
  ) {
    const sink = new Sink();
    this.#budget = budget;
    // Node merges headers of `writeHead` into those that are set, only where some were set before.
    node.setHeader('date', '');
    node.removeHeader('date');
    // The type asks for a connection; a response only writes to it.
    node.assignSocket(sink as unknown as Socket);
    this.#record();
    this.received = new Promise((resolve) => {
      this.#giveUp = () => resolve('blocked');
      node.once('finish', () => {
        this.#isFinished = true;
        process.nextTick(() => sink.destroy());
      });
      node.once('close', () => resolve(this.#read()));
    });
  }

  /** Waits no longer. The response goes on: what holds it may release something at its end. */
  giveUp(): void {
    this.#giveUp?.();
  }

  /** Ends the response without its end, as a connection does that is lost. */
  abort(): void {
    this.node.destroy();
  }

  #record(): void {
    const { node } = this;
    const base = { write: node.write.bind(node), end: node.end.bind(node) };
    const write = (chunk: unknown, ...rest: readonly unknown[]): boolean => {
      this.#keep(chunk, rest[0]);
      return Reflect.apply(base.write, node, [chunk, ...rest]) as boolean;
    };
    const end = (chunk: unknown, ...rest: readonly unknown[]): ServerResponse => {
      if (!node.writableEnded) this.#keep(chunk, rest[0]);
      return Reflect.apply(base.end, node, [chunk, ...rest]) as ServerResponse;
    };
    Object.assign(node, { write, end });
  }

  /** Counts before it copies: a response beyond the limit is not read to its end. */
  #keep(chunk: unknown, encoding: unknown): void {
    const isText = typeof chunk === 'string';
    if (this.#isTooLarge || !(isText || chunk instanceof Uint8Array)) return;
    const name = typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8';
    const size = isText ? Buffer.byteLength(chunk, name) : chunk.byteLength;
    if (this.#budget.take(size)) {
      this.#bytes += size;
      this.#chunks.push(isText ? Buffer.from(chunk, name) : Buffer.from(chunk));
      return;
    }
    this.#isTooLarge = true;
    this.#drop();
    process.nextTick(() => this.abort());
  }

  #drop(): void {
    this.#budget.giveBack(this.#bytes);
    this.#bytes = 0;
    this.#chunks.length = 0;
  }

  #read(): RouteResponse | NoResponse {
    if (this.#isTooLarge) return 'too large';
    if (!this.#isFinished) {
      this.#drop();
      return 'aborted';
    }
    const { statusCode: status } = this.node;
    const headers: ResponseHeaders = {};
    for (const [name, value] of Object.entries(this.node.getHeaders())) {
      if (value !== undefined) headers[name] = Array.isArray(value) ? value : String(value);
    }
    const bytes = Buffer.concat(this.#chunks);
    if (bytes.length === 0 || status === 204 || status === 304) {
      return { status, headers, body: undefined };
    }
    return { status, headers, body: isTextual(headers) ? bytes.toString('utf8') : bytes };
  }
}

/** An encoding that middleware applies unasked makes bytes of a text. */
function isTextual(headers: ResponseHeaders): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  return TEXTUAL.test(String(type)) && String(encoding).toLowerCase() === 'identity';
}

/** Takes the place of a connection: discards what it gets, and has what responses call on connections. */
class Sink extends Writable {
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    super({ decodeStrings: false });
    this.on('error', () => undefined);
  }

  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    this.#timer?.refresh();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer);
    done(error);
  }

  /** Of `response.setTimeout`, which waits for the event `timeout`. */
  setTimeout(milliseconds: number): this {
    clearTimeout(this.#timer);
    this.#timer = milliseconds > 0 ? setTimeout(() => this.#expire(), milliseconds) : undefined;
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  #expire(): void {
    const { _httpMessage: response } = this as { readonly _httpMessage?: ServerResponse | null };
    if (response?.emit('timeout', this) !== true) this.destroy();
  }
}
