import { whenReady, isThenable, type Awaitable } from '../../shared/promises.js';
import { forbidden, httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { isAnonymous } from '../../routes/declaration/permission.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint, Step, Outcome } from '../endpoint.js';
import type { Permissions } from '../permissions/permission-checks.js';
import type { SubRequest } from '../messages/exchange.js';

/** Checks the route's permission: 401 for an anonymous user, 403 for an authenticated one. */
export function authorizeStep(endpoint: Endpoint, permissions: Permissions): Step | undefined {
  if (permissions.isPublic(endpoint)) return undefined;
  return (context) => {
    context.isDenied = true;
    const verdict = permissions.verdict(endpoint, context);
    if (typeof verdict === 'boolean') return permit(verdict, context);
    return verdict.then((isAllowed) => permit(isAllowed, context));
  };
}

/** Checks the part of the permission that is decided before the body is read; `undefined` if there is none. */
export function authorizeEarlyStep(endpoint: Endpoint, permissions: Permissions): Step | undefined {
  const verdictOf = permissions.beforeBody(endpoint);
  if (verdictOf === undefined) return undefined;
  return (context) => {
    context.isDenied = true;
    return whenReady(verdictOf(context), (isAllowed) => admit(isAllowed, context));
  };
}

function permit(isAllowed: boolean, context: RequestContext): RestException | undefined {
  context.isPermitted = isAllowed;
  return admit(isAllowed, context);
}

function admit(isAllowed: boolean, context: RequestContext): RestException | undefined {
  context.isDenied = !isAllowed;
  return isAllowed ? undefined : forbidden(!isAnonymous(context.user));
}

export function identifyStep(user: (context: RequestContext) => unknown): Step {
  const identify: Step = (context) =>
    whenReady(user(context), (found) => {
      context.user = found;
    });
  return (context) => {
    context.admit();
    const { subRequest } = context.exchange;
    if (subRequest !== undefined) return identifySubRequest(subRequest, context, identify);
    const found = user(context);
    if (isThenable(found)) return Promise.resolve(found).then((one) => void (context.user = one));
    context.user = found;
    return undefined;
  };
}

/**
 * If a request of a batch has guards, its caller is identified again, because these guards may have found another
 * caller than that of the batch. All parts of the request that identify its sender are those of the batch.
 */
function identifySubRequest(
  { caller, isBatched, route, rejectRoute }: SubRequest,
  context: RequestContext,
  identify: Step,
): Awaitable<Outcome> {
  const { definition, ports } = context.endpoint;
  const isKnown = caller !== undefined && !(isBatched && ports.guards !== undefined);
  if (isKnown) context.user = showCaller(context.raw, caller.user);
  return whenReady(isKnown ? undefined : identify(context), (outcome): Outcome => {
    // The value of a placeholder may be the literal of another route.
    if (route !== undefined && route !== definition) return httpError('rest_no_route');
    // WordPress matches a request before it checks whether its route allows batches.
    return outcome ?? rejectRoute?.(definition);
  });
}

/**
 * Sets the caller as `user` of the adapter's request, where Passport sets it too: interceptors, parameter decorators,
 * filters and loggers of the application read it there. A value that a guard or middleware has set stays.
 */
export function showCaller<User>(raw: unknown, user: User): User {
  const isNew = typeof raw === 'object' && raw !== null && Reflect.get(raw, 'user') === undefined;
  if (isNew && user !== undefined) Reflect.set(raw, 'user', user);
  return user;
}
