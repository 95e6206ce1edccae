import { whenReady } from '../../caching/awaitable.js';
import { forbidden } from '../../errors/http-errors.js';
import type { RestException } from '../../errors/rest.exception.js';
import { isNobody } from '../../permissions/caller.js';
import type { Call } from '../call.js';
import type { Endpoint } from '../endpoint.js';
import type { Permissions } from '../permissions.js';
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
