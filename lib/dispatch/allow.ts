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
  const askers = new Map(groups.map((group) => [group, askerOf(group, permissions, onTrouble)]));
  return (call) => askers.get(call.group)?.(call) ?? '';
}

/** Asks one endpoint after the other, and waits only where a permission has to be waited for. */
function askerOf(
  { entries }: PathGroup<Endpoint>,
  permissions: Permissions,
  onTrouble: AllowTrouble,
): Allow {
  const textOf = createTexts(entries);
  if (entries.every(isPublic)) {
    const all = textOf(entries.map(() => true));
    return () => all;
  }
  return (call) => {
    const verdicts = entries.map((endpoint) => passes(endpoint, call, permissions, onTrouble));
    if (!verdicts.some((verdict) => verdict instanceof Promise)) return textOf(verdicts);
    return Promise.all(verdicts).then(textOf);
  };
}

function passes(
  endpoint: Endpoint,
  call: Call,
  permissions: Permissions,
  onTrouble: AllowTrouble,
): boolean | Promise<boolean> {
  try {
    const verdict = permissions.verdict(endpoint, call);
    if (!(verdict instanceof Promise)) return verdict;
    return verdict.catch((error: unknown) => refuse(error, endpoint, call, onTrouble));
  } catch (error) {
    return refuse(error, endpoint, call, onTrouble);
  }
}

/** The route's own permission has thrown before, and that was the answer. */
function refuse(error: unknown, endpoint: Endpoint, call: Call, onTrouble: AllowTrouble): boolean {
  if (endpoint !== call.endpoint) onTrouble(error, endpoint);
  return false;
}

function isPublic({ permission }: Endpoint): boolean {
  return permission.kind === 'public';
}

/** What `Allow` says for each combination of verdicts, worked out when it first comes up. */
function createTexts(entries: readonly Endpoint[]): (verdicts: readonly unknown[]) => string {
  const texts = new Map<number, string>();
  return (verdicts) => {
    // One bit an endpoint: a path has no more of them than there are methods.
    let combination = 0;
    for (let at = 0; at < verdicts.length; at++) {
      if (verdicts[at] === true) combination |= 1 << at;
    }
    const known = texts.get(combination);
    if (known !== undefined) return known;
    const text = methodsOf(entries.filter((_, at) => verdicts[at] === true));
    texts.set(combination, text);
    return text;
  };
}

function methodsOf(endpoints: readonly Endpoint[]): string {
  const methods = new Set(endpoints.flatMap((endpoint) => endpoint.methods));
  return HTTP_METHODS.filter((method) => methods.has(method)).join(', ');
}
