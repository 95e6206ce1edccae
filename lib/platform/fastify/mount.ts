import { METHODS as HTTP_METHODS } from 'node:http';
import { StreamableFile } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { NO_BODY, type ReadBody } from '../../lifecycle/messages/body.js';
import { BATCH_PATH } from '../../lifecycle/batch/batch-route.js';
import type { RequestTarget } from '../../lifecycle/messages/exchange.js';
import type { RouteEntry } from '../../lifecycle/endpoint.js';
import type { Dispatched } from '../../lifecycle/pipeline.js';
import { contentOf, type Reply } from '../../lifecycle/messages/reply.js';
import { NO_MATCH, type RouteMatch } from '../../routing/route-table.js';
import { isThenable, whenReady } from '../../shared/promises.js';
import { decodeBody, readingError, readRequestBody } from '../node/body.js';
import { ResponseClosing } from '../node/closing.js';
import { endBegun, rememberHeaders, sendableFile } from '../node/files.js';
import { lateHeadersOf } from '../node/late-headers.js';
import { createOriginOf, isLeft } from '../node/target.js';
import { enterAgain } from '../inner/enter-again.js';
import { OWN_HANDLER } from '../plain-routes.js';
import { logFailure, type Serve, type Served } from '../served.js';
import {
  FastifyExchange,
  FastifySpellings,
  invalidHeaders,
  mountedUrls,
  rateLimitError,
} from './exchange.js';
import {
  expectLateHeaders,
  letOptionsPassCors,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type ParserDone,
} from './internals.js';

const READ_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  /^application\/[\w!#$&^.+-]+\+json/i,
];

/** The errors for a body that is too large, or of another length than its header states. */
const BODY_ERROR = 'FST_ERR_CTP_';

/** A body with a missing or malformed media type stays unread, like any type without a parser. */
const MEDIA_TYPE_ERRORS: ReadonlySet<string> = new Set([
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'FST_ERR_ROUTE_MISSING_CONTENT_TYPE',
]);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Serves on Fastify with routes in a separate scope, which isolates its hook, its parsers and its error handler. Fastify
 * routes a request before any hook or middleware runs: only requests that no other route has reach the scope.
 */
export function mountOnFastify(adapter: AbstractHttpAdapter): Serve {
  return (served, limit) => {
    const instance = adapter.getInstance<FastifyInstance>();
    const spellings = new FastifySpellings(served, instance.initialConfig);
    const responder = new FastifyResponder(adapter, served, spellings);
    instance.register((scope, _options, done) => {
      scope.decorateRequest('restBody', undefined);
      scope.decorateRequest('restTarget', undefined);
      letOptionsPassCors(scope, (request) => spellings.isRoute(request));
      // Hooks of a scope run after those of the application, and before a body is read.
      scope.addHook('onRequest', (request, reply, next) => {
        // Fastify reads no body with an empty type; it reads one without a type as WordPress does.
        if (request.headers['content-type'] === '') delete request.headers['content-type'];
        const spelling = spellings.other(request);
        if (spelling === undefined) return next();
        if (reply.raw.headersSent) {
          // A response that has begun cannot begin again.
          spellings.leadNowhere(request);
          return next();
        }
        reply.hijack();
        enterAgain(adapter, request.raw, reply.raw, spelling);
      });
      readBodies(scope, limit);
      handleErrors(scope, responder, limit);
      const handler = (request: FastifyRequest, reply: FastifyReply): void =>
        responder.respond(request, reply);
      addRoutes(scope, served, Object.assign(handler, { [OWN_HANDLER]: true }));
      done();
    });
  };
}

function handleErrors(scope: FastifyInstance, responder: FastifyResponder, limit: number): void {
  scope.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    keepBodyError(error, request, limit)
      ? responder.respond(request, reply)
      : responder.respondWithError(error, request, reply),
  );
}

/** Registers all paths below the prefix, except if the application has its own route there. */
function addRoutes(
  scope: FastifyInstance,
  served: Served,
  handler: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const methods = [...METHODS, ...otherMethods(scope)];
  for (const url of mountedUrls(served)) {
    const method = methods.filter((name) => !scope.hasRoute({ method: name, url }));
    if (method.length > 0) scope.route({ method, url, handler });
  }
}

/**
 * The methods that no route has, such as PROPFIND and PURGE: below the prefix they get the response of a path without a
 * route. Node itself handles CONNECT.
 */
function otherMethods(scope: FastifyInstance): readonly string[] {
  const known: readonly string[] = METHODS;
  const others = HTTP_METHODS.filter((name) => name !== 'CONNECT' && !known.includes(name));
  for (const name of others) {
    if (!scope.supportedMethods.includes(name)) scope.addHttpMethod(name);
  }
  return others;
}

/** Reads the library's formats with Fastify's own reader, the fastest one; other bodies stay unread. */
function readBodies(scope: FastifyInstance, limit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    READ_TYPES,
    { parseAs: 'buffer', bodyLimit: limit },
    (request, bytes, done) => {
      void whenReady(decodeBody(request.raw, bytes, { limit }), (body) =>
        keep(request, body, done),
      );
    },
  );
  scope.addContentTypeParser('*', (request, payload, done) => {
    readRequestBody(request.raw, payload, { limit }, (body) => keep(request, body, done));
  });
}

/**
 * Keeps Fastify's error about a body as the body of the request, because an unknown route and a guard take precedence
 * over an unreadable body.
 *
 * @returns Whether the error is one.
 */
function keepBodyError(error: unknown, request: FastifyRequest, limit: number): boolean {
  const code = codeOf(error);
  const isMediaType = MEDIA_TYPE_ERRORS.has(code);
  if (!isMediaType && !code.startsWith(BODY_ERROR)) return false;
  request.restBody = isMediaType
    ? NO_BODY
    : { kind: 'rejected', error: readingError(error, limit) };
  return true;
}

function keep(request: FastifyRequest, { body, bytes }: ReadBody, done: ParserDone): void {
  request.restBody = body;
  if (bytes !== undefined) request.rawBody = bytes;
  done(null, body.kind === 'parameters' ? body.whole : undefined);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Dispatches requests below the prefix, and writes their responses. */
class FastifyResponder {
  readonly originOf = createOriginOf();
  readonly closing = new ResponseClosing();
  /** For each reply that streams, the function that restores its headers. */
  readonly #streaming = new WeakMap<FastifyReply, () => void>();
  /** Replies whose head was sent before the library had the request. */
  readonly #begun = new WeakSet<FastifyReply>();
  /** Replies whose response could not be written; an error replaces it, once. */
  readonly #failed = new WeakSet<FastifyReply>();

  constructor(
    private readonly adapter: AbstractHttpAdapter,
    private readonly served: Served,
    private readonly spellings: FastifySpellings,
  ) {}

  /**
   * Returns nothing: if a handler returns its reply, or a promise of it, Fastify adds listeners to the end of the
   * response, which cost more than this whole function.
   */
  respond(request: FastifyRequest, reply: FastifyReply): void {
    const target = this.spellings.target(request);
    const found = this.spellings.find(request);
    if (this.#leaves(request, target, found)) return reply.callNotFound();
    if (reply.raw.headersSent) this.#begun.add(reply);
    const exchange = new FastifyExchange(request, reply, target, this.served, this);
    const dispatched = this.served.dispatch(exchange, found);
    if (!isThenable(dispatched)) {
      this.write(request, reply, dispatched);
      return;
    }
    void dispatched.then((routeResponse) => this.write(request, reply, routeResponse));
    if (mayMakeSubRequests(exchange)) this.served.subRequests?.hold(dispatched);
  }

  /** @throws The error itself at a path of the application: Fastify passes it to the next error handler. */
  respondWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const target = this.spellings.target(request);
    if (this.#leaves(request, target, this.spellings.find(request))) throw error;
    this.#reject(error, request, reply, target);
  }

  #reject(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    target: RequestTarget,
  ): void {
    this.#streaming.get(reply)?.();
    const exchange = new FastifyExchange(request, reply, target, this.served, this);
    const rejected = this.served.reject(error, exchange, rateLimitError);
    if (!isThenable(rejected)) this.write(request, reply, rejected);
    else void rejected.then((routeResponse) => this.write(request, reply, routeResponse));
  }

  #leaves(
    { raw }: FastifyRequest,
    { path }: RequestTarget,
    found: RouteMatch<RouteEntry>,
  ): boolean {
    return found === NO_MATCH && isLeft(this.served, raw, path);
  }

  /** Never throws: nothing would catch it after a promise. */
  write(request: FastifyRequest, reply: FastifyReply, routeResponse: Dispatched): void {
    if (routeResponse === undefined || reply.sent) return;
    const { raw } = reply;
    try {
      if (!raw.headersSent) this.#send(reply, routeResponse);
      else if (this.#begun.has(reply)) {
        reply.hijack();
        endBegun(raw, request.method, routeResponse);
      }
    } catch (error) {
      if (raw.headersSent || this.#failed.has(reply)) {
        logFailure(error);
        raw.destroy();
        return;
      }
      this.#failed.add(reply);
      // A guard or a hook may have set an invalid header, which Fastify does not check.
      const others = invalidHeaders(reply);
      for (const name of [...Object.keys(routeResponse.headers), 'content-length', ...others])
        reply.removeHeader(name);
      this.#reject(error, request, reply, this.spellings.target(request));
    }
  }

  #send(reply: FastifyReply, routeResponse: Reply): void {
    const { status, headers } = routeResponse;
    const body = contentOf(routeResponse);
    const late = lateHeadersOf(routeResponse);
    if (late !== undefined) expectLateHeaders(reply.raw, late);
    // Fastify adds cookies to those that a reply has, and these headers contain them already.
    if (headers['set-cookie'] !== undefined) reply.removeHeader('set-cookie');
    const isStream = body instanceof StreamableFile;
    if (isStream) this.#streaming.set(reply, rememberHeaders(reply.raw, headers, reply));
    // Fastify computes the length of a text, and does not correct a length that is stated for HEAD.
    const isCounted = body !== undefined && !isStream;
    if (isCounted && headers['content-length'] !== undefined) delete headers['content-length'];
    reply.headers(headers);
    if (!isStream) return void reply.code(status).send(body);
    const file = sendableFile(body);
    // Fastify logs errors of a stream only if its own logger is on.
    file.getStream().once('error', file.errorLogger);
    this.adapter.reply(reply, file, status);
  }
}

/** Fastify responds with 503 to requests that enter while it closes: those of a batch or of `_embed` must not. */
function mayMakeSubRequests({ inner, method, path, queryText }: FastifyExchange): boolean {
  if (inner !== undefined) return false;
  return /_embed|%/.test(queryText) || (method === 'POST' && path?.toLowerCase() === BATCH_PATH);
}
