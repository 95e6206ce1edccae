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

/** Asks one endpoint after the other, and waits only where a permission has to be waited for. */
function askAll(
  call: Call,
  permissions: Permissions,
  onTrouble: AllowTrouble,
): string | Promise<string> {
  const { entries } = call.group;
  const verdicts = entries.map((endpoint) => passes(endpoint, call, permissions, onTrouble));
  if (!verdicts.some((verdict) => verdict instanceof Promise))
    return textOf(allowed(entries, verdicts));
  return Promise.all(verdicts).then((settled) => textOf(allowed(entries, settled)));
}

function allowed(entries: readonly Endpoint[], verdicts: readonly unknown[]): readonly Endpoint[] {
  return entries.filter((_, at) => verdicts[at] === true);
}

function passes(
  endpoint: Endpoint,
  call: Call,
  permissions: Permissions,
  onTrouble: AllowTrouble,
): boolean | Promise<boolean> {
  const refuse = (error: unknown): boolean => {
    // The route's own permission has thrown before, and that was the answer.
    if (endpoint !== call.endpoint) onTrouble(error, endpoint);
    return false;
  };
  try {
    const verdict = permissions.verdict(endpoint, call);
    return verdict instanceof Promise ? verdict.catch(refuse) : verdict;
  } catch (error) {
    return refuse(error);
  }
}

function isPublic({ permission }: Endpoint): boolean {
  return permission.kind === 'public';
}

function textOf(endpoints: readonly Endpoint[]): string {
  const methods = new Set(endpoints.flatMap((endpoint) => endpoint.methods));
  return HTTP_METHODS.filter((method) => methods.has(method)).join(', ');
}
