import { mediaTypeOf, NO_BODY } from '../body/body-format.js';
import { effectiveMethod } from '../global-parameters/effective-method.js';
import { FORM_DATA } from './form-data.js';
import { BODY_METHODS, type RequestContext } from '../request-context.js';

/** Whether a request has a form that nothing has read yet, and that its method lets it send. */
export function hasUnreadForm(context: RequestContext): boolean {
  const { exchange } = context;
  // Usually the body was read, or there is none.
  if (exchange.body !== NO_BODY || !BODY_METHODS.has(context.method)) return false;
  // In process, files come with the data of a body.
  if (exchange.inner?.isEntered === false) return false;
  const { headers } = exchange;
  const type = headers['content-type'];
  if (type === undefined || mediaTypeOf(type) !== FORM_DATA) return false;
  const isSent =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return isSent && !exchange.message.readableDidRead && readsForms(context);
}

/**
 * As in WordPress, a path that takes POST reads forms with POST only; an override counts as the POST that
 * it is. A path without POST would have no way to receive a file, so its other methods read forms.
 */
function readsForms({ exchange, method, group }: RequestContext): boolean {
  if (method === 'POST' || !group.entries.some(({ methods }) => methods.includes('POST'))) {
    return true;
  }
  const { headers, queryText } = exchange;
  return effectiveMethod({ method: 'POST', headers, queryText }) === method;
}
