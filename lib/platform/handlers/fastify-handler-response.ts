import { isStreamed, JSON_TYPE, type PlainContent } from '../../pipeline/caching/plain-content.js';
import { hasOwnSerializer } from '../fastify/fastify-serialization.js';
import type { FastifyReply } from '../fastify/fastify-instance.js';
import { linesOf } from '../http/lines-of-headers.js';
import type { HandlerResponse } from './handler-response.js';

/** Fastify's reply, with what sends a payload. */
interface Reply extends FastifyReply {
  readonly statusCode: number;
  serialize(payload: unknown): unknown;
}

/** A reply of Fastify's. */
export class FastifyHandlerResponse implements HandlerResponse {
  readonly #reply: Reply;

  constructor(reply: unknown) {
    this.#reply = reply as Reply;
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

  #mayBeJson(): boolean {
    return this.presetHeader('content-type')?.includes('json') ?? true;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}
