import type { PathGroup } from '../../routing/path-group.js';
import { isThenable } from '../../shared/thenable.js';
import { HTTP_METHODS } from '../../model/declaration/http-method.js';
import type { RouteResponse } from '../responses/route-response.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { isShared } from '../outgoing/cache-directives.js';
import type { Permissions } from './permission-checks.js';
import { memoize } from '../../shared/memoize.js';

/** Says that a permission threw while `Allow` was worked out, where nobody else would hear of it. */
export type OnAllowFailure = (error: unknown, endpoint: Endpoint) => void;

/** Works out the `Allow` of a response to a call. */
export type Allow = (context: RequestContext, response: RouteResponse) => string | Promise<string>;

/**
 * The `Allow` of a matched path: the methods whose permission passes for this caller with this
 * request's arguments. A permission that throws says no. Where every endpoint of a path is public
 * there is nothing to ask, and the text is made once.
 *
 * @see RFC 9110, 10.2.1; WordPress computes it so.
 */
export function createAllow(permissions: Permissions, onFailure: OnAllowFailure): Allow {
  const asker = memoize((group: PathGroup<Endpoint>) => askerOf(group, permissions, onFailure));
  return (context, response) => asker(context.group)(context, response);
}

/** Asks one endpoint after the other, and waits only where a permission has to be waited for. */
function askerOf(
  { entries }: PathGroup<Endpoint>,
  permissions: Permissions,
  onFailure: OnAllowFailure,
): Allow {
  const textOf = createTexts(entries);
  if (entries.every(isPublic)) {
    const all = textOf(maskOf(entries, isPublic));
    return () => all;
  }
  const open = textOf(maskOf(entries, isPublic));
  return (context, response) => {
    if (isForEverybody(response, context)) return open;
    let passed = 0;
    let pending: Promise<void>[] | undefined;
    for (const [at, endpoint] of entries.entries()) {
      const verdict = passes(endpoint, context, permissions, onFailure);
      if (isThenable(verdict)) {
        pending ??= [];
        pending.push(
          verdict.then((isAllowed) => {
            if (isAllowed) passed |= 1 << at;
          }),
        );
      } else if (verdict) passed |= 1 << at;
    }
    return pending === undefined ? textOf(passed) : Promise.all(pending).then(() => textOf(passed));
  };
}

function passes(
  endpoint: Endpoint,
  context: RequestContext,
  permissions: Permissions,
  onFailure: OnAllowFailure,
): boolean | Promise<boolean> {
  try {
    const verdict = permissions.verdict(endpoint, context);
    if (!isThenable(verdict)) return verdict;
    return verdict.catch((error: unknown) => reject(error, endpoint, context, onFailure));
  } catch (error) {
    return reject(error, endpoint, context, onFailure);
  }
}

/** The route's own permission has thrown before, and that was the response. */
function reject(
  error: unknown,
  endpoint: Endpoint,
  context: RequestContext,
  onFailure: OnAllowFailure,
): boolean {
  if (endpoint !== context.endpoint) onFailure(error, endpoint);
  return false;
}

/**
 * Whether shared caches may give a response to other callers, who have other permissions: then `Allow`
 * lists what everybody may do, which is what public permissions say.
 */
function isForEverybody({ headers }: RouteResponse, { exchange }: RequestContext): boolean {
  if (headers['cache-control'] !== undefined) return isShared(headers['cache-control']);
  return isShared(exchange.presetHeader('cache-control'));
}

function maskOf(entries: readonly Endpoint[], has: (endpoint: Endpoint) => boolean): number {
  let mask = 0;
  for (const [at, endpoint] of entries.entries()) if (has(endpoint)) mask |= 1 << at;
  return mask;
}

function isPublic({ definition }: Endpoint): boolean {
  return definition.permission.kind === 'public';
}

/**
 * What `Allow` says, worked out when it first comes up: by the endpoints that passed, a bit each. A path
 * has no more of them than there are methods.
 */
function createTexts(entries: readonly Endpoint[]): (passed: number) => string {
  return memoize((passed) => methodsOf(entries.filter((_, at) => (passed & (1 << at)) !== 0)));
}

function methodsOf(endpoints: readonly Endpoint[]): string {
  const methods = new Set(endpoints.flatMap((endpoint) => endpoint.methods));
  return HTTP_METHODS.filter((method) => methods.has(method)).join(', ');
}
