import { Logger } from '@nestjs/common';
import { httpError } from '../../errors/http-errors.js';
import type { RestException } from '../../errors/rest.exception.js';

/** The answer to an unexpected error outside a route, of middleware or of the adapter; also logs it. */
export function outsideError(error: unknown): RestException {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  new Logger('RestModule').error(`A request failed outside its route: ${text}`, stack);
  return httpError('framework_internal_error');
}
