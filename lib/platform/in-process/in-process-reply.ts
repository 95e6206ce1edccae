import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/**
 * A reply as Fastify's are, for guards, interceptors, filters and methods that take it. Fastify's own needs
 * a request that its router has matched. Decorations of plugins, such as `setCookie`, are not on it.
 */
export class InProcessReply {
  readonly log: unknown;
  #isHijacked = false;

  constructor(
    readonly request: object,
    readonly raw: ServerResponse,
    readonly server: object,
  ) {
    this.log = Reflect.get(server, 'log');
  }

  get statusCode(): number {
    return this.raw.statusCode;
  }

  set statusCode(status: number) {
    this.raw.statusCode = status;
  }

  get sent(): boolean {
    return this.#isHijacked || this.raw.writableEnded;
  }

  get elapsedTime(): number {
    return 0;
  }

  code(status: number): this {
    this.raw.statusCode = status;
    return this;
  }

  status(status: number): this {
    return this.code(status);
  }

  /** As in Fastify, cookies are added, other headers are replaced. */
  header(name: string, value: OutgoingHttpHeader = ''): this {
    if (name.toLowerCase() === 'set-cookie')
      this.raw.appendHeader(name, [value].flat().map(String));
    else this.raw.setHeader(name, value);
    return this;
  }

  headers(headers: OutgoingHttpHeaders): this {
    for (const [name, value] of Object.entries(headers)) this.header(name, value);
    return this;
  }

  getHeader(name: string): OutgoingHttpHeader | undefined {
    return this.raw.getHeader(name);
  }

  getHeaders(): OutgoingHttpHeaders {
    return this.raw.getHeaders();
  }

  hasHeader(name: string): boolean {
    return this.raw.hasHeader(name);
  }

  removeHeader(name: string): this {
    this.raw.removeHeader(name);
    return this;
  }

  type(contentType: string): this {
    return this.header('content-type', contentType);
  }

  redirect(url: string, status = 302): this {
    return this.code(status).header('location', url).send();
  }

  hijack(): this {
    this.#isHijacked = true;
    return this;
  }

  send(payload?: unknown): this {
    if (this.raw.writableEnded) return this;
    if (payload instanceof Readable) payload.pipe(this.raw);
    else if (payload instanceof Error) this.#sendError(payload);
    else if (payload instanceof Uint8Array) this.#end(payload, 'application/octet-stream');
    else if (typeof payload === 'string') this.#end(payload, 'text/plain; charset=utf-8');
    else if (payload === undefined || payload === null) this.raw.end();
    else this.#end(JSON.stringify(payload), 'application/json; charset=utf-8');
    return this;
  }

  #end(body: string | Uint8Array, type: string): void {
    if (!this.raw.hasHeader('content-type')) this.raw.setHeader('content-type', type);
    this.raw.end(body);
  }

  #sendError(error: Error): void {
    const given: unknown = 'statusCode' in error ? error.statusCode : undefined;
    const statusCode = typeof given === 'number' ? given : Math.max(this.raw.statusCode, 500);
    this.code(statusCode).send({ statusCode, error: error.name, message: error.message });
  }
}
