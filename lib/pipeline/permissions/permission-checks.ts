import { whenReady } from '../../shared/when-ready.js';
import { isAnonymous } from '../../model/permissions/anonymous.js';
import type { CallbackDefinition } from '../../model/definition/permission-definition.js';
import { INVALID } from '../../schema/compile-schema.js';
import { bindArgument, MISSING } from '../arguments/bind-argument.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from '../endpoint.js';
import type { RestRequest } from '../../model/request/rest-request.js';
import { valuesOf } from '../arguments/parameter-values.js';
import { isPending, settleValues } from '../arguments/settle-values.js';
import type { ArgumentDefinition } from '../../model/definition/argument-definition.js';
import type { ParameterDefinition } from '../../model/definition/parameter-definition.js';

/** Whether a caller has a capability. Not called for anonymous callers, who have none. */
export type CapabilityCheck = (
  user: unknown,
  capability: string,
  request: RestRequest,
) => boolean | PromiseLike<boolean>;

/** Checks permissions, each at most once for a request. */
export interface Permissions {
  /** Whether anyone may call an endpoint, so that no request to it is checked. Decided at startup. */
  isPublic(endpoint: Endpoint): boolean;
  /** Whether a verdict may depend on more than the caller, and so on the body. Decided at startup. */
  needsArguments(endpoint: Endpoint): boolean;
  /** Whether the caller may call this endpoint with this request's arguments. */
  verdict(endpoint: Endpoint, context: RequestContext): boolean | Promise<boolean>;
}

export function createPermissions(can: CapabilityCheck): Permissions {
  return {
    isPublic: ({ definition: { permission } }) => permission.kind === 'public',
    needsArguments: ({ definition: { permission } }) =>
      permission.kind === 'callback' &&
      permission.parameters.some(({ kind }) => kind !== 'service'),
    verdict(endpoint, context) {
      const { permission } = endpoint.definition;
      if (permission.kind === 'public') return true;
      if (permission.kind === 'capability') return capability(permission.capability, context, can);
      return callback(permission, endpoint, context);
    },
  };
}

function capability(
  name: string,
  context: RequestContext,
  can: CapabilityCheck,
): boolean | Promise<boolean> {
  if (isAnonymous(context.user)) return false;
  return remember(context, name, () => can(context.user, name, context.request));
}

/** A callback with missing or invalid arguments is not called, and denies. */
function callback(
  permission: CallbackDefinition,
  endpoint: Endpoint,
  context: RequestContext,
): boolean | Promise<boolean> {
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
  const { values, rejected } = await settleValues(pending);
  return rejected.length === 0 && call(permission, values, endpoint, context);
}

function bindForCallback(
  { parameters }: CallbackDefinition,
  { definition: { arguments: definitions } }: Endpoint,
  context: RequestContext,
): readonly unknown[] | undefined {
  const values = definitions.map((): unknown => undefined);
  for (const argument of parameters.flatMap(argumentsTaken)) {
    const value = bindArgument(argument, context.sources);
    if (value === MISSING || value === INVALID) return undefined;
    values[argument.position] = value;
  }
  return values;
}

function argumentsTaken(plan: ParameterDefinition): readonly ArgumentDefinition[] {
  if (plan.kind === 'argument') return [plan.argument];
  return plan.kind === 'arguments' ? plan.arguments : [];
}

/**
 * The verdict of a permission, computed once for a request. Only `true` allows: a callback that returns
 * another value by mistake must not open a route.
 */
export function remember(
  context: RequestContext,
  key: unknown,
  check: () => unknown,
): boolean | Promise<boolean> {
  const known = context.verdicts.get(key);
  if (known !== undefined) return known;
  const verdict = verdictOf(check);
  context.verdicts.set(key, verdict);
  return verdict;
}

/** A check that throws is remembered as well, as a promise that rejects. */
function verdictOf(check: () => unknown): boolean | Promise<boolean> {
  try {
    return whenReady(check(), (settled) => settled === true);
  } catch (error) {
    return Promise.reject(error as Error);
  }
}
