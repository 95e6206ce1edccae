import { forbidden } from '../../errors/http-errors.js';
import { isNobody } from '../../permissions/caller.js';
import type { Endpoint } from '../endpoint.js';
import type { Permissions } from '../permissions.js';
import type { Step } from '../step.js';

/** Asks the route's permission: 401 for nobody, 403 for somebody. */
export function authorizeStep(endpoint: Endpoint, permissions: Permissions): Step | undefined {
  if (endpoint.permission.kind === 'public') return undefined;
  return async (call) => {
    const isAllowed = await permissions.verdict(endpoint, call);
    if (!isAllowed) throw forbidden(!isNobody(call.user));
  };
}
