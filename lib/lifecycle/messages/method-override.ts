import type { Exchange } from './exchange.js';
import { MalformedParameters, parseParameters } from './query-string.js';

/** The parameter of the query that states another method. */
export const METHOD_PARAMETER = '_method';

const OVERRIDE_HEADER = 'x-http-method-override';

/** Matches a query that may have `_method`: its name may be encoded. */
const MAY_OVERRIDE = /%|method/;

/**
 * The method of a request after an override: a POST may name another method, for clients and proxies that support only
 * GET and POST. Only a POST may do so, so that a link cannot delete anything. A text that is not a method is also
 * returned: no route has it, whereas the POST would make a change that the client did not intend.
 *
 * @example
 * POST /api/acme/v1/items/7?_method=DELETE
 * @see WordPress's `_method` and `X-HTTP-Method-Override`.
 */
export function effectiveMethod({
  method,
  queryText,
  headers,
}: Pick<Exchange, 'method' | 'queryText' | 'headers'>): string {
  if (method !== 'POST') return method;
  const override = queryOverride(queryText) ?? headers[OVERRIDE_HEADER];
  if (override === undefined) return method;
  return typeof override === 'string' ? override.toUpperCase() : '';
}

/** The `_method` of a query. A query that cannot be read has none, and is rejected with the arguments. */
function queryOverride(queryText: string): unknown {
  if (queryText === '' || !MAY_OVERRIDE.test(queryText)) return undefined;
  try {
    return parseParameters(queryText)[METHOD_PARAMETER];
  } catch (error) {
    if (error instanceof MalformedParameters) return undefined;
    throw error;
  }
}
