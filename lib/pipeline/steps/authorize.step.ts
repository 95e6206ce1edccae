import { whenReady } from '../../shared/when-ready.js';
import { forbidden } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { isAnonymous } from '../../model/permissions/anonymous.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from '../endpoint.js';
import type { Permissions } from '../permissions/permission-checks.js';
import type { Step } from '../step.js';

/** Checks the route's permission: 401 for an anonymous user, 403 for an authenticated one. */
export function authorizeStep(endpoint: Endpoint, permissions: Permissions): Step | undefined {
  if (permissions.isPublic(endpoint)) return undefined;
  return (context) => {
    const verdict = permissions.verdict(endpoint, context);
    return whenReady(verdict, (isAllowed) => admit(isAllowed, context));
  };
}

/** Checks what can be decided before the body is read; `undefined` where nothing can be. */
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
