import {
  HttpException,
  IntrinsicException,
  Logger,
  type ArgumentsHost,
  NotFoundException,
} from '@nestjs/common';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { isRestException, type RestException } from '../../diagnostics/rest.exception.js';
import { translateError } from '../../diagnostics/translate-error.js';
import { createOutgoing } from '../../lifecycle/responses/outgoing.js';
import { dataReply, type Reply } from '../../lifecycle/messages/reply.js';
import type { PlainExchange } from '../../platform/plain-exchange.js';
import { parserErrorOf } from '../../platform/node/parser-errors.js';
import { rateLimitError } from '../../platform/fastify/exchange.js';
import { isThenable } from '../../shared/promises.js';
import { reportError } from '../../shared/report-error.js';
import { errorHandlingOf } from '../../nest/composition/error-handling.js';
import { internalErrorReporter } from '../../nest/composition/reports.js';
import { errorHeadersOf, type RestErrorOptions } from '../../nest/options/settings.js';
import { ERROR_FEATURES } from '../error-features.js';

/**
 * Makes the functions that respond to an error outside of the library's routes.
 *
 * @throws InvalidArgumentException if `challenge` is not a challenge, or `errors` is unknown.
 */
export function createPlainErrors(
  options: RestErrorOptions,
): (error: unknown, exchange: PlainExchange) => void {
  const outgoing = createOutgoing(errorHeadersOf(options));
  const { makeError } = errorHandlingOf(options, ERROR_FEATURES);
  const report = internalErrorReporter(options.debug ?? false);
  const makeReply = (error: RestException, exchange: PlainExchange, origin: unknown): Reply => {
    try {
      return makeError(error, exchange, origin);
    } catch (failure) {
      // The data of an error may have no JSON text.
      return makeError(report(failure, undefined), exchange);
    }
  };
  return (error, exchange) => {
    const known =
      responseOfNoError(error) ?? translatePlainError(error, exchange) ?? report(error, undefined);
    if (exchange.isSent) return exchange.end();
    const reply = isRestException(known)
      ? outgoing.complete(makeReply(known, exchange, error), exchange)
      : known;
    send(reply, exchange, (failure) => {
      if (exchange.isSent) return exchange.fail(failure);
      const other = makeError(report(failure, undefined), exchange);
      send(outgoing.complete(other, exchange), exchange, (last) => exchange.fail(last));
    });
  };
}

/**
 * Nest does not wait for a filter: a wrapper of the application that rejects would end the process. One that throws would
 * lead to the response of Express, which has the error.
 */
function send(reply: Reply, exchange: PlainExchange, onFailure: (error: unknown) => void): void {
  try {
    const sent = exchange.send(reply);
    if (isThenable(sent)) Promise.resolve(sent).catch(onFailure);
  } catch (error) {
    onFailure(error);
  }
}

/** An exception may have a status that is not an error, such as 304: it is sent as Nest sends it. */
function responseOfNoError(error: unknown): Reply | undefined {
  if (!(error instanceof HttpException)) return undefined;
  const status = error.getStatus();
  if (!Number.isInteger(status) || status < 200 || status >= 400) return undefined;
  const response: unknown = error.getResponse();
  const isText = typeof response !== 'object' || response === null;
  const body = isText ? { statusCode: status, message: response } : response;
  return dataReply(body, status, {});
}

/** The error for the client outside of the library's routes; `undefined` if it is not meant for the client. */
function translatePlainError(error: unknown, exchange: PlainExchange): RestException | undefined {
  if (isUnknownPath(error, exchange)) return httpError('rest_no_route');
  const known = knownParserError(error, exchange) ?? translateError(error);
  if (known !== undefined || exchange.appliedHeader('retry-after') === undefined) return known;
  // The header shows that the error is not one of an HTTP client, which also has a status.
  return rateLimitError(error);
}

/**
 * Whether an error is the one that Nest throws if no handler matches: of exactly that class, with the text
 * `Cannot GET /path?query` of this request. Nest gives it neither a code nor a specific context.
 */
function isUnknownPath(error: unknown, { message }: PlainExchange): boolean {
  if (!(error instanceof NotFoundException) || error.constructor !== NotFoundException)
    return false;
  const { method, url } = message;
  const { originalUrl = url } = message as { readonly originalUrl?: string };
  return error.message === `Cannot ${String(method)} ${String(originalUrl)}`;
}

/**
 * The library's error for a body that a parser of the application could not read, or for a path that Express could not
 * decode; `undefined` for any other error. Nest wraps such an error in an `HttpException`, as its cause.
 */
function knownParserError(error: unknown, { bodyLimit }: PlainExchange): RestException | undefined {
  const origin: unknown = error instanceof HttpException ? error.cause : error;
  // Express sets the status; a `URIError` of the application has none.
  if (origin instanceof URIError && 'status' in origin && origin.status === 400) {
    return httpError('rest_invalid_url', 'percent-encoding');
  }
  const known = parserErrorOf(origin, bodyLimit);
  // Here, any code of the application may throw: the parsers state a status for the client, and it stays the same.
  return known?.getStatus() === translateError(origin)?.getStatus() ? known : undefined;
}

/** A client of Socket.IO, or a native WebSocket, which also has an `emit`, for its own events. */
interface Client {
  readonly readyState?: unknown;
  send?(text: string): unknown;
  emit?(event: string, payload: unknown): unknown;
}

const EVENT = 'exception';

/**
 * Sends an error to a WebSocket client as Nest does if no filter catches it, because a filter prevents that: the text
 * of a `WsException`, and no details of any other error.
 *
 * @see Nest's `BaseWsExceptionFilter`
 */
export function sendWsError(exception: unknown, host: ArgumentsHost): void {
  const ws = host.switchToWs();
  const client: Client | undefined = ws.getClient();
  const stated = statedError(exception);
  if (stated === undefined && !(exception instanceof IntrinsicException)) {
    reportError(new Logger('RestModule'), exception);
  }
  const message = stated ?? 'Internal server error';
  const cause = { pattern: ws.getPattern(), data: ws.getData<unknown>() };
  const payload = typeof message === 'object' ? message : { status: 'error', message, cause };
  if (typeof client?.readyState === 'number') {
    client.send?.(JSON.stringify({ event: EVENT, data: payload }));
  } else client?.emit?.(EVENT, payload);
}

/** The text or object of a `WsException`; the package of that class is optional. */
function statedError(exception: unknown): string | object | undefined {
  if (!(exception instanceof Error) || !('getError' in exception)) return undefined;
  if (typeof exception.getError !== 'function') return undefined;
  const stated: unknown = exception.getError();
  const isObject = typeof stated === 'object' && stated !== null;
  return typeof stated === 'string' || isObject ? stated : undefined;
}
