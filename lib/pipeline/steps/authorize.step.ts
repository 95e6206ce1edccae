import { whenReady } from '../../shared/when-ready.js';
import { forbidden } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { isNobody } from '../../model/permissions/anonymous.js';
import type { Call } from '../request-context.js';
import type { Endpoint } from '../endpoint.js';
import type { Permissions } from '../permissions/permission-checks.js';
import type { Step } from '../step.js';

/** Asks the route's permission: 401 for nobody, 403 for somebody. */
export function authorizeStep(endpoint: Endpoint, permissions: Permissions): Step | undefined {
  if (endpoint.permission.kind === 'public') return undefined;
  return (call) => {
    const verdict = permissions.verdict(endpoint, call);
    return whenReady(verdict, (isAllowed) => admit(isAllowed, call));
  };
}

function admit(isAllowed: boolean, call: Call): RestException | undefined {
  return isAllowed ? undefined : forbidden(!isNobody(call.user));
}
