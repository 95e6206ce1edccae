import { HTTP_METHODS } from '../signature/http-method.js';
import type { PathGroup } from '../routes/route-table.js';
import type { Call } from './call.js';
import type { Endpoint } from './endpoint.js';
import type { Permissions } from './permissions.js';

/** Says that a permission threw while `Allow` was worked out, where nobody else would hear of it. */
export type AllowTrouble = (error: unknown, endpoint: Endpoint) => void;

/**
 * The `Allow` of a matched path: the methods whose permission passes for this caller with this
 * request's arguments. A permission that throws says no.
 *
 * @see RFC 9110, 10.2.1; the host computes it so.
 */
export async function allowOf(
  call: Call,
  permissions: Permissions,
  onTrouble: AllowTrouble,
): Promise<string> {
  const { group } = call;
  const constant = constantAllow(group);
  if (constant !== undefined) return constant;
  const allowed = new Set<string>();
  for (const endpoint of group.entries) {
    if (await passes(endpoint, call, permissions, onTrouble)) {
      for (const method of endpoint.methods) allowed.add(method);
    }
  }
  return HTTP_METHODS.filter((method) => allowed.has(method)).join(', ');
}

/** Where every endpoint is public there is nothing to ask. */
export function constantAllow(group: PathGroup<Endpoint>): string | undefined {
  if (group.entries.some(({ permission }) => permission.kind !== 'public')) return undefined;
  return HTTP_METHODS.filter((method) => group.byMethod.has(method)).join(', ');
}

async function passes(
  endpoint: Endpoint,
  call: Call,
  permissions: Permissions,
  onTrouble: AllowTrouble,
): Promise<boolean> {
  try {
    return await permissions.verdict(endpoint, call);
  } catch (error) {
    // The route's own permission has thrown before, and that was the answer.
    if (endpoint !== call.endpoint) onTrouble(error, endpoint);
    return false;
  }
}
