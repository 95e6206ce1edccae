import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';

/** The error for a body that is no valid form: `a part without a name`. */
export function malformed(reason: string): RestException {
  return httpError('rest_invalid_body', `the form has ${reason}`);
}
