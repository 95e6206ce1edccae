import { StreamableFile } from '@nestjs/common';
import { ServerResponse } from 'node:http';
import type { PresetHeaders } from '../../lifecycle/exchange.js';
import { contentOf, type Reply } from '../../lifecycle/responses/reply.js';
import type { FastifyReply } from '../fastify/fastify-instance.js';
import { hasOwnSerializer } from '../fastify/fastify-responder.js';
import { linesOf } from './late-headers.js';

/** What an adapter sends for a value that a handler of a plain controller has returned. */
export interface PlainContent {
  readonly body: string | Uint8Array | undefined;
  /** The media type that the adapter adds where none is set, and would not add for a text or bytes. */
  readonly contentType: string | undefined;
}

/** The response of a request that no route of the library serves, with any adapter of Nest. */
export interface PlainResponse extends Pick<
  PresetHeaders,
  'presetHeader' | 'presetHeaders' | 'presetCookies'
> {
  readonly status: number;
  /** Whether the response, or its beginning, was sent. */
  readonly isSent: boolean;
  setStatus(status: number): void;
  setHeader(name: string, value: string | string[]): void;
  removeHeader(name: string): void;
  /**
   * What the adapter sends for a value that a handler has returned; `undefined` for what cannot be sent
   * twice, such as a stream.
   *
   * @throws What the serialization of the value throws.
   */
  contentOf(value: unknown): PlainContent | undefined;
  send(response: Reply): void;
  /** Ends a response whose beginning was sent. */
  end(): void;
}

/** Fastify's reply, with what sends a payload. */
interface SentReply extends FastifyReply {
  readonly statusCode: number;
  serialize(payload: unknown): unknown;
}

/** Express's response. Nest's middleware on Fastify has one of Node's, without the application. */
interface NodeResponse extends ServerResponse {
  readonly app: { get(setting: string): unknown };
}

type Replacer = Parameters<typeof JSON.stringify>[1];
type Spaces = Parameters<typeof JSON.stringify>[2];

const JSON_TYPE = 'application/json; charset=utf-8';
const NOTHING: PlainContent = { body: undefined, contentType: undefined };

/**
 * Wraps what an exception filter receives as the response: that of Node, as Express has it and as Nest's
 * middleware on Fastify does, or a reply of Fastify's. `undefined` for anything else.
 */
export function plainResponseOf(response: unknown): PlainResponse | undefined {
  if (response instanceof ServerResponse) return new PlainNodeResponse(response);
  return isReply(response) ? new PlainReply(response) : undefined;
}

function isReply(response: unknown): response is object {
  return (
    typeof response === 'object' &&
    response !== null &&
    'raw' in response &&
    response.raw instanceof ServerResponse
  );
}

/** A response of Node's. */
export class PlainNodeResponse implements PlainResponse {
  readonly #response: NodeResponse;

  constructor(response: unknown) {
    this.#response = response as NodeResponse;
  }

  get status(): number {
    return this.#response.statusCode;
  }

  get isSent(): boolean {
    return this.#response.headersSent;
  }

  presetHeader(name: string): string | undefined {
    const value = this.#response.getHeader(name);
    return value === undefined ? undefined : String(value);
  }

  presetHeaders(): Readonly<Record<string, unknown>> {
    return this.#response.getHeaders();
  }

  presetCookies(): readonly string[] {
    return linesOf(this.#response.getHeader('set-cookie'));
  }

  setStatus(status: number): void {
    this.#response.statusCode = status;
  }

  setHeader(name: string, value: string | string[]): void {
    this.#response.setHeader(name, value);
  }

  removeHeader(name: string): void {
    this.#response.removeHeader(name);
  }

  /** Nest's adapter sends nothing for `null`, JSON for an object, and a text for anything else. */
  contentOf(value: unknown): PlainContent | undefined {
    if (value === undefined || value === null) return NOTHING;
    if (isPrimitive(value)) return { body: String(value), contentType: undefined };
    if (typeof value !== 'object' || isStreamed(value)) return undefined;
    const body = this.#jsonOf(value);
    return body === undefined ? undefined : { body, contentType: JSON_TYPE };
  }

  send(reply: Reply): void {
    const { status, headers } = reply;
    const content = contentOf(reply);
    const text = typeof content === 'string' ? content : undefined;
    if (text !== undefined) headers['content-length'] = String(Buffer.byteLength(text));
    this.#response.writeHead(status, headers);
    this.#response.end(this.#response.req.method === 'HEAD' ? undefined : text);
  }

  end(): void {
    this.#response.end();
  }

  /** With the settings of the application that `response.json` heeds. */
  #jsonOf(value: object): string | undefined {
    const { app } = this.#response;
    const replacer = app.get('json replacer') as Replacer;
    const spaces = app.get('json spaces') as Spaces;
    const text = JSON.stringify(value, replacer, spaces) as string | undefined;
    return app.get('json escape') === true ? text?.replace(/[<>&]/g, escaped) : text;
  }
}

/** A reply of Fastify's. */
export class PlainReply implements PlainResponse {
  readonly #reply: SentReply;

  constructor(reply: unknown) {
    this.#reply = reply as SentReply;
  }

  get status(): number {
    return this.#reply.statusCode;
  }

  get isSent(): boolean {
    return this.#reply.sent || this.#reply.raw.headersSent;
  }

  presetHeader(name: string): string | undefined {
    const value = this.#reply.getHeader(name);
    if (value === undefined) return undefined;
    // Middleware sets headers on Node's response, hooks on the reply, which hides them.
    const raw = this.#reply.raw.getHeader(name);
    const lines = raw === undefined || String(raw) === String(value) ? [value] : [raw, value];
    return lines.flat().join(', ');
  }

  presetHeaders(): Readonly<Record<string, unknown>> {
    return this.#reply.getHeaders();
  }

  presetCookies(): readonly string[] {
    const lines = linesOf(this.#reply.getHeader('set-cookie'));
    return [...new Set([...linesOf(this.#reply.raw.getHeader('set-cookie')), ...lines])];
  }

  setStatus(status: number): void {
    this.#reply.code(status);
  }

  setHeader(name: string, value: string | string[]): void {
    this.#reply.header(name, value);
  }

  removeHeader(name: string): void {
    this.#reply.removeHeader(name);
  }

  /** Fastify sends texts and bytes as they are, and serializes everything else. */
  contentOf(value: unknown): PlainContent | undefined {
    if (value === undefined || typeof value === 'string') {
      return { body: value, contentType: undefined };
    }
    if (ArrayBuffer.isView(value)) return { body: bytesOf(value), contentType: undefined };
    // An error as a payload is an error of the handler. Fastify rejects data under another media type.
    if (isStreamed(value) || value instanceof Error || !this.#mayBeJson()) return undefined;
    if (hasOwnSerializer(this.#reply)) return undefined;
    const body = this.#reply.serialize(value);
    return typeof body === 'string' ? { body, contentType: JSON_TYPE } : undefined;
  }

  send(reply: Reply): void {
    const content = contentOf(reply);
    for (const [name, value] of Object.entries(reply.headers)) this.#reply.header(name, value);
    this.#reply.code(reply.status).send(content);
  }

  end(): void {
    this.#reply.raw.end();
  }

  #mayBeJson(): boolean {
    return this.presetHeader('content-type')?.includes('json') ?? true;
  }
}

/** Whether a value is sent as it is produced: a stream, a web `Response`, an asynchronous iterable. */
export function isStreamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (
    value instanceof StreamableFile ||
    ('pipe' in value && typeof value.pipe === 'function') ||
    ('getReader' in value && typeof value.getReader === 'function') ||
    Symbol.asyncIterator in value ||
    Object.prototype.toString.call(value) === '[object Response]'
  );
}

function isPrimitive(value: unknown): value is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

function escaped(character: string): string {
  return `\\u00${character.charCodeAt(0).toString(16)}`;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}
