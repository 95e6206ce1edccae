import { Logger } from '@nestjs/common';
import { httpError } from '../../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../../diagnostics/rest.exception.js';
import { translateError } from '../../../diagnostics/translate-error.js';
import { addErrorHeaders } from '../../../pipeline/outgoing/error-headers.js';
import { responseOfError, type RouteResponse } from '../../../pipeline/responses/route-response.js';
import type { PlainResponse } from '../../../platform/http/plain-response.js';
import { internalErrorReporter } from '../../options/internal-error.js';
import { errorHeadersOf, type RestErrorOptions } from '../../options/outgoing-options.js';
import { unreadableError } from './unreadable-error.js';
import { isUnknownPath } from './unknown-path.js';

/** Responds to an error where no route of the library is. */
export type RespondToError = (error: unknown, request: unknown, response: PlainResponse) => void;

/** @throws InvalidArgumentException where `challenge` is no challenge. */
export function createPlainErrors(options: RestErrorOptions): RespondToError {
  const headers = errorHeadersOf(options);
  const internalError = internalErrorReporter(new Logger('RestModule'), options.debug ?? false);
  return (error, request, response) => {
    const known = translatePlain(error, request) ?? internalError(error, undefined);
    if (response.isSent) return response.end();
    const made = responseOf(known, (failure) => internalError(failure, undefined));
    addErrorHeaders(made, response, headers);
    response.send(made);
  };
}

function translatePlain(error: unknown, request: unknown): RestException | undefined {
  if (isUnknownPath(error, request)) return httpError('rest_no_route');
  return unreadableError(error, request) ?? translateError(error);
}

/** The data of an error may have no JSON text. */
function responseOf(
  error: RestException,
  internalError: (failure: unknown) => RestException,
): RouteResponse {
  try {
    return responseOfError(error);
  } catch (failure) {
    return responseOfError(internalError(failure));
  }
}
