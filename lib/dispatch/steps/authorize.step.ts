import { forbidden } from '../../errors/http-errors.js';
import { isNobody } from '../../permissions/caller.js';
import type { Call } from '../call.js';
import type { Permissions } from '../permissions.js';

/** Asks the route's permission: 401 for nobody, 403 for somebody. */
export async function authorize(call: Call, permissions: Permissions): Promise<void> {
  const isAllowed = await permissions.verdict(call.endpoint, call);
  if (!isAllowed) throw forbidden(!isNobody(call.user));
}
