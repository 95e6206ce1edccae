import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request is a CORS preflight: a browser checks whether a script may send a request. It has no
 * credentials, so guards would reject it.
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
