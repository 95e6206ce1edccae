import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { Violation } from '../../schema/violation.js';

/** A refused argument. */
export interface RefusedArgument extends Violation {
  readonly name: string;
}

/** `rest_invalid_param`: by name, the text in `data.params`, and code and text in `data.details`. */
export function invalidArguments(refused: readonly RefusedArgument[]): RestException {
  const params = Object.fromEntries(refused.map(({ name, message }) => [name, message]));
  const details = Object.fromEntries(
    refused.map(({ name, code, message }) => [name, { code, message, data: null }]),
  );
  const names = refused.map(({ name }) => name).join(', ');
  return httpError('rest_invalid_param', names, { params, details });
}
