import { isHttpMethod } from '../../model/declaration/http-method.js';
import type { Exchange } from '../exchange.js';

const OVERRIDE_HEADER = 'x-http-method-override';
const OVERRIDE_PARAMETER = /(?:^|&)_method=([A-Za-z]+)(?:&|$)/;

/**
 * The method of a request after an override: a POST may name another method, for clients and proxies that
 * support only GET and POST. Only on POST, so that no link can delete anything.
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
  const header = headers[OVERRIDE_HEADER];
  if (header === undefined && !queryText.includes('_method=')) return method;
  const override = OVERRIDE_PARAMETER.exec(queryText)?.[1] ?? String(header);
  const effective = override.trim().toUpperCase();
  return isHttpMethod(effective) ? effective : method;
}
