import { whenReady } from '../../shared/when-ready.js';
import { isNobody } from '../../model/permissions/anonymous.js';
import type { PermissionDefinition } from '../../model/definition/route-definition.js';
import { INVALID } from '../../schema/compile.js';
import { bindArgument, MISSING } from '../arguments/bind-argument.js';
import type { Call } from '../request-context.js';
import type { Endpoint } from '../endpoint.js';
import type { RestRequest } from '../rest-request.js';
import { valuesOf } from '../arguments/parameter-values.js';

type CallbackPermission = Extract<PermissionDefinition, { kind: 'callback' }>;

/** Whether a caller has a capability. Never asked for nobody, who has none. */
export type CapabilityCheck = (
  user: unknown,
  capability: string,
  request: RestRequest,
) => boolean | PromiseLike<boolean>;

/** Asks permissions, each at most once a request. */
export interface Permissions {
  /** Whether the caller may call this endpoint with this request's arguments. */
  verdict(endpoint: Endpoint, call: Call): boolean | Promise<boolean>;
}

export function createPermissions(can: CapabilityCheck): Permissions {
  return {
    verdict(endpoint, call) {
      const { permission } = endpoint;
      if (permission.kind === 'public') return true;
      if (permission.kind === 'capability') return capability(permission.capability, call, can);
      return callback(permission, endpoint, call);
    },
  };
}

function capability(name: string, call: Call, can: CapabilityCheck): boolean | Promise<boolean> {
  if (isNobody(call.user)) return false;
  return remember(call, name, () => can(call.user, name, call.request));
}

/** A callback whose arguments are missing or invalid says no. */
function callback(
  permission: CallbackPermission,
  endpoint: Endpoint,
  call: Call,
): boolean | Promise<boolean> {
  const isOwn = endpoint === call.endpoint && call.values.length === endpoint.arguments.length;
  const values = isOwn ? call.values : bindForCallback(permission, endpoint, call);
  if (values === undefined) return false;
  return remember(call, permission, () =>
    whenReady(
      valuesOf(permission.parameters, values, endpoint, call),
      (args): unknown => Reflect.apply(permission.method, undefined, args) as unknown,
    ),
  );
}

function bindForCallback(
  { parameters }: CallbackPermission,
  { arguments: definitions }: Endpoint,
  call: Call,
): readonly unknown[] | undefined {
  const values = definitions.map((): unknown => undefined);
  for (const plan of parameters) {
    if (plan.kind !== 'argument') continue;
    const value = bindArgument(plan.argument, call.sources);
    if (value === MISSING || value === INVALID) return undefined;
    values[plan.argument.position] = value;
  }
  return values;
}

/**
 * Only `true` allows: a callback that returns another value by mistake must not open a route. What is
 * known at once is answered at once: a turn of the event loop would be paid by every denied request.
 */
function remember(call: Call, key: unknown, ask: () => unknown): boolean | Promise<boolean> {
  const known = call.verdicts.get(key);
  if (known !== undefined) return known;
  const verdict = verdictOf(ask);
  call.verdicts.set(key, verdict);
  return verdict;
}

/** One that throws is remembered too, as a promise that rejects. */
function verdictOf(ask: () => unknown): boolean | Promise<boolean> {
  try {
    return whenReady(ask(), (settled) => settled === true);
  } catch (error) {
    return Promise.reject(error as Error);
  }
}
