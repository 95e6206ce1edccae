import { HttpException, Logger } from '@nestjs/common';
import { httpError } from '../../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../../diagnostics/rest.exception.js';
import { translateError } from '../../../diagnostics/translate-error.js';
import { addErrorHeaders } from '../../../pipeline/outgoing/error-headers.js';
import {
  jsonResponse,
  type MakeError,
  type RouteResponse,
} from '../../../pipeline/responses/route-response.js';
import { rateLimitError } from '../../../platform/http/outside-error.js';
import type { PlainResponse } from '../../../platform/http/plain-response.js';
import { makeErrorOf } from '../../options/choice-options.js';
import { internalErrorReporter } from '../../options/internal-error.js';
import { errorHeadersOf, type RestErrorOptions } from '../../options/outgoing-options.js';
import { unreadableError } from './unreadable-error.js';
import { isUnknownPath } from './unknown-path.js';

/** Responds to an error where no route of the library is. */
export type RespondToError = (error: unknown, request: unknown, response: PlainResponse) => void;

/** @throws InvalidArgumentException where `challenge` is no challenge, or `errors` is unknown. */
export function createPlainErrors(options: RestErrorOptions): RespondToError {
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

function translatePlain(
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

/** An exception may carry a status that is no error, such as 304: it is sent as Nest sends it. */
function responseOfNoError(error: unknown): RouteResponse | undefined {
  if (!(error instanceof HttpException)) return undefined;
  const status = error.getStatus();
  if (!Number.isInteger(status) || status < 200 || status >= 400) return undefined;
  const response: unknown = error.getResponse();
  const isText = typeof response !== 'object' || response === null;
  const body = isText ? { statusCode: status, message: response } : response;
  return jsonResponse(body, status, {});
}

/** The data of an error may have no JSON text. */
function responseOf(
  error: RestException,
  makeError: MakeError,
  internalError: (failure: unknown) => RestException,
): RouteResponse {
  try {
    return makeError(error);
  } catch (failure) {
    return makeError(internalError(failure));
  }
}
