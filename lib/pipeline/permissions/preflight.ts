import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser asks if a script may send a request. It does so without credentials, so that guards
 * would reject it.
 *
 * @see The Fetch standard, CORS-preflight request
 */
export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}
