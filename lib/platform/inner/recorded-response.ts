import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { WrittenResponse } from '../../lifecycle/in-process/in-process-exchange.js';
import type { ResponseHeaders } from '../../lifecycle/responses/rest-response.js';
import { joinCookies } from '../node/late-headers.js';
import { hasJson, ReplyBody, type Reply } from '../../lifecycle/responses/reply.js';

/** Media types whose bytes are text. */
const TEXTUAL = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)\b)/i;

/** Keeps what is written to a response of Node's that has no socket. */
export class RecordedResponse implements WrittenResponse {
  readonly #chunks: Buffer[] = [];
  readonly #listeners: (() => void)[] = [];
  #isEnded = false;
  #isDestroyed = false;
  #isFinished = false;

  constructor(private readonly response: ServerResponse) {
    const write = (chunk: unknown, ...rest: readonly unknown[]): boolean => {
      this.#keep(chunk, rest);
      return true;
    };
    const end = (chunk: unknown, ...rest: readonly unknown[]): ServerResponse => {
      if (!this.#isEnded) this.#end(chunk, rest);
      return response;
    };
    const destroy = (): ServerResponse => {
      if (this.#isEnded || this.#isFinished) return response;
      this.#isDestroyed = true;
      return end(undefined);
    };
    const writeHead = (status: number, ...rest: readonly unknown[]): ServerResponse => {
      this.#writeHead(status, rest.at(-1));
      return response;
    };
    Object.assign(response, { write, end, destroy, writeHead });
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  get statusCode(): number {
    return this.response.statusCode;
  }

  set statusCode(status: number) {
    this.response.statusCode = status;
  }

  whenEnded(listener: () => void): void {
    if (this.#isEnded) listener();
    else this.#listeners.push(listener);
  }

  headers(): Readonly<Record<string, unknown>> {
    return this.response.getHeaders();
  }

  setDefault(name: string, value: string): void {
    if (!this.response.headersSent && !this.response.hasHeader(name)) {
      this.response.setHeader(name, value);
    }
  }

  addCookies(lines: readonly string[]): void {
    const { response } = this;
    if (response.headersSent) return;
    response.setHeader('set-cookie', joinCookies(response.getHeader('set-cookie'), lines));
  }

  read(): Reply | undefined {
    if (this.#isDestroyed) return undefined;
    const headers: ResponseHeaders = {};
    for (const [name, value] of Object.entries(this.response.getHeaders())) {
      if (value !== undefined) headers[name] = Array.isArray(value) ? value : String(value);
    }
    const bytes = Buffer.concat(this.#chunks);
    const isText = TEXTUAL.test(String(headers['content-type'] ?? ''));
    const content = isText ? bytes.toString('utf8') : bytes;
    const isEmpty = bytes.length === 0;
    const body = isEmpty ? ReplyBody.NONE : ReplyBody.ofContent(content, hasJson(headers));
    return { status: this.response.statusCode, headers, body };
  }

  /** Emits the events of a response that was sent, once. */
  finish(status: number): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.response.statusCode = status;
    if (!this.#isDestroyed) this.response.emit('finish');
    this.response.emit('close');
  }

  #end(chunk: unknown, rest: readonly unknown[]): void {
    this.#keep(chunk, rest);
    const { response } = this;
    if (!response.headersSent) this.#writeHead(response.statusCode, undefined);
    // Node's own sets what `writableEnded` tells; without a socket nothing is sent.
    callBase(response, 'end');
    this.#isEnded = true;
    for (const listener of this.#listeners) listener();
    process.nextTick(() => this.finish(response.statusCode));
  }

  #writeHead(status: number, headers: unknown): void {
    const { response } = this;
    if (typeof headers === 'object' && headers !== null && !response.headersSent) {
      for (const [name, value] of Object.entries(headers as OutgoingHttpHeaders)) {
        if (value !== undefined) response.setHeader(name, value);
      }
    }
    callBase(response, 'writeHead', status);
  }

  /** `write(chunk, encoding, callback)`, with the last two left out as callers like. */
  #keep(chunk: unknown, rest: readonly unknown[]): void {
    const [encoding] = rest;
    if (typeof chunk === 'string') {
      const name = typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8';
      this.#chunks.push(Buffer.from(chunk, name));
    } else if (chunk instanceof Uint8Array) this.#chunks.push(Buffer.from(chunk));
    const callback = [chunk, ...rest].find((value) => typeof value === 'function');
    if (callback !== undefined) process.nextTick(callback);
  }
}

function callBase(response: ServerResponse, name: 'end' | 'writeHead', ...args: unknown[]): void {
  const base = Object.getPrototypeOf(response) as object;
  Reflect.apply(Reflect.get(base, name) as () => unknown, response, args);
}
