import { METHODS as HTTP_METHODS, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { isRestException, type RestException } from '../../diagnostics/rest.exception.js';
import {
  bodyFormat,
  charsetOf,
  FORM_DATA,
  FORM_TYPE,
  isUtf8Charset,
  mediaTypeOf,
  rejectedCharset,
  type Body,
} from '../../lifecycle/messages/body.js';
import { readByAnother } from '../../lifecycle/messages/payload.js';
import { isFlatReading, textOfFlat } from '../../lifecycle/messages/query-string.js';
import type { RouteEntry } from '../../lifecycle/endpoint.js';
import type { RequestTarget } from '../../lifecycle/messages/exchange.js';
import { BODY_METHODS } from '../../lifecycle/request-context.js';
import type { Dispatched } from '../../lifecycle/pipeline.js';
import { textOfData, type Reply } from '../../lifecycle/messages/reply.js';
import { isShared } from '../../lifecycle/responses/cache-directives.js';
import type { ResponseHeaders } from '../../lifecycle/messages/rest-response.js';
import { NO_MATCH, type RouteMatch } from '../../routing/route-table.js';
import { isThenable, whenReady, type Awaitable } from '../../shared/promises.js';
import { formOf, isUnreadForm, keepForm, readBytes, readUnreadForm } from '../node/body.js';
import { parserErrorOf } from '../node/parser-errors.js';
import type { ResponseClosing } from '../node/closing.js';
import { endBegun, OF_STREAMS, sendableFile } from '../node/files.js';
import { rememberHeaders } from '../node/response-headers.js';
import { createOriginOf, hasBody, isForApplication } from '../node/target.js';
import { OWN_HANDLER } from '../plain-routes.js';
import type { Serve, Served } from '../served.js';
import {
  endFailedReply,
  FastifyExchange,
  FastifyRouteFinder,
  invalidHeaders,
  isRateLimit,
  mountedUrls,
  rateLimitError,
  sendData,
} from './exchange.js';
import {
  catchAllParserOf,
  jsonParserOf,
  TEXT_TYPE,
  textParserOf,
  keepHead,
  letOptionsPassCors,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type KeptParser,
  type OnSend,
  type ParserDone,
  type ReplyingExchange,
  type RequestState,
} from './internals.js';

/**
 * Serves on Fastify with routes in a separate scope, which isolates its hook, its parsers and its error handler. Fastify
 * routes a request before any hook or middleware runs: only requests that no other route has reach the scope.
 */
export function mountOnFastify(adapter: AbstractHttpAdapter): Serve {
  return (served, limit) => {
    const instance = adapter.getInstance<FastifyInstance>();
    const finder = new FastifyRouteFinder(served, instance.initialConfig);
    const responder = new FastifyResponder(adapter, served, finder);
    const reader = new FastifyBodyReader(finder, limit);
    registerScope(instance, responder, (scope) => {
      // The hooks of this scope run after those of the application, and before the body is read.
      scope.addHook('onRequest', (request, _reply, next) => {
        const state = finder.stateOf(request);
        const type = request.headers['content-type'];
        next(type === undefined ? undefined : reader.prepare(request, type, state));
      });
      reader.addParsers(scope);
      addRoutes(scope, reader, responder);
    });
    return {
      finder,
      respondUnserved: (request, reply) =>
        responder.respondUnserved(request as FastifyRequest, reply as FastifyReply),
    };
  };
}

/**
 * Whether a request states the type of a body that it does not have, as many clients do: the parser of Fastify rejects
 * that. Fastify also reads no body with an empty type; it reads one without a type as WordPress does.
 */
function hasVainType(message: IncomingMessage, type: string): boolean {
  const { headers, method } = message;
  if (method === 'GET' || method === 'HEAD') return false;
  return type === '' || headers['content-length'] === '0' || !hasBody(message);
}

/**
 * For a request, Fastify calls each error handler once, the one of the innermost scope first: for the error of a hook,
 * then for one of sending its response, then for one of sending that of the failure.
 */
const ATTEMPTS = 3;

/** Registers a scope within others, so that all errors of a request are handled here and not by Fastify's default. */
function registerScope(
  instance: FastifyInstance,
  responder: FastifyResponder,
  fill: (scope: FastifyInstance) => void,
  attempts = ATTEMPTS,
): void {
  instance.register((scope, _options, done) => {
    handleErrors(scope, responder);
    if (attempts === 1) fill(scope);
    else registerScope(scope, responder, fill, attempts - 1);
    done();
  });
}

function handleErrors(scope: FastifyInstance, responder: FastifyResponder): void {
  scope.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const state = responder.finder.stateOf(request);
    const rejection = state.exchange === undefined ? bodyErrorOf(error, request, state) : undefined;
    if (rejection === undefined) return responder.respondWithError(error, request, reply);
    state.body = rejection;
    // OPTIONS reads no body, and hooks of the application that may reject it have not run.
    if (request.method === 'OPTIONS') return responder.reject(rejection, request, reply);
    return responder.respond(request, reply);
  });
}

/**
 * Registers all paths below the prefix, except if the application has its own route there. A request passes only the
 * hooks and the decorators that its method needs.
 */
function addRoutes(
  scope: FastifyInstance,
  reader: FastifyBodyReader,
  { served, finder, respond }: Pick<FastifyResponder, 'served' | 'finder' | 'respond'>,
): void {
  const handler = Object.assign(respond, { [OWN_HANDLER]: true });
  // In place of Fastify's own, with which the response of data without a JSON text would be empty.
  const serialized = {
    schema: { response: { 200: {}, default: {} } },
    serializerCompiler: () => textOfData,
  };
  const add = (to: FastifyInstance, methods: readonly string[]): void => {
    for (const url of mountedUrls(served)) {
      const method = methods.filter((name) => !to.hasRoute({ method: name, url }));
      if (method.length > 0) to.route({ method, url, handler, ...serialized });
    }
  };
  // The hooks of the application and of its plugins come before it, also those that they add to each route.
  scope.addHook('onRoute', (route) => {
    if (String(route.method) === 'HEAD') route.onSend = [route.onSend ?? [], withoutContent].flat();
  });
  add(scope, ['HEAD']);
  add(scope, ['GET', ...otherMethods(scope)]);
  scope.register((ofBodies, _options, done) => {
    reader.addHook(ofBodies);
    add(ofBodies, [...BODY_METHODS]);
    // Fastify also reads the body of OPTIONS.
    ofBodies.register((ofOptions, _none, isDone) => {
      if (served.isDescribed) letOptionsPassCors(ofOptions, (request) => finder.isRoute(request));
      add(ofOptions, ['OPTIONS']);
      isDone();
    });
    done();
  });
}

/**
 * States the length of the content of a HEAD, and drops it, as Fastify does for its own routes. Over HTTP/2, its
 * response would not end: Node writes nothing of it, and Fastify waits until a stream or a long text is written.
 */
const withoutContent: OnSend = (_request, reply, payload, done) => {
  const { pipe, getReader } = Object(payload) as Readonly<Record<string, unknown>>;
  if (typeof pipe === 'function') {
    const stream = payload as Readable;
    // Without a listener, its error would end the process.
    stream.on('error', () => undefined).resume();
  } else if (typeof getReader === 'function') {
    (payload as ReadableStream).cancel().catch(() => undefined);
  } else if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) {
    return done(null, payload);
  } else if (!reply.hasHeader('content-length')) {
    reply.header('content-length', String(Buffer.byteLength(payload)));
  }
  done(null, null);
};

/**
 * The methods that no route has, such as PROPFIND and PURGE: below the prefix they get the response of a path without a
 * route. Node itself handles CONNECT.
 */
function otherMethods(scope: FastifyInstance): readonly string[] {
  const known = new Set<string>(['CONNECT', 'HEAD', 'GET', 'OPTIONS', ...BODY_METHODS]);
  const others = HTTP_METHODS.filter((name) => !known.has(name));
  for (const name of others) {
    if (!scope.supportedMethods.includes(name)) scope.addHttpMethod(name);
  }
  return others;
}

/**
 * Reads what the parsers of the application leave unread: forms with the names of PHP, and JSON under other media
 * types.
 */
class FastifyBodyReader {
  /** Whether the application has a parser for a media type. */
  #isParsed: (type: string) => boolean = () => false;

  constructor(
    private readonly finder: FastifyRouteFinder,
    private readonly limit: number,
  ) {}

  /**
   * Before the body is read.
   *
   * @returns The error of a body that middleware or a hook has read to its end: a parser of Fastify would wait for it.
   */
  prepare(request: FastifyRequest, type: string, state: RequestState): RestException | undefined {
    const { raw, headers, method } = request;
    if (hasVainType(raw, type)) {
      delete headers['content-type'];
      return undefined;
    }
    if (raw.readableEnded && method !== 'GET' && method !== 'HEAD' && this.#isParsed(type)) {
      return (state.body = readByAnother());
    }
    if (mediaTypeOf(type) === FORM_TYPE) state.body = keepForm(raw);
    return undefined;
  }

  addParsers(scope: FastifyInstance): void {
    this.#isParsed = (type) => scope.hasContentTypeParser(mediaTypeOf(type));
    const others = catchAllParserOf(scope);
    scope.addContentTypeParser('*', (request, payload, done) => {
      this.#parse(request, payload, { json: jsonParserOf(scope), others }, done);
    });
    this.#addForTexts(scope);
  }

  /** Hooks of the application that run before have seen what its own parser has read. */
  addHook(scope: FastifyInstance): void {
    scope.addHook('preValidation', (request, reply, next) => {
      const state = this.finder.stateOf(request);
      const { payload } = state;
      // If nothing reads it, the rest is dropped, so that the connection can be used again.
      if (payload !== undefined) reply.raw.once('close', () => payload.resume());
      // Without a type, there is no body, or it has been read as a form.
      const type = request.headers['content-type'];
      if (type !== undefined) this.#readRest(request, type, state);
      next();
    });
  }

  /** Fastify reads texts by itself. One that is the file of a route is left to the route. */
  #addForTexts(scope: FastifyInstance): void {
    const texts = textParserOf(scope);
    if (texts === undefined) return;
    scope.removeContentTypeParser(TEXT_TYPE);
    scope.addContentTypeParser(TEXT_TYPE, (request, payload, done) => {
      const isFile =
        mayHaveFiles(request.headers) && !isForParser(request, () => this.finder.find(request));
      if (!isFile) return readWith(texts, request, payload, done);
      if (payload !== request.raw) this.#keepPayload(request, payload);
      done(null, undefined);
    });
  }

  /**
   * Reads a body for whose media type the application has no parser: forms, then JSON by the parser of the application
   * for JSON, then others by its parser for all types. Without one, the stream that a hook has made of it is kept.
   */
  #parse(
    request: FastifyRequest,
    payload: Readable,
    { json, others }: { readonly [Kind in 'json' | 'others']: KeptParser | undefined },
    done: ParserDone,
  ): void {
    const { raw, method, headers } = request;
    const type = headers['content-type'];
    const find = () => this.finder.find(request);
    if (isUnreadForm(type, method, find)) {
      const state = this.finder.stateOf(request);
      readUnreadForm(raw, payload, this.limit, (body) => done(null, shown(state, body)));
    } else if (json !== undefined && bodyFormat(type) === 'json' && typeof find() === 'object') {
      readWith(json, request, payload, done);
    } else if (others !== undefined && isForParser(request, find)) {
      readWith(others, request, payload, done);
    } else {
      if (payload !== raw) this.#keepPayload(request, payload);
      done(null, undefined);
    }
  }

  /** Keeps the stream that a hook has made of a body, for the route to read. */
  #keepPayload(request: FastifyRequest, payload: Readable): void {
    this.finder.stateOf(request).payload = payload;
    // An error of a stream without a listener would end the process. A reader of the stream gets it too.
    payload.on('error', () => undefined);
  }

  #readRest(request: FastifyRequest, type: string, state: RequestState): void {
    const { body: kept } = state;
    if (typeof kept === 'function') {
      state.body = undefined;
      const bytes = formBytes(kept(), request.body);
      if (bytes !== undefined) request.body = shown(state, formOf(request.raw, bytes));
      return;
    }
    if (bodyFormat(type) !== 'json') return;
    const charset = charsetOf(type);
    // Fastify reads every text as UTF-8.
    if (!isUtf8Charset(charset)) request.body = shown(state, rejectedCharset(charset));
  }
}

/** Whether a route gets what a parser makes of a body, and does not read its files itself. */
function isForParser({ headers }: FastifyRequest, find: () => RouteMatch<RouteEntry>): boolean {
  const found = find();
  return (
    typeof found === 'object' && (!mayHaveFiles(headers) || !found.entry.endpoint().readsForms)
  );
}

function mayHaveFiles(headers: FastifyRequest['headers']): boolean {
  const type = headers['content-type'] ?? '';
  return headers['content-disposition'] !== undefined || mediaTypeOf(type) === FORM_DATA;
}

/**
 * The bytes of a form that a parser has read without nesting; `undefined` if it has read it otherwise.
 *
 * @param kept As they were sent. A hook may have made others of them, for which the parser speaks.
 */
function formBytes(kept: Buffer | undefined, body: unknown): Buffer | undefined {
  if (kept !== undefined && isFlatReading(kept.toString(), body)) return kept;
  const text = textOfFlat(body);
  return text === undefined ? undefined : Buffer.from(text);
}

/** Reads a body as Fastify does for a parser, within its limit. */
function readWith(
  parser: KeptParser,
  request: FastifyRequest,
  payload: Readable,
  done: ParserDone,
): void {
  const parse = (body: unknown): void => {
    try {
      const parsed = parser.fn(request, body, done);
      if (isThenable(parsed)) parsed.then((value) => done(null, value), done);
    } catch (error) {
      done(error as Error);
    }
  };
  if (!parser.asString && !parser.asBuffer) return parse(payload);
  readBytes(request.raw, payload, parser.bodyLimit, (error, bytes) => {
    if (bytes === undefined) done(error);
    else parse(parser.asString ? bytes.toString() : bytes);
  });
}

/** The body to show, as a parser of the application does; an error is kept until the guards have run. */
function shown(state: RequestState, body: Body): unknown {
  state.body = body.kind === 'parameters' ? undefined : body.error;
  return body.kind === 'parameters' ? body.whole : undefined;
}

/**
 * The rejection for an error about a body, also one that leaves the body unread, such as a malformed media type: the
 * hooks of the application that follow have not run, so no method may. An unknown route and a guard take precedence
 * over it. An error of the application, such as that of its own signature check, is its own. So is any error of a
 * method whose body Fastify does not read: a parser has not caused it.
 */
function bodyErrorOf(
  error: unknown,
  { method }: FastifyRequest,
  { body }: RequestState,
): RestException | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  return isRestException(error) && error === body ? error : parserErrorOf(error);
}

/** Dispatches requests below the prefix, and writes their responses. */
class FastifyResponder {
  readonly originOf = createOriginOf();
  readonly closing: ResponseClosing;
  /** For each reply that streams, the function that restores its headers. */
  readonly #streaming = new WeakMap<FastifyReply, () => void>();
  /** Replies whose head was sent before the library had the request. */
  readonly #begun = new WeakSet<FastifyReply>();
  /** Replies whose response could not be written; an error replaces it, once. */
  readonly #failed = new WeakSet<FastifyReply>();

  constructor(
    private readonly adapter: AbstractHttpAdapter,
    readonly served: Served,
    readonly finder: FastifyRouteFinder,
  ) {
    this.closing = served.closing;
  }

  /**
   * Returns nothing: for a handler that returns its reply, or a promise of it, Fastify adds listeners for the end of
   * the response, which cost more than this whole function.
   */
  readonly respond = (
    request: FastifyRequest,
    reply: FastifyReply,
    found = this.finder.find(request),
  ): void => {
    const state = this.finder.stateOf(request);
    const { target } = state;
    if (this.#isForApplication(request, target, found)) return reply.callNotFound();
    if (reply.raw.headersSent) this.#begun.add(reply);
    const exchange = new FastifyExchange(request, reply, target, this.served, this);
    const mayBeUnknown = typeof found === 'symbol' || exchange.method === 'OPTIONS';
    if (mayBeUnknown && isForApplication(this.served, request.raw, target.path)) {
      exchange.passOnTo(() => reply.callNotFound());
    }
    state.exchange = exchange;
    const dispatched = this.served.dispatch(exchange, found);
    if (!isThenable(dispatched)) {
      void this.write(exchange, dispatched);
      return;
    }
    this.closing.begin(reply.raw);
    void dispatched.then((routeResponse) => this.write(exchange, routeResponse));
  };

  /** Responds to a sub-request that Fastify has routed to a plain handler, which does not get it. */
  respondUnserved(request: FastifyRequest, reply: FastifyReply): void {
    const found = this.finder.find(request);
    this.respond(request, reply, typeof found === 'symbol' ? found : NO_MATCH);
  }

  /** @throws The error itself if the application responds to it: Fastify passes it to the next error handler. */
  respondWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { target, exchange, headers = {} } = this.finder.stateOf(request);
    const restore = this.#streaming.get(reply);
    // A hook or a serializer of the application has failed on a response, its data have no JSON text, or its stream has
    // failed before it was sent.
    if (exchange !== undefined) {
      restore?.();
      this.#streaming.delete(reply);
      void this.#replace(error, exchange, restore === undefined ? headers : {});
      return;
    }
    const isPassedOn =
      (this.served.passesErrors && !isRateLimit(error)) ||
      this.#isForApplication(request, target, this.finder.find(request));
    // Fastify sends a value that is not an error as a normal response, if an error handler throws it.
    if (isPassedOn && error instanceof Error) throw error;
    this.reject(error, request, reply);
  }

  /** Responds with an error, without the steps of a route. */
  reject(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const state = this.finder.stateOf(request);
    const exchange = new FastifyExchange(request, reply, state.target, this.served, this);
    state.exchange = exchange;
    const rejected = this.served.reject(error, exchange, rateLimitError);
    if (!isThenable(rejected)) void this.write(exchange, rejected);
    else void rejected.then((routeResponse) => this.write(exchange, routeResponse));
  }

  #isForApplication(
    { raw }: FastifyRequest,
    { path }: RequestTarget,
    found: RouteMatch<RouteEntry>,
  ): boolean {
    return found === NO_MATCH && isForApplication(this.served, raw, path);
  }

  /**
   * Never throws: nothing would catch it after a promise. Returns a promise, which never rejects, if a wrapper of the
   * application does.
   */
  write(exchange: ReplyingExchange, routeResponse: Dispatched): Awaitable<void> {
    const written = this.#write(exchange, routeResponse);
    this.closing.leave(exchange.response.raw);
    return written;
  }

  #write(exchange: ReplyingExchange, routeResponse: Dispatched): Awaitable<void> {
    const { raw: request, response: reply } = exchange;
    if (routeResponse === undefined || reply.sent) return undefined;
    const { raw } = reply;
    const { headers } = routeResponse;
    const state = this.finder.stateOf(request);
    try {
      if (!raw.headersSent) {
        state.headers = headers;
        const sent = this.#send(reply, routeResponse);
        // A reply has a method `then`, which waits for the end of the response.
        if (sent !== reply && isThenable(sent)) return this.#settle(sent, exchange, headers);
        // The garbage collector can free them before the request.
        if (reply.sent) state.exchange = state.headers = undefined;
      } else if (this.#begun.has(reply)) {
        reply.hijack();
        endBegun(raw, request.method, routeResponse);
      }
      return undefined;
    } catch (error) {
      return this.#replace(error, exchange, headers);
    }
  }

  async #settle(
    sent: PromiseLike<unknown>,
    exchange: ReplyingExchange,
    headers: ResponseHeaders,
  ): Promise<void> {
    try {
      await sent;
    } catch (error) {
      await this.#replace(error, exchange, headers);
    }
  }

  /** Responds with the error of a response that could not be sent. Only once, because sending the error may also fail. */
  #replace(error: unknown, exchange: ReplyingExchange, headers: ResponseHeaders): Awaitable<void> {
    const { response: reply } = exchange;
    // A guard or a hook may have set an invalid header, which Fastify does not check.
    const others = invalidHeaders(reply);
    for (const name of [...Object.keys(headers), 'content-length', ...others])
      reply.removeHeader(name);
    if (reply.raw.headersSent || this.#failed.has(reply)) return endFailedReply(reply, error);
    this.#failed.add(reply);
    return whenReady(this.served.fail(error, exchange), (other) => this.#write(exchange, other));
  }

  /** @returns What Fastify returns: the reply, or what a wrapper of the application returns. */
  #send(reply: FastifyReply, routeResponse: Reply): unknown {
    const { status, headers, body } = routeResponse;
    const { stream } = body;
    const isFromCache = headers['cache-status'] !== undefined;
    if (isFromCache || isShared(headers['cache-control'])) keepHead(reply, routeResponse);
    // Fastify adds cookies to those that a reply has, and these headers contain them already.
    if (headers['set-cookie'] !== undefined) reply.removeHeader('set-cookie');
    if (stream !== undefined) {
      const names = [...Object.keys(headers), ...OF_STREAMS];
      this.#streaming.set(reply, rememberHeaders({ node: reply.raw, reply }, names));
    }
    const data = body.data();
    // Fastify computes the length of a text, and does not correct a length that is stated for HEAD.
    const isCounted = data !== undefined && stream === undefined;
    if (isCounted && headers['content-length'] !== undefined) delete headers['content-length'];
    const isEmpty = data === undefined && stream === undefined;
    if (isEmpty && lacksLength(reply, status)) reply.header('content-length', '0');
    reply.code(status).headers(headers);
    if (stream === undefined) {
      return body.isJson ? sendData(reply, data, status >= 400) : reply.send(data);
    }
    const file = sendableFile(stream);
    // Fastify logs errors of a stream only if its own logger is on.
    file.getStream().once('error', file.errorLogger);
    return this.adapter.reply(reply, file, status);
  }
}

/** Fastify states the length of an empty response, but for HEAD only if it has made the route itself. */
function lacksLength(reply: FastifyReply, status: number): boolean {
  const isHead = reply.raw.req.method === 'HEAD';
  return isHead && status !== 204 && status !== 304 && !reply.hasHeader('content-length');
}
