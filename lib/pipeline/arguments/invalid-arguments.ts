import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { Violation } from '../../schema/messages/violation.js';

/** A rejected argument. */
export interface RejectedArgument extends Violation {
  readonly name: string;
}

/** `rest_missing_callback_param`, with the names in `data.params`. */
export function missingArguments(names: readonly string[]): RestException {
  return httpError('rest_missing_callback_param', names.join(', '), { params: names });
}

/** `rest_invalid_param`: by name, the text in `data.params`, and code and text in `data.details`. */
export function invalidArguments(rejected: readonly RejectedArgument[]): RestException {
  const params = Object.fromEntries(rejected.map(({ name, message }) => [name, message]));
  const details = Object.fromEntries(
    rejected.map(({ name, code, message }) => [name, { code, message, data: null }]),
  );
  const names = rejected.map(({ name }) => name).join(', ');
  return httpError('rest_invalid_param', names, { params, details });
}
