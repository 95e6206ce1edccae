import type { PathGroup } from '../routes/path-group.js';
import { HTTP_METHODS } from '../signature/http-method.js';
import type { Call } from './call.js';
import type { Endpoint } from './endpoint.js';
import type { Permissions } from './permissions.js';

/** Says that a permission threw while `Allow` was worked out, where nobody else would hear of it. */
export type AllowTrouble = (error: unknown, endpoint: Endpoint) => void;

/** Works out the `Allow` of a call. */
export type Allow = (call: Call) => string | Promise<string>;

/**
 * The `Allow` of a matched path: the methods whose permission passes for this caller with this
 * request's arguments. A permission that throws says no. Where every endpoint of a path is public
 * there is nothing to ask, and the text is made once.
 *
 * @see RFC 9110, 10.2.1; the host computes it so.
 */
export function createAllow(
  groups: readonly PathGroup<Endpoint>[],
  permissions: Permissions,
  onTrouble: AllowTrouble,
): Allow {
  const constants = new Map<PathGroup<Endpoint>, string>();
  for (const group of groups) {
    if (group.entries.every(isPublic)) constants.set(group, textOf(group.entries));
  }
  return (call) => constants.get(call.group) ?? askAll(call, permissions, onTrouble);
}

async function askAll(
  call: Call,
  permissions: Permissions,
  onTrouble: AllowTrouble,
): Promise<string> {
  const allowed: Endpoint[] = [];
  for (const endpoint of call.group.entries) {
    if (await passes(endpoint, call, permissions, onTrouble)) allowed.push(endpoint);
  }
  return textOf(allowed);
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

function isPublic({ permission }: Endpoint): boolean {
  return permission.kind === 'public';
}

function textOf(endpoints: readonly Endpoint[]): string {
  const methods = new Set(endpoints.flatMap((endpoint) => endpoint.methods));
  return HTTP_METHODS.filter((method) => methods.has(method)).join(', ');
}
