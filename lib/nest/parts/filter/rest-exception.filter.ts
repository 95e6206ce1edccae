import {
  Catch,
  HttpException,
  Inject,
  Injectable,
  IntrinsicException,
  Logger,
  Optional,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { RestException } from '../../../diagnostics/rest.exception.js';
import { addErrorHeaders } from '../../../pipeline/outgoing/error-headers.js';
import { dataReply, type MakeError, type Reply } from '../../../pipeline/responses/reply.js';
import { plainResponseOf, type PlainResponse } from '../../../platform/http/plain-response.js';
import { logError, logStack } from '../../../shared/log-text.js';
import { RouteFailureHost } from '../../enhancers/filters/route-failure-host.js';
import { makeErrorOf } from '../../options/choice-options.js';
import { internalErrorReporter } from '../../options/internal-error.js';
import { errorHeadersOf, type RestErrorOptions } from '../../options/outgoing-options.js';
import { REST_OPTIONS } from '../../options/rest-options.js';
import { isHttp } from '../plain-handler.js';
import { translatePlain } from './translate-plain.js';

/**
 * Gives the errors of plain Nest controllers, or of the whole application, the shape of the library's own:
 * `{ code, message, data: { status } }`, or a problem of RFC 9457 with `errors: 'problem'`.
 *
 * @example
 * providers: [{ provide: APP_FILTER, useClass: RestExceptionFilter }]
 * // GET /nowhere: 404 { "code": "rest_no_route", "message": "…", "data": { "status": 404 } }
 *
 * @param options `challenge`, `debug`, `errors` and `protectiveHeaders`; by default those of `RestModule.forRoot()`,
 *   where the application imports it.
 * @throws InvalidArgumentException on the first error, where `challenge` is no challenge or `errors` is unknown.
 * @see Nest's `BaseExceptionFilter`, which it replaces.
 */
@Catch()
@Injectable()
export class RestExceptionFilter implements ExceptionFilter {
  /** For subclasses that call `super()` without options. */
  @Optional()
  @Inject(REST_OPTIONS)
  private readonly restModuleOptions?: RestErrorOptions;
  readonly #options: RestErrorOptions | undefined;
  #respond: RespondToError | undefined;

  constructor(@Optional() @Inject(REST_OPTIONS) options?: RestErrorOptions) {
    this.#options = options;
  }

  /**
   * Responds to an HTTP request that failed; on a route of the library, with the library's own response.
   * Other contexts get what they get without a filter: a WebSocket client the event `exception`, GraphQL and
   * microservices the error of Nest's default filter, for which a subclass returns what this returns.
   */
  catch(exception: unknown, host: ArgumentsHost): unknown {
    if (host instanceof RouteFailureHost) return host.leave(exception);
    if (host.getType() === 'ws') return sendWsError(exception, host);
    // Nest takes nothing for "not handled" there, and continues with its default filter.
    if (!isHttp(host)) return undefined;
    const response = plainResponseOf(host.getArgByIndex(1));
    if (response === undefined) throw exception;
    this.#respond ??= createPlainErrors(this.#options ?? this.restModuleOptions ?? {});
    this.#respond(exception, host.getArgByIndex(0), response);
    return undefined;
  }
}

/** Responds to an error where no route of the library is. */
type RespondToError = (error: unknown, request: unknown, response: PlainResponse) => void;

/** @throws InvalidArgumentException where `challenge` is no challenge, or `errors` is unknown. */
function createPlainErrors(options: RestErrorOptions): RespondToError {
  const headers = errorHeadersOf(options);
  const makeError = makeErrorOf(options);
  const internalError = internalErrorReporter(new Logger('RestModule'), options.debug ?? false);
  return (error, request, response) => {
    const other = responseOfNoError(error);
    if (other !== undefined) return response.isSent ? response.end() : response.send(other);
    const known = translatePlain(error, request, response) ?? internalError(error, undefined);
    if (response.isSent) return response.end();
    const made = responseOf(known, makeError, (failure) => internalError(failure, undefined));
    addErrorHeaders(made, response, headers);
    response.send(made);
  };
}

/** An exception may carry a status that is no error, such as 304: it is sent as Nest sends it. */
function responseOfNoError(error: unknown): Reply | undefined {
  if (!(error instanceof HttpException)) return undefined;
  const status = error.getStatus();
  if (!Number.isInteger(status) || status < 200 || status >= 400) return undefined;
  const response: unknown = error.getResponse();
  const isText = typeof response !== 'object' || response === null;
  const body = isText ? { statusCode: status, message: response } : response;
  return dataReply(body, status, {});
}

/** The data of an error may have no JSON text. */
function responseOf(
  error: RestException,
  makeError: MakeError,
  internalError: (failure: unknown) => RestException,
): Reply {
  try {
    return makeError(error);
  } catch (failure) {
    return makeError(internalError(failure));
  }
}

/** A client of Socket.IO, or a native WebSocket, which also has an `emit`, for events of its own. */
interface Client {
  readonly readyState?: unknown;
  send?(text: string): unknown;
  emit?(event: string, payload: unknown): unknown;
}

const EVENT = 'exception';

/**
 * Sends an error to a WebSocket client as Nest does where no filter catches it, which a filter prevents:
 * the text of a `WsException`, nothing about any other error.
 *
 * @see Nest's `BaseWsExceptionFilter`
 */
function sendWsError(exception: unknown, host: ArgumentsHost): void {
  const ws = host.switchToWs();
  const client: Client | undefined = ws.getClient();
  const stated = statedError(exception);
  if (stated === undefined && !(exception instanceof IntrinsicException)) {
    new Logger('RestModule').error(
      `A message handler failed: ${logError(exception)}`,
      logStack(exception),
    );
  }
  const message = stated ?? 'Internal server error';
  const cause = { pattern: ws.getPattern(), data: ws.getData<unknown>() };
  const payload = typeof message === 'object' ? message : { status: 'error', message, cause };
  if (client !== undefined) send(client, payload);
}

/** The text or object of a `WsException`; the package of that class is optional. */
function statedError(exception: unknown): string | object | undefined {
  if (!(exception instanceof Error) || !('getError' in exception)) return undefined;
  if (typeof exception.getError !== 'function') return undefined;
  const stated: unknown = exception.getError();
  const isObject = typeof stated === 'object' && stated !== null;
  return typeof stated === 'string' || isObject ? stated : undefined;
}

function send(client: Client, payload: unknown): void {
  if (typeof client.readyState === 'number') {
    client.send?.(JSON.stringify({ event: EVENT, data: payload }));
    return;
  }
  client.emit?.(EVENT, payload);
}
