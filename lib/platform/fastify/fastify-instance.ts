import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Body } from '../../pipeline/body/body-format.js';
import type { RouterConfig } from './fastify-urls.js';

/** Fastify's request, as far as it matters here; the package is needed only where it is the adapter. */
export interface FastifyRequest {
  readonly raw: IncomingMessage;
  readonly method: string;
  readonly protocol: string;
  readonly host: string | undefined;
  readonly headers: IncomingHttpHeaders;
  params: unknown;
  rawBody?: unknown;
  /** The library's own, declared with `decorateRequest` so that requests keep one shape. */
  restBody?: Body | undefined;
  /** The library's own: the URL that Fastify has routed; middleware may change the request's. */
  restUrl?: string | undefined;
}

/** Fastify's reply, as far as it matters here. */
export interface FastifyReply {
  readonly raw: ServerResponse;
  readonly sent: boolean;
  code(status: number): FastifyReply;
  header(name: string, value: string | string[]): FastifyReply;
  getHeader(name: string): number | string | string[] | undefined;
  hasHeader(name: string): boolean;
  getHeaders(): Readonly<Record<string, unknown>>;
  removeHeader(name: string): FastifyReply;
  send(body?: unknown): FastifyReply;
}

export type ParserDone = (error: Error | null, body?: unknown) => void;
type BufferParser = (request: FastifyRequest, bytes: Buffer, done: ParserDone) => void;
type StreamParser = (request: FastifyRequest, payload: Readable, done: ParserDone) => void;

/** A Fastify application, or a scope of it, as far as it matters here. */
export interface FastifyInstance {
  readonly server: Server;
  readonly initialConfig: RouterConfig & { readonly bodyLimit?: number };
  register(plugin: (scope: FastifyInstance, options: object, done: () => void) => void): unknown;
  readonly supportedMethods: readonly string[];
  addHttpMethod(method: string): void;
  decorateRequest(name: string, value: unknown): void;
  removeAllContentTypeParsers(): void;
  addContentTypeParser(type: string, parser: StreamParser): void;
  addContentTypeParser(
    type: (string | RegExp)[],
    options: { readonly parseAs: 'buffer'; readonly bodyLimit: number },
    parser: BufferParser,
  ): void;
  setErrorHandler(
    handler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown,
  ): void;
  hasRoute(options: { readonly method: string; readonly url: string }): boolean;
  route(options: {
    readonly method: readonly string[];
    readonly url: string;
    readonly handler: (request: FastifyRequest, reply: FastifyReply) => void;
  }): void;
}
