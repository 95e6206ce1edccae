import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { answerOfError, type Answer } from '../../dispatch/answer.js';
import { NO_BODY, type Body } from '../../dispatch/body.js';
import { httpError } from '../../errors/http-errors.js';
import { translateError } from '../../errors/translate-error.js';
import type { HttpMount, MountOptions, Served } from './http-mount.js';
import { DEFAULT_BODY_LIMIT, readRequestBody } from './read-request-body.js';
import { targetBelow } from './request-target.js';

/** Fastify, as far as it matters here; the package itself is needed only where it is the adapter. */
interface Request {
  readonly raw: IncomingMessage;
  readonly originalUrl: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  params: unknown;
  rawBody?: unknown;
}

interface Reply {
  readonly sent: boolean;
  code(status: number): Reply;
  header(name: string, value: string | string[]): Reply;
  send(body?: unknown): Reply;
}

type ParserDone = (error: Error | null, body?: unknown) => void;

interface Instance {
  readonly server: Server;
  readonly initialConfig: { readonly bodyLimit?: number };
  register(plugin: (scope: Instance, options: object, done: () => void) => void): unknown;
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    parser: (request: Request, payload: Readable, done: ParserDone) => void,
  ): void;
  setErrorHandler(handler: (error: unknown, request: Request, reply: Reply) => unknown): void;
  route(options: {
    readonly method: readonly string[];
    readonly url: string;
    readonly handler: (request: Request, reply: Reply) => unknown;
  }): void;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Where a malformed URL is sent instead, so that the mount can answer for it; no route begins so. */
const MALFORMED = '/%20malformed';

/** Serves on Fastify: one route in a scope of its own, so that its parsers and errors are nobody else's. */
export class FastifyMount implements HttpMount {
  readonly #bodies = new WeakMap<Request, Body>();
  readonly #malformed = new WeakSet<IncomingMessage>();

  constructor(
    private readonly adapter: AbstractHttpAdapter,
    private readonly options: MountOptions,
  ) {}

  serve(served: Served): void {
    const instance = this.adapter.getInstance<Instance>();
    this.#catchMalformedUrls(instance.server, served);
    instance.register((scope, _options, done) => {
      this.#readBodies(scope);
      scope.setErrorHandler((error, request, reply) => this.#answerError(error, request, reply));
      for (const beginning of served.owned) {
        const handler = (request: Request, reply: Reply) => this.#answer(request, reply, served);
        scope.route({ method: METHODS, url: `${beginning}/*`, handler });
      }
      done();
    });
  }

  /** Fastify answers a malformed URL before any scope is asked; the request is renamed for it. */
  #catchMalformedUrls(server: Server, { prefix, owned }: Served): void {
    server.prependListener('request', (request) => {
      const target = targetBelow(prefix, owned, request.url ?? '');
      if (target === undefined || isDecodable(target.path)) return;
      this.#malformed.add(request);
      request.url = `${owned[0] ?? prefix}${MALFORMED}`;
    });
  }

  #readBodies(scope: Instance): void {
    const limit = this.options.bodyLimit ?? scope.initialConfig.bodyLimit ?? DEFAULT_BODY_LIMIT;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request, payload, done) => {
      readRequestBody(request.raw, payload, limit).then(({ body, bytes }) => {
        this.#bodies.set(request, body);
        if (bytes !== undefined) request.rawBody = bytes;
        done(null, body.kind === 'parameters' ? body.whole : undefined);
      }, done);
    });
  }

  async #answer(request: Request, reply: Reply, served: Served): Promise<Reply> {
    const target = targetBelow(served.prefix, served.owned, request.originalUrl);
    const answer = await served.dispatch({
      method: request.method,
      path: this.#malformed.has(request.raw) ? undefined : target?.path,
      queryText: target?.queryText ?? '',
      headers: request.headers,
      body: this.#bodies.get(request) ?? NO_BODY,
      raw: request,
      response: reply,
      exposeParams: (params) => {
        request.params = params;
      },
    });
    if (answer !== undefined) this.#write(reply, answer);
    return reply;
  }

  #answerError(error: unknown, _request: Request, reply: Reply): Reply {
    const translated = translateError(error) ?? httpError('framework_internal_error');
    this.#write(reply, answerOfError(translated));
    return reply;
  }

  #write(reply: Reply, { status, headers, body }: Answer): void {
    if (reply.sent) return;
    for (const [name, value] of Object.entries(headers)) reply.header(name, value);
    if (body instanceof StreamableFile) this.adapter.reply(reply, body, status);
    else reply.code(status).send(body);
  }
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false; // said to the client, in the one shape of errors
  }
}
