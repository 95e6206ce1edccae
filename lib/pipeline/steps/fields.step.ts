import type { RestException } from '../../diagnostics/rest.exception.js';
import type { RequestContext } from '../request-context.js';
import { fieldsViolation } from '../global-parameters/field-names.js';
import { invalidArguments } from '../arguments/invalid-arguments.js';

/**
 * Rejects a `_fields` that is past its limits. Before the method runs: afterwards a POST would have done
 * its work, and the client would read that it had not.
 */
export function fieldsStep(context: RequestContext): RestException | undefined {
  // Most requests have no such parameter: one look at the text is all that they pay.
  if (!context.exchange.queryText.includes('_')) return undefined;
  const { query } = context;
  const message = Object.hasOwn(query, '_fields') ? fieldsViolation(query['_fields']) : undefined;
  if (message === undefined) return undefined;
  return invalidArguments([{ name: '_fields', code: 'rest_invalid_param', message }]);
}
