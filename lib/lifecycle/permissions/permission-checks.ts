import { whenReady, isThenable } from '../../shared/promises.js';
import { isAnonymous, type Combination } from '../../routes/declaration/permission.js';
import type {
  CallbackDefinition,
  PermissionDefinition,
} from '../../routes/definition/permission-definition.js';
import { isRestException } from '../../diagnostics/rest.exception.js';
import { INVALID } from '../../schema/compile-schema.js';
import { bindArgument, MISSING, valuesOf, isPending, settleValues } from '../bind.js';
import type { RequestContext, Verdict } from '../request-context.js';
import type { Endpoint } from '../endpoint.js';
import type { RestRequest } from '../../routes/rest-request.js';
import { argumentsOf } from '../../routes/definition/parameter-definition.js';

/** Whether a caller has a capability. Not called for anonymous callers, who have none. */
export type CapabilityCheck = (
  user: unknown,
  capability: string,
  context: { readonly request: RestRequest },
) => boolean | PromiseLike<boolean>;

/** Returns the verdict of one permission on a request. */
export type VerdictOf = (context: RequestContext) => Verdict;

/** Checks permissions, each at most once per request. */
export interface Permissions {
  /** Whether anyone may call an endpoint, so that its requests need no check. Decided at startup. */
  isPublic(endpoint: Endpoint): boolean;
  /**
   * Checks the requirements of an endpoint for the caller that do not depend on the body; `undefined` if there are
   * none. Made at startup. A permission that passes this check may still deny.
   */
  beforeBody(endpoint: Endpoint): VerdictOf | undefined;
  /** Whether the caller may call this endpoint with this request's arguments. */
  verdict(endpoint: Endpoint, context: RequestContext): boolean | Promise<boolean>;
}

export function createPermissions(can: CapabilityCheck): Permissions {
  return {
    isPublic: ({ definition: { permission } }) => permission.kind === 'public',
    beforeBody(endpoint) {
      const early = earlyPermission(endpoint.definition.permission);
      return early && ((context) => verdictOf(early, endpoint, context, can));
    },
    verdict: (endpoint, context) =>
      verdictOf(endpoint.definition.permission, endpoint, context, can),
  };
}

/** A condition that a permission consists of; `authenticated` is the early part of a callback without anonymous callers. */
type Condition = PermissionDefinition | { readonly kind: 'authenticated' } | Combination<Condition>;

function verdictOf(
  permission: Condition,
  endpoint: Endpoint,
  context: RequestContext,
  can: CapabilityCheck,
): boolean | Promise<boolean> {
  switch (permission.kind) {
    case 'public':
    // The guards ran before: they have admitted the caller.
    case 'guarded':
      return true;
    case 'authenticated':
      return !isAnonymous(context.user);
    case 'capability':
      return capability(permission.capability, context, can);
    case 'callback':
      return callback(permission, endpoint, context);
    case 'allOf':
    case 'anyOf':
      return combinedVerdict(permission, (part) => verdictOf(part, endpoint, context, can));
  }
}

function capability(
  name: string,
  context: RequestContext,
  can: CapabilityCheck,
): boolean | Promise<boolean> {
  // An anonymous caller has none, and none is remembered.
  return (
    known(context, name) ??
    (!isAnonymous(context.user) &&
      keep(
        context,
        name,
        checkVerdict(() => can(context.user, name, context)),
      ))
  );
}

/** A callback with missing or invalid arguments is not called, and denies. */
function callback(
  permission: CallbackDefinition,
  endpoint: Endpoint,
  context: RequestContext,
): boolean | Promise<boolean> {
  if (permission.anonymous === false && isAnonymous(context.user)) return false;
  const isOwn =
    endpoint === context.endpoint && context.values.length === endpoint.definition.arguments.length;
  const values = isOwn ? context.values : bindForCallback(permission, endpoint, context);
  if (values === undefined) return false;
  return remember(context, permission, () =>
    !isOwn && values.some(isPending)
      ? callSettled(permission, values, endpoint, context)
      : call(permission, values, endpoint, context),
  );
}

function call(
  permission: CallbackDefinition,
  values: readonly unknown[],
  endpoint: Endpoint,
  context: RequestContext,
): unknown {
  return whenReady(
    valuesOf(permission.parameters, values, endpoint, context),
    (args): unknown => Reflect.apply(permission.method, undefined, args) as unknown,
  );
}

async function callSettled(
  permission: CallbackDefinition,
  pending: readonly unknown[],
  endpoint: Endpoint,
  context: RequestContext,
): Promise<unknown> {
  const settled = await settleValues(pending, endpoint.definition.arguments);
  return !isRestException(settled) && call(permission, settled, endpoint, context);
}

function bindForCallback(
  { parameters }: CallbackDefinition,
  { definition: { arguments: definitions } }: Endpoint,
  context: RequestContext,
): readonly unknown[] | undefined {
  const values = definitions.map((): unknown => undefined);
  for (const argument of argumentsOf(parameters)) {
    const value = bindArgument(argument.described ?? argument, context.sources);
    if (value === MISSING || value === INVALID) return undefined;
    values[argument.position] = value;
  }
  return values;
}

/**
 * The part of a permission that depends only on the caller; `undefined` if it has none. A caller who does not meet it
 * does not have the permission.
 */
function earlyPermission(permission: PermissionDefinition): Condition | undefined {
  switch (permission.kind) {
    case 'public':
    case 'guarded':
      return undefined;
    case 'capability':
      return permission;
    case 'callback':
      if (!takesArguments(permission)) return permission;
      return permission.anonymous === false ? { kind: 'authenticated' } : undefined;
    case 'allOf':
    case 'anyOf':
      return earlyCombination(permission.kind, permission.permissions);
  }
}

/** Each part of `allOf` is required; a part of `anyOf` that needs arguments may still allow. */
function earlyCombination(
  kind: 'allOf' | 'anyOf',
  parts: readonly PermissionDefinition[],
): Condition | undefined {
  const permissions = parts.flatMap((part) => earlyPermission(part) ?? []);
  const isDecided = kind === 'allOf' ? permissions.length > 0 : permissions.length === parts.length;
  return isDecided ? { kind, permissions } : undefined;
}

/** `RestRequest` contains the body. */
function takesArguments({ parameters }: CallbackDefinition): boolean {
  return parameters.some(({ kind }) => kind !== 'service');
}

/**
 * The verdict of a combination: its parts are checked one after the other, and the first that decides ends the check.
 * Returns no promise, unless a part returns one.
 */
function combinedVerdict(
  { kind, permissions }: Combination<Condition>,
  readVerdict: (part: Condition) => boolean | Promise<boolean>,
  from = 0,
): boolean | Promise<boolean> {
  const decisive = kind === 'anyOf';
  for (const [at, part] of permissions.entries()) {
    if (at < from) continue;
    const verdict = readVerdict(part);
    if (isThenable(verdict)) {
      return verdict.then((is) =>
        is === decisive ? is : combinedVerdict({ kind, permissions }, readVerdict, at + 1),
      );
    }
    if (verdict === decisive) return decisive;
  }
  return !decisive;
}

/**
 * The verdict of a permission, computed once for a request. Only `true` allows: a callback that returns
 * another value by mistake must not open a route.
 */
export function remember(
  context: Pick<RequestContext, 'verdicts'>,
  key: unknown,
  check: () => unknown,
): boolean | Promise<boolean> {
  return known(context, key) ?? keep(context, key, checkVerdict(check));
}

function keep(
  { verdicts }: Pick<RequestContext, 'verdicts'>,
  key: unknown,
  verdict: Verdict,
): Verdict {
  if (verdicts.first === undefined) {
    verdicts.key = key;
    verdicts.first = verdict;
  } else if (key !== verdicts.key) {
    (verdicts.others ??= new Map()).set(key, verdict);
  }
  return verdict;
}

/** The verdict of a permission that was checked; `undefined` for any other. */
function known({ verdicts }: Pick<RequestContext, 'verdicts'>, key: unknown): Verdict | undefined {
  return key === verdicts.key ? verdicts.first : verdicts.others?.get(key);
}

/** A check that throws is remembered as well, as a promise that rejects. */
function checkVerdict(check: () => unknown): boolean | Promise<boolean> {
  try {
    const verdict = check();
    if (typeof verdict === 'boolean') return verdict;
    return isThenable(verdict)
      ? Promise.resolve(verdict).then((settled) => settled === true)
      : false;
  } catch (error) {
    return Promise.reject(error as Error);
  }
}
