import type { CapabilityCheck } from '../../lifecycle/permissions/permission-checks.js';
import type { RestModuleOptions } from './rest-options.js';

/** Whether a user has a capability: with the option `can`, or else by its `capabilities` and those of its `roles`. */
export function capabilityCheckOf(options: RestModuleOptions): CapabilityCheck {
  if (options.can !== undefined) {
    const can = options.can.bind(options);
    return (user, capability, { request }) => can(user, capability, request);
  }
  const { roles = {} } = options;
  const byRole = new Map(Object.entries(roles).map(([role, names]) => [role, new Set(names)]));
  return (user, capability) => {
    if (typeof user !== 'object' || user === null) return false;
    const { capabilities, roles: own } = user as Readonly<Record<string, unknown>>;
    return (
      hasText(capabilities, (one) => one === capability) ||
      (byRole.size > 0 && hasText(own, (role) => byRole.get(role)?.has(capability) === true))
    );
  };
}

function hasText(values: unknown, holds: (text: string) => boolean): boolean {
  if (!Array.isArray(values) && !(values instanceof Set)) return false;
  for (const value of values as Iterable<unknown>) {
    if (typeof value === 'string' && holds(value)) return true;
  }
  return false;
}
