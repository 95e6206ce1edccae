import type {
  CallbackDefinition,
  PermissionDefinition,
} from '../../model/definition/permission-definition.js';

/**
 * What a permission requires of the caller, whatever the arguments; `undefined` where it requires nothing that
 * is known before them. A caller who lacks it lacks the permission.
 */
export function earlyPermission(
  permission: PermissionDefinition,
): PermissionDefinition | undefined {
  switch (permission.kind) {
    case 'public':
      return undefined;
    case 'capability':
      return permission;
    case 'callback':
      return takesArguments(permission) ? undefined : permission;
    case 'allOf':
    case 'anyOf':
      return earlyCombination(permission.kind, permission.permissions);
  }
}

/** Each part of `allOf` is required; a part of `anyOf` that is not known yet may still allow. */
function earlyCombination(
  kind: 'allOf' | 'anyOf',
  parts: readonly PermissionDefinition[],
): PermissionDefinition | undefined {
  const permissions = parts.flatMap((part) => earlyPermission(part) ?? []);
  const isDecided = kind === 'allOf' ? permissions.length > 0 : permissions.length === parts.length;
  return isDecided ? { kind, permissions } : undefined;
}

/** `RestRequest` has the body. */
function takesArguments({ parameters }: CallbackDefinition): boolean {
  return parameters.some(({ kind }) => kind !== 'service');
}
