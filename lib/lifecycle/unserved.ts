import { httpError, type HttpErrorCode } from '../diagnostics/http-error-catalogue.js';
import { isRestException, type RestException } from '../diagnostics/rest.exception.js';
import { translateError } from '../diagnostics/translate-error.js';
import { MALFORMED_PATH, NO_METHOD, type RouteMatch } from '../routing/route-table.js';
import type { NamedMatch, RouteTable } from '../routing/route-table.js';
import { memoize } from '../shared/promises.js';
import type { RouteEntry } from './endpoint.js';
import type { Exchange } from './messages/exchange.js';
import { allowedMethods, createAllow, type OnAllowFailure } from './permissions/allow.js';
import type { Permissions } from './permissions/permission-checks.js';
import { runSteps } from './pipeline.js';
import { RequestContext } from './request-context.js';
import { admitStepsOf } from './steps/options.step.js';

const NO_ROUTE: HttpErrorCode = 'rest_no_route';

const METHOD_NOT_ALLOWED: HttpErrorCode = 'rest_method_not_allowed';

/** The reason why no route serves a request. */
export type Unmatched = Exclude<RouteMatch<RouteEntry>, object>;

/** A request that no route serves. */
export class UnservedRequest {
  /** Its error; of a method that a path does not have, it is final once the caller is known. */
  failure: RestException;

  constructor(readonly reason: Unmatched) {
    this.failure =
      reason === MALFORMED_PATH
        ? httpError('rest_invalid_url', 'percent-encoding')
        : httpError(NO_ROUTE);
  }
}

/** Whether an error is that of a path without a route. */
export function isUnknown({ code }: RestException): boolean {
  return code === NO_ROUTE;
}

interface UnservedOptions {
  readonly table: RouteTable<RouteEntry>;
  /** The methods that the plain controllers of the application have at a path below the prefix. */
  readonly plainMethods: (path: string) => readonly string[];
  readonly permissions: Permissions;
  readonly onAllowFailure: OnAllowFailure;
  readonly user: (context: RequestContext) => unknown;
}

/** Finds the error of a request that no route serves. Never rejects. */
export type FindFailure = (
  unserved: UnservedRequest,
  exchange: Exchange,
) => RestException | Promise<RestException>;

/**
 * A method that a path does not have is a 405 for a caller who may use another one there, with the methods that `Allow`
 * lists on OPTIONS. For others, the path is unknown: a 404, as if it had no route.
 */
export function createFindFailure(options: UnservedOptions): FindFailure {
  const { table, plainMethods, permissions, onAllowFailure } = options;
  const stepsOf = memoize((group: NamedMatch<RouteEntry>['group']) => admitStepsOf(group, options));
  const allowOf = createAllow(permissions, onAllowFailure);
  return (unserved, exchange) => {
    if (unserved.reason !== NO_METHOD) return unserved.failure;
    return findMethods(exchange).then((allow) => {
      if (allow.length > 0) {
        unserved.failure = httpError(METHOD_NOT_ALLOWED, exchange.method, { allow });
      }
      return unserved.failure;
    });
  };

  async function findMethods(exchange: Exchange): Promise<readonly string[]> {
    const { path = '', subRequest } = exchange;
    const allowed = new Set<string>();
    // One after the other, as on OPTIONS. A path has no more groups than there are methods.
    for (const match of table.namedAt(path)) {
      for (const method of await methodsOf(match, exchange)) allowed.add(method);
    }
    // Sub-requests do not reach plain controllers.
    if (subRequest === undefined) for (const method of plainMethods(path)) allowed.add(method);
    return [...allowed];
  }

  async function methodsOf(
    match: NamedMatch<RouteEntry>,
    exchange: Exchange,
  ): Promise<readonly string[]> {
    const { entry, group, params, methods } = match;
    const endpoint = entry.endpoint();
    const context = new RequestContext(exchange, exchange.method, endpoint, group, params);
    context.exposeInput();
    try {
      // A request of a batch learns the methods too that batches may not use.
      await runSteps(stepsOf(group), context);
    } catch (error) {
      if (translateError(error) === undefined) onAllowFailure(error, endpoint);
      return [];
    }
    const names = await allowedMethods(context, allowOf);
    return names.filter((name) => methods.has(name));
  }
}

/** The `Allow` of a 405, which filters of the application do not have to set. @see RFC 9110, 15.5.6 */
export function allowOfError(error: unknown): string | undefined {
  if (!isRestException(error) || error.code !== METHOD_NOT_ALLOWED) return undefined;
  const { allow } = error.data;
  return Array.isArray(allow) ? allow.join(', ') : undefined;
}
