import { isThenable } from '../../shared/thenable.js';
import type { Endpoint } from '../endpoint.js';
import type { RequestContext } from '../request-context.js';
import type { Permissions } from './permission-checks.js';

type OnFailure = (error: unknown, endpoint: Endpoint) => void;

/**
 * The endpoints of a path whose permission the caller has, a bit each: a path has no more endpoints than
 * there are methods. Without a promise, unless a permission returns one.
 */
export function permittedEndpoints(
  entries: readonly Endpoint[],
  context: RequestContext,
  permissions: Permissions,
  onFailure: OnFailure,
): number | Promise<number> {
  let mask = 0;
  let pending: Promise<number>[] | undefined;
  for (const [at, endpoint] of entries.entries()) {
    const verdict = verdictOf(endpoint, context, permissions, onFailure);
    if (isThenable(verdict)) (pending ??= []).push(verdict.then((is) => (is ? 1 << at : 0)));
    else if (verdict) mask |= 1 << at;
  }
  if (pending === undefined) return mask;
  return Promise.all(pending).then((bits) => bits.reduce((sum, bit) => sum | bit, mask));
}

function verdictOf(
  endpoint: Endpoint,
  context: RequestContext,
  permissions: Permissions,
  onFailure: OnFailure,
): boolean | Promise<boolean> {
  try {
    const verdict = permissions.verdict(endpoint, context);
    if (!isThenable(verdict)) return verdict;
    return verdict.catch((error: unknown) => deny(error, endpoint, context, onFailure));
  } catch (error) {
    return deny(error, endpoint, context, onFailure);
  }
}

/** The error of the route's own permission was the response already, and is not reported again. */
function deny(
  error: unknown,
  endpoint: Endpoint,
  context: RequestContext,
  onFailure: OnFailure,
): boolean {
  if (endpoint !== context.endpoint) onFailure(error, endpoint);
  return false;
}
