import { Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { channel } from 'node:diagnostics_channel';
import { Server as HttpsServer } from 'node:https';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { Reply } from '../../lifecycle/responses/reply.js';
import type { DirectRequests } from '../direct-requests.js';
import type { Framework, FrameworkSide } from '../http/stream-headers.js';
import { isPathElsewhere } from '../http/request-target.js';
import { areOfAdapter, isIdle } from '../idle-hooks.js';
import { isOwnHook } from '../plain-routes.js';
import type { ReadBody } from '../../lifecycle/arguments/body.js';
import {
  hooksOf,
  keptUnder,
  symbolOf,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from './fastify-instance.js';
import type { FastifyResponder } from './fastify-responder.js';

/** With one of these options, Fastify does something of its own with each request. */
const OF_EACH_REQUEST = [
  'rewriteUrl',
  'serverFactory',
  'genReqId',
  'trustProxy',
  'loggerInstance',
  'logController',
  'handlerTimeout',
  'forceCloseConnections',
  'useSemicolonDelimiter',
];

interface FastifySide extends FrameworkSide {
  readonly raw: FastifyRequest;
  readonly response: FastifyReply;
}

/** Of all hooks of Fastify those that run for a request. */
const REQUEST_HOOKS = [
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onError',
  'onTimeout',
  'onRequestAbort',
] as const;

type Listener = (this: unknown, message: IncomingMessage, response: ServerResponse) => void;

/** The name of the listener with which Fastify takes requests. */
const LISTENER = 'preRouting';

/** Where Fastify publishes each call of a handler. */
const TRACING = channel('tracing:fastify.request.handler:start');

/** What Fastify does for direct requests. */
export class FastifyFramework implements Framework<FastifySide> {
  readonly headers = [];
  /** The scope of the library's routes. */
  scope: FastifyInstance | undefined;
  readonly #instance: FastifyInstance;
  /** The same, for what plugins keep in it. */
  readonly #kept: Readonly<Record<symbol, unknown>>;
  /** The request that Fastify is to hand back. */
  #entering: IncomingMessage | undefined;
  #entered: FastifySide | undefined;
  #listener: Listener | undefined;
  /** Under which `@fastify/middie` says whether there is middleware. */
  #middie: symbol | undefined;
  #isClosing = false;

  constructor(
    private readonly adapter: AbstractHttpAdapter,
    private readonly responder: FastifyResponder,
    /** The library's own hook, which has nothing to do for a direct request. */
    private readonly ownHook: unknown,
    private readonly plainPaths: ReadonlyMap<string, unknown>,
  ) {
    this.#instance = adapter.getInstance<FastifyInstance>();
    this.#kept = adapter.getInstance<Readonly<Record<symbol, unknown>>>();
    this.#instance.addHook('preClose', (done) => {
      this.#isClosing = true;
      done();
    });
  }

  /**
   * Looks at each request before Fastify routes it. On a server that Fastify has made itself, direct requests are taken.
   */
  listen(direct: DirectRequests | undefined, look: (message: IncomingMessage) => void): void {
    const { server } = this.#instance;
    // A listener of `once` is in a function of Node's, which removes it.
    const listeners = server.rawListeners('request') as Listener[];
    // HTTP/2 has requests and responses of other classes.
    const isOfNode = [HttpServer, HttpsServer].some((kind) => server instanceof kind);
    const own = isOfNode ? listeners.find(({ name }) => name === LISTENER) : undefined;
    if (own === undefined || direct === undefined) {
      server.prependListener('request', look);
      return;
    }
    this.#listener = own;
    const first: Listener = function (message, response) {
      if (direct.respond(message, response)) return;
      look(message);
      own.call(this, message, response);
    };
    // One listener, in place of its own: Node copies a list of several for each request.
    server.removeAllListeners('request');
    for (const listener of listeners) server.on('request', listener === own ? first : listener);
  }

  isFree(beginning: string): boolean {
    const { scope } = this;
    if (scope === undefined || !isPlain(this.#instance)) return false;
    // It may find the user when it is read.
    if (scope.hasRequestDecorator('user')) return false;
    if (!this.#isUnhooked(scope)) return false;
    return [...this.plainPaths.keys()].every((path) => isPathElsewhere(path, beginning));
  }

  isIdle(): boolean {
    const hasMiddleware = this.#middie !== undefined && this.#kept[this.#middie] !== false;
    return !this.#isClosing && !hasMiddleware && !TRACING.hasSubscribers && isIdle(this.adapter);
  }

  /** Whether no hook of the application would see requests to a scope. */
  #isUnhooked(scope: object): boolean {
    const hooks = hooksOf(scope);
    const { onRequest = [], onResponse = [], onRoute = [] } = hooks;
    if (!REQUEST_HOOKS.every((name) => hooks[name]?.length === 0)) return false;
    // Such a hook of a plugin may give a route hooks of its own.
    if (!onRoute.every(isOwnHook)) return false;
    // Middleware may be added at any time.
    this.#middie = symbolOf('fastify-middie-has-middlewares', this.#instance);
    if (onRequest.some(isMiddie) && this.#middie === undefined) return false;
    const others = onRequest.filter((hook) => hook !== this.ownHook && !isMiddie(hook));
    return areOfAdapter([...others, ...onResponse]);
  }

  enter(
    message: IncomingMessage,
    response: ServerResponse,
    { body, bytes }: ReadBody,
  ): FastifySide {
    const { headers } = message;
    // Fastify would wait for a body, which has been read.
    const { 'content-length': _length, 'content-type': _type, ...others } = headers;
    message.headers = others;
    this.#entering = message;
    this.#listener?.call(this.#instance.server, message, response);
    message.headers = headers;
    const side = this.#entered;
    this.#entering = undefined;
    this.#entered = undefined;
    if (side === undefined) throw new Error('Fastify has not handed back a request at once.');
    side.raw.restBody = body;
    if (bytes !== undefined) side.raw.rawBody = bytes;
    side.raw.body = body.kind === 'parameters' ? body.whole : undefined;
    return side;
  }

  /** Takes a request that Fastify hands back; `false` for any other. */
  takes(raw: FastifyRequest, response: FastifyReply): boolean {
    if (this.#entering !== raw.raw) return false;
    this.#entered = { raw, response };
    return true;
  }

  write({ raw, response }: FastifySide, reply: Reply): void {
    this.responder.write(raw, response, reply);
  }

  respondWithError(error: unknown, { raw, response }: FastifySide): void {
    this.responder.respondWithError(error, raw, response);
  }
}

/** The hook that runs the middleware of `@fastify/middie`, which Nest registers. */
function isMiddie(hook: unknown): boolean {
  return typeof hook === 'function' && hook.name === 'runMiddie';
}

/** Whether an instance of Fastify does nothing of its own with each request. */
function isPlain(instance: object): boolean {
  const options = keptUnder('fastify.options', instance) as
    | {
        readonly routerOptions?: { readonly useSemicolonDelimiter?: unknown };
        readonly logger?: { readonly level?: unknown };
        readonly [name: string]: unknown;
      }
    | undefined;
  if (options === undefined) return false;
  if (OF_EACH_REQUEST.some((name) => isOn(options[name]))) return false;
  // Without a logger, Fastify has one that has nothing but `child`.
  return !isOn(options.routerOptions?.useSemicolonDelimiter) && options.logger?.level === undefined;
}

function isOn(option: unknown): boolean {
  return option !== undefined && option !== false && option !== 0;
}
