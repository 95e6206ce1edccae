import type { CapabilityCheck } from '../../pipeline/permissions/permission-checks.js';
import type { RestModuleOptions } from './rest-options.js';

/** Decides whether a user has a capability: with the option `can`, else by `roles`. */
export function capabilityCheckOf(options: RestModuleOptions): CapabilityCheck {
  const { roles = {} } = options;
  return options.can === undefined ? capabilityCheck(roles) : options.can.bind(options);
}

/** The default of `can`: the user's own capabilities, or those of one of the user's roles. */
export function capabilityCheck(
  roles: Readonly<Record<string, readonly string[]>>,
): CapabilityCheck {
  const byRole = new Map(Object.entries(roles).map(([role, names]) => [role, new Set(names)]));
  return (user, capability) =>
    textsOf(user, 'capabilities').includes(capability) ||
    textsOf(user, 'roles').some((role) => byRole.get(role)?.has(capability) === true);
}

function textsOf(user: unknown, name: string): readonly string[] {
  if (typeof user !== 'object' || user === null) return [];
  const value: unknown = Reflect.get(user, name);
  if (value instanceof Set) return [...value].filter((entry) => typeof entry === 'string');
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
