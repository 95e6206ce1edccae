import type { RestException } from '../../diagnostics/rest.exception.js';
import type { RequestContext } from '../request-context.js';
import { fieldsViolation } from '../responses/fields.js';
import { invalidArguments } from '../arguments/arguments.js';

/**
 * Rejects a `_fields` that exceeds its limits. Before the method runs, because afterwards a POST has done its
 * work, and a 400 would claim the opposite.
 */
export function fieldsStep(context: RequestContext): RestException | undefined {
  // Most requests have no such parameter: a search in the text avoids parsing the query.
  if (!context.exchange.queryText.includes('_')) return undefined;
  const { query } = context;
  const message = Object.hasOwn(query, '_fields') ? fieldsViolation(query['_fields']) : undefined;
  if (message === undefined) return undefined;
  return invalidArguments([{ name: '_fields', code: 'rest_invalid_param', message }]);
}
