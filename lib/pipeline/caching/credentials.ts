import type { IncomingHttpHeaders } from 'node:http';

/**
 * Names of headers by which a client, or a proxy in front of the application, identifies a caller. Browsers
 * send `user-agent` and `sec-fetch-user` for everyone.
 */
const IDENTIFIES =
  /auth|cookie|token|jwt|api-?key|secret|signature|session|tenant|account|principal|identity|client-cert|remote-user/;

/** Whether a request may come from a known caller, by any of its headers. */
export function carriesCredentials(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) {
    if (IDENTIFIES.test(name) || (name.startsWith('x-') && name.includes('user'))) return true;
  }
  return false;
}
