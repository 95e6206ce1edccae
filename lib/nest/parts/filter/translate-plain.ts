import { HttpException, NotFoundException } from '@nestjs/common';
import { httpError, tooLarge } from '../../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../../diagnostics/rest.exception.js';
import { translateError } from '../../../diagnostics/translate-error.js';
import { rateLimitError } from '../../../platform/http/outside-error.js';
import type { PlainResponse } from '../../../platform/http/plain-response.js';

/** The error for the client where no route of the library is; `undefined` where it is not meant for the client. */
export function translatePlain(
  error: unknown,
  request: unknown,
  response: PlainResponse,
): RestException | undefined {
  if (isUnknownPath(error, request)) return httpError('rest_no_route');
  const known = unreadableError(error, request) ?? translateError(error);
  if (known !== undefined || response.presetHeader('retry-after') === undefined) return known;
  // The header shows that the error is not of an HTTP client, which has a status too.
  return rateLimitError(error);
}

/** What the requests of Node, Express and Fastify have in common. */
interface AnyRequest {
  readonly method?: unknown;
  readonly url?: unknown;
  readonly originalUrl?: unknown;
  /** The request of Node, on a request of Fastify's. */
  readonly raw?: unknown;
}

/**
 * Whether an error is the one that Nest throws where no handler matches: of that class itself, with the
 * text `Cannot GET /path?query` for this very request. Nest gives it neither a code nor a context of its
 * own.
 */
function isUnknownPath(error: unknown, request: unknown): boolean {
  if (!(error instanceof NotFoundException) || error.constructor !== NotFoundException)
    return false;
  const { method, url, originalUrl = url } = nodeRequest(request);
  return error.message === `Cannot ${String(method)} ${String(originalUrl)}`;
}

function nodeRequest(request: unknown): AnyRequest {
  const known = (typeof request === 'object' && request !== null ? request : {}) as AnyRequest;
  const { raw } = known;
  return typeof raw === 'object' && raw !== null ? raw : known;
}

/** What body parsers write on their errors, as far as it matters here. */
interface ParserError extends Error {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly limit?: unknown;
  readonly status?: unknown;
}

/** What is wrong with a body that is not JSON, by the code of the error of Fastify. */
const NOT_JSON: ReadonlyMap<unknown, string> = new Map([
  ['FST_ERR_CTP_INVALID_JSON_BODY', 'it cannot be parsed'],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 'it is empty'],
]);

/**
 * The library's error for a body that a parser of the application could not read, or for a path that Express
 * could not decode; `undefined` for any other error. Nest wraps such an error in an `HttpException`, as its
 * cause.
 */
function unreadableError(error: unknown, request: unknown): RestException | undefined {
  const origin = error instanceof HttpException ? error.cause : error;
  if (!(origin instanceof Error)) return undefined;
  if (isMalformedPath(origin)) return httpError('rest_invalid_url', 'percent-encoding');
  const parserError: ParserError = origin;
  const syntax = syntaxOf(parserError);
  if (syntax !== undefined) return httpError('rest_invalid_json', syntax);
  const limit = exceededLimit(parserError, request);
  return limit === undefined ? undefined : tooLarge(limit);
}

/** Express sets the status; a `URIError` of the application's own has none. */
function isMalformedPath(error: ParserError): boolean {
  return error instanceof URIError && error.status === 400;
}

/** Why the body is not JSON; `undefined` for other errors. */
function syntaxOf(error: ParserError): string | undefined {
  const isOfBodyParser = error instanceof SyntaxError && error.type === 'entity.parse.failed';
  return isOfBodyParser ? error.message : NOT_JSON.get(error.code);
}

/** In bytes. The error of Fastify does not have it, its request does. */
function exceededLimit(error: ParserError, request: unknown): number | undefined {
  const limit =
    error.type === 'entity.too.large'
      ? error.limit
      : error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
        ? limitOfRoute(request)
        : undefined;
  return typeof limit === 'number' ? limit : undefined;
}

function limitOfRoute(request: unknown): unknown {
  const { routeOptions } = request as { readonly routeOptions?: { readonly bodyLimit?: unknown } };
  return routeOptions?.bodyLimit;
}
