import type { PermissionDescription } from '../../model/description/route-description.js';
import type { SecurityRequirement } from './open-api-types.js';

/** One way to satisfy a permission. */
interface Alternative {
  /** The names of the capabilities that it takes. */
  readonly capabilities: readonly string[];
  /** Only callbacks decide, and only they know whether they accept anonymous callers. */
  readonly mayBeAnonymous: boolean;
}

/** A permission in words. */
export function permissionText(permission: PermissionDescription): string {
  return permission.kind === 'public' ? 'anyone' : `callers ${conditionText(permission)}`;
}

/** `with the capability a and (that A.owns accepts or that A.leads accepts)`, the names as code. */
function conditionText(permission: PermissionDescription): string {
  switch (permission.kind) {
    case 'public':
      return 'of any kind';
    case 'capability':
      return `with the capability \`${permission.name}\``;
    case 'callback':
      return `that \`${permission.name}\` accepts`;
    case 'allOf':
      return permission.permissions.map(partText).join(' and ');
    case 'anyOf':
      return permission.permissions.map(partText).join(' or ');
  }
}

function partText(part: PermissionDescription): string {
  return 'permissions' in part && part.permissions.length > 1
    ? `(${conditionText(part)})`
    : conditionText(part);
}

/**
 * The security requirements of a permission: the caller may use any of the schemes. Capabilities are listed
 * where OpenAPI lists scopes and roles; those of `allOf` in one requirement, those of `anyOf` in one each.
 */
export function securityOf(
  permission: PermissionDescription,
  schemes: readonly string[],
): readonly SecurityRequirement[] {
  if (permission.kind === 'public') return [];
  const alternatives = alternativesOf(permission);
  const lists = new Map(
    alternatives.map(({ capabilities }) => [capabilities.join('\n'), capabilities]),
  );
  return [
    ...(alternatives.some(({ mayBeAnonymous }) => mayBeAnonymous) ? [{}] : []),
    ...[...lists.values()].flatMap((list) => schemes.map((name) => ({ [name]: list }))),
  ];
}

function alternativesOf(permission: PermissionDescription): readonly Alternative[] {
  switch (permission.kind) {
    case 'public':
    case 'callback':
      return [{ capabilities: [], mayBeAnonymous: true }];
    case 'capability':
      return [{ capabilities: [permission.name], mayBeAnonymous: false }];
    case 'anyOf':
      return permission.permissions.flatMap(alternativesOf);
    case 'allOf':
      return permission.permissions.map(alternativesOf).reduce(joinAlternatives);
  }
}

/** Each of the first with each of the second. */
function joinAlternatives(
  first: readonly Alternative[],
  second: readonly Alternative[],
): readonly Alternative[] {
  return first.flatMap((one) =>
    second.map((other) => ({
      capabilities: [...new Set([...one.capabilities, ...other.capabilities])],
      mayBeAnonymous: one.mayBeAnonymous && other.mayBeAnonymous,
    })),
  );
}
