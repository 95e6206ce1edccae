import { whenReady, isThenable, type Awaitable } from '../../shared/promises.js';
import { forbidden, httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { isAnonymous } from '../../routes/declaration/permission.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint, Step, Outcome } from '../endpoint.js';
import type { Permissions } from '../permissions/permission-checks.js';
import type { InnerRequest } from '../messages/exchange.js';

/** Checks the route's permission: 401 for an anonymous user, 403 for an authenticated one. */
export function authorizeStep(endpoint: Endpoint, permissions: Permissions): Step | undefined {
  if (permissions.isPublic(endpoint)) return undefined;
  return (context) => {
    const verdict = permissions.verdict(endpoint, context);
    return whenReady(verdict, (isAllowed) => admit(isAllowed, context));
  };
}

/** Checks the part of the permission that is decided before the body is read; `undefined` if there is none. */
export function authorizeEarlyStep(endpoint: Endpoint, permissions: Permissions): Step | undefined {
  const verdictOf = permissions.beforeBody(endpoint);
  return (
    verdictOf &&
    ((context) => whenReady(verdictOf(context), (isAllowed) => admit(isAllowed, context)))
  );
}

function admit(isAllowed: boolean, context: RequestContext): RestException | undefined {
  return isAllowed ? undefined : forbidden(!isAnonymous(context.user));
}

export function identifyStep(user: (context: RequestContext) => unknown): Step {
  const identify: Step = (context) =>
    whenReady(user(context), (found) => {
      context.user = found;
    });
  return (context) => {
    context.isAdmitted = true;
    const { inner } = context.exchange;
    if (inner !== undefined) return identifyInner(inner, context, identify);
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
function identifyInner(
  { caller, isBatched }: InnerRequest,
  context: RequestContext,
  identify: Step,
): Awaitable<Outcome> {
  const { definition, ports } = context.endpoint;
  const isKnown = caller !== undefined && !(isBatched && ports.guard !== undefined);
  if (isKnown) context.user = caller.user;
  return whenReady(isKnown ? undefined : identify(context), (outcome): Outcome => {
    // WordPress matches a request before it checks whether its route allows batches.
    const isAllowed = !isBatched || definition.options.batch === true;
    return outcome ?? (isAllowed ? undefined : httpError('rest_batch_not_allowed'));
  });
}
