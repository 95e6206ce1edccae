import type { AbstractHttpAdapter } from '@nestjs/core';
import { mountOnExpress } from './express/express-mount.js';
import type { Served } from './http/stream-headers.js';
import {
  DEFAULT_BODY_LIMIT,
  readRequestBody,
  decodeBody,
  readingError,
} from './read-request-body.js';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type ParserDone,
  letOptionsPassCors,
  urlReader,
  withoutSlashAtEnd,
  anyCase,
  replaceMalformedUrl,
  isMountedRoute,
  hooksOf,
} from './fastify/fastify-instance.js';
import { OWN_HANDLER } from './plain-routes.js';
import { FastifyResponder } from './fastify/fastify-responder.js';
import { Logger } from '@nestjs/common';
import { overrideMethod } from './http/request-target.js';
import { METHODS as HTTP_METHODS } from 'node:http';
import { NO_BODY, type ReadBody } from '../lifecycle/arguments/body.js';
import { whenReady } from '../shared/promises.js';

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

/** Serves on Fastify with routes in a scope of its own, which keeps its parsers and error handler apart. */
function mountOnFastify(adapter: AbstractHttpAdapter, served: Served, limit: number): void {
  const instance = adapter.getInstance<FastifyInstance>();
  const responder = new FastifyResponder(adapter, served);
  instance.server.prependListener('request', (message) => replaceMalformedUrl(message, served));
  instance.register((scope, _options, done) => {
    prepareRequests(scope, served);
    readBodies(scope, limit);
    handleErrors(scope, responder, limit);
    const handler = (request: FastifyRequest, reply: FastifyReply): void =>
      responder.respond(request, reply);
    addRoutes(scope, served, Object.assign(handler, { [OWN_HANDLER]: true }));
    done();
  });
}

/**
 * How large a body may be, in bytes. Fastify has a limit of its own.
 *
 * @param stated That of the application; `undefined` for the default.
 */
export function bodyLimitOf(
  adapter: AbstractHttpAdapter | undefined,
  stated: number | undefined,
): number {
  const own =
    adapter?.getType() === 'fastify'
      ? adapter.getInstance<FastifyInstance>().initialConfig.bodyLimit
      : undefined;
  return stated ?? own ?? DEFAULT_BODY_LIMIT;
}

/**
 * Registers the library with an adapter.
 *
 * @param bodyLimit In bytes.
 * @throws Error on an adapter that is neither Express nor Fastify.
 */
export function mount(adapter: AbstractHttpAdapter, served: Served, bodyLimit: number): void {
  switch (adapter.getType()) {
    case 'express':
      return mountOnExpress(adapter, served, bodyLimit);
    case 'fastify':
      return mountOnFastify(adapter, served, bodyLimit);
    default:
      throw new Error(
        `RestModule serves on @nestjs/platform-express and @nestjs/platform-fastify, not on "${adapter.getType()}".`,
      );
  }
}

function prepareRequests(scope: FastifyInstance, served: Served): void {
  scope.decorateRequest('restBody', undefined);
  scope.decorateRequest('restUrl', undefined);
  letOptionsPassCors(scope, (request) => isMountedRoute(request, served));
  if (!addFirstHook(scope, earlyHook(scope, served))) {
    new Logger('RestModule').warn(
      'This version of Fastify keeps its hooks elsewhere: method overrides are ignored.',
    );
  }
}

function handleErrors(scope: FastifyInstance, responder: FastifyResponder, limit: number): void {
  scope.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    keepBodyError(error, request, limit)
      ? responder.respond(request, reply)
      : responder.respondWithError(error, request, reply),
  );
}

/**
 * Remembers the URL of each request, and applies method overrides, before any other hook. Fastify has
 * routed a request before any hook or middleware runs, so a URL that they change moves it to no other
 * route: neither of the application nor of the library.
 */
function earlyHook({ initialConfig }: FastifyInstance, served: Served): EarlyHook {
  const readUrl = urlReader(initialConfig);
  return (request, _reply, done) => {
    const { raw } = request;
    overrideMethod(raw, served);
    const url = readUrl(raw.url ?? '');
    request.restUrl = url;
    // Fastify reads no body of an empty type, and one without a type as WordPress does.
    if (raw.headers['content-type'] === '') delete raw.headers['content-type'];
    // Middleware that excludes paths below a route would take the slash for the beginning of one.
    if (url.includes('/?') || url.endsWith('/')) raw.url = withoutSlashAtEnd(url, served.prefix);
    done();
  };
}

/** A hook of Fastify's that runs once the request has been routed. */
type EarlyHook = (request: FastifyRequest, reply: unknown, done: () => void) => void;

/**
 * Adds a hook ahead of all others of a scope. Nest registers its middleware before any module is
 * initialised, and Fastify runs hooks in the order of their registration, so `addHook` would come too
 * late for changes that middleware should see.
 *
 * @returns Whether Fastify keeps its hooks where they are expected.
 */
function addFirstHook(scope: object, hook: EarlyHook): boolean {
  const hooks = hooksOf(scope);
  if (hooks['onRequest'] === undefined) return false;
  hooks['onRequest'].unshift(hook);
  return true;
}

/** Registers all paths below the prefix, except where the application has a route of its own. */
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
 * The methods that no route has, such as PROPFIND and PURGE: below the prefix they get the response of a
 * path without a route. Node handles CONNECT itself.
 */
function otherMethods(scope: FastifyInstance): readonly string[] {
  const known: readonly string[] = METHODS;
  const others = HTTP_METHODS.filter((name) => name !== 'CONNECT' && !known.includes(name));
  for (const name of others) {
    if (!scope.supportedMethods.includes(name)) scope.addHttpMethod(name);
  }
  return others;
}

/** All paths that belong to a mount, in any case of their letters. */
function mountedUrls({ owned }: Served): readonly string[] {
  return [...owned, ...owned.map(anyCase)].flatMap((beginning) => [beginning, `${beginning}/*`]);
}

/** Reads the library's formats with Fastify's own reader, the fastest one; other bodies stay unread. */
function readBodies(scope: FastifyInstance, limit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    READ_TYPES,
    { parseAs: 'buffer', bodyLimit: limit },
    (request, bytes, done) => {
      void whenReady(decodeBody(request.raw, bytes, limit), (body) => keep(request, body, done));
    },
  );
  scope.addContentTypeParser('*', (request, payload, done) => {
    readRequestBody(request.raw, payload, limit, (body) => keep(request, body, done));
  });
}

/**
 * Keeps an error of Fastify's about a body as the body of the request: an unknown route and a guard come
 * before an unreadable body.
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
